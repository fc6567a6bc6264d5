"""Makes patterns that every engine reads: an ECMAScript source comes in, the same in shared syntax goes out."""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from collections.abc import Iterator
from functools import cache
from itertools import groupby

_TOKEN = re.compile(
    r"\\(?P<kind>[pP])\{(?:(?:General_Category|gc)=)?(?P<name>\w+)\}|\\u\{(?P<code>[0-9a-fA-F]+)\}"
    r"|\\.|(?P<empty>\[\^?\])|.",
    re.DOTALL,
)
_LAST = sys.maxunicode


def portable_pattern(source: str) -> str | None:
    """The same pattern in the syntax that JavaScript, Python and others share; None where there is none.

    Unicode categories (`\\p{Cc}`) are written out as ranges, code points (`\\u{1f600}`) as characters. A source that
    uses either is read with the `u` flag, as JSON Schema reads every pattern.
    """
    parts: list[str] = []
    inside = False
    for token in _TOKEN.finditer(source):
        text = token[0]
        if token["name"] is not None:
            ranges = _ranges(token["name"])
            if not ranges:
                return None
            said = _class_text(_others(ranges) if token["kind"] == "P" else ranges)
            parts.append(said if inside else f"[{said}]")
        elif token["code"] is not None:
            code = int(token["code"], 16)
            if code > _LAST:
                return None
            parts.append(_character(code))
        elif token["empty"] is not None and not inside:
            parts.append(r"[\s\S]" if "^" in text else "(?!)")
        else:
            parts.append(text)
            inside = (text == "[") if not inside else (text == "\\]" or not text.endswith("]"))
    found = "".join(parts)
    return found if _is_shared(found) else None


def _is_shared(pattern: str) -> bool:
    """Whether Python reads the pattern too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


@cache
def _ranges(name: str) -> tuple[tuple[int, int], ...]:
    """The code points of a general category (`Cc`) or a group of them (`C`), as ranges; none for another name."""
    if len(name) > 2:
        return ()
    return tuple(_runs(code for code in range(_LAST + 1) if unicodedata.category(chr(code)).startswith(name)))


def _runs(codes: Iterator[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0]):
        found = [code for _, code in run]
        yield found[0], found[-1]


def _others(ranges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """All code points outside of the ranges."""
    starts = [0, *(last + 1 for _, last in ranges)]
    ends = [*(first - 1 for first, _ in ranges), _LAST]
    return tuple((first, last) for first, last in zip(starts, ends, strict=True) if first <= last)


def _class_text(ranges: tuple[tuple[int, int], ...]) -> str:
    return "".join(
        _character(first) if first == last else f"{_character(first)}-{_character(last)}" for first, last in ranges
    )


def _character(code: int) -> str:
    """One character, escaped where it could be syntax; beyond the first plane no escape is common to all engines."""
    return f"\\u{code:04x}" if code <= 0xFFFF else chr(code)
