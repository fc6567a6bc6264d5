"""A path as a release: in comes a file or directory, out goes the bundle in it, whatever it is packed in."""

from __future__ import annotations

import tempfile
from pathlib import Path

from extractor.acquire import tarball
from extractor.acquire.contents import Contents, assemble
from extractor.acquire.executable import MAGIC_SIZE, is_executable, read_executable
from extractor.acquire.loose import read_loose
from extractor.acquire.package import Manifest, program_of, read_manifest
from extractor.acquire.plain import SUFFIXES, read_plain
from extractor.acquire.version import name_of
from extractor.errors import InputError
from extractor.model.bundle import Bundle


def read_source(path: Path, subject: str | None = None) -> Bundle:
    """The bundle at a path: a `cli.js`, a native executable, an npm tarball, an unpacked package, or chunk files.

    Raises InputError, naming `subject` (the path, if not given), for anything else.
    """
    subject = subject or str(path)
    if path.is_dir():
        return _read_directory(path, subject)
    if not path.exists():
        remedy = "give an existing path, a version such as 2.1.235, 'latest' or 'installed'"
        raise InputError(subject, "does not exist", remedy)
    if not path.is_file():
        raise InputError(subject, "is no regular file", "give a cli.js, a native executable or an npm tarball")
    with path.open("rb") as file:
        head = file.read(MAGIC_SIZE)
    if head.startswith(tarball.MAGIC):
        return read_tarball(path, subject)
    package = _package_of(path)
    manifest = read_manifest(package) if package else None
    return assemble(_read_file(path, head, subject), manifest.version if manifest else None, name_of(path))


def read_installed(path: Path, subject: str) -> Bundle:
    """The bundle of an installed command: the file it runs, or what the package of that file has as its program."""
    package = _package_of(path)
    return read_source(package or path, subject)


def read_tarball(path: Path, subject: str) -> Bundle:
    """The bundle in an npm tarball of the program or of one of its platform packages; InputError for another."""
    with tempfile.TemporaryDirectory(prefix="claude-protocol-extractor-") as directory:
        tarball.unpack(path, Path(directory), subject)
        manifest = read_manifest(Path(directory))
        if manifest is None or not manifest.is_ours:
            other = f"is the package {manifest.name}" if manifest else "is no npm package"
            raise InputError(subject, f"{other}, not the CLI", "give an npm tarball of the CLI")
        return _read_package(Path(directory), manifest, subject, name_of(path))


def _read_directory(directory: Path, subject: str) -> Bundle:
    for place in (directory, directory / "package"):
        manifest = read_manifest(place)
        if manifest is None:
            continue
        if not manifest.is_ours:
            raise InputError(subject, f"holds the package {manifest.name}, not the CLI", "give the CLI's package")
        return _read_package(place, manifest, subject, name_of(directory.absolute()))
    program = _lone_program(directory)
    if program is not None:
        return read_source(program, subject)
    return assemble(read_loose(directory, subject), None, name_of(directory.absolute()))


def _lone_program(directory: Path) -> Path | None:
    """The program in a directory without a manifest: an executable, or a `cli.js` that is the only script."""
    for name in ("claude", "claude.exe"):
        path = directory / name
        if path.is_file():
            with path.open("rb") as file:
                if is_executable(file.read(MAGIC_SIZE)):
                    return path
    scripts = [path for path in directory.iterdir() if path.suffix in SUFFIXES]
    return scripts[0] if len(scripts) == 1 and scripts[0].stem == "cli" and scripts[0].is_file() else None


def _read_package(directory: Path, manifest: Manifest, subject: str, fallback: str) -> Bundle:
    program = program_of(directory, manifest, subject)
    with program.open("rb") as file:
        contents = _read_file(program, file.read(MAGIC_SIZE), subject)
    platform = manifest.platform or contents.platform
    contents = Contents(contents.container, platform, contents.modules, contents.entry)
    return assemble(contents, manifest.version, fallback)


def _read_file(path: Path, head: bytes, subject: str) -> Contents:
    return read_executable(path, subject) if is_executable(head) else read_plain(path, subject)


def _package_of(path: Path) -> Path | None:
    """The directory of the package that a file is a program of, when that package is the CLI's."""
    for directory in (path.parent, path.parent.parent):
        manifest = read_manifest(directory)
        if manifest is not None:
            return directory if manifest.is_ours else None
    return None
