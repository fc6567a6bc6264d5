"""Tells whether a declared field may be left out, by the schema that the field has."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import (
    Any,
    Catch,
    Default,
    Effect,
    Intersection,
    Nullable,
    Optional,
    Ref,
    Schema,
    Undefined,
    Union,
)


def is_optional(schema: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Whether a field with this schema stands outside `required`: the schema has a word for an absent value."""
    return _absent(schema, definitions, counts_any=False, seen=frozenset())


def may_be_absent(schema: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Whether the schema accepts an absent field: an optional one, or one that accepts anything at all."""
    return _absent(schema, definitions, counts_any=True, seen=frozenset())


def _absent(schema: Schema, definitions: Mapping[str, Schema], counts_any: bool, seen: frozenset[str]) -> bool:
    match schema:
        case Optional() | Default() | Catch() | Undefined():
            return True
        case Any():
            return counts_any
        case Nullable(inner) | Effect(inner):
            return _absent(inner, definitions, counts_any, seen)
        case Union(options):
            return any(_absent(option, definitions, counts_any, seen) for option in options)
        case Intersection(left, right):
            return all(_absent(side, definitions, counts_any, seen) for side in (left, right))
        case Ref(name):
            return name not in seen and _absent(definitions[name], definitions, counts_any, seen | {name})
        case _:
            return False
