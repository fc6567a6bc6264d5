"""Compares the limits of two strings, numbers or arrays: which became tighter, looser, or simply other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as Choice

from extractor.model.normal import json_text
from extractor.model.schema import Array, Number, String

BoundKind = Choice["constraint_tightened", "constraint_loosened", "constraint_changed"]

_NUMBER_RANGES: dict[str | None, tuple[str | None, ...]] = {
    "uint32": ("safeint", "int", "float64", None),
    "int32": ("safeint", "int", "float64", None),
    "safeint": ("int", "float64", None),
    "int": (None,),
    "float32": ("float64", None),
    "float64": (None,),
    None: (),
}
"""For each number format, those that accept everything it accepts."""


@dataclass(frozen=True, slots=True)
class BoundChange:
    """One limit that moved, with the words for its old and new value."""

    kind: BoundKind
    old: str | None
    new: str | None


def string_bounds(old: String, new: String) -> Iterator[BoundChange]:
    """Changes of format, lengths and patterns."""
    if old.format != new.format:
        yield _swapped("format", old.format, new.format)
    yield from _moved("min length", old.min_length, new.min_length, is_lower=True)
    yield from _moved("max length", old.max_length, new.max_length, is_lower=False)
    gone, came = sorted(set(old.patterns) - set(new.patterns)), sorted(set(new.patterns) - set(old.patterns))
    if gone and came:
        yield BoundChange("constraint_changed", _patterns(gone), _patterns(came))
    elif gone:
        yield BoundChange("constraint_loosened", _patterns(gone), None)
    elif came:
        yield BoundChange("constraint_tightened", None, _patterns(came))


def number_bounds(old: Number, new: Number) -> Iterator[BoundChange]:
    """Changes of format, limits and step."""
    if old.format != new.format:
        ours, theirs = old.format or "number", new.format or "number"
        if new.format in _NUMBER_RANGES[old.format]:
            yield BoundChange("constraint_loosened", ours, theirs)
        elif old.format in _NUMBER_RANGES[new.format]:
            yield BoundChange("constraint_tightened", ours, theirs)
        else:
            yield BoundChange("constraint_changed", ours, theirs)
    yield from _moved(">=", old.minimum, new.minimum, is_lower=True)
    yield from _moved("<=", old.maximum, new.maximum, is_lower=False)
    yield from _moved(">", old.exclusive_minimum, new.exclusive_minimum, is_lower=True)
    yield from _moved("<", old.exclusive_maximum, new.exclusive_maximum, is_lower=False)
    if old.multiple_of != new.multiple_of:
        yield _swapped("multiple of", old.multiple_of, new.multiple_of)


def array_bounds(old: Array, new: Array) -> Iterator[BoundChange]:
    """Changes of the number of elements allowed."""
    yield from _moved("min items", old.min_items, new.min_items, is_lower=True)
    yield from _moved("max items", old.max_items, new.max_items, is_lower=False)


def _moved(word: str, old: float | None, new: float | None, *, is_lower: bool) -> Iterator[BoundChange]:
    if old == new:
        return
    if old is None or new is None:
        is_tighter = old is None
    else:
        is_tighter = new > old if is_lower else new < old
    kind: BoundKind = "constraint_tightened" if is_tighter else "constraint_loosened"
    yield BoundChange(kind, _said(word, old), _said(word, new))


def _swapped(word: str, old: str | float | None, new: str | float | None) -> BoundChange:
    kind: BoundKind = "constraint_changed"
    if old is None:
        kind = "constraint_tightened"
    elif new is None:
        kind = "constraint_loosened"
    return BoundChange(kind, _said(word, old), _said(word, new))


def _said(word: str, value: str | float | None) -> str | None:
    return None if value is None else f"{word} {value if isinstance(value, str) else json_text(value)}"


def _patterns(sources: list[str]) -> str:
    return ", ".join(f"pattern {json_text(source)}" for source in sources)
