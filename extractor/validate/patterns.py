"""ECMAScript regular expressions in Python's: a source comes in, a test of strings goes out.

Flags are written into the source as `(?i:...)`; one that names a Unicode property is read as if it had the flag `u`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

from extractor.validate.categories import category_ranges, is_category
from extractor.validate.patience import in_time, is_straight

Test = Callable[[str], bool]

_SPACE = "\\t\\n\\v\\f\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
_NOT_LINE_END = "[^\\n\\r\\u2028\\u2029]"
_QUANTIFIER = re.compile(r"\{\d+(?:,\d*)?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<(?P<name>[A-Za-z_]\w*)>|(?P<flags>[ims]+):)")
_CODE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"\\(?P<kind>[pP])\{(?:General_Category=|gc=)?(?P<name>\w+)\}")
_CODE_POINT = re.compile(r"\\u\{(?P<digits>[0-9a-fA-F]{1,6})\}")
_ANYTHING = "[\\x00-\\U0010ffff]"


class Untranslatable(ValueError):
    """A pattern that has no equal in Python's syntax: it is not checked."""


def compile_pattern(source: str) -> Test:
    """A test that says what `new RegExp(source).test(text)` would; it raises GaveUp where that takes too long.

    Raises Untranslatable.
    """
    by_points = _PROPERTY.search(source) is not None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            search = re.compile(_Translation(source, by_points).result(), re.ASCII).search
    except (re.error, ValueError, RecursionError, OverflowError, Warning) as error:
        raise Untranslatable(f"{source[:80]!r}: {error}") from error
    units = _same if by_points else _units
    if is_straight(source):
        return lambda text: search(units(text)) is not None
    return lambda text: in_time(search, units(text))


def _same(text: str) -> str:
    return text


def _units(text: str) -> str:
    """The text as JavaScript sees it: one character for each UTF-16 code unit."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


class _Translation:
    """One pass over a source: `result` is the same expression for Python's `re`."""

    def __init__(self, source: str, by_points: bool) -> None:
        self.source = source if by_points else _units(source)
        self.by_points = by_points
        self.dot = _NOT_LINE_END
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
                return self.dot
            case _:
                return self._take(1)

    def _group(self) -> str:
        if not self.source.startswith("(?", self.at):
            return self._take(1)
        group = _GROUP.match(self.source, self.at)
        if group is None:
            raise Untranslatable(f"{self.source[:80]!r}: a group that Python does not have")
        if group["flags"]:
            self._flags(group["flags"])
        self.at = group.end()
        return f"(?P<{group['name']}>" if group["name"] else group[0].replace("s", "")

    def _flags(self, flags: str) -> None:
        """Take note of flags, which are only understood around the whole source."""
        if self.at or not self.source.endswith(")") or "m" in flags or ("i" in flags and not self.source.isascii()):
            raise Untranslatable(f"{self.source[:80]!r}: flags that Python reads otherwise")
        if "s" in flags:
            self.dot = _ANYTHING

    def _escape(self, inside: bool) -> str:
        code = _CODE.match(self.source, self.at)
        if code:
            return self._take(len(code[0]))
        if self.by_points and (written := self._unicode(inside)) is not None:
            return written
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

    def _unicode(self, inside: bool) -> str | None:
        """An escape that only exists under the flag `u`: a category or a code point in braces."""
        if point := _CODE_POINT.match(self.source, self.at):
            self.at = point.end()
            return f"\\U{int(point['digits'], 16):08x}"
        member = _PROPERTY.match(self.source, self.at)
        if member is None or not is_category(member["name"]):
            return None
        self.at = member.end()
        ranges = category_ranges(member["name"], member["kind"] == "P")
        return ranges if inside else f"[{ranges}]"

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
