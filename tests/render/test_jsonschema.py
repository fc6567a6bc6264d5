"""The protocol document: exact on the expected documents, and in zod's own words for every kind of schema."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any as Untyped

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from extractor.model.inventory import ControlRequest, Direction, Inventory, Message
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Field,
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
    Undefined,
    Union,
)
from extractor.render.json_shapes import JsonShapes
from extractor.render.jsonschema import protocol_document, protocol_text
from tests.support import compare_protocol
from tests.support.golden import check_golden
from tests.support.protocol_inventory import EXPECTED, expected_inventory, read_document
from tests.support.random_schemas import inventories, schemas
from tests.support.small_inventory import SMALL as SMALL_RELEASE

BASE = Inventory("1.2.3")


def said(schema: Schema, **definitions: Schema) -> Untyped:
    return JsonShapes(definitions).schema(schema)


@pytest.mark.parametrize(("release", "score"), [("2.1.113", 63), ("2.1.235", 185), ("2.1.245", 191)])
def test_every_expected_shape_is_exact(
    release: str, score: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected, export = tmp_path / "expected.json", tmp_path / "export.json"
    expected.write_text(json.dumps(read_document(EXPECTED / f"{release}.protocol.json.xz")), "utf-8")
    export.write_text(protocol_text(expected_inventory(release)), "utf-8")
    assert compare_protocol.main(expected, export)
    assert f"{release}: {score}/{score} exact" in capsys.readouterr().out
    document = json.loads(export.read_text("utf-8"))
    Draft202012Validator.check_schema(document)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (Any(), {}),
        (Never(), {"not": {}}),
        (Undefined(), {"not": {}}),
        (Boolean(), {"type": "boolean"}),
        (String("datetime", 1, 9, ("^a",)), {
            "type": "string", "minLength": 1, "maxLength": 9, "format": "date-time", "pattern": "^a"}),
        (String(patterns=("a", "b")), {"type": "string", "allOf": [{"pattern": "a"}, {"pattern": "b"}]}),
        (Number(), {"type": "number"}),
        (Number("int", minimum=0.0), {"type": "integer", "minimum": 0}),
        (Number("safeint", maximum=5), {"type": "integer", "minimum": -(2**53) + 1, "maximum": 5}),
        (Number("uint32"), {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}),
        (Number(None, exclusive_minimum=0.5, exclusive_maximum=2, multiple_of=0.5), {
            "type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 2, "multipleOf": 0.5}),
        (Literal(("a",)), {"type": "string", "const": "a"}),
        (Literal((None,)), {"type": "null", "const": None}),
        (Literal((1, 2.0)), {"type": "number", "enum": [1, 2]}),
        (Literal((1, True, "1")), {"enum": [1, True, "1"]}),
        (Array(String(), 1, 2), {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2}),
        (Tuple((String(), Number())), {
            "type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": False, "minItems": 2}),
        (Tuple((String(), Optional(Number())), Any()), {
            "type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": {}, "minItems": 1}),
        (Tuple(()), {"type": "array", "items": False}),
        (Record(String(), Number()), {"type": "object", "additionalProperties": {"type": "number"}}),
        (Record(Literal(("a", "b")), Boolean(), exhaustive=True), {
            "type": "object", "propertyNames": {"type": "string", "enum": ["a", "b"]},
            "additionalProperties": {"type": "boolean"}, "x-exhaustive": True}),
        (Record(String(patterns=("^x",)), Any()), {
            "type": "object", "propertyNames": {"type": "string", "pattern": "^x"}, "additionalProperties": {}}),
        (Union((String(), Undefined())), {"anyOf": [{"type": "string"}]}),
        (Nullable(String()), {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (Nullable(Union((String(), Boolean()))), {
            "anyOf": [{"type": "string"}, {"type": "boolean"}, {"type": "null"}]}),
        (Nullable(Any()), {}),
        (Intersection(String(), Any()), {"allOf": [{"type": "string"}, {}]}),
        (Default(String(), "x"), {"type": "string", "default": "x"}),
        (Default(Any(), FrozenObject((("a", (1.0, None)),))), {"default": {"a": [1, None]}}),
        (Default(String(), known=False), {"type": "string", "x-default": "computed"}),
        (Catch(String(), "x"), {"type": "string", "default": "x", "x-catch": True}),
        (Effect(String(), ("transform", "refinement")), {
            "type": "string", "x-effects": ["transform", "refinement"]}),
    ],
)  # fmt: skip
def test_each_kind_of_schema(schema: Schema, expected: object) -> None:
    assert said(schema) == expected


def test_what_may_be_absent_stands_outside_required() -> None:
    schemas: dict[str, Schema] = {
        "needed": String(),
        "anything": Any(),
        "optional": Optional(String()),
        "default": Default(String(), "x"),
        "catch": Catch(String(), "x"),
        "undefined": Undefined(),
        "wrapped": Nullable(Effect(Optional(String()), ("transform",))),
        "either": Union((String(), Optional(Number()))),
        "both": Intersection(Optional(String()), Optional(String())),
        "one_side": Intersection(String(), Optional(String())),
        "defined": Ref("Maybe"),
    }
    shape = said(Object(tuple(Field(*item) for item in schemas.items())), Maybe=Optional(String()))
    assert shape["required"] == ["needed", "anything", "one_side"]
    assert list(shape["properties"]) == list(schemas)
    assert shape["properties"]["optional"] == {"type": "string"}


def test_only_a_strict_object_is_closed() -> None:
    fields = (Field("a", String()),)
    assert "additionalProperties" not in said(Object(fields))
    assert said(Object(fields, "strict"))["additionalProperties"] is False
    assert said(Object(fields, "passthrough"))["additionalProperties"] == {}
    assert said(Object(fields, rest=Number()))["additionalProperties"] == {"type": "number"}
    assert said(Object(())) == {"type": "object", "properties": {}}


def option(**fields: Schema) -> Object:
    return Object(tuple(Field(*item) for item in fields.items()))


def test_a_discriminated_union_is_exclusive_only_where_its_options_are() -> None:
    first, second = option(kind=Literal(("a",))), option(kind=Literal(("b", "c")))
    assert said(Union((first, second), "kind")).keys() == {"oneOf", "x-discriminator"}
    assert said(Union((first, Ref("Second")), "kind"), Second=second).keys() == {"oneOf", "x-discriminator"}
    assert said(Union((first, first), "kind")).keys() == {"anyOf", "x-discriminator"}
    assert said(Union((first, option(kind=String())), "kind")).keys() == {"anyOf", "x-discriminator"}
    assert said(Union((option(kind=Literal((1,))), option(kind=Literal((True,)))), "kind")).keys() >= {"oneOf"}


def test_recursion_and_odd_names_go_through_definitions() -> None:
    tree = Union((String(), Array(Ref("a/b~c d"))))
    inventory = replace(
        BASE,
        messages=(Message("tree", Ref("a/b~c d"), ("stdout",)),),
        definitions={"a/b~c d": tree, "Unused": String()},
    )
    document: Untyped = protocol_document(inventory)
    assert document["messages"]["tree"] == {"$ref": "#/$defs/a~1b~0c%20d"}
    assert list(document["$defs"]) == ["a/b~c d"]
    assert document["anyOf"] == [{"$ref": "#/$defs/a~1b~0c%20d"}]
    validator = Draft202012Validator(document)
    assert validator.is_valid(["x", ["y"]])
    assert not validator.is_valid(["x", [1]])


def test_the_document_of_the_contract() -> None:
    inventory = replace(
        BASE,
        control_requests=(
            ControlRequest("bare", "client", String(), "acknowledgement"),
            ControlRequest("none", None, String(), "undeclared", direction=Direction("agent", "inferred")),
            ControlRequest("with", "both", String(), "schema", Boolean()),
        ),
        messages=(
            Message("internal", String(), ()),
            Message("system/init", Number(), ("stdout",)),
            Message("user", String(), ("stdin",)),
            Message("user", Boolean(), ("stdout",)),
            Message("user", String(), ("stdout",)),
        ),
    )
    document: Untyped = protocol_document(inventory)
    assert document["release"] == "1.2.3"
    assert document["control_requests"] == {
        "bare": {"originator": "client", "request": {"$ref": "#/$defs/BareRequest"}, "response": None},
        "none": {
            "originator": None,
            "direction": {"value": "agent", "grade": "inferred"},
            "request": {"$ref": "#/$defs/NoneRequest"},
        },
        "with": {
            "originator": "both",
            "request": {"$ref": "#/$defs/WithRequest"},
            "response": {"$ref": "#/$defs/WithResponse"},
        },
    }
    assert document["messages"] == {
        "system/init": {"$ref": "#/$defs/SystemInitMessage"},
        "user": {"$ref": "#/$defs/UserMessage"},
    }
    assert document["$defs"] == {
        "BareRequest": {"type": "string"},
        "NoneRequest": {"type": "string"},
        "WithRequest": {"type": "string"},
        "WithResponse": {"type": "boolean"},
        "SystemInitMessage": {"type": "number"},
        "UserMessage": {"anyOf": [{"type": "string"}, {"type": "boolean"}]},
    }
    assert document["anyOf"] == [{"$ref": "#/$defs/SystemInitMessage"}, {"$ref": "#/$defs/UserMessage"}]
    assert protocol_text(inventory) == protocol_text(inventory)


def test_the_document_of_a_small_release(refresh_golden: bool) -> None:
    check_golden("export", {"protocol.json": protocol_text(SMALL_RELEASE)}, refresh_golden)


@settings(deadline=None)
@given(schemas)
def test_any_schema_is_a_json_schema(schema: Schema) -> None:
    document = said(schema)
    Draft202012Validator.check_schema(document)
    json.dumps(document, allow_nan=False)


@settings(deadline=None)
@given(inventories())
def test_any_inventory_has_a_document(inventory: Inventory) -> None:
    text = protocol_text(inventory)
    assert text.isascii()
    document = json.loads(text)
    Draft202012Validator.check_schema({key: document[key] for key in ("$schema", "$defs")})
