"""The tar format, as far as npm writes it: in comes a stream of bytes, out go its regular files, one by one.

Written here because an archive is hostile input: every header is bounded before it is read, nothing is ever
written under a name from the archive, and links, devices and paths that lead outside end the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

_BLOCK = 512
_MAX_EXTENSION = 64 << 10
_MAX_MEMBERS = 20_000
_CHUNK = 1 << 20
_OCTAL = re.compile(rb"[0-7]+")
_DECIMAL = re.compile(rb"[0-9]{1,15}")


class TarError(Exception):
    """The archive is damaged or holds what no npm package holds; the text says what."""


class Readable(Protocol):
    """A stream of bytes that ends with an empty read."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""
        ...


@dataclass(slots=True)
class Member:
    """A regular file of the archive; its data must be taken with `parts` before the next member is asked for."""

    path: PurePosixPath
    size: int
    stream: Readable
    left: int

    def parts(self) -> Iterator[bytes]:
        """The bytes of the file, in pieces of at most a mebibyte."""
        while self.left:
            part = _exactly(self.stream, min(self.left, _CHUNK))
            self.left -= len(part)
            yield part


def members(stream: Readable) -> Iterator[Member]:
    """The regular files of an archive, in its order. Raises TarError."""
    override: dict[str, str] = {}
    for _ in range(_MAX_MEMBERS):
        header = stream.read(_BLOCK)
        if len(header) < _BLOCK or not any(header):
            if header and any(header):
                raise TarError("ends in the middle")
            return
        kind, size, name = _header(header)
        if kind in b"xgL":
            override |= _extension(kind, _exactly(stream, _padded(size)), size) if size <= _MAX_EXTENSION else _refuse()
            continue
        size = int(override.pop("size", size))
        path = _inside(override.pop("path", name))
        override.clear()
        if kind in b"0\0" and not name.endswith("/"):
            member = Member(path, size, stream, size)
            yield member
            for _ in member.parts():
                pass
            _exactly(stream, _padded(size) - size)
        elif kind not in b"5\0":
            raise TarError(f"holds a link or a device ({path})")
    raise TarError("holds too many files")


def _header(header: bytes) -> tuple[bytes, int, str]:
    """The type, size and path of a header block whose checksum is right."""
    checksum = sum(header[:148]) + 8 * 0x20 + sum(header[156:])
    if _number(header[148:156]) != checksum:
        raise TarError("is no tar archive, or damaged")
    name, prefix = _text(header[:100]), _text(header[345:500]) if header[257:262] == b"ustar" else ""
    return header[156:157], _number(header[124:136]), f"{prefix}/{name}" if prefix else name


def _number(digits: bytes) -> int:
    if digits[0] & 0x80:
        return int.from_bytes(digits, "big") & ((1 << (8 * len(digits) - 1)) - 1)
    stripped = digits.strip(b"\0 ") or b"0"
    if not _OCTAL.fullmatch(stripped):
        raise TarError("is no tar archive, or damaged")
    return int(stripped, 8)


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")


def _extension(kind: bytes, data: bytes, size: int) -> dict[str, str]:
    """What an extension block (pax, or GNU's long name) says about the next file."""
    if kind == b"L":
        return {"path": _text(data[:size])}
    if kind == b"g":
        return {}
    found, place = {}, 0
    while place < size:
        length, _, rest = data[place:size].partition(b" ")
        if not _DECIMAL.fullmatch(length) or not 0 < int(length) <= size - place or b"=" not in rest:
            raise TarError("has a damaged extension header")
        key, _, value = data[place + len(length) + 1 : place + int(length) - 1].partition(b"=")
        if key == b"size" and not _DECIMAL.fullmatch(value):
            raise TarError("has a damaged extension header")
        if key in (b"path", b"size"):
            found[key.decode()] = value.decode("utf-8", "replace")
        place += int(length)
    return found


def _inside(name: str) -> PurePosixPath:
    """The path of a member below the archive's own top directory."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        raise TarError("holds a file that would land outside of it")
    return path


def _exactly(stream: Readable, size: int) -> bytes:
    data = stream.read(size) if size else b""
    if len(data) != size:
        raise TarError("ends in the middle")
    return data


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _refuse() -> dict[str, str]:
    raise TarError("has an extension header that is too large")
