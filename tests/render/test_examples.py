"""Examples: valid for what they are made of, short, the same every time, and refused where there is none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.model.schema import (
    Any,
    Array,
    Default,
    Field,
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
from extractor.render.examples import Examples, Impossible
from extractor.render.pattern_text import matching_text
from extractor.validate.compiled import Compiler
from extractor.validate.flaw import is_refused
from tests.validate.random_frames import schemas


def shape(**fields: Schema) -> Object:
    return Object(tuple(Field(*item) for item in fields.items()))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (String(), "text"),
        (String(min_length=6), "texttt"),
        (String(max_length=2), "te"),
        (String("datetime"), "2025-01-01T00:00:00Z"),
        (Number(), 1),
        (Number("int", exclusive_minimum=4, maximum=5), 5),
        (Number(None, 0.2, 0.8), 0.2),
        (Number(None, multiple_of=4), 0),
        (Literal(("a", "b")), "a"),
        (Array(String()), ["text"]),
        (Array(Never()), []),
        (Array(String(), 2), ["text", "text"]),
        (Array(String(), None, 0), []),
        (Tuple((String(), Number())), ["text", 1]),
        (Record(String(), Number()), {"text": 1}),
        (Record(Literal(("a", "b")), Number()), {"a": 1}),
        (Record(Literal(("a", "b")), Number(), exhaustive=True), {"a": 1, "b": 1}),
        (Record(String(), Never()), {}),
        (Union((Never(), String())), "text"),
        (Nullable(String()), "text"),
        (Default(Number(), 5), 1),
        (Intersection(shape(a=String()), shape(b=Number())), {"a": "text", "b": 1}),
        (Intersection(String(), Literal(("x",))), "x"),
        (
            shape(a=Optional(String()), b=Optional(Array(String())), c=Optional(Never()), d=Any()),
            {"a": "text", "d": {}},
        ),
        (shape(a=shape(b=shape(c=Optional(String())))), {"a": {"b": {}}}),
    ],
)
def test_an_example(schema: Schema, expected: object) -> None:
    assert Examples({}).example(schema) == expected


@pytest.mark.parametrize(
    "schema", [Never(), Undefined(), Union(()), Array(Never(), 1), shape(a=Never()), Number("int", 0.2, 0.8)]
)
def test_where_there_is_none(schema: Schema) -> None:
    with pytest.raises(Impossible):
        Examples({}).example(schema)


def test_recursion_ends_where_it_can() -> None:
    definitions: dict[str, Schema] = {
        "Tree": shape(name=String(), children=Array(Ref("Tree"))),
        "Chain": shape(next=Union((Ref("Chain"), Literal((None,))))),
        "Endless": shape(next=Ref("Endless")),
    }
    examples = Examples(definitions)
    assert examples.example(Ref("Tree")) == {"name": "text", "children": []}
    assert examples.example(Ref("Chain")) == {"next": None}
    with pytest.raises(Impossible):
        examples.example(Ref("Endless"))
    assert examples.example(Ref("Tree")) == {"name": "text", "children": []}


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/[A-Za-z]{1,64}\/\d{1,4}$",
        r"^\d{4}-\d{2}-\d{2}$",
        r"^(?:sha256:)?[0-9a-f]{64}$",
        r"^[^/\s]+$",
        r"^(a|b)(?:c|d)?(?<name>e)+$",
        r"^\u0041\x42\\\.$",
        r"^x{2,}?y*?$",
        r"^[\w.-]+@[\w-]+\.[a-z]{2,}$",
        r"^(?=.)a$",
        r"^[\]\[]$",
        "^$",
        "",
    ],
)
def test_a_text_for_a_pattern(pattern: str) -> None:
    assert re.search(pattern.replace("(?<name>", "(?P<name>"), matching_text(pattern))


@given(st.text("ab()[]{}|*+?^$\\.,0123dw-<>=!:u", max_size=30))
def test_no_pattern_is_a_crash(pattern: str) -> None:
    assert isinstance(matching_text(pattern), str)


@given(schemas(False))
def test_an_example_fits_its_schema(schema: Schema) -> None:
    try:
        value = Examples({}).example(schema)
    except Impossible:
        return
    if not any(kind in repr(schema) for kind in ("Intersection", "patterns=('")):
        assert not is_refused(Compiler({}, "zod 4").check(schema)(value)), value
