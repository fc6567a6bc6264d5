"""Compares every verdict with a real zod's: on random schemas, and on chosen near misses of each kind of check."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from extractor.model.schema import (
    Any,
    Array,
    Effect,
    Field,
    Intersection,
    Json,
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
    Undefined,
    Union,
)
from extractor.validate.compiled import Compiler
from extractor.validate.flaw import is_refused
from extractor.validate.parse import LineParser
from tests.validate.random_frames import PATTERNS, TEXTS, schemas, values_for
from tests.validate.zod_oracle import Oracle

pytestmark = pytest.mark.node

EXAMPLES = int(os.environ.get("ZOD_EXAMPLES", "600"))
QUICK = settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.fixture(scope="module", params=["zod3", "zod4"])
def oracle(request: pytest.FixtureRequest) -> Iterator[Oracle]:
    """Zod 3, and the zod 4 that the releases carry."""
    asked = Oracle(request.param)
    yield asked
    asked.close()


@pytest.fixture(scope="module")
def later() -> Iterator[Oracle]:
    """A later zod 4."""
    asked = Oracle("zod4new")
    yield asked
    asked.close()


def compare_text(
    oracle: Oracle, schema: Schema, texts: list[str], definitions: dict[str, Schema] | None = None
) -> list[bool | None]:
    """Both verdicts on every value, given as JSON text, must be the same; they are returned."""
    dialect = "zod 3" if oracle.name == "zod3" else "zod 4"
    check, parser = Compiler(definitions or {}, dialect).check(schema), LineParser()
    theirs = oracle.accepts_text(schema, texts, definitions)
    for text, their in zip(texts, theirs, strict=True):
        value = parser.parse(text.encode())
        our = not is_refused(check(value))  # type: ignore[arg-type]
        assert their is None or our == their, (schema, text)
    return theirs


def compare(oracle: Oracle, schema: Schema, *values: Json, definitions: dict[str, Schema] | None = None) -> None:
    """The same for values; at least one of them must be accepted and one refused, or the test says nothing."""
    verdicts = compare_text(oracle, schema, [json.dumps(value) for value in values], definitions)
    assert {True, False} <= set(verdicts), (schema, verdicts)


MORE_PATTERNS = (
    r"^\S+$",
    r"[\s\S]",
    r"^[^\s]$",
    r"^\u00e9",
    r"\bab\b",
    r"^\x61",
    "[^]b",
    "(?<first>a)b",
    "a{1,}$",
    "[&&b]",
    r"^[^\p{Cc}\p{Cf}\u2028\u2029]+$",
    r"^\P{L}$",
    r"^\p{So}\u{20}?$",
)


@QUICK
@given(st.data())
def test_a_random_schema_takes_what_zod_takes(oracle: Oracle, data: st.DataObject) -> None:
    schema = data.draw(schemas(oracle.name == "zod3"))
    for verdict in compare_text(oracle, schema, [json.dumps(value) for value in data.draw(values_for(schema))]):
        event({True: "accepted", False: "refused", None: "no verdict"}[verdict])


@pytest.mark.parametrize(
    "pattern", [*PATTERNS, r"^\S+$", r"[\s\S]", r"^[^\s]$", r"^\u00e9", r"\bab\b", r"^\x61", "[^]b"]
)
def test_patterns_match_what_javascript_matches(oracle: Oracle, pattern: str) -> None:
    texts = [*TEXTS, "ab\n", "\n", "\u2028", " ", "\u00a0", "\ufeff", "1.5", "٣.٣", "ab ab", "x_y", "a{,2}", "ab\r"]
    compare_text(oracle, String(patterns=(pattern,)), [json.dumps(text) for text in texts])


ZEROS = "00000000-0000-0000-0000-000000000000"
FORMATS: dict[str, tuple[str, ...]] = {
    "uuid": (f"{ZEROS[:14]}4{ZEROS[15:19]}8{ZEROS[20:]}", ZEROS, ZEROS[:-1], f"{ZEROS[:14]}9{ZEROS[15:]}", "x"),
    "email": ("a@b.co", "a.b+c@d-e.org", "a@b", "a..b@c.co", ".a@b.co", "a b@c.co", "a@b.c"),
    "url": ("https://a.b/c?d", "http://localhost:1", "foo:bar", "a.b", "", "https://", "mailto:a@b"),
    "datetime": ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.123Z", "2020-13-01T00:00:00Z", "2021-02-29T00:00:00Z"),
    "date": ("2020-02-29", "2021-02-29", "2020-1-1", "2020-04-31", "2020-01-01 "),
    "time": ("12:00:00", "12:00:00.5", "24:00:00", "12:60:00"),
    "cuid2": ("abc0", "ABC", ""),
    "ulid": ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAU"),
    "nanoid": ("V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-my"),
    "base64": ("", "YQ==", "YWI=", "YQ=", "Y Q==", "YQ"),
    "base64url": ("", "YQ", "YWI", "Y+", "a_-b"),
    "jwt": ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x", "a.b.c", "a.b", ""),
}


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_those_of_zod(oracle: Oracle, name: str) -> None:
    compare(oracle, String(name), *FORMATS[name])


@pytest.mark.parametrize("step", [2, 0.5, 0.1, 0.01, 5])
def test_multiples(oracle: Oracle, step: float) -> None:
    compare(oracle, Number(multiple_of=step), 0, 2, 3, 0.3, 0.25, -0.1, 10, 1e6, 0.07, 7.35, 0.001)


def test_numbers_as_javascript_reads_them(oracle: Oracle) -> None:
    whole = Number("int" if oracle.name == "zod3" else "safeint")
    texts = [
        "1",
        "1.0",
        "1e2",
        "-0",
        "1.5",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "1" * 40,
        "true",
    ]
    assert {True, False} <= set(compare_text(oracle, whole, texts))


def test_lengths_count_utf16_units(oracle: Oracle) -> None:
    compare(oracle, String(max_length=1), "a", "é", "\U0001f600", "ab", "\ud83d", "")
    compare(oracle, String(min_length=2), "a", "é", "\U0001f600", "ab")


def test_a_literal_is_of_its_own_type(oracle: Oracle) -> None:
    compare(oracle, Literal((1,)), 1, 1.0, True, "1", None)
    compare(oracle, Literal((True,)), True, 1, "true", False)
    compare(oracle, Literal((None, 0)), None, 0, False, "", {})


def test_recursive_definitions(oracle: Oracle) -> None:
    tree = Object((Field("value", String()), Field("children", Optional(Array(Ref("tree"))))), "strict")
    bad = {"value": "a", "children": [{"value": "b", "children": [{"value": 1}]}]}
    good = {"value": "a", "children": [{"value": "b", "children": []}]}
    compare(oracle, Ref("tree"), good, bad, {"value": "a", "more": 1}, definitions={"tree": tree})


def test_a_strict_side_of_an_intersection_refuses_the_fields_of_the_other(oracle: Oracle) -> None:
    left, right = Object((Field("a", String()),), "strict"), Object((Field("b", String()),))
    assert compare_text(oracle, Intersection(left, right), ['{"a": "x", "b": "y"}', '{"a": "x"}']) == [False, False]
    compare(oracle, Intersection(Object(left.fields), right), {"a": "x", "b": "y"}, {"a": "x"})


def test_discriminated_unions_with_several_values_and_none(oracle: Oracle) -> None:
    first = Object((Field("type", Literal(("a", "b"))), Field("x", Number())))
    second = Object((Field("type", Optional(Literal(("c",)))), Field("y", Number())))
    values: list[Json] = [
        {"type": "a", "x": 1},
        {"type": "b"},
        {"type": "c", "y": 1},
        {"y": 1},
        {"type": "d"},
        {},
        [],
        1,
    ]
    compare(oracle, Union((first, second), "type"), *values)


def test_absent_fields(oracle: Oracle) -> None:
    for schema in (Any(), Undefined(), Optional(String()), Union((String(), Undefined())), Nullable(Any())):
        compare(oracle, Object((Field("a", schema), Field("b", String()))), {"b": ""}, {"a": None, "b": 1})
    for schema in (String(), Nullable(String()), Union((String(), Number()))):
        compare(oracle, Object((Field("a", schema),)), {}, {"a": ""}, {"a": None})


def test_records_of_an_enum(oracle: Oracle) -> None:
    record = Record(Literal(("a", "b")), Number(), exhaustive=oracle.name != "zod3")
    compare(oracle, record, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": "2"}, [])
    partial: Json = {"a": 1}
    assert oracle.accepts(record, [partial]) == [oracle.name == "zod3"]
    assert Compiler({}).check(record)(partial) is None, "a documented leniency"


def test_trailing_elements_of_a_tuple_that_may_be_left_out(later: Oracle) -> None:
    compare(later, Tuple((String(), Optional(String()))), ["a"], ["a", "b"], [], ["a", 1], ["a", "b", "c"])
    compare(later, Tuple((Optional(String()), String())), ["a"], ["a", "b"])
    compare(later, Tuple((String(), Any())), ["a"], ["a", 1])


@pytest.mark.parametrize("effect", ["transform", "refinement"])
def test_what_follows_a_check_does_not_change_it(oracle: Oracle, effect: str) -> None:
    compare(oracle, Effect(String(max_length=1), (effect,)), "a", "ab", 1)  # type: ignore[arg-type]
