"""Reads recordings line by line in constant memory: a path (or `-`) comes in, numbered lines go out."""

from __future__ import annotations

import contextlib
import gzip
import io
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, Final, TypeAlias, cast

from extractor.errors import InputError

LINE_LIMIT: Final = 64 * 2**20
"""The longest line that is read, in bytes; a longer one is skipped and reported."""

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_TRANSCODE = "save it as UTF-8 (PowerShell's `>` writes UTF-16; pipe to `Out-File -Encoding utf8`)"


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is not blank: its number from 1, its bytes without the line end (None when it was too long),
    and whether the file ended before the line did."""

    number: int
    data: bytes | None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A recording: the name a user gave it, and the file it is read from (None: standard input)."""

    name: str
    path: Path | None


Given: TypeAlias = str | Path | Source


def as_source(given: Given) -> Source:
    """The source that a path or `-` names."""
    if isinstance(given, Source):
        return given
    return Source("-", None) if str(given) == "-" else Source(str(given), Path(given))


@contextlib.contextmanager
def rereadable(given: Given) -> Iterator[Source]:
    """A source that can be read more than once: standard input is kept in a temporary file for as long."""
    source = as_source(given)
    if source.path is not None:
        yield source
        return
    with tempfile.NamedTemporaryFile(prefix="recording-", suffix=".ndjson") as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
        yield Source(source.name, Path(kept.name))


def read_lines(given: Given, limit: int = LINE_LIMIT) -> Iterator[Line]:
    """The lines of a source that are not blank. Gzip is unpacked on the way.

    Raises InputError when it cannot be opened, is UTF-16, or is damaged gzip.
    """
    source = as_source(given)
    try:
        with _opened(source) as stream:
            yield from _lines(stream, source.name, limit)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(source.name, f"damaged gzip ({error})", "record it again, or unpack what can be") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(source.name, f"cannot be read ({reason})", "name a file of NDJSON frames, or -") from error


@contextlib.contextmanager
def _opened(source: Source) -> Iterator[BinaryIO]:
    with contextlib.ExitStack() as stack:
        raw: IO[bytes] = sys.stdin.buffer if source.path is None else stack.enter_context(source.path.open("rb"))
        stream = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw))
        if stream.peek(2)[:2] == _GZIP:
            unpacked = stack.enter_context(gzip.GzipFile(fileobj=stream))
            stream = io.BufferedReader(cast(io.RawIOBase, unpacked), 2**16)
        yield stream


def _lines(stream: BinaryIO, name: str, limit: int) -> Iterator[Line]:
    number = 0
    while data := stream.readline(limit + 1):
        number += 1
        if number == 1:
            if data.startswith(_UTF16):
                raise InputError(name, "is UTF-16 text", _TRANSCODE)
            data = data.removeprefix(_BOM)
        if len(data) > limit and not data.endswith(b"\n"):
            _skip_line(stream)
            yield Line(number, None)
            continue
        stripped = data.strip(b" \t\r\n")
        if stripped:
            yield Line(number, stripped, is_cut=not data.endswith(b"\n"))


def _skip_line(stream: BinaryIO) -> None:
    while (rest := stream.readline(2**20)) and not rest.endswith(b"\n"):
        pass
