"""Checks plain values read from a file: each function gives the value back with its type, or says what it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from extractor.inventory.yaml_read import Plain

T = TypeVar("T")
Word = TypeVar("Word", bound=str)


class NotationError(ValueError):
    """A value that is no notation: `path` is where it stands, innermost name first."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path: list[str] = []

    def __str__(self) -> str:
        return f"{'.'.join(reversed(self.path))}: {self.problem}" if self.path else self.problem


def shown(value: Plain) -> str:
    """A value as an error message shows it: short, on one line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def expect_keys(value: Mapping[str, Plain], *allowed: str) -> None:
    """Refuses a key that is not allowed."""
    for key in value:
        if key not in allowed:
            raise NotationError(f"the unknown key {shown(key)}")


def expect_mapping(value: Plain) -> dict[str, Plain]:
    """The value, when it is a mapping."""
    if not isinstance(value, dict):
        raise NotationError(f"{shown(value)} is no mapping")
    return value


def expect_list(value: Plain) -> list[Plain]:
    """The value, when it is a list."""
    if not isinstance(value, list):
        raise NotationError(f"{shown(value)} is no list")
    return value


def expect_text(value: Plain) -> str:
    """The value, when it is text."""
    if not isinstance(value, str):
        raise NotationError(f"{shown(value)} is no text")
    return value


def expect_texts(value: Plain) -> tuple[str, ...]:
    """The value as a tuple, when it is a list of texts."""
    return tuple(expect_text(item) for item in expect_list(value))


def one_of(words: tuple[Word, ...], value: Plain) -> Word:
    """The word, when it is one of `words`."""
    for word in words:
        if word == value:
            return word
    raise NotationError(f"{shown(value)} is none of {', '.join(words)}")


def each(value: Plain, read: Callable[[str, Plain], T]) -> tuple[T, ...]:
    """Every entry of a mapping, read; an error is given the entry's key."""
    found = []
    for key, item in expect_mapping(value).items():
        try:
            found.append(read(key, item))
        except NotationError as error:
            error.path.append(key)
            raise
    return tuple(found)


def items(value: Plain, read: Callable[[Plain], T]) -> tuple[T, ...]:
    """Every entry of a list, read; an error is given the entry's position."""
    found = []
    for position, item in enumerate(expect_list(value), 1):
        try:
            found.append(read(item))
        except NotationError as error:
            error.path.append(f"entry {position}")
            raise
    return tuple(found)


def need(mapping: Mapping[str, Plain], key: str) -> Plain:
    """The value at `key`, which must be there."""
    if key not in mapping:
        raise NotationError(f"the key {key!r} is missing")
    return mapping[key]
