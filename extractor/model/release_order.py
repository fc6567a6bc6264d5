"""Orders releases by their numbers, and says whether another release could lie between two of them."""

from __future__ import annotations

import re
from typing import TypeAlias

OrderKey: TypeAlias = tuple[int, tuple[int, ...], int, tuple[tuple[int, int, str], ...], str]

_VERSION = re.compile(r"v?(\d{1,18}(?:\.\d{1,18})*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\Z")


def release_key(release: str) -> OrderKey:
    """A sort key: 2.1.9 before 2.1.10, a pre-release before its release, names that are no version last."""
    match = _VERSION.match(release)
    if match is None:
        return (1, (), 0, (), release)
    numbers = tuple(int(part) for part in match[1].split("."))
    while numbers and numbers[-1] == 0:
        numbers = numbers[:-1]
    if match[2] is None:
        return (0, numbers, 1, (), release)
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in match[2].split("."))
    return (0, numbers, 0, parts, release)


def are_neighbours(older: str, newer: str) -> bool:
    """Whether no release number lies between: 2.1.4 and 2.1.5 are neighbours, 2.1.4 and 2.2.0 are not known to be."""
    first, second = _VERSION.match(older), _VERSION.match(newer)
    if first is None or second is None or first[2] or second[2]:
        return False
    old, new = first[1].split("."), second[1].split(".")
    return len(old) == len(new) and old[:-1] == new[:-1] and int(new[-1]) - int(old[-1]) == 1
