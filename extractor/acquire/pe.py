"""PE executables: in come the bytes of one, out go its `.bun` section and its platform."""

from __future__ import annotations

import mmap
import struct

MAGIC = b"MZ"

_SIGNATURE = b"PE\0\0"
_MACHINES = {0x8664: "x64", 0xAA64: "arm64"}
_SECTION_HEADER = 40


def section(image: mmap.mmap) -> tuple[int, int] | None:
    """The span of the `.bun` section in the file, or None: none, or headers that do not fit the file.

    A signed file goes on after its sections, so its end is not the end of the graph.
    """
    header = _header(image)
    if header is None:
        return None
    count, optional = struct.unpack_from("<2xH12xH", image, header)
    table = header + 20 + optional
    for place in range(table, table + count * _SECTION_HEADER, _SECTION_HEADER):
        if place + _SECTION_HEADER > len(image):
            return None
        length, start = struct.unpack_from("<II", image, place + 16)
        if image[place : place + 8].rstrip(b"\0") == b".bun" and start + length <= len(image):
            return start, start + length
    return None


def platform(image: mmap.mmap) -> str:
    """`win32-x64` or `win32-arm64`, by the machine that the header names."""
    header = _header(image)
    machine = struct.unpack_from("<H", image, header)[0] if header is not None else -1
    return f"win32-{_MACHINES.get(machine, 'unknown')}"


def _header(image: mmap.mmap) -> int | None:
    """The offset of the COFF header, after the PE signature."""
    if len(image) < 64:
        return None
    (at,) = struct.unpack_from("<I", image, 0x3C)
    return at + 4 if at + 24 <= len(image) and image[at : at + 4] == _SIGNATURE else None
