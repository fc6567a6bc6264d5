"""Writes a schema as one line that people read, definitions by their names: `string`, `"a" | "b"`, `Rule[]`."""

from __future__ import annotations

import json
from typing import assert_never

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    FrozenJson,
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
    Undefined,
    Union,
)
from extractor.render.json_shapes import plain_number, thawed

DEEPEST = 2
"""Objects nested deeper than this are `{...}`."""


def type_text(schema: Schema, depth: int = 0) -> str:
    """One line for a schema."""
    match schema:
        case Any() | Never() | Undefined() | Boolean():
            return type(schema).__name__.lower()
        case String():
            return "string" + _rules(
                schema.format, min=schema.min_length, max=schema.max_length, matches=schema.patterns
            )
        case Number():
            return _number(schema)
        case Literal(values):
            return " | ".join(map(json_text, values))
        case Ref(name):
            return name
        case Optional(inner):
            return f"{_closed(type_text(inner, depth))}?"
        case Nullable(inner):
            return f"{type_text(inner, depth)} | null"
        case Default(inner, value, known):
            return f"{_closed(type_text(inner, depth))} = {json_text(value) if known else 'computed'}"
        case Catch(inner, value, known):
            return f"{_closed(type_text(inner, depth))}, else {json_text(value) if known else 'computed'}"
        case Effect(inner, effects):
            told = [effect for effect in effects if effect != "lazy"]
            return type_text(inner, depth) + (f" ({', '.join(told)})" if told else "")
        case _:
            return _composite(schema, depth)


def _composite(schema: Array | Tuple | Record | Object | Union | Intersection, depth: int) -> str:
    match schema:
        case Array(element, min_items, max_items):
            return f"{_closed(type_text(element, depth))}[]" + _rules(None, min=min_items, max=max_items)
        case Tuple(items, rest):
            shown = [type_text(item, depth) for item in items]
            return "[" + ", ".join([*shown, *([f"...{type_text(rest, depth)}"] if rest is not None else [])]) + "]"
        case Record(key, value, exhaustive):
            colon = ":" if exhaustive else "?:"
            return f"{{[{type_text(key, depth)}]{colon} {type_text(value, depth)}}}"
        case Object():
            return _object(schema, depth)
        case Union(options):
            return " | ".join(type_text(option, depth) for option in options) or "never"
        case Intersection(left, right):
            return f"{_closed(type_text(left, depth))} & {_closed(type_text(right, depth))}"
        case _:
            assert_never(schema)


def _object(schema: Object, depth: int) -> str:
    if depth >= DEEPEST and schema.fields:
        return "{...}"
    shown = []
    for field in schema.fields:
        optional = isinstance(field.schema, Optional)
        inner = field.schema.inner if isinstance(field.schema, Optional) else field.schema
        shown.append(f"{field.name}{'?' if optional else ''}: {type_text(inner, depth + 1)}")
    if schema.rest is not None:
        shown.append(f"[other]: {type_text(schema.rest, depth + 1)}")
    return "{" + "; ".join(shown) + "}"


def _number(schema: Number) -> str:
    words = {"int": "integer", "safeint": "integer", None: "number", "float64": "number"}
    bounds = {
        ">=": schema.minimum,
        "<=": schema.maximum,
        ">": schema.exclusive_minimum,
        "<": schema.exclusive_maximum,
        "a multiple of": schema.multiple_of,
    }
    shown = [f"{sign} {plain_number(bound)}" for sign, bound in bounds.items() if bound is not None]
    return words.get(schema.format, str(schema.format)) + (f" ({', '.join(shown)})" if shown else "")


def _rules(form: str | None, **rules: object) -> str:
    shown = [form] if form else []
    for name, rule in rules.items():
        if isinstance(rule, tuple):
            shown += [f"{name} {json.dumps(part)}" for part in rule]
        elif rule is not None:
            shown.append(f"{name} {rule}")
    return f" ({', '.join(shown)})" if shown else ""


def json_text(value: FrozenJson) -> str:
    """The JSON text of a value: ASCII, and 1.0 is 1."""
    return json.dumps(thawed(value), ensure_ascii=True)


def _closed(text: str) -> str:
    """The text in parentheses, where something beside it would bind to its last part only."""
    return f"({text})" if " " in text and not text.startswith("{") else text
