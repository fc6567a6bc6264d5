"""Follows the references of schemas: which definitions are needed to say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)


def parts(schema: Schema) -> tuple[Schema, ...]:
    """The schemas directly inside a schema, in order."""
    match schema:
        case Any() | Never() | Undefined() | Boolean() | String() | Number() | Literal() | Ref():
            return ()
        case Array(inner) | Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner) | Effect(inner):
            return (inner,)
        case Tuple(items, rest):
            return items if rest is None else (*items, rest)
        case Record(key, value):
            return (key, value)
        case Object(fields, _, rest):
            return tuple(field.schema for field in fields) + (() if rest is None else (rest,))
        case Union(options):
            return options
        case Intersection(left, right):
            return (left, right)
        case _:
            assert_never(schema)


def reachable_names(roots: Iterable[Schema], definitions: Mapping[str, Schema]) -> set[str]:
    """The names of every definition that the roots refer to, directly or through others."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, Ref) and schema.name not in found:
            found.add(schema.name)
            waiting.append(definitions[schema.name])
        waiting.extend(parts(schema))
    return found
