"""Where in a chunk's text a name might be defined: byte offsets of candidate definitions, found without parsing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal as Choice
from typing import NamedTuple

from extractor.model import search
from extractor.model.bundle import Chunk

_FUNCTION = re.compile(rb"function(?:\s*\*\s*|\s+)([\w$]+)\s*\(")
_CLASS = re.compile(rb"class\s+([\w$]+)(?:\s+extends\b|\s*\{)")
_THUNK, _ARROW = b"(()", re.compile(rb"\(\(\)\s?=>")
_CALLED = re.compile(rb"=\s?[\w$]+\Z")
_CALL = re.compile(rb"\s?=\s?[\w$]+\(\(\)")
_DECLARING = (b"function ", b"function*", b"function* ", b"function *", b"function * ")
_ODD = (
    *(word + space for word in (b"function", b"class", b"function*", b"function *") for space in (b"\n", b"\r", b"\t", b"  ")),
    b"function\f", b"function\v", b"class\f", b"class\v",
)  # fmt: skip
"""What no minifier writes: a chunk with one of these is indexed before the first question."""

_LONGEST = 128
_FEW = 12
"""So many names are looked for one by one before a chunk is indexed; none in one that is most of its bundle."""

_NEAR, _FAR = 64, 16 << 10
"""So many arrows before a place, in so many bytes, are looked at before a chunk is indexed."""

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
    """The candidate definitions of one chunk: sought by name for the first questions, then in an index of all of it."""

    def __init__(self, blob: bytes, chunk: Chunk) -> None:
        self._blob, self._chunk = blob, chunk
        self._few = _FEW if 2 * (chunk.end - chunk.start) < len(blob) else 0
        self._functions: dict[bytes, list[int]] | None = None
        self._classes: dict[bytes, list[int]] = {}
        self._thunks: dict[bytes, list[int]] = {}
        self._thunk_offsets: list[int] = []
        self._is_spaced: bool | None = None
        self._has_odd: bool | None = None

    def tiers(self, name: str) -> Iterator[list[Candidate]]:
        """Candidates for `name` in groups, most telling first: declarations, memoised values, arguments, assignments.

        Each candidate is in one group; a later group is looked for only when it is asked for.
        """
        key = name.encode()
        self._few -= 1
        if self._few < 0 or self._spaced() or self._is_odd():
            self._index()
        is_indexed = self._functions is not None
        functions = self._functions.get(key, ()) if self._functions is not None else self._functions_called(key)
        yield [
            *(Candidate("function", offset) for offset in functions),
            *(
                Candidate("class", offset)
                for offset in (self._classes.get(key, ()) if is_indexed else self._class(key))
            ),
        ]
        thunks = self._thunks.get(key, []) if is_indexed else self._thunks_called(key)
        yield [Candidate("value", offset) for offset in thunks]
        assigned = [offset for offset in self._assignments(key) if offset not in thunks]
        values = [Candidate("value", offset) for offset in assigned]
        if not assigned or any(self._is_placeholder(offset + len(key)) for offset in assigned):
            yield self._arguments(key)
        yield values
        yield [Candidate("destructured", offset) for offset in self._in_patterns(key)]

    def thunks_before(self, offset: int, most: int) -> list[int]:
        """The last `name=helper(()=>` that begin at `offset` or before it, as offsets of their names, nearest first."""
        if self._functions is None:
            found = self._near_thunks(offset, most)
            if found is not None:
                return found
            self._index()
        end = bisect_right(self._thunk_offsets, offset)
        return self._thunk_offsets[max(0, end - most) : end][::-1]

    def _near_thunks(self, offset: int, most: int) -> list[int] | None:
        """The same without an index; None where they are not near."""
        found: list[int] = []
        floor, place = max(self._chunk.start, offset - _FAR), offset + 2 * _LONGEST
        for _ in range(_NEAR):
            place = self._blob.rfind(_THUNK, floor, min(place, self._chunk.end))
            begin = self._thunk(place) if place != -1 else None
            if begin is not None and begin <= offset:
                found.append(begin)
            if len(found) == most:
                return found
            if place == -1:
                return found if floor == self._chunk.start else None
            place += len(_THUNK) - 1
        return None

    def _functions_called(self, key: bytes) -> list[int]:
        found: list[int] = []
        for sign in _DECLARING:
            for offset in self._all(sign + key):
                if (function := self._function(offset)) is not None and function[0] == key:
                    found.append(function[1])
        return sorted(found)

    def _class(self, key: bytes) -> list[int]:
        return [offset for offset in self._all(b"class " + key) if self._class_name(offset) == key]

    def _thunks_called(self, key: bytes) -> list[int]:
        found: list[int] = []
        for sign in (b"=", b" ="):
            for offset in self._all(key + sign):
                call = _CALL.match(self._blob, offset + len(key), self._chunk.end)
                if call is not None and self._thunk(call.end() - len(_THUNK)) == offset:
                    found.append(offset)
        return sorted(found)

    def _index(self) -> None:
        if self._functions is not None:
            return
        self._functions = {}
        for offset in self._all(b"function"):
            function = self._function(offset)
            if function is not None:
                self._functions.setdefault(function[0], []).append(function[1])
        for offset in self._all(b"class"):
            name = self._class_name(offset)
            if name is not None:
                self._classes.setdefault(name, []).append(offset)
        for offset in self._all(_THUNK):
            begin = self._thunk(offset)
            if begin is not None:
                end = begin
                while self._blob[end] in _WORD:
                    end += 1
                self._thunks.setdefault(self._blob[begin:end], []).append(begin)
                self._thunk_offsets.append(begin)

    def _function(self, offset: int) -> tuple[bytes, int] | None:
        """The name of the function declared at `offset`, and where the declaration begins; None where none is."""
        match = _FUNCTION.match(self._blob, offset, self._chunk.end)
        if match is None or not _stands_after(self._blob, offset, self._chunk.start, _STATEMENT):
            return None
        is_async = self._blob[offset - 6 : offset] == b"async "
        return match[1], offset - 6 if is_async else offset

    def _class_name(self, offset: int) -> bytes | None:
        match = _CLASS.match(self._blob, offset, self._chunk.end)
        is_declared = match is not None and _stands_after(self._blob, offset, self._chunk.start, _STATEMENT)
        return match[1] if match is not None and is_declared else None

    def _thunk(self, offset: int) -> int | None:
        """Where the name stands that is given the value of the call whose argument, an arrow, begins at `offset`."""
        blob, start = self._blob, self._chunk.start
        if not _ARROW.match(blob, offset, self._chunk.end):
            return None
        floor = max(start, offset - _LONGEST)
        called = _CALLED.search(blob[floor:offset])
        if called is None:
            return None
        stop = floor + called.start()
        stop -= blob[stop - 1] == 0x20
        begin = _word_start(blob, stop, start)
        return begin if begin < stop and blob[begin - 1 : begin] != b"." else None

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
        if self._is_spaced is None:
            sample = self._blob[self._chunk.start : min(self._chunk.end, self._chunk.start + 65536)]
            self._is_spaced = sample.count(b" = ") * 8 > sample.count(b"=")
        return self._is_spaced

    def _is_odd(self) -> bool:
        """Whether a declaration in the chunk may be written in a way that a search by name would miss."""
        if self._has_odd is None:
            self._has_odd = self._functions is None and any(next(self._all(sign), None) is not None for sign in _ODD)
        return self._has_odd


def _stands_after(blob: bytes, offset: int, floor: int, before: re.Pattern[bytes]) -> bool:
    """Whether what stands before `offset` is the beginning of the chunk, or matches."""
    return offset == floor or before.search(blob[max(floor, offset - 16) : offset]) is not None


def _word_start(blob: bytes, end: int, floor: int) -> int:
    begin = end
    while begin > floor and blob[begin - 1] in _WORD:
        begin -= 1
    return begin
