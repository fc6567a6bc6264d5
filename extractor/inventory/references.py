"""Checks that the schemas of an inventory only refer to definitions that exist and that end somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extractor.model.inventory import Inventory
from extractor.model.parts import parts, same_value
from extractor.model.schema import Ref, Schema


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
    for part in parts(schema):
        yield from _names(part)


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
        waiting.extend(same_value(schema))
    active.discard(name)
    done.add(name)
    return False
