"""The shapes directly inside a shape: read them, or replace each by another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

from extractor.model.schema import Field, Schema


def parts(schema: Schema) -> Iterator[Schema]:
    """The shapes directly inside a shape, in its order."""
    for one in fields(schema):
        value = getattr(schema, one.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Field):
                yield item.schema
            elif isinstance(item, Schema):
                yield item


def with_parts(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """The shape with each shape directly inside it replaced by what `change` makes of it."""

    def changed(value: object) -> object:
        if isinstance(value, Field):
            return Field(value.name, change(value.schema))
        if isinstance(value, Schema):
            return change(value)
        return tuple(map(changed, value)) if isinstance(value, tuple) else value

    found = {one.name: changed(getattr(schema, one.name)) for one in fields(schema)}
    return replace(schema, **found)  # type: ignore[arg-type]
