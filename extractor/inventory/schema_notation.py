"""Turns a schema into its compact notation, a tree of plain values (docs/inventory-format.md)."""

from __future__ import annotations

from typing import assert_never

from extractor.inventory.yaml_text import Block, Tree
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    EffectKind,
    Field,
    FrozenJson,
    FrozenObject,
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

NUMBER_BOUNDS = ("minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of")
NEVER_STORED: tuple[EffectKind, ...] = ("cut", "description")
"""What only output that was asked for says: where a document ends, and the vendor's sentences."""

PLAIN_KEY = String()
"""The keys of a record that says nothing about them."""


def notation(schema: Schema) -> Tree:
    """The notation of `schema`: a word, or a mapping whose first key names the kind of schema."""
    match schema:
        case Any() | Never() | Undefined() | Boolean():
            return type(schema).__name__.lower()
        case String():
            return _string(schema)
        case Number():
            bounds = {name: getattr(schema, name) for name in NUMBER_BOUNDS if getattr(schema, name) is not None}
            word = schema.format or "number"
            return {word: bounds} if bounds else word
        case Literal(values):
            return {"literal": values[0] if len(values) == 1 else values}
        case Ref(name):
            return {"ref": name}
        case Optional(inner) | Nullable(inner):
            return {type(schema).__name__.lower(): notation(inner)}
        case Default() | Catch():
            inner_notation: dict[str, Tree] = {type(schema).__name__.lower(): notation(schema.inner)}
            return inner_notation | ({"value": thawed(schema.value)} if schema.known else {})
        case Effect(inner, effects):
            kept = tuple(effect for effect in effects if effect not in NEVER_STORED)
            return {"effect": notation(inner), "kinds": kept} if kept else notation(inner)
        case _:
            return _composite(schema)


def _composite(schema: Array | Tuple | Record | Object | Union | Intersection) -> Tree:
    match schema:
        case Array(element, min_items, max_items):
            return _with("array", notation(element), min=min_items, max=max_items)
        case Tuple(items, rest):
            return _with("tuple", tuple(map(notation, items)), rest=_notation_or_none(rest))
        case Record(key, value, exhaustive):
            keys = None if key == PLAIN_KEY else notation(key)
            return _with("record", notation(value), keys=keys, exhaustive=exhaustive or None)
        case Object(fields, unknown_keys, rest):
            unknown = None if unknown_keys == "strip" else unknown_keys
            shown = Block(_field(field) for field in fields)
            return _with("object", shown, unknown=unknown, rest=_notation_or_none(rest))
        case Union(options, discriminator):
            return _with("union", tuple(map(notation, options)), discriminator=discriminator)
        case Intersection(left, right):
            return {"intersection": (notation(left), notation(right))}
        case _:
            assert_never(schema)


def _with(kind: str, content: Tree, **properties: Tree) -> Tree:
    return {kind: content, **_given(**properties)}


def _given(**properties: Tree) -> dict[str, Tree]:
    return {name: value for name, value in properties.items() if value is not None}


def _notation_or_none(schema: Schema | None) -> Tree:
    return None if schema is None else notation(schema)


def _string(schema: String) -> Tree:
    properties = _given(
        format=schema.format, min=schema.min_length, max=schema.max_length, patterns=schema.patterns or None
    )
    return {"string": properties} if properties else "string"


def _field(field: Field) -> tuple[str, Tree]:
    """A field as a key: `name?` may be absent; `name!` is required and only its name ends in a mark."""
    if isinstance(field.schema, Optional):
        return f"{field.name}?", notation(field.schema.inner)
    return (f"{field.name}!" if field.name.endswith(("?", "!")) else field.name), notation(field.schema)


def thawed(value: FrozenJson) -> Tree:
    """A frozen JSON value as plain mappings, tuples and scalars."""
    if isinstance(value, FrozenObject):
        return {key: thawed(item) for key, item in value.items}
    if isinstance(value, tuple):
        return tuple(map(thawed, value))
    return value
