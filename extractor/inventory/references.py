"""Checks that the schemas of an inventory only refer to definitions that exist and that end somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extractor.model.inventory import Inventory
from extractor.model.schema import (
    Array,
    Catch,
    Default,
    Effect,
    Intersection,
    Nullable,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    Tuple,
    Union,
)


def reference_problem(inventory: Inventory) -> str | None:
    """What is wrong with the references of an inventory, or None."""
    definitions = inventory.definitions
    for place, schema in _places(inventory):
        for name in _names(schema):
            if name not in definitions:
                return f"{place} refers to the definition {name!r}, which is missing"
    for name in definitions:
        if _endless(name, definitions, set(), set()):
            return f"the definition {name!r} is nothing but a reference to itself"
    return None


def _places(inventory: Inventory) -> Iterator[tuple[str, Schema]]:
    for request in inventory.control_requests:
        yield f"the request {request.subtype!r}", request.request
        if request.response is not None:
            yield f"the response of {request.subtype!r}", request.response
    for message in inventory.messages:
        yield f"the message {message.key!r}", message.schema
    for name, schema in inventory.definitions.items():
        yield f"the definition {name!r}", schema


def _names(schema: Schema) -> Iterator[str]:
    if isinstance(schema, Ref):
        yield schema.name
    for part in (*_inside(schema), *_same_value(schema)):
        yield from _names(part)


def _inside(schema: Schema) -> tuple[Schema, ...]:
    """The schemas of the parts of a value."""
    match schema:
        case Array(element):
            return (element,)
        case Tuple(items, rest):
            return items if rest is None else (*items, rest)
        case Record(key, value):
            return (key, value)
        case Object(fields, _, rest):
            return tuple(field.schema for field in fields) + (() if rest is None else (rest,))
        case _:
            return ()


def _same_value(schema: Schema) -> tuple[Schema, ...]:
    """The schemas that the value itself is held against."""
    match schema:
        case Union(options):
            return options
        case Intersection(left, right):
            return (left, right)
        case Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner) | Effect(inner):
            return (inner,)
        case _:
            return ()


def _endless(name: str, definitions: Mapping[str, Schema], active: set[str], done: set[str]) -> bool:
    """Whether following `name` without entering a part of the value comes back to a name that is being followed."""
    if name in active:
        return True
    if name in done:
        return False
    active.add(name)
    waiting = [definitions[name]]
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, Ref) and _endless(schema.name, definitions, active, done):
            return True
        waiting.extend(_same_value(schema))
    active.discard(name)
    done.add(name)
    return False
