"""ELF executables: in come the bytes of one, out go its `.bun` section and the platform it was built for."""

from __future__ import annotations

import mmap
import struct

MAGIC = b"\x7fELF"

_MACHINES = {62: "x64", 183: "arm64"}
_SECTION_HEADER = 64
_MAX_SECTIONS = 4096
_INTERPRETER_SPAN = 4096


def section(image: mmap.mmap) -> tuple[int, int] | None:
    """The span of the `.bun` section, or None: no such section, or headers that do not fit the file."""
    if len(image) < 64 or image[4] != 2 or image[5] != 1:
        return None
    (table,) = struct.unpack_from("<Q", image, 0x28)
    size, count, names = struct.unpack_from("<HHH", image, 0x3A)
    if size != _SECTION_HEADER or not names < count <= _MAX_SECTIONS or table + size * count > len(image):
        return None
    headers = [struct.unpack_from("<II16xQQ", image, table + size * index) for index in range(count)]
    strings, strings_end = headers[names][2], headers[names][2] + headers[names][3]
    for name, _, start, length in headers:
        at = strings + name
        if at + 5 <= min(strings_end, len(image)) and image[at : at + 5] == b".bun\0" and start + length <= len(image):
            return start, start + length
    return None


def platform(image: mmap.mmap) -> str:
    """`linux-x64`, `linux-arm64-musl`, ...: by the machine and the dynamic loader that the header names."""
    machine = struct.unpack_from("<H", image, 18)[0] if len(image) >= 20 else -1
    libc = "-musl" if image.find(b"/ld-musl-", 0, _INTERPRETER_SPAN) != -1 else ""
    return f"linux-{_MACHINES.get(machine, 'unknown')}{libc}"
