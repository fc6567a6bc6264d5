"""Lists every place inside a shape with its path: each field, element, record value and tuple item, at any depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from extractor.errors import InputError
from extractor.model.normal import Both, Core, Normal, Normaliser
from extractor.model.schema import Any, Array, Boolean, Literal, Number, Object, Record, Schema, String, Tuple
from extractor.model.shape_path import ELEMENT, REST, VALUE, field_step, item_step, labels

MOST_PLACES = 200_000
"""A shape with more places than this is refused: no message is that large, so the file is damaged."""

Labels: TypeAlias = Callable[[Normal, Normaliser], tuple[str, ...]]
"""Gives the label of each alternative of a shape."""

Steps: TypeAlias = tuple[tuple[str, str], ...]
"""The way to a place: for each step the label of the alternative it leaves from (often empty), and the step."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One place: the way to it from the shape's root, its schema, and whether it is a declared field."""

    steps: Steps
    schema: Schema
    is_field: bool

    @property
    def path(self) -> str:
        """The way as text."""
        return "".join(label + step for label, step in self.steps)


def places(
    schema: Schema,
    normal: Normaliser,
    label: Labels = labels,
    is_entered: Callable[[Steps, str], bool] = lambda steps, label: True,
) -> tuple[Place, ...]:
    """Every place below the root of `schema`, in order of path. A shape inside itself is entered once.

    `is_entered` is asked, with the way to a shape and the label of one of its alternatives, whether to look inside.
    """
    found: dict[str, Place] = {}
    walk = _Walk(normal, label, is_entered)
    for count, place in enumerate(walk.below(schema, ())):
        known = found.get(place.path)
        if known is None or place.is_field:
            found[place.path] = place
        if count > MOST_PLACES:
            raise InputError("inventory", "has a shape too large to be a message", "extract the release again")
    return tuple(found[path] for path in sorted(found))


class _Walk:
    """Goes through a shape; `_open` are the shapes it is inside of."""

    def __init__(self, normal: Normaliser, label: Labels, is_entered: Callable[[Steps, str], bool]) -> None:
        self._normal, self._label, self._is_entered = normal, label, is_entered
        self._open: list[int] = []

    def below(self, schema: Schema, steps: Steps) -> Iterator[Place]:
        heart = id(self._normal.heart(schema))
        if heart in self._open:
            return
        self._open.append(heart)
        shape = self._normal(schema)
        for option, label in zip(shape.options, self._label(shape, self._normal), strict=True):
            if self._is_entered(steps, label):
                for step, inner, is_field in _steps(option.core):
                    further = (*steps, (label, step))
                    yield Place(further, inner, is_field)
                    yield from self.below(inner, further)
        self._open.pop()


def _steps(core: Core) -> Iterator[tuple[str, Schema, bool]]:
    match core:
        case Object(fields, _, rest):
            for field in fields:
                yield field_step(field.name), field.schema, True
            if rest is not None:
                yield VALUE, rest, False
        case Array(element):
            yield ELEMENT, element, False
        case Tuple(items, rest):
            for index, item in enumerate(items):
                yield item_step(index), item, False
            if rest is not None:
                yield REST, rest, False
        case Record(_, value):
            yield VALUE, value, False
        case Both(left, right):
            yield "", left, False
            yield "", right, False
        case Any() | Boolean() | String() | Number() | Literal():
            return
        case _:
            assert_never(core)
