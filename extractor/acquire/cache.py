"""Cached bundles: in comes a bundle, out goes one compressed file, and the bundle again from that file.

A file is a line of JSON (format, what it holds, a hash of what follows, the length of the directory), then
the directory and the blob, each a zstd frame. It is written beside its place and renamed into it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import zstandard

from extractor.errors import InputError
from extractor.model.bundle import Bundle, Chunk
from extractor.model.release import ANY_PLATFORM

FORMAT = 1
SUFFIX = ".bundle"

_LEVEL = 7
_MAX_HEADER = 4096
_MAX_DIRECTORY = 64 << 20
_MAX_BLOB = 2 << 30
_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]*")

_log = logging.getLogger(__name__)


class _DamagedError(Exception):
    """A cache file that is not what was written."""


@dataclass(frozen=True, slots=True)
class _Header:
    sha256: str
    directory: int


def cached_file(cache: Path, version: str, platform: str) -> Path:
    """Where the bundle of a release and platform is kept; both must be plain names."""
    if not _NAME.fullmatch(version) or not _NAME.fullmatch(platform):
        raise ValueError(f"no plain names: {version!r}, {platform!r}")
    return cache / f"{version}-{platform}{SUFFIX}"


def require_writable(cache: Path) -> None:
    """InputError where the directory of the cache cannot be made or written: said once, before anything is fetched."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache):
            pass
    except OSError as error:
        is_file = isinstance(error, FileExistsError | NotADirectoryError)
        problem = "is no directory" if is_file else f"cannot be written ({error.strerror})"
        remedy = "choose another cache with --cache-dir or $EXTRACTOR_CACHE"
        raise InputError(str(cache), f"cannot hold the cache: it {problem}", remedy) from None


def load(cache: Path, version: str, platform: str, damaged: list[Path] | None = None) -> Bundle | None:
    """The cached bundle of a version for a platform (or for any), or None.

    A damaged file is removed, as if it had never been there, and added to `damaged`. Where the directory itself cannot be
    read there is nothing; `require_writable` says so.
    """
    for name in (platform, ANY_PLATFORM):
        path = cached_file(cache, version, name)
        try:
            bundle = _read(path)
            if (bundle.release, bundle.platform) != (version, name):
                raise _DamagedError
            return bundle
        except (FileNotFoundError, NotADirectoryError):
            continue
        except _DamagedError:
            if damaged is not None:
                damaged.append(path)
            with contextlib.suppress(OSError):
                path.unlink()
        except OSError as error:
            if not os.access(cache, os.X_OK):
                return None
            _log.warning("%s cannot be read (%s); it is left alone", path, error.strerror)
    return None


def store(cache: Path, bundle: Bundle) -> Path | None:
    """Keep a bundle, replacing what was kept for its release and platform; None, with a warning, if it cannot be."""
    path = cached_file(cache, bundle.release, bundle.platform)
    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    directory = compressor.compress(json.dumps(_directory(bundle), separators=(",", ":")).encode())
    blob = compressor.compress(bundle.blob)
    digest = hashlib.sha256(directory)
    digest.update(blob)
    header = {
        "format": FORMAT,
        "release": bundle.release,
        "platform": bundle.platform,
        "sha256": digest.hexdigest(),
        "directory": len(directory),
    }
    try:
        _write(path, [json.dumps(header).encode() + b"\n", directory, blob])
    except OSError as error:
        _log.warning("%s cannot be written (%s); the release will be fetched again", path, error.strerror)
        return None
    return path


def _directory(bundle: Bundle) -> dict[str, object]:
    return {
        "release": bundle.release,
        "platform": bundle.platform,
        "container": bundle.container,
        "entry": bundle.entry,
        "chunks": [[chunk.name, chunk.start, chunk.end, chunk.kind] for chunk in bundle.chunks],
    }


def _write(path: Path, parts: list[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _read(path: Path) -> Bundle:
    """The bundle in a cache file. Raises _DamagedError, or OSError when the file cannot be read."""
    content = path.read_bytes()
    end = content.find(b"\n", 0, _MAX_HEADER) + 1
    header, body = _header(content[:end]), memoryview(content)[end:]
    if hashlib.sha256(body).hexdigest() != header.sha256 or header.directory > len(body):
        raise _DamagedError
    try:
        directory = json.loads(_unpacked(body[: header.directory], _MAX_DIRECTORY))
        blob = _unpacked(body[header.directory :], _MAX_BLOB)
        return Bundle(
            release=directory["release"],
            platform=directory["platform"],
            container=directory["container"],
            blob=blob,
            chunks=tuple(Chunk(*row) for row in directory["chunks"]),
            entry=directory["entry"],
        )
    except (zstandard.ZstdError, ValueError, KeyError, TypeError, RecursionError):
        raise _DamagedError from None


def _header(line: bytes) -> _Header:
    try:
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise _DamagedError
        return _Header(str(header["sha256"]), int(header["directory"]))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise _DamagedError from None


def _unpacked(frame: memoryview, limit: int) -> bytes:
    if not 0 <= zstandard.frame_content_size(frame) <= limit:
        raise _DamagedError
    return zstandard.ZstdDecompressor().decompress(frame)
