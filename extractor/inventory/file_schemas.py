"""Gives a JSON Schema for each file of an inventory, so that other programs can check one before they read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from extractor.inventory.schema_notation import NUMBER_BOUNDS
from extractor.inventory.schema_reading import EFFECT_KINDS, NUMBER_FORMATS, WORDS
from extractor.inventory.sections import (
    BARE_RESPONSES,
    CATEGORIES,
    EVENT_EVIDENCE,
    GRADES,
    ORIGINATORS,
    SECTIONS,
    STREAMS,
)
from extractor.inventory.store import ABOUT_RELEASE, COUNTED
from extractor.model.inventory import INVENTORY_FORMAT

JsonSchema: TypeAlias = "dict[str, JsonValue]"
JsonValue: TypeAlias = "str | int | bool | list[JsonValue] | dict[str, JsonValue] | None"

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: JsonSchema = {"type": "string"}
TEXTS: JsonSchema = {"type": "array", "items": TEXT}
COUNT: JsonSchema = {"type": "integer", "minimum": 0}
SCHEMA: JsonSchema = {"$ref": "#/$defs/schema"}


def file_schemas() -> Mapping[str, JsonSchema]:
    """The JSON Schema of every inventory file, by the name of that file without its suffix."""
    schemas = {"release": _document("release", ABOUT_RELEASE, _release())}
    for section in SECTIONS:
        schemas[section.name] = _document(section.name, section.about, _CONTENT[section.name])
    return schemas


def _document(name: str, about: str, content: JsonSchema) -> JsonSchema:
    shared: JsonSchema = {"$defs": _notation()} if "#/$defs/schema" in repr(content) else {}
    return {"$schema": DIALECT, "title": f"{name}.yaml", "description": about, **content, **shared}


def _words(values: tuple[str, ...]) -> JsonSchema:
    return {"enum": list(values)}


def _map(value: JsonSchema) -> JsonSchema:
    return {"type": "object", "additionalProperties": value}


def _list(item: JsonSchema) -> JsonSchema:
    return {"type": "array", "items": item}


def _closed(required: JsonSchema, optional: JsonSchema | None = None) -> JsonSchema:
    properties = {**required, **(optional or {})}
    return {
        "type": "object", "properties": properties, "required": list(required), "additionalProperties": False
    }  # fmt: skip


def _release() -> JsonSchema:
    return _closed(
        {
            "format": {"const": INVENTORY_FORMAT},
            "release": TEXT,
            "dialect": {"type": ["string", "null"]},
            "lost": TEXTS,
            "absent": _map(TEXT),
            "counts": _closed(dict.fromkeys(COUNTED, COUNT)),
        }
    )


def _notation() -> JsonSchema:
    """The `$defs` that describe the compact notation of a schema."""
    bounds = _closed({}, {name: {"type": "number"} for name in NUMBER_BOUNDS})
    string = _closed({}, {"format": TEXT, "min": COUNT, "max": COUNT, "patterns": TEXTS})
    scalar: JsonSchema = {"type": ["string", "number", "boolean", "null"]}
    literal: JsonSchema = {"anyOf": [scalar, {"type": "array", "items": scalar, "minItems": 1, "uniqueItems": True}]}
    several = _list(SCHEMA)
    kinds: JsonSchema = {"type": "array", "items": _words(EFFECT_KINDS), "minItems": 1}
    forms: list[JsonValue] = [
        _words(tuple(WORDS)),
        _closed({"string": string}),
        *(_closed({name: bounds}) for name in ("number", *NUMBER_FORMATS)),
        _closed({"literal": literal}),
        _closed({"array": SCHEMA}, {"min": COUNT, "max": COUNT}),
        _closed({"tuple": several}, {"rest": SCHEMA}),
        _closed({"record": SCHEMA}, {"keys": SCHEMA, "exhaustive": {"const": True}}),
        _closed({"object": _map(SCHEMA)}, {"unknown": _words(("strict", "passthrough")), "rest": SCHEMA}),
        _closed({"union": several}, {"discriminator": TEXT}),
        _closed({"intersection": {**several, "minItems": 2, "maxItems": 2}}),
        _closed({"optional": SCHEMA}),
        _closed({"nullable": SCHEMA}),
        _closed({"default": SCHEMA}, {"value": {}}),
        _closed({"catch": SCHEMA}, {"value": {}}),
        _closed({"effect": SCHEMA, "kinds": kinds}),
        _closed({"ref": TEXT}),
    ]
    return {"schema": {"anyOf": forms}}


def _request() -> JsonSchema:
    originator: JsonSchema = {"enum": [*ORIGINATORS, None]}
    response: JsonSchema = {"anyOf": [_words(BARE_RESPONSES), SCHEMA]}
    direction = _closed({"value": _words(ORIGINATORS), "grade": _words(GRADES)})
    return _closed({"originator": originator, "request": SCHEMA, "response": response}, {"direction": direction})


def _messages() -> JsonSchema:
    shape = _closed({"streams": _list(_words(STREAMS)), "schema": SCHEMA})
    return _map({"anyOf": [shape, {"type": "array", "items": shape, "minItems": 2}]})


def _dispatch() -> JsonSchema:
    gate = _closed({"subtype": TEXT, "condition": TEXT})
    return _list(_closed({"role": TEXT, "subtypes": TEXTS}, {"gated": _list(gate)}))


def _evidence() -> JsonSchema:
    row: JsonSchema = {"type": "array", "prefixItems": [TEXT, COUNT, COUNT, TEXT], "items": False, "minItems": 4}
    return _map(_list(row))


_CONTENT: Mapping[str, JsonSchema] = {
    "control_requests": _map(_request()),
    "messages": _messages(),
    "subtypes": _map(_list(_words(CATEGORIES))),
    "dispatch": _dispatch(),
    "events": _closed(
        {
            "events": _map(_words(EVENT_EVIDENCE)),
            "beside": TEXTS,
            "other_webhooks": TEXTS,
            "other_documented": TEXTS,
        }
    ),
    "commands": _closed({"slash_commands": TEXTS, "hook_events": TEXTS}),
    "definitions": _map(SCHEMA),
    "emitters": _map(_closed({"always": TEXTS}, {"sometimes": TEXTS})),
    "unresolved": _list(_closed({"key": TEXT, "reason": TEXT})),
    "evidence": _evidence(),
}
