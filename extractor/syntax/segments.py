"""Cut a large chunk into runs of whole top-level statements, so that a part of it can be parsed with its scopes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, OrderedDict

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax.parse import Tree, parse_range

SMALL = 128 << 10
"""A chunk of at most this many bytes is one segment."""

KEPT = 12 << 20
"""Trees over at most this many bytes of source are kept for the next question."""

_WRAPPER = re.compile(rb"\(function\s*\(exports,\s*require,\s*module,\s*__filename,\s*__dirname\)\s*\{")
_INITIALISER = re.compile(rb"(?<=[;}\n])var [\w$]+=([\w$]+)\(\(\)=>\{")


class Segments:
    """The segments of a bundle's chunks and their trees, parsed when asked for.

    A bundler starts each module it inlines with `var name = helper(() => {`, always at the top level of its
    chunk: those are the places where a large chunk can be cut. A chunk without them is one segment.
    """

    def __init__(self, bundle: Bundle, *, whole: bool = False) -> None:
        self._bundle, self._whole = bundle, whole
        self._bounds: dict[str, list[int]] = {}
        self._trees: OrderedDict[int, tuple[Tree, int]] = OrderedDict()

    def bounds(self, offset: int) -> tuple[int, int]:
        """The half-open range of the segment that holds `offset`."""
        cuts = self._cuts(self._bundle.chunk_at(offset))
        index = min(max(bisect_right(cuts, offset) - 1, 0), len(cuts) - 2)
        return cuts[index], cuts[index + 1]

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

    def _cuts(self, chunk: Chunk) -> list[int]:
        cuts = self._bounds.get(chunk.name)
        if cuts is None:
            start, end = body_range(self._bundle.blob, chunk)
            cuts = [start]
            if not self._whole and end - start > SMALL:
                cuts += _initialisers(self._bundle.blob, start, end)
            cuts.append(end)
            self._bounds[chunk.name] = cuts
        return cuts


def body_range(blob: bytes, chunk: Chunk) -> tuple[int, int]:
    """The range of a chunk's statements: all of it, or what a CommonJS wrapper function wraps."""
    wrapper = _WRAPPER.search(blob, chunk.start, min(chunk.end, chunk.start + 2048))
    if wrapper is None:
        return chunk.start, chunk.end
    close = blob.rfind(b"})", wrapper.end(), chunk.end)
    return wrapper.end(), close if close != -1 else chunk.end


def _initialisers(blob: bytes, start: int, end: int) -> list[int]:
    found = [(match.start(), match[1]) for match in _INITIALISER.finditer(blob, start, end)]
    if not found:
        return []
    helper, _ = Counter(name for _, name in found).most_common(1)[0]
    return [offset for offset, name in found if name == helper]
