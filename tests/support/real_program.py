"""Real programs to start: a release comes in, the path of its executable for this machine goes out, fetched once."""

from __future__ import annotations

import os
import platform
import tempfile
from pathlib import Path

from extractor.acquire import npm
from extractor.acquire.fetch import package_for
from extractor.acquire.tarball import unpack
from extractor.acquire.version import PACKAGE
from tests.support.installed import kept

FOLDER = "EXTRACTOR_PROGRAMS"
"""A variable that names a folder with releases that are there already, as <release>/package/claude."""


def real_program(release: str) -> Path:
    """The native executable of a release: from the folder of $EXTRACTOR_PROGRAMS, else with npm, kept for later runs.

    Raises FetchError when it cannot be fetched.
    """
    there = Path(os.environ.get(FOLDER, "/nonexistent")) / release / "package" / "claude"
    if there.is_file():
        return there
    return kept("program", f"{release} {this_platform()}", lambda home: _fetch(release, home)) / "claude"


def this_platform() -> str:
    """The name that packages give to this machine's platform."""
    system = {"Linux": "linux", "Darwin": "darwin"}.get(platform.system(), platform.system().lower())
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    is_musl = system == "linux" and platform.libc_ver()[0] != "glibc"
    return f"{system}-{machine}-musl" if is_musl else f"{system}-{machine}"


def _fetch(release: str, home: Path) -> None:
    package = package_for(npm.view(PACKAGE, release), this_platform())
    with tempfile.TemporaryDirectory(dir=home.parent) as folder:
        unpack(npm.pack(package, Path(folder)), home, f"{package.name}@{package.version}")
    (home / "claude").chmod(0o755)
