"""Published releases: in comes a version and a platform, out goes its bundle, fetched with npm.

Which package holds the JavaScript is what the main package says: where it depends on packages for single
platforms, it is in the one of the platform; where it does not, it is in the main package itself.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from extractor.acquire import npm
from extractor.acquire.npm import Package
from extractor.acquire.progress import Progress
from extractor.acquire.source import read_tarball
from extractor.acquire.version import PACKAGE, is_version
from extractor.errors import FetchError, InputError
from extractor.model.bundle import Bundle
from extractor.model.release_order import release_key


def newest_version() -> str:
    """The version that npm calls latest. Raises FetchError."""
    version = npm.view(PACKAGE, "latest").version
    if not is_version(version):
        raise FetchError("latest", f"npm answers {version!r}, which is no version", "give a version")
    return version


def published_versions(since: str, limit: int | None = None) -> list[str]:
    """The published versions from `since` on, oldest first; with `limit`, the newest so many of them.

    Raises FetchError where npm cannot tell, InputError where `since` is no version or newer than all.
    """
    if not is_version(since):
        raise InputError(since, "it is no version", "give one like 2.1.235")
    found = [version for version in npm.versions(PACKAGE) if is_version(version)]
    later = sorted({v for v in found if release_key(v) >= release_key(since)}, key=release_key)
    if not later:
        raise InputError(since, "nothing was published from it on", f"'npm view {PACKAGE} versions' lists what was")
    return later if limit is None else later[-limit:]


def fetch(version: str, platform: str, progress: Progress) -> Bundle:
    """The bundle of a published version for a platform; every downloaded file is deleted again.

    Raises FetchError when it cannot be fetched, InputError when what was published cannot be read.
    """
    progress(f"asking npm for {version}", None)
    package = package_for(npm.view(PACKAGE, version), platform)
    with tempfile.TemporaryDirectory(prefix="claude-protocol-extractor-") as directory:
        progress(f"fetching {package.name}@{package.version}", None)
        tarball = npm.pack(package, Path(directory))
        progress(f"reading {package.name}@{package.version}", None)
        bundle = read_tarball(tarball, f"{package.name}@{package.version}")
    if bundle.release != version:
        problem = f"its package says it is {bundle.release}"
        raise FetchError(version, problem, "check the registry that npm is configured for")
    return bundle


def package_for(main: Package, platform: str) -> Package:
    """The package that holds the JavaScript of a release for a platform. Raises FetchError if there is none."""
    prefix = PACKAGE + "-"
    platforms = {name.removeprefix(prefix): name for name in main.optional if name.startswith(prefix)}
    if not platforms:
        return main
    if platform not in platforms:
        remedy = f"choose one of {', '.join(sorted(platforms))}"
        raise FetchError(f"{main.name}@{main.version}", f"has no build for {platform}", remedy)
    stated = main.optional[platforms[platform]]
    return npm.view(platforms[platform], stated if is_version(stated) else main.version)
