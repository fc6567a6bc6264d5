"""Makes the protocol document (docs: the export) of an inventory: JSON Schema 2020-12, as zod itself would say it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias, assert_never

from extractor.model.inventory import ControlRequest, Inventory, Message
from extractor.model.schema import Schema
from extractor.render.depth import DepthLimit
from extractor.render.json_shapes import JsonSchema, JsonShapes, pointer_part
from extractor.render.references import reachable_names

Document: TypeAlias = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def protocol_document(inventory: Inventory) -> Document:
    """The document of the contract: requests and wire messages with their schemas, and the definitions they use.

    As a JSON Schema it accepts every frame of the wire, so that a program which knows no more reads it too.
    """
    inventory = _cut(inventory)
    shapes = JsonShapes(inventory.definitions)
    requests = {request.subtype: _request(request, shapes) for request in inventory.control_requests}
    wired = [message for message in inventory.messages if message.streams]
    messages = {key: _joined(list(group), shapes) for key, group in groupby(wired, key=lambda message: message.key)}
    definitions = {name: shapes.schema(inventory.definitions[name]) for name in _reachable(inventory)}
    frames = [{"$ref": f"#/messages/{pointer_part(key)}"} for key in messages]
    return {
        "$schema": DIALECT,
        "title": f"Wire protocol of release {inventory.release}",
        "release": inventory.release,
        "control_requests": requests,
        "messages": messages,
        "$defs": definitions,
        **({"anyOf": frames} if frames else {}),
    }


def protocol_text(inventory: Inventory) -> str:
    """The protocol document as JSON text that is the same, to the byte, for the same inventory."""
    return json.dumps(protocol_document(inventory), indent=2, ensure_ascii=True) + "\n"


def _request(request: ControlRequest, shapes: JsonShapes) -> Document:
    entry: Document = {"originator": request.originator}
    if request.direction is not None:
        entry["direction"] = {"value": request.direction.value, "grade": request.direction.grade}
    entry["request"] = shapes.schema(request.request)
    match request.response_kind:
        case "schema":
            assert request.response is not None
            entry["response"] = shapes.schema(request.response)
        case "acknowledgement":
            entry["response"] = None
        case "undeclared":
            pass
        case _:
            assert_never(request.response_kind)
    return entry


def _cut(inventory: Inventory) -> Inventory:
    """The inventory with every message cut at the depth of the contract's documents; requests are said whole."""
    limit = DepthLimit(inventory.definitions)
    return replace(
        inventory,
        messages=tuple(replace(message, schema=limit.cut(message.schema)) for message in inventory.messages),
    )


def _joined(messages: Sequence[Message], shapes: JsonShapes) -> JsonSchema:
    """One schema for the shapes that share a key; the same shape on both streams is said once."""
    said = {json.dumps(schema): schema for schema in (shapes.schema(message.schema) for message in messages)}
    schemas = list(said.values())
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _reachable(inventory: Inventory) -> list[str]:
    """The definitions that requests, responses and wire messages lead to, in the inventory's order."""
    roots: list[Schema] = []
    for request in inventory.control_requests:
        roots += [request.request] if request.response is None else [request.request, request.response]
    roots += [message.schema for message in inventory.messages if message.streams]
    found = reachable_names(roots, inventory.definitions)
    return [name for name in inventory.definitions if name in found]
