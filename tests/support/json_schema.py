"""Turns a JSON Schema, as the protocol documents write it, into the schema IR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any as Untyped

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Default,
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
    Union,
    UnknownKeys,
)

JsonSchema = Mapping[str, Untyped] | bool
NULL = Literal((None,))


def freeze(value: Untyped) -> FrozenJson:
    """A JSON value as the hashable form the IR keeps."""
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return FrozenObject(tuple((key, freeze(item)) for key, item in value.items()))
    return value  # type: ignore[no-any-return]


def schema_from_json(document: JsonSchema) -> Schema:
    """The IR of a JSON Schema of the dialect that the protocol documents use; a KeyError means another dialect."""
    if document is True or document == {}:
        return Any()
    if document is False:
        return Never()
    assert isinstance(document, Mapping)
    if "default" in document:
        inner = {key: value for key, value in document.items() if key != "default"}
        return Default(schema_from_json(inner), freeze(document["default"]))
    if "$ref" in document:
        return Ref(document["$ref"].removeprefix("#/$defs/"))
    if "const" in document:
        return Literal((document["const"],))
    if "enum" in document:
        return Literal(tuple(document["enum"]))
    for keyword in ("anyOf", "oneOf"):
        if keyword in document:
            return _union([schema_from_json(option) for option in document[keyword]])
    if "allOf" in document:
        first, *others = [schema_from_json(part) for part in document["allOf"]]
        for other in others:
            first = Intersection(first, other)
        return first
    return _typed(document)


def _union(options: list[Schema]) -> Schema:
    others = tuple(option for option in options if option != NULL)
    if len(others) == len(options):
        return Union(others)
    return Nullable(others[0] if len(others) == 1 else Union(others))


def _typed(document: Mapping[str, Untyped]) -> Schema:
    match document.get("type"):
        case "object":
            return _object(document)
        case "array":
            return _array(document)
        case "string":
            pattern = document.get("pattern")
            patterns = (pattern,) if pattern is not None else ()
            return String(document.get("format"), document.get("minLength"), document.get("maxLength"), patterns)
        case "integer" | "number" as kind:
            return Number(
                "int" if kind == "integer" else None,
                document.get("minimum"),
                document.get("maximum"),
                document.get("exclusiveMinimum"),
                document.get("exclusiveMaximum"),
                document.get("multipleOf"),
            )
        case "boolean":
            return Boolean()
        case "null":
            return NULL
        case other:
            raise KeyError(f"a JSON Schema type that no protocol document uses: {other!r}")


def _array(document: Mapping[str, Untyped]) -> Schema:
    if "prefixItems" in document:
        rest = document.get("items", False)
        items = tuple(schema_from_json(item) for item in document["prefixItems"])
        return Tuple(items, None if rest is False else schema_from_json(rest))
    return Array(schema_from_json(document.get("items", {})), document.get("minItems"), document.get("maxItems"))


def _object(document: Mapping[str, Untyped]) -> Schema:
    others = document.get("additionalProperties")
    if "properties" not in document and (others not in (None, False) or "propertyNames" in document):
        key = schema_from_json(document.get("propertyNames", {"type": "string"}))
        return Record(key, schema_from_json(others if others is not None else {}))
    required = set(document.get("required", ()))
    fields = tuple(_field(name, schema, name in required) for name, schema in document.get("properties", {}).items())
    unknown_keys: UnknownKeys = "strip"
    rest = None
    if others is False:
        unknown_keys = "strict"
    elif others in ({}, True):
        unknown_keys = "passthrough"
    elif others is not None:
        rest = schema_from_json(others)
    return Object(fields, unknown_keys, rest)


def _field(name: str, document: JsonSchema, is_required: bool) -> Field:
    schema = schema_from_json(document)
    return Field(name, schema if is_required or isinstance(schema, Default) else Optional(schema))
