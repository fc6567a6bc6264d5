"""Mach-O executables: in come the bytes of one, out go its `__BUN,__bun` section and its platform."""

from __future__ import annotations

import mmap
import struct

MAGIC = b"\xcf\xfa\xed\xfe"

_MACHINES = {0x01000007: "x64", 0x0100000C: "arm64"}
_HEADER = 32
_SEGMENT = 0x19
_SEGMENT_HEADER, _SECTION_HEADER = 72, 80
_MAX_COMMANDS = 4096


def section(image: mmap.mmap) -> tuple[int, int] | None:
    """The span of the `__bun` section of the `__BUN` segment, or None: none, or commands that do not fit."""
    if len(image) < _HEADER:
        return None
    (count,) = struct.unpack_from("<I", image, 16)
    command = _HEADER
    for _ in range(min(count, _MAX_COMMANDS)):
        if command + 8 > len(image):
            return None
        kind, size = struct.unpack_from("<II", image, command)
        if size < 8 or command + size > len(image):
            return None
        if kind == _SEGMENT and size >= _SEGMENT_HEADER and _name(image, command + 8) == b"__BUN":
            return _section_in(image, command, size)
        command += size
    return None


def _section_in(image: mmap.mmap, segment: int, size: int) -> tuple[int, int] | None:
    for place in range(segment + _SEGMENT_HEADER, segment + size - _SECTION_HEADER + 1, _SECTION_HEADER):
        length, start = struct.unpack_from("<QI", image, place + 40)
        if _name(image, place) == b"__bun" and start + length <= len(image):
            return start, start + length
    return None


def platform(image: mmap.mmap) -> str:
    """`darwin-x64` or `darwin-arm64`, by the processor that the header names."""
    machine = struct.unpack_from("<I", image, 4)[0] if len(image) >= 8 else -1
    return f"darwin-{_MACHINES.get(machine, 'unknown')}"


def _name(image: mmap.mmap, at: int) -> bytes:
    return image[at : at + 16].rstrip(b"\0")
