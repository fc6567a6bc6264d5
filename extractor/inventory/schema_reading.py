"""Reads the compact notation of a schema back into the schema; a NotationError says where and why it is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import get_args

from extractor.inventory.expect import (
    NotationError,
    expect_keys,
    expect_list,
    expect_mapping,
    expect_text,
    expect_texts,
    shown,
)
from extractor.inventory.schema_notation import NEVER_STORED, NUMBER_BOUNDS, PLAIN_KEY
from extractor.inventory.yaml_read import Plain
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    EffectKind,
    Field,
    FrozenJson,
    FrozenObject,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    NumberFormat,
    Object,
    Optional,
    Record,
    Ref,
    Scalar,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)

NUMBER_FORMATS: tuple[NumberFormat, ...] = get_args(NumberFormat)
EFFECT_KINDS: tuple[EffectKind, ...] = tuple(kind for kind in get_args(EffectKind) if kind not in NEVER_STORED)
WORDS: Mapping[str, Schema] = {
    "any": Any(),
    "never": Never(),
    "undefined": Undefined(),
    "boolean": Boolean(),
    "string": String(),
    "number": Number(),
    **{name: Number(name) for name in NUMBER_FORMATS},
}


def read_schema(value: Plain) -> Schema:
    """The schema that a notation stands for."""
    if isinstance(value, str):
        schema = WORDS.get(value)
        if schema is None:
            raise NotationError(f"{shown(value)} is no schema")
        return schema
    if not isinstance(value, dict) or not value:
        raise NotationError(f"{shown(value)} is no schema")
    kind = next(iter(value))
    reader = _READERS.get(kind)
    if reader is None:
        raise NotationError(f"{shown(kind)} is no kind of schema")
    try:
        return reader(value)
    except NotationError as error:
        error.path.append(kind)
        raise


def frozen(value: Plain) -> FrozenJson:
    """A plain JSON value in the hashable form that schemas keep."""
    if isinstance(value, dict):
        return FrozenObject(tuple((key, frozen(item)) for key, item in value.items()))
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return value


def _string(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "string")
    properties = expect_mapping(value["string"])
    expect_keys(properties, "format", "min", "max", "patterns")
    form = expect_text(properties["format"]) if "format" in properties else None
    patterns = expect_texts(properties.get("patterns", []))
    return String(form, _count(properties, "min"), _count(properties, "max"), patterns)


def _number(value: dict[str, Plain]) -> Schema:
    ((kind, bounds),) = _single(value)
    bounds = expect_mapping(bounds)
    expect_keys(bounds, *NUMBER_BOUNDS)
    for name, bound in bounds.items():
        if isinstance(bound, bool) or not isinstance(bound, int | float) or not math.isfinite(bound):
            raise NotationError(f"{name}: {shown(bound)} is no number")
    form = next((name for name in NUMBER_FORMATS if name == kind), None)
    return Number(form, **bounds)  # type: ignore[arg-type]


def _single(value: dict[str, Plain]) -> list[tuple[str, Plain]]:
    expect_keys(value, next(iter(value)))
    return list(value.items())


def _count(value: Mapping[str, Plain], name: str) -> int | None:
    if name not in value:
        return None
    count = value[name]
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise NotationError(f"{name}: {shown(count)} is no count")
    return count


def _literal(value: dict[str, Plain]) -> Schema:
    ((_, given),) = _single(value)
    values: list[Scalar] = []
    for item in given if isinstance(given, list) else [given]:
        if isinstance(item, list | dict) or (isinstance(item, float) and not math.isfinite(item)):
            raise NotationError(f"{shown(item)} is no literal")
        values.append(item)
    if not values or len({(type(item) is bool, item) for item in values}) < len(values):
        raise NotationError("values that are missing or repeated")
    return Literal(tuple(values))


def _array(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "array", "min", "max")
    return Array(read_schema(value["array"]), _count(value, "min"), _count(value, "max"))


def _tuple(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "tuple", "rest")
    return Tuple(_schemas(value["tuple"]), _optional(value, "rest"))


def _schemas(value: Plain) -> tuple[Schema, ...]:
    return tuple(map(read_schema, expect_list(value)))


def _optional(value: Mapping[str, Plain], name: str) -> Schema | None:
    return read_schema(value[name]) if name in value else None


def _record(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "record", "keys", "exhaustive")
    if value.get("exhaustive", True) is not True:
        raise NotationError("exhaustive: is written only when it is true")
    return Record(_optional(value, "keys") or PLAIN_KEY, read_schema(value["record"]), "exhaustive" in value)


def _object(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "object", "unknown", "rest")
    fields = tuple(_field(key, item) for key, item in expect_mapping(value["object"]).items())
    if len({field.name for field in fields}) < len(fields):
        raise NotationError("a field that stands twice")
    rest = _optional(value, "rest")
    match value.get("unknown", "strip"):
        case "strip":
            return Object(fields, "strip", rest)
        case "strict":
            return Object(fields, "strict", rest)
        case "passthrough":
            return Object(fields, "passthrough", rest)
        case other:
            raise NotationError(f"unknown: {shown(other)} is neither strict nor passthrough")


def _field(key: str, value: Plain) -> Field:
    try:
        schema = read_schema(value)
    except NotationError as error:
        error.path.append(key)
        raise
    if key.endswith("?"):
        return Field(key[:-1], Optional(schema))
    return Field(key[:-1] if key.endswith("!") else key, schema)


def _union(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "union", "discriminator")
    discriminator = expect_text(value["discriminator"]) if "discriminator" in value else None
    return Union(_schemas(value["union"]), discriminator)


def _intersection(value: dict[str, Plain]) -> Schema:
    ((_, sides),) = _single(value)
    schemas = _schemas(sides)
    if len(schemas) != 2:
        raise NotationError("an intersection that has not two sides")
    return Intersection(*schemas)


def _with_value(make: Callable[[Schema, FrozenJson, bool], Schema], kind: str) -> Callable[[dict[str, Plain]], Schema]:
    def read(value: dict[str, Plain]) -> Schema:
        expect_keys(value, kind, "value")
        return make(read_schema(value[kind]), frozen(value.get("value")), "value" in value)

    return read


def _wrapping(make: Callable[[Schema], Schema]) -> Callable[[dict[str, Plain]], Schema]:
    return lambda value: make(read_schema(_single(value)[0][1]))


def _effect(value: dict[str, Plain]) -> Schema:
    expect_keys(value, "effect", "kinds")
    names = expect_texts(value.get("kinds", []))
    kinds = tuple(kind for name in names for kind in EFFECT_KINDS if kind == name)
    if not kinds or len(kinds) != len(names):
        raise NotationError("kinds of effect that are missing or unknown")
    return Effect(read_schema(value["effect"]), kinds)


def _ref(value: dict[str, Plain]) -> Schema:
    return Ref(expect_text(_single(value)[0][1]))


_READERS: Mapping[str, Callable[[dict[str, Plain]], Schema]] = {
    "string": _string,
    "number": _number,
    **dict.fromkeys(NUMBER_FORMATS, _number),
    "literal": _literal,
    "array": _array,
    "tuple": _tuple,
    "record": _record,
    "object": _object,
    "union": _union,
    "intersection": _intersection,
    "optional": _wrapping(Optional),
    "nullable": _wrapping(Nullable),
    "default": _with_value(Default, "default"),
    "catch": _with_value(Catch, "catch"),
    "effect": _effect,
    "ref": _ref,
}
