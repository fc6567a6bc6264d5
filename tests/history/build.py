"""Inventories of made-up releases for the tests of history."""

from __future__ import annotations

from extractor.diff.compare import diff_inventories
from extractor.model.change import Change
from extractor.model.inventory import ControlRequest, Dispatch, Emitter, Event, Inventory, Message, Unresolved
from extractor.model.schema import Field, Literal, Object, Optional, Schema, String, Union


def obj(**fields: Schema) -> Object:
    """An object with these fields."""
    return Object(tuple(Field(name, schema) for name, schema in fields.items()))


def compare(old: Inventory, new: Inventory) -> tuple[Change, ...]:
    """What differs between two inventories."""
    return diff_inventories(old, new).changes


CAT, DOG = obj(type=Literal(("cat",)), lives=String()), obj(type=Literal(("dog",)), barks=String())

BEFORE = Inventory("1.9.0", absent=(("protocol", "it is older than the protocol"),))
CODE_ONLY = Inventory(
    "2.0.9",
    dispatches=(Dispatch("worker", ("ask", "hidden")),),
    emitters=(Emitter("told", ("type",)),),
    absent=(("schemas", "it keeps none"),),
)
FIRST = Inventory(
    "2.0.10",
    (
        ControlRequest("ask", "client", obj(subtype=Literal(("ask",)), it=String()), "schema", obj(ok=String())),
        ControlRequest("told_by_agent", "agent", obj(subtype=Literal(("told_by_agent",))), "undeclared"),
    ),
    (Message("told", obj(type=Literal(("told",)), pet=CAT), ("stdout",)),),
    dispatches=(Dispatch("worker", ("ask", "hidden")),),
    events=(Event("session.error", "webhook_only"), Event("session.archived", "lexical_false_positive")),
    slash_commands=("clear",),
)
SECOND = Inventory(
    "2.0.11",
    (
        ControlRequest(
            "ask", "client", obj(subtype=Literal(("ask",)), it=Optional(String()), more=String()), "acknowledgement"
        ),
    ),
    (Message("told", obj(type=Literal(("told",)), pet=Union((CAT, DOG))), ("stdout",)),),
    dispatches=(Dispatch("worker", ("ask",)),),
    events=(Event("session.error", "sse_parser"),),
    slash_commands=("clear", "compact"),
)
THIRD = Inventory(
    "2.0.20",
    (ControlRequest("ask", "client", obj(subtype=Literal(("ask",)), more=String()), "acknowledgement"),),
    dispatches=(Dispatch("worker", ("ask",)),),
    slash_commands=("compact",),
    unresolved=(Unresolved("message/told", "a name leads nowhere"),),
)
ALL = (THIRD, FIRST, BEFORE, SECOND, CODE_ONLY)
