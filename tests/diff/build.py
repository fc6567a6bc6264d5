"""Small inventories for the tests of comparison: one request or one message around the shape under test."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.diff.compare import diff_inventories
from extractor.model.change import Change
from extractor.model.inventory import ControlRequest, Inventory, Message, Originator, Stream
from extractor.model.schema import Field, Object, Optional, Schema, UnknownKeys


def obj(unknown_keys: UnknownKeys = "strip", /, **fields: Schema) -> Object:
    """An object with these fields; `name_` with an Optional shape is an optional field."""
    return Object(tuple(Field(name, schema) for name, schema in fields.items()), unknown_keys)


def maybe(schema: Schema) -> Optional:
    """The shape of a field that may be absent."""
    return Optional(schema)


def sent(schema: Schema, definitions: Mapping[str, Schema] | None = None, *, by: Originator = "client") -> Inventory:
    """An inventory with one request, `ask`, that holds `schema` as its field `it`."""
    request = ControlRequest("ask", by, obj(it=schema), "acknowledgement")
    return Inventory("1", (request,), definitions=definitions or {})


def received(schema: Schema, definitions: Mapping[str, Schema] | None = None) -> Inventory:
    """An inventory with one message, `told`, on stdout, that has the shape `schema`."""
    return messages(("told", schema, ("stdout",)), definitions=definitions)


def messages(
    *shapes: tuple[str, Schema, tuple[Stream, ...]], definitions: Mapping[str, Schema] | None = None
) -> Inventory:
    """An inventory with these messages."""
    found = tuple(Message(key, schema, streams) for key, schema, streams in shapes)
    return Inventory("1", messages=found, definitions=definitions or {})


def changes(old: Inventory, new: Inventory) -> tuple[Change, ...]:
    """What differs."""
    return diff_inventories(old, new).changes


def facts(old: Inventory, new: Inventory) -> list[tuple[str, str, str | None, str | None]]:
    """What differs, as kind, path, old and new."""
    return [(one.kind, one.path, one.old, one.new) for one in changes(old, new)]


def shape_facts(old: Schema, new: Schema) -> list[tuple[str, str, str | None, str | None]]:
    """What differs between two shapes of one message, with paths from the shape's root."""
    found = facts(received(old), received(new))
    return [(kind, path.removeprefix("message/told"), before, after) for kind, path, before, after in found]
