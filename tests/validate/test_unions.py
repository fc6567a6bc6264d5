"""Tests of unions and intersections: the branch that is reported, and what is known to either side."""

from __future__ import annotations

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
    String,
    Union,
)
from tests.validate.said import flaws, said, words


def tagged(tag: str, *fields: Field, kind: str = "strip") -> Object:
    """An object told by its `type`."""
    return Object((Field("type", Literal((tag,))), *fields), kind)  # type: ignore[arg-type]


TEXT = tagged("text", Field("text", String()))
TOOL = tagged("tool_use", Field("id", String()), Field("input", Record(String(), Any())))
BLOCKS = Union((TEXT, TOOL))
CONTENT = Union((String(), Array(BLOCKS)))


def test_only_the_branch_that_is_meant_is_reported() -> None:
    assert said(BLOCKS, {"type": "text"}) == ["$.text missing"]
    assert said(CONTENT, [{"type": "text", "text": 1}]) == ["$[0].text wrong_type"]
    assert said(Union((TEXT, TOOL), "type"), {"type": "tool_use", "id": "a"}) == ["$.input missing"]


def test_a_value_of_no_branch_names_them_all() -> None:
    assert words(CONTENT, 5) == ["expected a string or an array, got a number (5)"]
    assert words(Union((Literal(("a",)), Nullable(Number()))), "b") == [
        'expected "a" or a number or null, got the string "b"'
    ]


def test_an_unknown_tag_names_the_known_ones() -> None:
    assert words(BLOCKS, {"type": "image"}) == ['expected "text" or "tool_use", got the string "image"']
    assert said(BLOCKS, {"type": "image"}) == ["$.type unexpected_value"]
    assert said(BLOCKS, {"type": 5}) == ["$.type unexpected_value"]
    assert said(BLOCKS, {}) == ["$.type missing"]
    assert said(BLOCKS, "text") == ["$ wrong_type"]


def test_the_key_of_a_tag_need_not_come_first() -> None:
    assert said(BLOCKS, {"text": "a", "type": "text"}) == []


def test_branches_without_the_tag_are_tried_too() -> None:
    loose = Union((TEXT, Object((Field("anything", Number()),)), String()))
    assert said(loose, {"anything": 1}) == said(loose, "a") == []
    assert said(loose, {"type": "new", "anything": 1}) == ["$.type unknown_field"]
    assert said(loose, {"type": "text", "text": "a"}) == []


def test_the_accepting_branch_with_the_fewest_unknown_fields_speaks() -> None:
    union = Union((Object((Field("a", Number()),)), Object((Field("a", Number()), Field("b", Number())))))
    assert said(union, {"a": 1, "b": 2}) == []
    assert said(union, {"a": 1, "b": 2, "c": 2}) == ["$.c unknown_field"]


def test_the_nearest_branch_is_the_one_with_least_wrong() -> None:
    union = Union((Object((Field("a", String()), Field("b", String()))), Object((Field("c", String()),))))
    assert said(union, {"a": "x"})[0] == "$.b missing"


def test_nested_unions_and_references_keep_their_tags() -> None:
    union = Union((Ref("blocks"), tagged("image")))
    assert said(union, {"type": "text"}, {"blocks": BLOCKS}) == ["$.text missing"]
    assert said(union, {"type": "no"}, {"blocks": BLOCKS}) == ["$.type unexpected_value"]
    wrapped = Union((Effect(TEXT, ("refinement",)), Intersection(TOOL, Object((Field("extra", Number()),)))))
    assert said(wrapped, {"type": "tool_use", "id": "a", "input": {}}) == ["$.extra missing"]


def test_a_union_of_nothing_takes_nothing() -> None:
    for value in ({}, "a", None):
        assert said(Union(()), value) != []


def test_a_field_that_one_side_of_an_intersection_knows_is_known() -> None:
    both = Intersection(Object((Field("a", Number()),)), Object((Field("b", Number()),)))
    assert said(both, {"a": 1, "b": 2}) == []
    assert said(both, {"a": 1, "b": 2, "c": 3}) == ["$.c unknown_field"]
    assert said(both, {"a": "x"}) == ["$.a wrong_type", "$.b missing"]


def test_a_record_beside_an_object_knows_every_field() -> None:
    both = Intersection(Object((Field("a", Number()),)), Record(String(), Any()))
    assert said(both, {"a": 1, "b": 2}) == []


def test_a_strict_side_refuses_the_fields_of_the_other() -> None:
    both = Intersection(Object((Field("a", Number()),), "strict"), Object((Field("b", Number()),)))
    assert said(both, {"a": 1, "b": 2}) == ["$.b forbidden_field"]


def test_a_union_inside_an_object_keeps_the_path() -> None:
    schema = Object((Field("message", Object((Field("content", CONTENT),))), Field("more", Optional(Any()))))
    value: Json = {"message": {"content": [{"type": "text", "text": "a"}, {"type": "tool_use", "id": 1, "input": []}]}}
    assert said(schema, value) == ["$.message.content[1].id wrong_type", "$.message.content[1].input wrong_type"]


def test_null_is_named_where_it_would_do() -> None:
    assert words(Nullable(BLOCKS), 1) == ["expected an object or null, got a number (1)"]
    assert flaws(Nullable(BLOCKS), None) == []
