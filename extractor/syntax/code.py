"""Tell code from text: whether an offset of a chunk stands in code, or in a string, a template, a comment or a pattern."""

from __future__ import annotations

import re
from bisect import bisect_right, insort

from extractor.syntax.extent import BEFORE_REGEX, REGEX, TEMPLATE

_TEXT = re.compile(
    rb"""[^"'`/{}]++|[{}]|"(?:[^"\\\n]|\\[\s\S])*+"|'(?:[^'\\\n]|\\[\s\S])*+'|//[^\n]*+|/\*[\s\S]*?\*/|[`/]"""
)
_OUTER = re.compile(rb"""[^"'`/]++|"(?:[^"\\\n]|\\[\s\S])*+"|'(?:[^'\\\n]|\\[\s\S])*+'|//[^\n]*+|/\*[\s\S]*?\*/|[`/]""")
_LITERALS = frozenset(b"\"'")


class Code:
    """Answers for one chunk. `checkpoints` are offsets known to stand in code, outside every template."""

    def __init__(self, blob: bytes, start: int, end: int) -> None:
        self._blob, self._end = blob, end
        self._checkpoints = [start]

    def holds(self, offset: int, start: int) -> bool:
        """Whether the byte at `offset` stands in code, where that at `start`, which is not after it, does.

        A literal that does not end counts as code: the parser has the last word.
        """
        index = bisect_right(self._checkpoints, offset) - 1
        at = max(start, self._checkpoints[index]) if index >= 0 else start
        templates: list[int] = []
        while at < offset:
            found = (_TEXT if templates else _OUTER).match(self._blob, at, self._end)
            if found is None:
                return True
            mark = self._blob[at]
            if mark == 0x60:
                at = self._template(at + 1, templates)
            elif mark == 0x2F and found.end() == at + 1:
                at = self._slash(at)
            elif templates and mark in b"{}":
                at = self._brace(mark, at, templates)
            elif found.end() > offset:
                self._remember(at, templates)
                return mark not in _LITERALS and mark != 0x2F
            else:
                at = found.end()
            if at < 0:
                return True
        if at == offset:
            self._remember(at, templates)
        return at == offset

    def _remember(self, at: int, templates: list[int]) -> None:
        """Keep an offset in code, outside every template, as a place to start from."""
        if not templates:
            insort(self._checkpoints, at)

    def _template(self, at: int, templates: list[int]) -> int:
        """The offset after a template's end, or in its next substitution, which is then on the stack; -1 for neither."""
        part = TEMPLATE.match(self._blob, at, self._end)
        if part is None:
            return -1
        if part[1] == b"${":
            templates.append(0)
        return part.end()

    def _brace(self, mark: int, at: int, templates: list[int]) -> int:
        if mark == 0x7B:
            templates[-1] += 1
        elif templates[-1]:
            templates[-1] -= 1
        else:
            templates.pop()
            return self._template(at + 1, templates)
        return at + 1

    def _slash(self, at: int) -> int:
        """The offset after a regular expression literal, or after a division sign."""
        if BEFORE_REGEX.search(self._blob[max(0, at - 16) : at]):
            literal = REGEX.match(self._blob, at, self._end)
            if literal is not None:
                return literal.end()
        return at + 1
