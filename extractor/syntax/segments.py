"""Cut a large chunk into runs of whole top-level statements, so that a part of it can be parsed with its scopes."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax.parse import Tree, parse_range

SMALL = 128 << 10
"""A chunk of at most this many bytes is one segment."""

KEPT = 4 << 20
"""Trees over at most this many bytes of source are kept for the next question."""

SAMPLE = 1 << 20
ENOUGH = 16
"""So many initialisers, looked for in steps of a sample's size, show which helper a chunk calls for them."""

_LONGEST = 256
_STATEMENT = re.compile(rb"(?:^|[;}\n])(var [\w$]+)\Z")
_WRAPPER = re.compile(rb"\(function\s*\(exports,\s*require,\s*module,\s*__filename,\s*__dirname\)\s*\{")
_CALLED = re.compile(
    rb"(?:[\s;]|//[^\n]*\n|/\*[\s\S]*?\*/|[\"']use strict[\"'])*"
    rb"(?:(?:var|let|const)\s+[\w$]+\s*=\s*|!)?\(?(?:\(\)\s*=>|function\s*\(\))\s*\{"
)
_CALLED_END = re.compile(rb"\}\)(?:\(\)|\.call\(this\))\)?;?(?:\s|//[^\n]*)*\Z")
_INITIALISER = re.compile(rb"(?<=[;}\n])var [\w$]+=([\w$]+)\(\(\)=>\{")


class Segments:
    """The segments of a bundle's chunks and their trees, parsed when asked for.

    A bundler starts each module it inlines with `var name = helper(() => {`, always at the top level of its
    chunk: those are the places where a large chunk can be cut. A chunk without them is one segment.
    """

    def __init__(self, bundle: Bundle, *, whole: bool = False) -> None:
        self._bundle, self._whole = bundle, whole
        self._bodies: dict[str, tuple[int, int]] = {}
        self._cuts: dict[str, bytes | None] = {}
        self._trees: OrderedDict[int, tuple[Tree, int]] = OrderedDict()

    def bounds(self, offset: int) -> tuple[int, int]:
        """The half-open range of the segment that holds `offset`: all of the chunk for what a wrapper is written in."""
        chunk = self._bundle.chunk_at(offset)
        start, end = self._body(chunk)
        if not start <= offset < end:
            return chunk.start, chunk.end
        cut = None if self._whole or end - start <= SMALL else self._cut(chunk)
        if cut is None:
            return start, end
        return self._before(cut, start, offset), self._after(cut, offset, end)

    def tree(self, offset: int) -> Tree:
        """The syntax tree of the segment that holds `offset`."""
        start, end = self.bounds(offset)
        kept = self._trees.get(start)
        if kept is None:
            kept = (parse_range(self._bundle.blob, start, end), end - start)
            self._trees[start] = kept
            while not self._whole and len(self._trees) > 1 and sum(size for _, size in self._trees.values()) > KEPT:
                self._trees.popitem(last=False)
        else:
            self._trees.move_to_end(start)
        return kept[0]

    def has_tree(self, offset: int) -> bool:
        """Whether the tree of the segment that holds `offset` is at hand."""
        return bool(self._trees) and self.bounds(offset)[0] in self._trees

    def _body(self, chunk: Chunk) -> tuple[int, int]:
        body = self._bodies.get(chunk.name)
        if body is None:
            body = self._bodies[chunk.name] = body_range(self._bundle.blob, chunk)
        return body

    def _cut(self, chunk: Chunk) -> bytes | None:
        """What follows the name in a cut of a chunk: the call of the helper that most initialisers of a sample call."""
        if chunk.name not in self._cuts:
            start, end = self._body(chunk)
            blob, found = self._bundle.blob, Counter[bytes]()
            for offset in range(start, end, SAMPLE):
                found.update(match[1] for match in _INITIALISER.finditer(blob, offset, min(end, offset + SAMPLE)))
                if found.total() >= ENOUGH:
                    break
            helper = found.most_common(1)
            self._cuts[chunk.name] = b"=" + helper[0][0] + b"(()=>{" if helper else None
        return self._cuts[chunk.name]

    def _before(self, cut: bytes, floor: int, offset: int) -> int:
        """The last cut that starts at or before `offset`, or the floor."""
        found = self._bundle.blob.rfind(cut, floor, offset + _LONGEST)
        while found != -1:
            start = self._start(found, floor)
            if start is not None and start <= offset:
                return start
            found = self._bundle.blob.rfind(cut, floor, found + len(cut) - 1)
        return floor

    def _after(self, cut: bytes, offset: int, end: int) -> int:
        """The first cut that starts after `offset`, or the end."""
        found = self._bundle.blob.find(cut, offset, end)
        while found != -1:
            start = self._start(found, 0)
            if start is not None and start > offset:
                return start
            found = self._bundle.blob.find(cut, found + 1, end)
        return end

    def _start(self, sign: int, floor: int) -> int | None:
        """Where the statement `var name=` begins whose `=` stands at `sign`; None where there is no such statement."""
        before = _STATEMENT.search(self._bundle.blob, max(floor, sign - _LONGEST), sign)
        return before.start(1) if before is not None else None


def body_range(blob: bytes, chunk: Chunk) -> tuple[int, int]:
    """The range of a chunk's statements: all of it, or what the one function around them wraps.

    That is a CommonJS wrapper, or a function that is called where it stands: the chunk's only statement.
    """
    wrapper = _WRAPPER.search(blob, chunk.start, min(chunk.end, chunk.start + 2048))
    if wrapper is None:
        wrapper = _CALLED.match(blob, chunk.start, chunk.end)
        if wrapper is None or not _CALLED_END.search(blob[max(wrapper.end(), chunk.end - 512) : chunk.end]):
            return chunk.start, chunk.end
    close = blob.rfind(b"})", wrapper.end(), chunk.end)
    return wrapper.end(), close if close != -1 else chunk.end
