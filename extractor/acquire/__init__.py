"""Acquire: in comes what the user calls a release, out goes its bundle, cached for the next time."""

from __future__ import annotations

import logging
import os
import re
import shutil
from pathlib import Path

from extractor.acquire import cache
from extractor.acquire.fetch import fetch, newest_version, published_versions
from extractor.acquire.progress import Progress, silent
from extractor.acquire.source import read_installed, read_source, read_tarball
from extractor.acquire.version import is_version
from extractor.errors import FetchError, InputError
from extractor.model.bundle import Bundle
from extractor.model.release import Release
from extractor.paths import cache_directory

__all__ = ["DEFAULT_PLATFORM", "acquire", "keep_tarball", "published_versions", "resolve_release"]

_log = logging.getLogger(__name__)
_PLATFORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

DEFAULT_PLATFORM = "linux-x64"
"""The platform analysed unless another is asked for, so that everybody gets the same inventory."""


def acquire(
    release: str,
    *,
    platform: str | None = None,
    cache_dir: Path | None = None,
    progress: Progress | None = None,
) -> Bundle:
    """The bundle of RELEASE: a version, `latest`, `installed`, or a path (see the contract).

    `platform` chooses the build of a version (default linux-x64); a path is read as it is. A version is
    fetched once, with the user's npm, and then read from the cache in `cache_dir` (default: the user's).
    Raises InputError for a path that cannot be read or a cache that cannot be written, FetchError for a version that
    cannot be fetched.
    """
    report = progress or silent
    path = _path_of(release)
    if path is not None:
        report(f"reading {path}", None)
        return _read(path, release)
    found = _published(release, platform)
    return _cached_or_fetched(found, cache_directory(cache_dir), report)


def resolve_release(release: str, *, platform: str | None = None) -> Release:
    """Which release RELEASE is, without fetching it: a version is taken as it is, `latest` asks npm.

    A path has to be read for it, as `acquire` would. Raises what `acquire` raises.
    """
    path = _path_of(release)
    if path is not None:
        bundle = _read(path, release)
        return Release(bundle.release, bundle.platform, path)
    return _published(release, platform)


def keep_tarball(tarball: Path, *, cache_dir: Path | None = None) -> Bundle:
    """Put an npm tarball that is already on disk into the cache, under the version and platform it states.

    For machines without a network. Raises InputError when it is no tarball of the CLI.
    """
    bundle = read_tarball(tarball, str(tarball))
    cache.store(cache_directory(cache_dir), bundle)
    return bundle


def _published(release: str, platform: str | None) -> Release:
    platform = platform or DEFAULT_PLATFORM
    if not _PLATFORM.fullmatch(platform):
        raise InputError(platform, "is no platform", f"give one such as {DEFAULT_PLATFORM}")
    return Release(newest_version() if release == "latest" else release, platform)


def _cached_or_fetched(release: Release, directory: Path, report: Progress) -> Bundle:
    damaged: list[Path] = []
    bundle = cache.load(directory, release.version, release.platform, damaged)
    if bundle is None:
        cache.require_writable(directory)
        try:
            bundle = fetch(release.version, release.platform, report)
        except OSError as error:
            problem = f"cannot be unpacked ({error.strerror})"
            raise FetchError(release.version, problem, "make room in the directory for temporary files") from None
        except FetchError as error:
            if not damaged:
                raise
            problem = f"its file in the cache, {damaged[0]}, was damaged, and it {error.problem}"
            raise FetchError(error.subject, problem, error.remedy) from None
        for path in damaged:
            _log.warning("%s was damaged; it is replaced", path)
        report(f"keeping {release.version} in {directory}", None)
        cache.store(directory, bundle)
    return bundle


def _path_of(release: str) -> Path | None:
    """The path that RELEASE stands for; None for a version or `latest`."""
    if release == "latest" or is_version(release):
        return None
    if release != "installed":
        if not release or "\0" in release:
            raise InputError(repr(release), "is no release", "give a version, 'latest', 'installed' or a path")
        return Path(os.path.expanduser(release))  # noqa: PTH111 - an unknown ~user stays as it is
    program = shutil.which("claude")
    if program is None:
        raise InputError("installed", "there is no claude on PATH", "install the CLI, or give a version or a path")
    return Path(os.path.realpath(program))


def _read(path: Path, release: str) -> Bundle:
    is_installed = release == "installed"
    subject = f"installed ({path})" if is_installed else release
    try:
        return read_installed(path, subject) if is_installed else read_source(path, subject)
    except OSError as error:
        raise InputError(subject, f"cannot be read ({error.strerror})", "check the path and its permissions") from None
