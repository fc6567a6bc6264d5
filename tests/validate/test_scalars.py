"""Tests of the checks of strings, numbers and literals, with near misses."""

from __future__ import annotations

import math

import pytest

from extractor.model.schema import Boolean, Json, Literal, Never, Number, String, Undefined
from extractor.validate.scalars import ascii_text, one_of
from tests.validate.said import said, words


@pytest.mark.parametrize("value", ["", "a", "\ud800", "\U0001f600"])
def test_a_string_is_any_text(value: str) -> None:
    assert said(String(), value) == []


@pytest.mark.parametrize("value", [1, None, True, ["a"], {"a": "a"}])
def test_nothing_else_is_a_string(value: Json) -> None:
    assert said(String(), value) == ["$ wrong_type"]


def test_lengths_are_counted_in_utf16_units() -> None:
    assert said(String(min_length=2, max_length=2), "\U0001f600") == []
    assert said(String(min_length=2, max_length=2), "a") == ["$ out_of_bounds"]
    assert said(String(max_length=1), "\U0001f600") == ["$ out_of_bounds"]


@pytest.mark.parametrize("value", [0, 1])
def test_a_number_is_no_boolean(value: int) -> None:
    assert said(Boolean(), value) == ["$ wrong_type"]
    assert said(Number(), bool(value)) == ["$ wrong_type"]


@pytest.mark.parametrize("value", [math.inf, -math.inf, 10**400])
def test_a_number_is_one_that_a_double_can_hold(value: float) -> None:
    assert said(Number(), value) == ["$ out_of_bounds"]


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("int", [1, 1.0, 1e20, -3], [1.5, "1", None]),
        ("safeint", [2**53 - 1, -(2**53) + 1], [2**53, -(2**53), 0.5]),
        ("int32", [2**31 - 1, -(2**31)], [2**31, -(2**31) - 1, 0.1]),
        ("uint32", [0, 2**32 - 1], [-1, 2**32]),
        ("float32", [0.5, 3.4e38], [3.5e38]),
        ("float64", [1e308], ["1"]),
    ],
)
def test_number_formats(kind: str, right: list[Json], wrong: list[Json]) -> None:
    schema = Number(kind)  # type: ignore[arg-type]
    assert [value for value in right if said(schema, value)] == []
    assert [value for value in wrong if not said(schema, value)] == []


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        (Number(minimum=1), 1, 0.999),
        (Number(maximum=1), 1, 1.001),
        (Number(exclusive_minimum=1), 1.001, 1),
        (Number(exclusive_maximum=1), 0.999, 1),
        (Number(multiple_of=0.1), 0.3, 0.35),
        (Number(multiple_of=3), -9, 10),
    ],
)
def test_bounds(schema: Number, right: Json, wrong: Json) -> None:
    assert said(schema, right) == []
    assert said(schema, wrong) == ["$ out_of_bounds"]


def test_a_literal_is_compared_by_type_and_value() -> None:
    assert [value for value in (1, 1.0) if said(Literal((1,)), value)] == []
    wrong: list[Json] = [True, "1", None, 2, [1]]
    assert [value for value in wrong if not said(Literal((1,)), value)] == []
    assert said(Literal((True,)), 1) == ["$ unexpected_value"]
    assert said(Literal((None, False)), 0) == ["$ unexpected_value"]
    assert said(Literal((None, False)), None) == said(Literal((None, False)), False) == []
    assert said(Literal(("a",)), None) == ["$ unexpected_value"]


def test_a_literal_names_what_would_do() -> None:
    assert words(Literal(("a", "b", None)), "c") == ['expected "a", "b" or null, got the string "c"']
    assert one_of(tuple(range(20))).endswith("and 8 more")


def test_never_and_undefined_take_nothing() -> None:
    assert said(Never(), None) == said(Undefined(), None) == ["$ unexpected_value"]


def test_formats_and_patterns_are_said_in_words() -> None:
    assert words(String("uuid"), "x") == ['expected a string in the format `uuid`, got the string "x"']
    assert words(String(patterns=("^a$",)), "b") == ['expected a string that matches /^a$/, got the string "b"']
    assert said(String("a format of tomorrow"), "x") == []


def test_texts_are_shown_in_printable_ascii() -> None:
    assert ascii_text('a"\n\x1b[31m\U0001f600é\\') == '"a\\"\\n\\u001b[31m\\u{1f600}\\u00e9\\\\"'
    assert len(ascii_text("a" * 1000)) < 70
