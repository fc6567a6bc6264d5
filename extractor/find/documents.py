"""Find the embedded document around a place: a document chunk, or the string or template literal that spells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractor.model.bundle import Bundle

REACH = 1 << 19
"""A literal is looked for this many bytes before a place, and read at most this far after it."""

_CANDIDATES = 4096
_OPENING = re.compile(rb"[=(,:?\[+>]\s*+[\"'`]|\breturn\s*+[\"'`]")
_LITERAL = {
    0x22: re.compile(rb'"(?:[^"\\\n]|\\[\s\S])*+"'),
    0x27: re.compile(rb"'(?:[^'\\\n]|\\[\s\S])*+'"),
    0x60: re.compile(rb"`(?:[^`\\]|\\[\s\S])*+`"),
}


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one embedded document: a half-open byte range, and how a line ends in it.

    `newline` is a line feed, or in a quoted literal its escape.
    """

    start: int
    end: int
    newline: bytes

    def holds(self, offset: int) -> bool:
        """Whether the byte at `offset` is part of the document."""
        return self.start <= offset < self.end

    def line(self, offset: int, source: bytes) -> tuple[int, int]:
        """The half-open range of the line that holds `offset`, without its ending."""
        before = _last_newline(source, self.newline, self.start, offset)
        after = _next_newline(source, self.newline, offset, self.end)
        return self.start if before is None else before + len(self.newline), self.end if after is None else after

    def lines_before(self, offset: int, source: bytes) -> Iterator[tuple[int, int]]:
        """The lines before the one that begins at `offset`, nearest first."""
        while offset > self.start:
            start, end = self.line(offset - len(self.newline), source)
            yield start, end
            offset = start

    def lines_after(self, offset: int, source: bytes) -> Iterator[tuple[int, int]]:
        """The lines after the one that ends at `offset`, nearest first."""
        while offset < self.end:
            start, end = self.line(offset + len(self.newline), source)
            yield start, end
            offset = end


def document_at(bundle: Bundle, offset: int) -> Document | None:
    """The document that holds `offset`; None where the code there is no literal."""
    chunk = bundle.chunk_at(offset)
    if chunk.kind == "document":
        return Document(chunk.start, chunk.end, b"\n")
    first = max(chunk.start, offset - REACH)
    openings = [found.end() - 1 for found in _OPENING.finditer(bundle.blob, first, offset)]
    for opening in openings[: -_CANDIDATES - 1 : -1]:
        quote = bundle.blob[opening]
        literal = _LITERAL[quote].match(bundle.blob, opening, min(chunk.end, offset + REACH))
        if literal is not None and literal.end() > offset:
            return Document(opening + 1, literal.end() - 1, b"\n" if quote == 0x60 else b"\\n")
    return None


def _last_newline(source: bytes, newline: bytes, start: int, end: int) -> int | None:
    found = source.rfind(newline, start, end)
    while found != -1 and not _is_ending(source, newline, start, found):
        found = source.rfind(newline, start, found)
    return found if found != -1 else None


def _next_newline(source: bytes, newline: bytes, start: int, end: int) -> int | None:
    found = source.find(newline, start, end)
    while found != -1 and not _is_ending(source, newline, start, found):
        found = source.find(newline, found + 1, end)
    return found if found != -1 else None


def _is_ending(source: bytes, newline: bytes, floor: int, offset: int) -> bool:
    """Whether the line ending at `offset` is one: the backslash of an escape is not itself escaped."""
    if newline == b"\n":
        return True
    before = offset
    while before > floor and source[before - 1] == 0x5C:
        before -= 1
    return (offset - before) % 2 == 0
