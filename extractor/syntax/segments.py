"""Cut a chunk into runs of whole top-level statements, so that a part of it can be parsed with its scopes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, OrderedDict

from extractor.model import search
from extractor.model.bundle import Bundle, Chunk
from extractor.syntax.code import Code
from extractor.syntax.parse import Tree, parse_range

SMALL = 128 << 10
"""A chunk of at most this many bytes is one segment."""

KEPT, MOST = 4 << 20, 64
"""So many trees, over at most so many bytes of source, are kept for the next question."""

ENOUGH = 64
"""So many initialisers, counted from its start, show which helper a chunk calls for them."""

_LONGEST = 256
_KEYWORD = len(b"async function")
_WINDOWS = (512, 16 << 10)
_BEGINNING = re.compile(rb"(?:(?<=[;}])|(?<=[;}]\n))(?:(?:async )?function\b|class\b|var\b|let\b|const\b|export\b)")
_STATEMENT = re.compile(rb"(?:^|[;}\n])(var [\w$]+)\Z")
_WRAPPER = re.compile(rb"\(function\s*\(exports,\s*require,\s*module,\s*__filename,\s*__dirname\)\s*\{")
_CALLED = re.compile(
    rb"(?:[\s;]|//[^\n]*\n|/\*[\s\S]*?\*/|[\"']use strict[\"'])*"
    rb"(?:(?:var|let|const)\s+[\w$]+\s*=\s*|!)?\(?(?:\(\)\s*=>|function\s*\(\))\s*\{"
)
_CALLED_END = re.compile(rb"\}\)(?:\(\)|\.call\(this\))\)?;?(?:\s|//[^\n]*)*\Z")
_THUNK = b"(()=>{"
_INITIALISER = re.compile(rb"[;}\n]var [\w$]+=([\w$]+)\Z")


class Segments:
    """The segments of a bundle's chunks and their trees, parsed when asked for.

    A bundler starts each module it inlines with `var name = helper(() => {`, always at the top level of its
    chunk: those are the places where a large chunk can be cut. A chunk without them is one segment.
    """

    def __init__(self, bundle: Bundle, *, whole: bool = False) -> None:
        self._bundle, self._whole = bundle, whole
        self._bodies: dict[str, tuple[int, int]] = {}
        self._cuts: dict[str, bytes | None] = {}
        self._known: dict[str, list[tuple[int, int]]] = {}
        """By the chunk: its segments that were asked for, in order."""
        self._codes: dict[str, Code] = {}
        self._trees: OrderedDict[int, tuple[Tree, int]] = OrderedDict()
        """By its first byte: each tree, and where what it was parsed from ends."""

    def bounds(self, offset: int) -> tuple[int, int]:
        """The half-open range of the segment that holds `offset`: all of the chunk for what a wrapper is written in."""
        chunk = self._bundle.chunk_at(offset)
        start, end = self._body(chunk)
        if not start <= offset < end:
            return chunk.start, chunk.end
        cut = None if self._whole or end - start <= SMALL else self._cut(chunk)
        if cut is None:
            return start, end
        known = self._known.setdefault(chunk.name, [])
        index = bisect_right(known, (offset, end))
        if index and offset < known[index - 1][1]:
            return known[index - 1]
        found = self._before(cut, start, offset), self._after(cut, offset, end)
        known.insert(index, found)
        return found

    def tree(self, offset: int) -> Tree:
        """The syntax tree of the statements around `offset`, in its segment."""
        kept = self._kept(offset)
        if kept is not None:
            self._trees.move_to_end(kept)
            return self._trees[kept][0]
        start, end = self._statements(offset)
        tree = parse_range(self._bundle.blob, start, end)
        self._trees[start] = tree, end
        while not self._whole and len(self._trees) > 1 and self._is_much():
            self._trees.popitem(last=False)
        return tree

    def has_tree(self, offset: int) -> bool:
        """Whether the tree of the statements around `offset` is at hand."""
        return self._kept(offset) is not None

    def code(self, chunk: Chunk) -> Code:
        """What tells where an offset of `chunk` stands."""
        code = self._codes.get(chunk.name)
        if code is None:
            code = self._codes[chunk.name] = Code(self._bundle.blob, chunk.start, chunk.end)
        return code

    def _kept(self, offset: int) -> int | None:
        return next((start for start, (_, end) in self._trees.items() if start <= offset < end), None)

    def _is_much(self) -> bool:
        return len(self._trees) > MOST or sum(end - start for start, (_, end) in self._trees.items()) > KEPT

    def _statements(self, offset: int) -> tuple[int, int]:
        """The range of the outermost statement around `offset`, and of those beside it that begin with no keyword.

        All of the segment where no scan can tell.
        """
        start, end = self.bounds(offset)
        code = self.code(self._bundle.chunk_at(offset))
        around = None if self._whole else code.outermost(offset, start)
        if around is None:
            return start, end
        following = _BEGINNING.finditer(self._bundle.blob, around[1], end)
        after = (found.start() for found in following if found.start() > offset)
        end = next((place for place in after if code.is_outermost(place, start)), end)
        for window in _WINDOWS:
            floor = max(start, around[0] - window)
            before = _BEGINNING.finditer(self._bundle.blob, floor, min(end, around[0] + _KEYWORD))
            for place in reversed([found.start() for found in before if found.start() <= around[0]]):
                if code.is_outermost(place, start):
                    return place, end
        return start, end

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
            for offset in search.find_all(blob, _THUNK, start, end):
                before = _INITIALISER.search(blob[max(start, offset - _LONGEST) : offset])
                if before is not None:
                    found[before[1]] += 1
                if found.total() >= ENOUGH:
                    break
            helper = found.most_common(1)
            self._cuts[chunk.name] = b"=" + helper[0][0] + _THUNK if helper else None
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
