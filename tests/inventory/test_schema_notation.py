"""The compact notation of a schema: exact words for exact shapes, there and back, and refusal of anything else."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractor.inventory.expect import NotationError
from extractor.inventory.schema_notation import notation
from extractor.inventory.schema_reading import read_schema
from extractor.inventory.yaml_read import parse_yaml
from extractor.inventory.yaml_text import Block, dump
from extractor.model.schema import (
    Array,
    Default,
    Effect,
    Field,
    FrozenObject,
    Literal,
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
)
from tests.support.random_schemas import schemas


@given(schemas)
def test_there_and_back(schema: Schema) -> None:
    text = dump(notation(schema))
    back = read_schema(parse_yaml(text))
    assert back == schema
    assert dump(notation(back)) == text


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (String(), "string"),
        (String("uuid", 1, 2, ("^a$",)), '{string: {format: uuid, min: 1, max: 2, patterns: ["^a$"]}}'),
        (Number(), "number"),
        (Number("int"), "int"),
        (Number("int", minimum=0), "{int: {minimum: 0}}"),
        (Number(minimum=0.5), "{number: {minimum: 0.5}}"),
        (Literal(("user",)), "{literal: user}"),
        (Literal((1, True, None, "1")), '{literal: [1, true, null, "1"]}'),
        (Array(String(), 1), "{array: string, min: 1}"),
        (Tuple((String(), Number()), String()), "{tuple: [string, number], rest: string}"),
        (Record(String(), String()), "{record: string}"),
        (Record(Literal(("a", "b")), String(), True), "{record: string, keys: {literal: [a, b]}, exhaustive: true}"),
        (Union((String(), Ref("A b")), "type"), '{union: [string, {ref: "A b"}], discriminator: type}'),
        (Nullable(String()), "{nullable: string}"),
        (Default(String(), "x"), "{default: string, value: x}"),
        (Default(String(), FrozenObject((("a", (1, None)),))), "{default: string, value: {a: [1, null]}}"),
        (Default(String(), None), "{default: string, value: null}"),
        (Default(String(), None, known=False), "{default: string}"),
        (Effect(String(), ("transform",)), "{effect: string, kinds: [transform]}"),
        (Object((), "strict"), "{object: {}, unknown: strict}"),
    ],
)
def test_the_notation_of_a_shape(schema: Schema, text: str) -> None:
    assert dump(Block(a=notation(schema))) == f"a: {text}\n"
    assert read_schema(parse_yaml(text)) == schema


def test_a_field_says_in_its_key_whether_it_may_be_absent() -> None:
    names = {"a": String(), "b": Optional(String()), "c?": String(), "d?": Optional(String()), "e!": String()}
    schema = Object(tuple(Field(*item) for item in names.items()))
    assert dump(notation(schema)).splitlines() == [
        "object:", "  a: string", "  b?: string", "  c?!: string", "  d??: string", "  e!!: string",
    ]  # fmt: skip
    assert read_schema(parse_yaml(dump(notation(schema)))) == schema


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("strnig", "'strnig' is no schema"),
        ("null", "None is no schema"),
        ("{}", "is no schema"),
        ("[string]", "is no schema"),
        ("{objekt: {}}", "'objekt' is no kind of schema"),
        ("{object: {a: {array: {union: [strng]}}}}", "object.a.array.union: 'strng' is no schema"),
        ("{object: {a: string}, unknown: some}", "neither strict nor passthrough"),
        ("{object: {a: string, a!: string}}", "a field that stands twice"),
        ('{object: {"a?": string, a: string}}', "a field that stands twice"),
        ("{literal: []}", "missing or repeated"),
        ("{literal: [a, a]}", "missing or repeated"),
        ("{literal: [[a]]}", "is no literal"),
        ("{literal: a, more: b}", "the unknown key 'more'"),
        ("{string: {min: -1}}", "-1 is no count"),
        ("{string: {min: true}}", "True is no count"),
        ("{string: {patterns: [1]}}", "1 is no text"),
        ("{int: {minimum: x}}", "'x' is no number"),
        ("{int: {least: 1}}", "the unknown key 'least'"),
        ("{array: string, max: 1.5}", "1.5 is no count"),
        ("{tuple: string}", "is no list"),
        ("{record: string, exhaustive: false}", "written only when it is true"),
        ("{intersection: [string]}", "has not two sides"),
        ("{effect: string}", "missing or unknown"),
        ("{effect: string, kinds: [magic]}", "missing or unknown"),
        ("{ref: 1}", "1 is no text"),
        ("{optional: string, value: 1}", "the unknown key 'value'"),
    ],
)
def test_what_is_no_schema_is_refused_with_its_place(text: str, problem: str) -> None:
    with pytest.raises((NotationError, ValueError)) as caught:
        read_schema(parse_yaml(text))
    assert problem in str(caught.value)


def test_a_sentence_of_the_vendor_is_never_written() -> None:
    described = Object((Field("a", Effect(Effect(String(), ("description",), "a sentence"), ("transform",))),))
    assert dump(notation(described)) == "object:\n  a: {effect: string, kinds: [transform]}\n"
    with pytest.raises(NotationError, match="missing or unknown"):
        read_schema(parse_yaml("{effect: string, kinds: [description]}"))


def test_true_and_one_are_two_literals() -> None:
    assert read_schema(parse_yaml("{literal: [1, true]}")) == Literal((1, True))
