"""ECMAScript regular expressions in Python's: a source without flags comes in, a test of strings goes out."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

Test = Callable[[str], bool]

_SPACE = "\\t\\n\\v\\f\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
_NOT_LINE_END = "[^\\n\\r\\u2028\\u2029]"
_QUANTIFIER = re.compile(r"\{\d+(?:,\d*)?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<(?P<name>[A-Za-z_]\w*)>|[ims]*(?:-[ims]+)?:)")
_CODE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})")
_ANYTHING = "[\\x00-\\uffff]"


class Untranslatable(ValueError):
    """A pattern that has no equal in Python's syntax: it is not checked."""


def compile_pattern(source: str) -> Test:
    """A test that says what `new RegExp(source).test(text)` would. Raises Untranslatable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            search = re.compile(_Translation(_units(source)).result(), re.ASCII).search
    except (re.error, RecursionError, OverflowError, Warning) as error:
        raise Untranslatable(f"{source[:80]!r}: {error}") from error
    return lambda text: search(_units(text)) is not None


def _units(text: str) -> str:
    """The text as JavaScript sees it: one character for each UTF-16 code unit."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


class _Translation:
    """One pass over a source: `result` is the same expression for Python's `re`."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def result(self) -> str:
        out: list[str] = []
        while self.at < len(self.source):
            out.append(self._next())
        return "".join(out)

    def _take(self, length: int) -> str:
        taken = self.source[self.at : self.at + length]
        self.at += length
        return taken

    def _next(self) -> str:
        match self.source[self.at]:
            case "\\":
                return self._escape(inside=False)
            case "[":
                return self._class()
            case "(":
                return self._group()
            case "{":
                quantifier = _QUANTIFIER.match(self.source, self.at)
                return self._take(len(quantifier[0])) if quantifier else "\\" + self._take(1)
            case "}" | "]":
                return "\\" + self._take(1)
            case "$":
                self.at += 1
                return "\\Z"
            case ".":
                self.at += 1
                return _NOT_LINE_END
            case _:
                return self._take(1)

    def _group(self) -> str:
        if not self.source.startswith("(?", self.at):
            return self._take(1)
        group = _GROUP.match(self.source, self.at)
        if group is None:
            raise Untranslatable(f"{self.source[:80]!r}: a group that Python does not have")
        self.at = group.end()
        return f"(?P<{group['name']}>" if group["name"] else group[0]

    def _escape(self, inside: bool) -> str:
        code = _CODE.match(self.source, self.at)
        if code:
            return self._take(len(code[0]))
        letter = self.source[self.at + 1 : self.at + 2]
        self.at += 2
        match letter:
            case "s":
                return _SPACE if inside else f"[{_SPACE}]"
            case "S" if not inside:
                return f"[^{_SPACE}]"
            case "b" if inside:
                return "\\x08"
            case "d" | "D" | "w" | "W" | "n" | "r" | "t" | "f" | "v":
                return "\\" + letter
            case "b" | "B" if not inside:
                return "\\" + letter
            case "0" if not self.source[self.at : self.at + 1].isdigit():
                return "\\x00"
            case _ if letter and not letter.isalnum():
                return re.escape(letter)
            case _:
                raise Untranslatable(f"{self.source[:80]!r}: the escape \\{letter}")

    def _class(self) -> str:
        self.at += 1
        negated = self.source.startswith("^", self.at)
        self.at += negated
        out: list[str] = []
        while not self.source.startswith("]", self.at):
            if self.at >= len(self.source):
                raise Untranslatable(f"{self.source[:80]!r}: a class without an end")
            if self.source.startswith("\\S", self.at):
                out.append("\\S")
                self.at += 2
            elif self.source[self.at] == "\\":
                out.append(self._escape(inside=True))
            else:
                letter = self._take(1)
                out.append("\\" + letter if letter in "[&~|^" else letter)
        self.at += 1
        return self._written(out, negated)

    def _written(self, parts: list[str], negated: bool) -> str:
        """A class for Python: `[]`, `[^]` and `[\\s\\S]` are nothing and anything there too."""
        everything = any({a, b} <= set(parts) for a, b in ((_SPACE, "\\S"), ("\\d", "\\D"), ("\\w", "\\W")))
        if not parts or everything:
            return _ANYTHING if negated != everything else "(?!)"
        if "\\S" in parts:
            raise Untranslatable(f"{self.source[:80]!r}: \\S inside a class")
        return f"[{'^' if negated else ''}{''.join(parts)}]"
