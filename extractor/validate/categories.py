"""Unicode categories as pieces of a character class: a category's name comes in, ranges for Python's `re` go out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from sys import maxunicode

LETTERS = {"C", "L", "M", "N", "P", "S", "Z"}


def is_category(name: str) -> bool:
    """Whether this names a general category that Python knows: `L`, `Lu`, `Cc`, ..."""
    return name in LETTERS or name in _by_category()


@cache
def category_ranges(name: str, is_negated: bool = False) -> str:
    """The code points in a category (or not in it), to be put between `[` and `]`."""
    by_category = _by_category()
    members = [span for key, spans in by_category.items() if key.startswith(name) != is_negated for span in spans]
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in sorted(members))


@cache
def _by_category() -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for category, first, last in _runs():
        found.setdefault(category, []).append((first, last))
    return found


def _runs() -> Iterator[tuple[str, int, int]]:
    points = range(maxunicode + 1)
    for category, group in groupby(points, key=lambda point: unicodedata.category(chr(point))):
        members = list(group)
        yield category, members[0], members[-1]
