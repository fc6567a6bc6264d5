"""The shapes directly inside a shape: read them, with the step to each, or replace each by another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_

from extractor.model.schema import (
    Array,
    Catch,
    Default,
    Effect,
    Field,
    Intersection,
    Nullable,
    Object,
    Optional,
    Record,
    Schema,
    Tuple,
    Union,
)

_WRAPPERS = (Optional, Nullable, Default, Catch, Effect)


def parts(schema: Schema) -> tuple[Schema, ...]:
    """The shapes directly inside a shape, in its order."""
    if isinstance(schema, Object):
        inside = tuple([field.schema for field in schema.fields])
        return inside if schema.rest is None else (*inside, schema.rest)
    if isinstance(schema, Array):
        return (schema.element,)
    if isinstance(schema, Tuple):
        return schema.items if schema.rest is None else (*schema.items, schema.rest)
    if isinstance(schema, Record):
        return (schema.key, schema.value)
    return same_value(schema)


def same_value(schema: Schema) -> tuple[Schema, ...]:
    """The shapes directly inside a shape that the value itself is held against, not a part of it."""
    if isinstance(schema, _WRAPPERS):
        return (schema.inner,)
    if isinstance(schema, Union):
        return schema.options
    return (schema.left, schema.right) if isinstance(schema, Intersection) else ()


def steps(schema: Schema) -> tuple[str, ...]:
    """For each shape directly inside a shape the step that leads to it.

    Steps are `.name` for a field, `[]` for elements, `[0]` for an item of a tuple, `.*` for the values of a record and
    for undeclared keys, `.(key)` for the keys of a record, "" for the rest.
    """
    if isinstance(schema, Object):
        named = tuple([f".{field.name}" for field in schema.fields])
        return named if schema.rest is None else (*named, ".*")
    if isinstance(schema, Array):
        return ("[]",)
    if isinstance(schema, Tuple):
        items = tuple([f"[{index}]" for index in range(len(schema.items))])
        return items if schema.rest is None else (*items, "[]")
    if isinstance(schema, Record):
        return (".(key)", ".*")
    return ("",) * len(same_value(schema))


def with_parts(schema: Schema, inside: tuple[Schema, ...]) -> Schema:
    """The shape with the shapes directly inside it replaced, in the order of `parts`; itself where none changes."""
    if all(map(is_, inside, parts(schema))):
        return schema
    if isinstance(schema, Object):
        fields = tuple(map(_field, schema.fields, inside))
        return Object(fields, schema.unknown_keys, inside[-1] if schema.rest is not None else None)
    if isinstance(schema, Array):
        return replace(schema, element=inside[0])
    if isinstance(schema, Tuple):
        return Tuple(inside) if schema.rest is None else Tuple(inside[:-1], inside[-1])
    if isinstance(schema, Record):
        return replace(schema, key=inside[0], value=inside[1])
    if isinstance(schema, Union):
        return replace(schema, options=inside)
    if isinstance(schema, Intersection):
        return Intersection(*inside)
    return replace(schema, inner=inside[0]) if isinstance(schema, _WRAPPERS) else schema


def rebuild(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """The shape with each shape directly inside it replaced by what `change` makes of it."""
    inside = parts(schema)
    return with_parts(schema, tuple(map(change, inside))) if inside else schema


def _field(field: Field, schema: Schema) -> Field:
    return field if schema is field.schema else Field(field.name, schema)
