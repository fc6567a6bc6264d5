"""Containers written for the tests: in come modules, out go Bun graphs, executables and npm tarballs of them."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tarfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

BINARY, LATIN1, UTF16 = 0, 1, 2
JS, FILE, NAPI, TEXT = 1, 5, 10, 13
SERVER, CLIENT = 0, 1
TRAILER = b"\n---- Bun! ----\n"

PROGRAM = b"#!/usr/bin/env node\n// Version: 2.1.7\nvar answer=()=>{return 42};export{answer};\n"
"""A plain cli.js, small and harmless."""


@dataclass(frozen=True)
class Part:
    """One module to put into a graph, with the flags that its record gets."""

    name: str
    text: bytes
    encoding: int = LATIN1
    loader: int = JS
    format: int = 1
    side: int = SERVER


SPLIT = (
    Part("/$bunfs/root/chunk-aaaaaaaa.js", b"// @bun\nexport var one=(e)=>{return e};"),
    Part("/$bunfs/root/cli", b'// @bun\nimport{one}from"/$bunfs/root/chunk-aaaaaaaa.js";one(()=>{});'),
    Part("/$bunfs/root/native.node", b"\x7fELF\0\0", BINARY, NAPI, 0, CLIENT),
    Part("/$bunfs/root/notes.md", b"# notes\n", LATIN1, TEXT, 0, CLIENT),
    Part("/$bunfs/root/mermaid.min.js", b'"use strict";var mermaid={a:()=>(1)};', BINARY, FILE, 0, CLIENT),
)
"""A small split release: two scripts (the entry is the second), a native add-on, a document, a served file."""


def graph(parts: Sequence[Part], stride: int = 52, entry: int = 1, offsets_size: int = 32) -> bytes:
    """A module graph with its Offsets record and trailer, records `stride` bytes long."""
    strings = bytearray()

    def put(data: bytes) -> tuple[int, int]:
        at = len(strings)
        strings.extend(data + b"\0")
        return at, len(data)

    pointers = [(put(part.name.encode()), put(part.text)) for part in parts]
    records = b"".join(record(name, text, part, stride) for (name, text), part in zip(pointers, parts, strict=True))
    table = len(strings)
    blob = bytes(strings) + records + b"\0"
    offsets = struct.pack("<QIII", len(blob), table, len(records), entry).ljust(offsets_size, b"\0")
    return blob + offsets + TRAILER


def record(name: tuple[int, int], text: tuple[int, int], part: Part, stride: int) -> bytes:
    """One record: two pointers, empty pointers as far as there is room, and the flags where its length has them."""
    flags = bytes([part.encoding, part.loader, part.format, part.side])
    pointers = struct.pack("<IIII", *name, *text).ljust(24, b"\0")
    if stride == 32:
        return pointers + flags + bytes(4)
    return pointers.ljust(stride - 4, b"\0") + flags


def elf_section(blob: bytes, machine: int = 62, head: bytes = b"") -> bytes:
    """An ELF file that holds a graph in its `.bun` section, section table at the end."""
    names = b"\0.shstrtab\0.bun\0"
    start = 64 + len(head)
    data = struct.pack("<Q", len(blob)) + blob
    table = start + len(data) + len(names)
    header = struct.pack(
        "<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", 3, machine, 1, 0, 0, table, 0, 64, 56, 0, 64, 3, 1
    )
    named = _elf_section(1, start + len(data), len(names)) + _elf_section(11, start, len(data))
    return header + head + data + names + _elf_section(0, 0, 0) + named


def _elf_section(name: int, start: int, size: int) -> bytes:
    return struct.pack("<IIQQQQIIQQ", name, 1, 0, 0, start, size, 0, 0, 1, 0)


def elf_overlay(blob: bytes) -> bytes:
    """An ELF file with a graph behind it, and the file's own length at the very end."""
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", 2, 183, 1, 0, 0, 0, 0, 64, 56, 0, 64, 0, 0)
    body = header + TRAILER + b"\0" * 100 + blob
    return body + struct.pack("<Q", len(body) + 8)


def macho(blob: bytes, cpu: int = 0x0100000C) -> bytes:
    """A Mach-O file with a graph in `__BUN,__bun` and a link-edit segment after it."""
    data = struct.pack("<Q", len(blob)) + blob
    start = 32 + 72 + 72 + 80
    text = struct.pack("<II16sQQQQIIII", 0x19, 72, b"__TEXT", 0, 0, 0, 0, 5, 5, 0, 0)
    segment = struct.pack("<II16sQQQQIIII", 0x19, 152, b"__BUN", 0, len(data), start, len(data), 1, 1, 1, 0)
    section = struct.pack("<16s16sQQIIIIIIII", b"__bun", b"__BUN", 0, len(data), start, 14, 0, 0, 0, 0, 0, 0)
    header = struct.pack("<IIIIIIII", 0xFEEDFACF, cpu, 0, 2, 2, 72 + 152, 0, 0)
    return header + text + segment + section + data + b"\0signature" * 40


def pe(blob: bytes, machine: int = 0x8664) -> bytes:
    """A PE file with a graph in `.bun`, padding in the section, and a signature after the sections."""
    data = (struct.pack("<Q", len(blob)) + blob).ljust(len(blob) + 200, b"\0")
    start = 64 + 24 + 240 + 80
    dos = b"MZ".ljust(60, b"\0") + struct.pack("<I", 64)
    coff = b"PE\0\0" + struct.pack("<HHIIIHH", machine, 2, 0, 0, 0, 240, 0x22)
    first = struct.pack("<8sIIIIIIHHI", b".text", 0, 0x1000, 0, start, 0, 0, 0, 0, 0)
    second = struct.pack("<8sIIIIIIHHI", b".bun", len(data), 0x2000, len(data), start, 0, 0, 0, 0, 0)
    return dos + coff + b"\0" * 240 + first + second + data + b"certificate" * 30


CONTAINERS: Mapping[str, Callable[[bytes], bytes]] = {
    "elf section": elf_section,
    "elf overlay": elf_overlay,
    "mach-o section": macho,
    "pe section": pe,
}


def tarball(files: Mapping[str, bytes], top: str = "package") -> bytes:
    """A gzipped tar archive of files below `top`, as `npm pack` writes it."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return gzip.compress(stream.getvalue(), mtime=0)


def manifest(version: str, platform: str | None = None, **more: object) -> bytes:
    """The package.json of the main package, or of a platform package."""
    name = "@anthropic-ai/claude-code" + (f"-{platform}" if platform else "")
    return json.dumps({"name": name, "version": version, **more}).encode()


def main_tarball(version: str, program: bytes = PROGRAM) -> bytes:
    """The main package of a release that ships a cli.js."""
    files = {
        "vendor/rg": b"\x7fELF rg",
        "sdk.mjs": b"export const sdk=()=>{};",
        "cli.js": program,
        "package.json": manifest(version, bin={"claude": "cli.js"}),
    }
    return tarball(files)


def platform_tarball(version: str, platform: str, executable: bytes) -> bytes:
    """The package of a release for one platform."""
    name = "claude.exe" if platform.startswith("win32") else "claude"
    return tarball({name: executable, "package.json": manifest(version, platform)})
