"""Paths: steps that cannot be misread, and labels that tell alternatives apart by what they are."""

from __future__ import annotations

import pytest

from extractor.model.normal import Normaliser
from extractor.model.places import places
from extractor.model.schema import Array, Field, Literal, Number, Object, Optional, Record, Schema, String, Tuple, Union
from extractor.model.shape_path import field_step, is_within, labels, parent, without_labels


def obj(**fields: Schema) -> Object:
    return Object(tuple(Field(name, schema) for name, schema in fields.items()))


def tagged(value: str, **fields: Schema) -> Object:
    return obj(type=Literal((value,)), **fields)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("a", ".a"),
        ("$x-1", ".$x-1"),
        ("a.b", '["a.b"]'),
        ("", '[""]'),
        ("é", '["\\u00e9"]'),
        ('"', '["\\""]'),
        ("1", '["1"]'),
    ],
)
def test_a_field(name: str, step: str) -> None:
    assert field_step(name) == step


LABELS: list[tuple[Schema, list[str]]] = [
    (Union((tagged("a"), String())), ["", ""]),
    (Union((tagged("a"), tagged("b"))), ["<type=a>", "<type=b>"]),
    (Union((obj(type=Literal(("x",)), subtype=Literal(("y",))), tagged("z"))), ["<type=x,subtype=y>", "<type=z>"]),
    (Union((obj(kind=Literal(("k k",))), obj(a=String()))), ['<kind="k k">', "<object:a>"]),
    (Union((obj(a=Optional(String())), obj(b=String(), c=Number()))), ["<object>", "<object:b,c>"]),
    (Union((tagged("a", x=String()), tagged("a", y=String()))), ["<type=a+x>", "<type=a+y>"]),
    (Union((tagged("a"), tagged("a", y=String()))), ["<type=a>", "<type=a+y>"]),
    (Union((tagged("a", x=String()), tagged("a", x=Number()))), ["<type=a>", "<type=a#2>"]),
    (Union((Array(String()), Array(Number()))), ["<array>", "<array#2>"]),
]


@pytest.mark.parametrize(("schema", "expected"), LABELS)
def test_labels(schema: Schema, expected: list[str]) -> None:
    normal = Normaliser({})
    assert list(labels(normal(schema), normal)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a[]<type=text>.b", "a[].b"), ('a<kind="<x>">.b<object:c,d>', "a.b"), ("a.b", "a.b"), ('a["<"].b', 'a["<"].b')],
)
def test_labels_left_out(path: str, expected: str) -> None:
    assert without_labels(path) == expected


def test_within_and_parent() -> None:
    assert is_within("a/b.c", "a/b") and is_within("a", "a") and not is_within("a/bc", "a/b")
    assert parent("message/m.a.b") == "message/m.a"
    assert parent('message/m.a["x.y"]') == "message/m.a"


def test_every_place_of_a_shape() -> None:
    schema = obj(
        a=Array(Union((tagged("x", v=String()), tagged("y")))),
        r=Record(String(), obj(k=Number())),
        t=Tuple((obj(i=String()),), String()),
    )
    found = places(schema, Normaliser({}))
    assert [(place.path, place.is_field) for place in found] == [
        (".a", True),
        (".a[]", False),
        (".a[]<type=x>.type", True),
        (".a[]<type=x>.v", True),
        (".a[]<type=y>.type", True),
        (".r", True),
        (".r.*", False),
        (".r.*.k", True),
        (".t", True),
        (".t[...]", False),
        (".t[0]", False),
        (".t[0].i", True),
    ]
