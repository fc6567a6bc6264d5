"""Where in a chunk's text a name might be defined: byte offsets of candidate definitions, found without parsing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal as Choice
from typing import NamedTuple

from extractor.model import search
from extractor.model.bundle import Chunk

_FUNCTION = re.compile(rb"function\s*\*?\s*([\w$]+)\s*\(")
_CLASS = re.compile(rb"class\s+([\w$]+)(?:\s+extends\b|\s*\{)")
_THUNK, _ARROW = b"(()", re.compile(rb"\(\(\)\s?=>")
_CALLED = re.compile(rb"=\s?[\w$]+\Z")
_LONGEST = 128
_STATEMENT = re.compile(rb"(?:^|[;{})\n]|\*/|\b(?:export|default|async|else))\s*$")
_ASSIGNED = re.compile(rb"(?:[,;{}()\[\]&|?:=>\n]|\*/|\b(?:var|let|const|return|else))\s*$")
_PLACEHOLDER = re.compile(rb"\s?=\s?(?:\{\}|void 0)\s*[,;)}\n]")
_REST_OF_PATTERN = re.compile(rb"(?![\w$:])[\w$:,\s.\"]{0,2000}+[}\]]\s*=(?![=>])")
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")
_EXPORTS = re.compile(
    rb"\s*\{\s*(?:[\w$]+|\"[^\"]*\")\s*:\s*(?:\(\)\s*=>|function)|\s*\{\s*(?:[\w$]+|\"[^\"]*\")\s*\(\)\s*\{"
)


class Candidate(NamedTuple):
    """A place that may define a name.

    `offset` is the declaration's first byte, the assigned or bound name's, or the parenthesis of
    `helper(name, {...})` or of `function(name || (name = {}))`.
    """

    kind: Choice["function", "class", "value", "exports", "filled", "destructured"]
    offset: int


class ChunkNames:
    """The candidate definitions of one chunk, indexed once for what regular expressions find fast."""

    def __init__(self, blob: bytes, chunk: Chunk) -> None:
        self._blob, self._chunk = blob, chunk
        self._functions: dict[bytes, list[int]] | None = None
        self._classes: dict[bytes, list[int]] = {}
        self._thunks: dict[bytes, list[int]] | None = None
        self.thunk_offsets: list[int] = []

    def tiers(self, name: str) -> Iterator[list[Candidate]]:
        """Candidates for `name` in groups, most telling first: declarations, memoised values, arguments, assignments.

        Each candidate is in one group; a later group is looked for only when it is asked for.
        """
        key = name.encode()
        self._index()
        assert self._functions is not None and self._thunks is not None
        yield [
            *(Candidate("function", offset) for offset in self._functions.get(key, ())),
            *(Candidate("class", offset) for offset in self._classes.get(key, ())),
        ]
        thunks = self._thunks.get(key, [])
        yield [Candidate("value", offset) for offset in thunks]
        assigned = [offset for offset in self._assignments(key) if offset not in thunks]
        values = [Candidate("value", offset) for offset in assigned]
        if not assigned or any(self._is_placeholder(offset + len(key)) for offset in assigned):
            yield self._arguments(key)
        yield values
        yield [Candidate("destructured", offset) for offset in self._in_patterns(key)]

    def thunks(self) -> list[int]:
        """Sorted offsets of every `name=helper(()=>`, as the offset of its name."""
        self._index()
        return self.thunk_offsets

    def _index(self) -> None:
        if self._functions is not None:
            return
        blob, start, end = self._blob, self._chunk.start, self._chunk.end
        self._functions, self._thunks = {}, {}
        for offset in search.find_all(blob, b"function", start, end):
            match = _FUNCTION.match(blob, offset, end)
            if match is None or not _stands_after(blob, offset, start, _STATEMENT):
                continue
            if blob[offset - 6 : offset].endswith(b"async "):
                offset -= 6
            self._functions.setdefault(match[1], []).append(offset)
        for offset in search.find_all(blob, b"class", start, end):
            match = _CLASS.match(blob, offset, end)
            if match is not None and _stands_after(blob, offset, start, _STATEMENT):
                self._classes.setdefault(match[1], []).append(offset)
        for offset in search.find_all(blob, _THUNK, start, end):
            if not _ARROW.match(blob, offset, end):
                continue
            floor = max(start, offset - _LONGEST)
            called = _CALLED.search(blob[floor:offset])
            if called is None:
                continue
            stop = floor + called.start()
            stop -= blob[stop - 1] == 0x20
            begin = _word_start(blob, stop, start)
            if begin < stop and blob[begin - 1 : begin] != b".":
                self._thunks.setdefault(blob[begin:stop], []).append(begin)
                self.thunk_offsets.append(begin)

    def _assignments(self, key: bytes) -> list[int]:
        blob, found = self._blob, []
        for sign in (b"=", b" =") if self._spaced() else (b"=",):
            needle = key + sign
            for offset in self._all(needle):
                after = blob[offset + len(needle) : offset + len(needle) + 1]
                is_filled = blob[max(0, offset - 4) : offset].replace(b" ", b"").endswith(b"||(")
                if (
                    after not in (b"=", b">")
                    and not is_filled
                    and _stands_after(blob, offset, self._chunk.start, _ASSIGNED)
                ):
                    found.append(offset)
        return sorted(found)

    def _arguments(self, key: bytes) -> list[Candidate]:
        """Where the name is the first argument of an export helper, or of a function that fills it."""
        blob, end = self._blob, self._chunk.end
        found: list[Candidate] = []
        filled = re.compile(rb"\s?\|\|\s?(?:\(" + re.escape(key) + rb"\s?=\s?\{\}\)|=\s?\{\})\)")
        for offset in self._all(b"(" + key + b","):
            if _EXPORTS.match(blob, offset + len(key) + 2, end):
                found.append(Candidate("exports", offset))
        for sign in (b"||", b" ||") if self._spaced() else (b"||",):
            for offset in self._all(b"(" + key + sign):
                if filled.match(blob, offset + len(key) + 1, end) and blob[offset - 1 : offset] == b")":
                    found.append(Candidate("filled", offset))
        return found

    def _all(self, needle: bytes) -> Iterator[int]:
        return search.find_all(self._blob, needle, self._chunk.start, self._chunk.end)

    def _is_placeholder(self, end: int) -> bool:
        """Whether what is assigned to a name that ends at `end` is only an empty object, which something else fills."""
        return _PLACEHOLDER.match(self._blob, end, self._chunk.end) is not None

    def _in_patterns(self, key: bytes) -> list[int]:
        """Where the name stands in a pattern without nesting that is given a value: `{create: name, other} = value`."""
        found = []
        for before in (b"{", b",", b":", b"[", b" ") if self._spaced() else (b"{", b",", b":", b"["):
            for offset in self._all(before + key):
                if _REST_OF_PATTERN.match(self._blob, offset + 1 + len(key), self._chunk.end):
                    found.append(offset + 1)
        return sorted(found)

    def _spaced(self) -> bool:
        """Whether the chunk is written with spaces around `=` (not minified)."""
        sample = self._blob[self._chunk.start : min(self._chunk.end, self._chunk.start + 65536)]
        return sample.count(b" = ") * 8 > sample.count(b"=")


def _stands_after(blob: bytes, offset: int, floor: int, before: re.Pattern[bytes]) -> bool:
    """Whether what stands before `offset` is the beginning of the chunk, or matches."""
    return offset == floor or before.search(blob[max(floor, offset - 16) : offset]) is not None


def _word_start(blob: bytes, end: int, floor: int) -> int:
    begin = end
    while begin > floor and blob[begin - 1] in _WORD:
        begin -= 1
    return begin
