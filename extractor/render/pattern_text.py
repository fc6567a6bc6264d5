"""Makes a short text that an ordinary ECMAScript regular expression matches; what is unusual in one is passed over."""

from __future__ import annotations

import re

_COUNT = re.compile(r"\{(\d{1,3})(?:,\d*)?\}")
_CLASSES = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_CODE = re.compile(r"u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})")
_OPENING = re.compile(r"\((?:\?(?::|<\w+>|(?P<look>[=!]|<[=!])))?")
_PREFERRED = "a0A-_. "
DEEPEST = 30


def matching_text(pattern: str) -> str:
    """A text made by reading the pattern from left to right: whether it matches is for the caller to check."""
    return _Reading(pattern).alternatives(0)


class _Reading:
    """One pass over a pattern."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0

    def alternatives(self, depth: int) -> str:
        """The first alternative that is not empty, up to the end or a closing bracket."""
        found = [self._sequence(depth)]
        while self._text.startswith("|", self._at):
            self._at += 1
            found.append(self._sequence(depth))
        return next(filter(None, found), "")

    def _sequence(self, depth: int) -> str:
        made = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            made.append(self._term(depth))
        return "".join(made)

    def _term(self, depth: int) -> str:
        letter = self._text[self._at]
        if letter in "^$":
            self._at += 1
            return ""
        if letter == "(" and depth < DEEPEST:
            one = self._group(depth)
        elif letter == "[":
            one = self._class()
        elif letter == "\\":
            one = self._escape()
        else:
            self._at += 1
            one = "a" if letter == "." else letter
        return one * self._times()

    def _times(self) -> int:
        """The least number of times a quantifier asks for; once for `*` and `?`, so that something is shown."""
        count = _COUNT.match(self._text, self._at)
        times = 1
        if count is not None:
            times = int(count[1])
            self._at = count.end()
        elif self._text[self._at : self._at + 1] in ("*", "+", "?") and self._at < len(self._text):
            self._at += 1
        else:
            return 1
        if self._text.startswith("?", self._at):
            self._at += 1
        return times

    def _group(self, depth: int) -> str:
        opening = _OPENING.match(self._text, self._at)
        assert opening is not None
        self._at = opening.end()
        inside = self.alternatives(depth + 1)
        self._at += 1
        return "" if opening["look"] else inside

    def _escape(self) -> str:
        code = _CODE.match(self._text, self._at + 1)
        if code is not None:
            self._at = code.end()
            number = int(code[1] or code[2] or code[3], 16)
            return chr(number) if number < 0x110000 and not 0xD800 <= number <= 0xDFFF else ""
        letter = self._text[self._at + 1 : self._at + 2]
        self._at += 2
        if letter in "bB":
            return ""
        return _CLASSES.get(letter) or _CONTROLS.get(letter, letter)

    def _class(self) -> str:
        """A letter of a class: one that reads well, else its first; for a negated one, a letter it does not name."""
        self._at += 1
        negated = self._text.startswith("^", self._at)
        self._at += negated
        named: list[str] = []
        start = self._at
        while self._at < len(self._text) and not self._text.startswith("]", self._at):
            if self._text[self._at] == "\\":
                named.append(self._escape())
            else:
                named.append(self._text[self._at])
                self._at += 1
        source = re.sub(
            r"\\.|\[|(?<=.)[-&~|]{2}",
            lambda found: found[0] if found[0][0] == "\\" else re.escape(found[0]),
            self._text[start : self._at],
            flags=re.DOTALL,
        )
        self._at += 1
        try:
            fits = re.compile(f"[{'^' if negated else ''}{source}]").match
        except re.error:
            return "a" if negated else "".join(named)[:1]
        return next((letter for letter in (*_PREFERRED, *"".join(named)) if fits(letter)), "a")
