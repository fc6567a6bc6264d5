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
from extractor.render.names import ClassNames
from extractor.render.references import reachable_names

Document: TypeAlias = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def protocol_document(inventory: Inventory) -> Document:
    """The document of the contract: requests and wire messages with their schemas, and the definitions they use.

    Every request, response and message is a definition with a plain name, which is what programs that read JSON
    Schema call their types by. As a JSON Schema the document accepts every frame of the wire; its `properties` say
    nothing, but a generator that is asked for all definitions looks for them only where there are some.
    """
    inventory = _cut(inventory)
    shelf = _Shelf(inventory)
    requests = {request.subtype: _request(request, shelf) for request in inventory.control_requests}
    wired = [message for message in inventory.messages if message.streams]
    messages = _messages(wired, shelf)
    frames = list({json.dumps(schema): schema for schema in messages.values()}.values())
    return {
        "$schema": DIALECT,
        "title": f"Wire protocol of release {inventory.release}",
        "release": inventory.release,
        "control_requests": requests,
        "messages": messages,
        "$defs": shelf.definitions(),
        "properties": {},
        **({"anyOf": frames} if frames else {}),
    }


class _Shelf:
    """The definitions of the document: those of the inventory that it needs, and one for each entry."""

    def __init__(self, inventory: Inventory) -> None:
        self._shapes = JsonShapes(inventory.definitions)
        self._kept = {name: self._shapes.schema(inventory.definitions[name]) for name in _reachable(inventory)}
        self._names = ClassNames(self._kept)
        self._added: dict[str, JsonSchema] = {}

    def add(self, said: JsonSchema, *words: str) -> JsonSchema:
        """A reference to a schema, which becomes a definition named after the words when it is none yet."""
        if said.keys() == {"$ref"}:
            return said
        name = self._names.take(*words)
        self._added[name] = said
        return {"$ref": f"#/$defs/{pointer_part(name)}"}

    def said(self, schema: Schema) -> JsonSchema:
        """The schema as it is, without a definition of its own."""
        return self._shapes.schema(schema)

    def definitions(self) -> dict[str, JsonSchema]:
        """All definitions: the inventory's own, then those of the entries."""
        return {**self._kept, **self._added}


def protocol_text(inventory: Inventory) -> str:
    """The protocol document as JSON text that is the same, to the byte, for the same inventory."""
    return json.dumps(protocol_document(inventory), indent=2, ensure_ascii=True) + "\n"


def _request(request: ControlRequest, shelf: _Shelf) -> Document:
    entry: Document = {"originator": request.originator}
    if request.direction is not None:
        entry["direction"] = {"value": request.direction.value, "grade": request.direction.grade}
    entry["request"] = shelf.add(shelf.said(request.request), request.subtype, "Request")
    match request.response_kind:
        case "schema":
            assert request.response is not None
            entry["response"] = shelf.add(shelf.said(request.response), request.subtype, "Response")
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
        messages=tuple(replace(message, schema=limit.message(message.schema)) for message in inventory.messages),
    )


def _messages(messages: Sequence[Message], shelf: _Shelf) -> dict[str, JsonSchema]:
    """A reference for each key. Shapes that share a key are joined; keys that share a shape share a definition."""
    known: dict[str, JsonSchema] = {}
    found = {}
    for key, group in groupby(messages, key=lambda message: message.key):
        said = {json.dumps(schema): schema for schema in (shelf.said(message.schema) for message in group)}
        schemas = list(said.values())
        joined: JsonSchema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        text = json.dumps(joined)
        if text not in known:
            known[text] = shelf.add(joined, key, "Message")
        found[key] = known[text]
    return found


def _reachable(inventory: Inventory) -> list[str]:
    """The definitions that requests, responses and wire messages lead to, in the inventory's order."""
    roots: list[Schema] = []
    for request in inventory.control_requests:
        roots += [request.request] if request.response is None else [request.request, request.response]
    roots += [message.schema for message in inventory.messages if message.streams]
    found = reachable_names(roots, inventory.definitions)
    return [name for name in inventory.definitions if name in found]
