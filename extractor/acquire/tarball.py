"""npm tarballs: in comes the path of a `.tgz`, out goes a directory with the files that can hold the program."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path, PurePosixPath

from extractor.acquire.tar import Member, Readable, TarError, members
from extractor.errors import InputError

MAGIC = b"\x1f\x8b"

_MAX_UNPACKED = 2 << 30
_FREE = 64 << 20
_MAX_RATIO = 200
_SUFFIXES = ("", ".exe", ".js", ".mjs", ".cjs")
_BIN = "bin"
_PLAIN_NAME = re.compile(r"[\w.-]{1,100}", re.ASCII)


class _Bounded:
    """A stream that ends with TarError once it has given more than `limit` bytes."""

    def __init__(self, stream: Readable, limit: int) -> None:
        self._stream = stream
        self._left = limit

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise TarError("unpacks to far more than a release holds")
        return data


def unpack(tarball: Path, target: Path, subject: str) -> None:
    """Write `package.json` and every file that can be the program below the directory `target`.

    Those are the top level's and `bin/`'s scripts and executables. Raises InputError, naming `subject`, for
    an archive that is damaged, too large, or holds links or paths that lead out of it.
    """
    limit = min(_MAX_UNPACKED, _FREE + _MAX_RATIO * tarball.stat().st_size)
    try:
        with gzip.open(tarball) as stream:
            for member in members(_Bounded(stream, limit)):
                place = PurePosixPath(*member.path.parts[1:])
                if _is_wanted(place):
                    _write(member, target / place)
    except (TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        problem = str(error) if isinstance(error, TarError) else "is no complete gzip file"
        raise InputError(subject, problem, "give an npm tarball of the CLI as it was published") from None


def _is_wanted(place: PurePosixPath) -> bool:
    if not _PLAIN_NAME.fullmatch(place.name):
        return False
    if place.name == "package.json":
        return len(place.parts) == 1
    return place.suffix in _SUFFIXES and (len(place.parts) == 1 or place.parts[:-1] == (_BIN,))


def _write(member: Member, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        for part in member.parts():
            file.write(part)
