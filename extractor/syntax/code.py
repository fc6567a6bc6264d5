"""Where an offset of a chunk stands: in code or in a literal, a comment or a pattern; inside brackets or outside all."""

from __future__ import annotations

from bisect import bisect_right, insort

from extractor.syntax.extent import bracket_end, expression_end
from extractor.syntax.run import FLAT, LITERAL, RUN, SUBSTITUTED, TEXT, after_slash

_OPENERS, _CLOSERS, _SLASH = b"([{", b")]}", 0x2F
_MOST, _FARTHEST = 64, 4 << 20
"""So many brackets around an offset, with so many bytes in all of them, are told: each is passed over to find its end."""

_STRIDE = 4 << 10
"""So many bytes are passed over at a time, so that a later question begins near its offset."""


class Code:
    """Answers for one chunk, and what was learnt on the way to each."""

    def __init__(self, blob: bytes, start: int, end: int) -> None:
        self._blob, self._end = blob, end
        self._in_code = [start]
        """Offsets known to stand in code, outside every template."""
        self._outermost: dict[int, list[int]] = {}
        """By the offset a caller starts from: offsets known to stand in code, outside every bracket opened since."""
        self._ends: dict[int, int | None] = {}

    def holds(self, offset: int, start: int) -> bool:
        """Whether the byte at `offset` stands in code, where that at `start`, which is not after it, does.

        A literal that does not end counts as code: the parser has the last word.
        """
        index = bisect_right(self._in_code, offset) - 1
        at = max(start, self._in_code[index]) if index >= 0 else start
        braces: list[int] = []
        while True:
            run = (FLAT if braces else TEXT).match(self._blob, at, self._stride(at, offset))
            if run is not None:
                at = run.end()
                if not braces:
                    insort(self._in_code, at)
            if at >= offset:
                return at == offset
            if run is not None:
                continue
            following = self._step(at, braces)
            if following is None:
                return True
            at = following

    def _stride(self, at: int, limit: int) -> int:
        """Where to stop for now on the way from `at` to `limit`: never between the two bytes that begin a comment."""
        stop = min(at + _STRIDE, limit)
        while stop < limit and self._blob[stop - 1] == _SLASH:
            stop += 1
        return stop

    def is_outermost(self, offset: int, start: int) -> bool:
        """Whether the byte at `offset` surely stands in code and outside every bracket, where that at `start` does."""
        return self.outermost(offset, start) == (offset, offset)

    def outermost(self, offset: int, start: int) -> tuple[int, int] | None:
        """The range of the outermost bracket or literal around `offset`, where that at `start` is in none.

        The empty range at `offset` where none is around it, None where a bracket or literal does not end.
        """
        known = self._outermost.setdefault(start, [start])
        at = known[bisect_right(known, offset) - 1]
        while True:
            end = self._ends.get(at)
            if end is not None and end > offset > at:
                return at, end
            run = RUN.match(self._blob, at, offset)
            if run is not None:
                at = run.end()
                insort(known, at)
            if at == offset:
                return offset, offset
            end = self._past(at)
            if end is None:
                return None
            if end > offset:
                return at, end
            insort(known, end)
            at = end

    def enclosing(self, offset: int, start: int) -> list[tuple[int, int]] | None:
        """The ranges of the brackets around `offset`, outermost first, where the byte at `start` stands in none.

        They end where the offset stands in a literal, or in a bracket or literal that does not end. None where they are
        too many or too long.
        """
        found: list[tuple[int, int]] = []
        passed = 0
        while len(found) < _MOST and passed < _FARTHEST:
            around = self.outermost(offset, start)
            if around is None or around[0] == offset or self._blob[around[0]] not in _OPENERS:
                return found
            found.append(around)
            start, passed = around[0] + 1, passed + around[1] - around[0]
        return None

    def _past(self, at: int) -> int | None:
        """The offset after the bracket at `at`, or after the item that begins with a literal there."""
        if at not in self._ends:
            if self._blob[at] in _OPENERS:
                end = bracket_end(self._blob, at, self._end)
            elif self._blob[at] == _SLASH:
                end = after_slash(self._blob, at, self._end, 0)
            else:
                end = expression_end(self._blob, at, self._end)
            self._ends[at] = end if end is not None and end > at else None
        return self._ends[at]

    def _step(self, at: int, braces: list[int]) -> int | None:
        """The offset after the bracket, or the literal or the part of a template, at `at`; None where it does not end.

        `braces` counts those that are open in each substitution around `at`, innermost last.
        """
        mark = self._blob[at]
        if mark == 0x60:
            return self._template(at + 1, braces)
        if mark in _OPENERS or mark in _CLOSERS:
            return self._bracket(mark, at, braces)
        literal = LITERAL.match(self._blob, at, self._end)
        if literal is not None:
            return literal.end()
        return after_slash(self._blob, at, self._end, 0) if mark == _SLASH else None

    def _template(self, at: int, braces: list[int]) -> int | None:
        """The offset after a template's end, or in its next substitution, which is then on the stack."""
        part = SUBSTITUTED.match(self._blob, at, self._end)
        if part is None:
            return None
        if part[1] == b"${":
            braces.append(0)
        return part.end()

    def _bracket(self, mark: int, at: int, braces: list[int]) -> int | None:
        if braces and mark == 0x7B:
            braces[-1] += 1
        elif braces and mark == 0x7D:
            if not braces[-1]:
                braces.pop()
                return self._template(at + 1, braces)
            braces[-1] -= 1
        return at + 1
