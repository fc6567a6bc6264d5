"""Unpacked npm packages: in comes a directory with a package.json, out go the manifest and the program's file."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from extractor.acquire.executable import MAGIC_SIZE, is_executable
from extractor.acquire.plain import SUFFIXES
from extractor.acquire.version import PACKAGE, is_version
from extractor.errors import InputError

_MAX_MANIFEST = 1 << 20
_PLATFORM_PACKAGE = re.compile(re.escape(PACKAGE) + r"-([a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,3})")
_USUAL = ("claude", "claude.exe", "bin/claude", "bin/claude.exe", "cli.js", "cli.mjs")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a package.json says: the version if it is one, the platform the package is for, its programs."""

    name: str
    version: str | None
    platform: str | None
    programs: tuple[str, ...]

    @property
    def is_ours(self) -> bool:
        """Whether this is the program's package or one of its platform packages."""
        return self.name == PACKAGE or self.platform is not None


def read_manifest(directory: Path) -> Manifest | None:
    """The manifest of the package unpacked in `directory`; None without one, or with one that is no manifest."""
    path = directory / "package.json"
    if not path.is_file() or path.stat().st_size > _MAX_MANIFEST:
        return None
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        return None
    name, version, programs = data["name"], data.get("version"), data.get("bin")
    of_platform = _PLATFORM_PACKAGE.fullmatch(name)
    listed = programs.values() if isinstance(programs, dict) else [programs]
    return Manifest(
        name=name,
        version=version if isinstance(version, str) and is_version(version) else None,
        platform=of_platform.group(1) if of_platform else None,
        programs=tuple(program for program in listed if isinstance(program, str)),
    )


def program_of(directory: Path, manifest: Manifest, subject: str) -> Path:
    """The file that holds the program: what the manifest runs, else a file named as the program usually is.

    For a launcher package it is looked for in the platform packages installed with it. Raises InputError.
    """
    for name in (*manifest.programs, *_USUAL):
        path = directory / name
        if _is_inside(path, directory) and _is_program(path):
            return path
    for installed in _platform_packages(directory):
        for name in _USUAL:
            if _is_program(installed / name):
                return installed / name
    if manifest.platform is None:
        problem = "is the launcher package, whose program is in a platform package"
        raise InputError(subject, problem, f"give the version, or a package such as {PACKAGE}-linux-x64")
    raise InputError(subject, "is a package without the program in it", "unpack the package again")


def _platform_packages(directory: Path) -> list[Path]:
    scope, name = PACKAGE.split("/")
    places = (directory / "node_modules" / scope, directory.parent)
    return sorted(path for place in places for path in place.glob(f"{name}-*") if path.is_dir())


def _is_inside(path: Path, directory: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(directory))


def _is_program(path: Path) -> bool:
    """Whether a path is an executable or a script; where a launcher keeps a placeholder, it is neither."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(MAGIC_SIZE)
    return is_executable(head) or path.suffix in SUFFIXES
