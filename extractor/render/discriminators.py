"""Finds what tells the options of a union apart: the literal values each option's discriminating field accepts."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import (
    Effect,
    Intersection,
    Literal,
    Object,
    Ref,
    Scalar,
    Schema,
    Union,
)

Values = frozenset[tuple[bool, Scalar]]
"""Literal values, each beside whether it is a boolean, so that 1 and true stay two values."""


def literal_values(schema: Schema, field: str, definitions: Mapping[str, Schema]) -> Values | None:
    """The values that `field` must have in every object the schema accepts, or None where they are not literals."""
    match schema:
        case Object():
            found = schema.field(field)
            return None if found is None else _literals(found.schema, definitions)
        case Union(options):
            parts = [literal_values(option, field, definitions) for option in options]
            known = [part for part in parts if part is not None]
            return frozenset().union(*known) if len(known) == len(parts) and known else None
        case Intersection(left, right):
            sides = (literal_values(side, field, definitions) for side in (left, right))
            return next((side for side in sides if side is not None), None)
        case Effect(inner):
            return literal_values(inner, field, definitions)
        case Ref(name):
            return literal_values(definitions[name], field, definitions)
        case _:
            return None


def _literals(schema: Schema, definitions: Mapping[str, Schema]) -> Values | None:
    match schema:
        case Literal(values):
            return frozenset((isinstance(value, bool), value) for value in values)
        case Union(options):
            parts = [_literals(option, definitions) for option in options]
            known = [part for part in parts if part is not None]
            return frozenset().union(*known) if len(known) == len(parts) and known else None
        case Ref(name):
            return _literals(definitions[name], definitions)
        case _:
            return None


def is_exclusive(union: Union, definitions: Mapping[str, Schema]) -> bool:
    """Whether no value can fit two options of the union, as far as its discriminator tells."""
    if union.discriminator is None:
        return False
    seen: set[tuple[bool, Scalar]] = set()
    for option in union.options:
        values = literal_values(option, union.discriminator, definitions)
        if values is None or seen & values:
            return False
        seen |= values
    return True
