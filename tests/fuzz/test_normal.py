"""The comparison sees every difference that matters, and none where the same shape is said in another way."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.fuzz.normal import NEVER, differences

STRING = {"type": "string", "minLength": 2, "x-patterns": ["^a"], "x-format": None}
OBJECT = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"type": "number", "minimum": 1}, "c": {"const": 1}},
    "required": ["a", "c"],
}

SAME: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a literal and an enum of one": ({"const": "x", "type": "string"}, {"enum": ["x"]}),
    "unions in unions": (
        {"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "boolean"}]},
        {"oneOf": [{"type": "string"}, {"type": "null"}, {"type": "boolean"}]},
    ),
    "anything absorbs": ({"anyOf": [{}, {"type": "null"}]}, {}),
    "nothing is no alternative": ({"anyOf": [NEVER, {"type": "null"}]}, {"anyOf": [{"type": "null"}]}),
    "a pattern and a list of patterns": (STRING, {"type": "string", "minLength": 2, "pattern": "^a"}),
    "an implied bound": (
        {"type": "number", "minimum": 0, "exclusiveMinimum": 1},
        {"type": "number", "exclusiveMinimum": 1},
    ),
    "a step and its common multiple": ({"type": "number", "multipleOf": [2, 3]}, {"type": "number", "multipleOf": 6}),
    "keys that are any string": (
        {"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {}},
        {"type": "object", "additionalProperties": {}},
    ),
    "plain objects side by side": (
        {
            "allOf": [
                {"type": "object", "properties": {"a": {}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {}}},
            ]
        },
        {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a"]},
    ),
    "recursion cut elsewhere": (
        {"$defs": {"x": {"type": "array", "items": {"$ref": "#/$defs/x"}}}, "$ref": "#/$defs/x"},
        {
            "$defs": {"y": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/y"}}}},
            "type": "array",
            "items": {"$ref": "#/$defs/y"},
        },
    ),
}

CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a length": (STRING, {**STRING, "minLength": 3}),
    "a length lost": (STRING, {"type": "string", "pattern": "^a"}),
    "a pattern": (STRING, {**STRING, "x-patterns": ["^b"]}),
    "a pattern lost": (STRING, {**STRING, "x-patterns": []}),
    "a format": ({"type": "string", "x-format": "email"}, {"type": "string", "format": "uuid"}),
    "a required field": (OBJECT, {**OBJECT, "required": ["a"]}),
    "an optional field": (OBJECT, {**OBJECT, "required": ["a", "b", "c"]}),
    "a closed object": (OBJECT, {**OBJECT, "additionalProperties": False}),
    "a value's type": ({"const": 1}, {"const": "1"}),
    "true and one": ({"const": True}, {"const": 1}),
    "the order of alternatives": ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}),
    "a default": ({"type": "string", "default": "a"}, {"type": "string", "default": "b"}),
    "a default lost": ({"type": "string", "default": "a"}, {"type": "string"}),
    "a computed default": ({"type": "string", "default": "a"}, {"type": "string", "x-default": "computed"}),
    "null": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}),
    "an item": ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "number"}}),
    "a tuple's length": ({"type": "array", "prefixItems": [{}], "minItems": 1}, {"type": "array", "prefixItems": [{}]}),
    "an integer": ({"type": "integer"}, {"type": "number"}),
    "a discriminator": ({"anyOf": [OBJECT], "x-discriminator": "a"}, {"anyOf": [OBJECT]}),
    "exhaustive keys": (
        {"type": "object", "propertyNames": {"enum": ["a"]}, "additionalProperties": {}, "x-exhaustive": True},
        {"type": "object", "propertyNames": {"enum": ["a"]}, "additionalProperties": {}},
    ),
    "what recursion holds": (
        {"$defs": {"x": {"type": "array", "items": {"$ref": "#/$defs/x"}}}, "$ref": "#/$defs/x"},
        {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {}}}},
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_one_shape_said_in_two_ways_is_the_same(name: str) -> None:
    one, other = SAME[name]
    assert differences(one, other) == []
    assert differences(other, one) == []


@pytest.mark.parametrize("name", CHANGES)
def test_a_difference_is_seen_at_any_depth(name: str) -> None:
    one, other = CHANGES[name]
    assert differences(one, other)
    defs = {"$defs": {**one.get("$defs", {}), **other.get("$defs", {})}}
    deep = [
        {**defs, "type": "object", "properties": {"f": {"type": "array", "items": inner}}} for inner in (one, other)
    ]
    assert differences(deep[0], deep[1])
    assert differences(deep[0], copy.deepcopy(deep[0])) == []


def test_only_a_lenient_comparison_takes_a_computed_default() -> None:
    one, other = CHANGES["a computed default"]
    assert differences(one, other, is_lenient=True) == []
    one, other = CHANGES["a default"]
    assert differences(one, other, is_lenient=True)
