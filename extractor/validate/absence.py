"""Whether a field may be absent: a schema comes in, what its own release does about an absent field goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal as Choice
from typing import TypeAlias, assert_never

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

Absence: TypeAlias = Choice["accepted", "unchecked", "refused"]
"""`unchecked`: declared without a question mark, but nothing refuses its absence (zod `any`, `unknown`)."""

_ORDER: tuple[Absence, ...] = ("accepted", "unchecked", "refused")


def absence(schema: Schema, definitions: Mapping[str, Schema], inside: frozenset[str] = frozenset()) -> Absence:
    """What becomes of an object that lacks the field with this schema. Broken references refuse."""
    match schema:
        case Optional() | Default() | Catch() | Undefined():
            return "accepted"
        case Any():
            return "unchecked"
        case Nullable(inner):
            return absence(inner, definitions, inside)
        case Effect(inner, effects):
            if "unresolved" in effects:
                return "accepted"
            if "preprocess" in effects:
                return "accepted" if absence(inner, definitions, inside) == "accepted" else "unchecked"
            if "coerce" in effects and isinstance(inner, String | Boolean):
                return "accepted"
            return absence(inner, definitions, inside)
        case Union(options):
            return _first(_ORDER, (absence(option, definitions, inside) for option in options))
        case Intersection(left, right):
            return _first(_ORDER[::-1], (absence(side, definitions, inside) for side in (left, right)))
        case Ref(name):
            if name in inside or name not in definitions:
                return "refused"
            return absence(definitions[name], definitions, inside | {name})
        case Never() | Boolean() | String() | Number() | Literal() | Array() | Tuple() | Record() | Object():
            return "refused"
        case _:
            assert_never(schema)


def _first(order: tuple[Absence, ...], found: Iterable[Absence]) -> Absence:
    seen = set(found)
    return next((answer for answer in order if answer in seen), "refused")
