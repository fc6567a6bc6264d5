"""Bun's standalone module graph: in come the bytes of an executable, out go the records of its modules.

The graph is a blob, then an Offsets record, then a trailer. Nothing in the file says how long a module
record is, so every length that fits is tried and the records themselves decide: names and contents must
lie in the blob, and names must be texts. Lengths seen so far: 28, 32, 36 and 52 bytes.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

TRAILER = b"\n---- Bun! ----\n"
KNOWN_STRIDES = (52, 36, 32, 28)
OTHER_STRIDES = tuple(stride for stride in range(24, 132, 4) if stride not in KNOWN_STRIDES)
ROOTS = ("/$bunfs/", "B:/~BUN/", "B:\\~BUN\\", "compiled://")

_OFFSETS_SIZES = (32, 24)
_MAX_TRAILERS = 16
_MAX_MODULES = 100_000
_MAX_NAME = 4096
_SMALLEST_PLACE = 24
"""Three pointers (name, contents, source map) stand before the flags in every record."""

ENCODING_BINARY, ENCODING_LATIN1, ENCODING_UTF16 = 0, 1, 2
_LAST_SCRIPT_LOADER = 3
_LAST_LOADER = 64
_SIDE_SERVER = 0


@dataclass(frozen=True, slots=True)
class Flags:
    """The four bytes of a record that say how to read a module: encoding, loader, format and side."""

    encoding: int
    loader: int
    format: int
    side: int

    @property
    def plausible(self) -> bool:
        """Whether Bun could have written these."""
        return self.encoding <= 2 and self.loader <= _LAST_LOADER and self.format <= 2 and self.side <= 1

    @property
    def is_script(self) -> bool:
        """Whether the program runs this module: a JavaScript loader (jsx, js, ts, tsx) on the server side."""
        return self.loader <= _LAST_SCRIPT_LOADER and self.side == _SIDE_SERVER


@dataclass(frozen=True, slots=True)
class Record:
    """One module: its name, and the absolute span of its contents. `flags` is None in a record without any."""

    name: str
    start: int
    end: int
    flags: Flags | None


@dataclass(frozen=True, slots=True)
class Graph:
    """The records in the container's order; `entry` is the index of the one the program starts with."""

    records: tuple[Record, ...]
    entry: int


def read_graph(image: mmap.mmap, start: int, end: int) -> Graph | None:
    """The last valid module graph between the offsets `start` and `end`, or None."""
    for trailer in _trailers(image, start, end):
        for size in _OFFSETS_SIZES:
            graph = _graph_before(image, start, trailer - size)
            if graph is not None:
                return graph
    return None


def _trailers(image: mmap.mmap, start: int, end: int) -> Iterator[int]:
    found = image.rfind(TRAILER, start, end)
    for _ in range(_MAX_TRAILERS):
        if found == -1:
            return
        yield found
        found = image.rfind(TRAILER, start, found)


def _graph_before(image: mmap.mmap, floor: int, offsets: int) -> Graph | None:
    """The graph whose Offsets record is at `offsets`, when everything in it fits together."""
    if offsets < floor:
        return None
    byte_count, table, table_size, entry = struct.unpack_from("<QIII", image, offsets)
    start = offsets - byte_count
    if start < floor or not 0 < table_size <= byte_count - min(table, byte_count):
        return None
    for stride in KNOWN_STRIDES + OTHER_STRIDES:
        count, rest = divmod(table_size, stride)
        if rest or not entry < count <= _MAX_MODULES:
            continue
        rows = range(start + table, start + table + table_size, stride)
        records = _records(image, start, offsets, rows)
        if records and (stride in KNOWN_STRIDES or records[entry].name.startswith(ROOTS)):
            return Graph(_flagged(image, records, rows, entry), entry)
    return None


def _records(image: mmap.mmap, start: int, end: int, rows: range) -> list[Record] | None:
    """The records at `rows`, without flags; None as soon as one of them cannot be a record."""
    size, total, names = end - start, 0, set()
    records = []
    for row in rows:
        name_at, name_size, text_at, text_size = struct.unpack_from("<IIII", image, row)
        total += text_size
        if not 0 < name_size <= _MAX_NAME or name_at + name_size > size or text_at + text_size > size or total > size:
            return None
        try:
            name = image[start + name_at : start + name_at + name_size].decode("utf-8")
        except UnicodeDecodeError:
            return None
        if not name.isprintable() or name in names:
            return None
        names.add(name)
        records.append(Record(name, start + text_at, start + text_at + text_size, None))
    return records


def _flagged(image: mmap.mmap, records: list[Record], rows: range, entry: int) -> tuple[Record, ...]:
    """The records with their flags: a row's last four bytes, or the four before where those say nothing."""
    for place in (rows.step - 4, rows.step - 8):
        if place < _SMALLEST_PLACE:
            break
        fields = [image[row + place : row + place + 4] for row in rows]
        flags = [Flags(*field) for field in fields]
        if flags[entry].is_script and any(map(any, fields)) and all(flag.plausible for flag in flags):
            return tuple(replace(record, flags=flag) for record, flag in zip(records, flags, strict=True))
    return tuple(records)
