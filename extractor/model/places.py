"""Lists every place inside a shape with its path: each field, element, record value and tuple item, at any depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from extractor.errors import InputError
from extractor.model.normal import Both, Core, Normaliser
from extractor.model.schema import Any, Array, Boolean, Literal, Number, Object, Record, Schema, String, Tuple
from extractor.model.shape_path import ELEMENT, REST, VALUE, field_step, item_step, labels

MOST_PLACES = 200_000
"""A shape with more places than this is refused: no message is that large, so the file is damaged."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One place: its path from the shape's root, its schema, and whether it is a declared field."""

    path: str
    schema: Schema
    is_field: bool


def places(schema: Schema, normal: Normaliser) -> tuple[Place, ...]:
    """Every place below the root of `schema`, in order of path. A shape inside itself is entered once."""
    found: dict[str, Place] = {}
    for count, place in enumerate(_below(schema, normal, "", [])):
        known = found.get(place.path)
        if known is None or place.is_field:
            found[place.path] = place
        if count > MOST_PLACES:
            raise InputError("inventory", "has a shape too large to be a message", "extract the release again")
    return tuple(found[path] for path in sorted(found))


def _below(schema: Schema, normal: Normaliser, path: str, opened: list[int]) -> Iterator[Place]:
    place = id(normal.heart(schema))
    if place in opened:
        return
    opened.append(place)
    shape = normal(schema)
    for option, label in zip(shape.options, labels(shape, normal), strict=True):
        for step, inner, is_field in _steps(option.core):
            yield Place(path + label + step, inner, is_field)
            yield from _below(inner, normal, path + label + step, opened)
    opened.pop()


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
