"""Tests of the checks of objects, arrays, tuples and records, with near misses."""

from __future__ import annotations

from extractor.model.schema import (
    Any,
    Array,
    Catch,
    Default,
    Effect,
    Field,
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
    Union,
)
from extractor.validate.compiled import Compiler
from tests.validate.said import flaws, said, words

POINT = Object((Field("x", Number()), Field("y", Optional(Number()))))


def test_null_is_not_absent() -> None:
    assert said(POINT, {"x": 1}) == []
    assert said(POINT, {"x": 1, "y": None}) == ["$.y wrong_type"]
    assert said(Object((Field("x", Nullable(Number())),)), {"x": None}) == []
    assert said(Object((Field("x", Nullable(Number())),)), {}) == ["$.x missing"]


def test_what_may_be_absent() -> None:
    for schema in (Optional(Number()), Default(Number(), 1), Catch(Number(), 1), Nullable(Optional(Number()))):
        assert said(Object((Field("x", schema),)), {}) == []
    for required in (Number(), Nullable(Number()), Union((Number(), String())), Effect(Number(), ("transform",))):
        assert said(Object((Field("x", required),)), {}) == ["$.x missing"]
    assert said(Object((Field("x", Any()),)), {}) == ["$.x absent_any"]


def test_a_default_is_not_given_for_null() -> None:
    assert said(Object((Field("x", Default(Number(), 1)),)), {"x": None}) == ["$.x wrong_type"]


def test_unknown_fields_are_shown_or_refused() -> None:
    value: Json = {"x": 1, "z": 1}
    assert said(POINT, value) == ["$.z unknown_field"]
    assert said(Object(POINT.fields, "passthrough"), value) == ["$.z unknown_field"]
    assert said(Object(POINT.fields, "strict"), value) == ["$.z forbidden_field"]
    assert said(Object(POINT.fields, rest=Number()), value) == []
    assert said(Object(POINT.fields, rest=String()), value) == ["$.z wrong_type"]


def test_every_flaw_of_an_object_is_found() -> None:
    assert said(POINT, {"y": "a", "z": 1}) == ["$.x missing", "$.y wrong_type", "$.z unknown_field"]


def test_an_array_is_no_object_and_the_other_way_round() -> None:
    assert said(POINT, []) == said(Record(String(), Any()), []) == ["$ wrong_type"]
    assert said(Array(Any()), {}) == said(Tuple(()), {}) == ["$ wrong_type"]


def test_arrays_and_their_bounds() -> None:
    schema = Array(Number(), 1, 2)
    assert said(schema, [1]) == said(schema, [1, 2]) == []
    assert said(schema, []) == said(schema, [1, 2, 3]) == ["$ out_of_bounds"]
    assert said(schema, [1, "a"]) == ["$[1] wrong_type"]


def test_tuples() -> None:
    schema = Tuple((Number(), Optional(String())))
    assert said(schema, [1]) == said(schema, [1, "a"]) == []
    assert said(schema, []) == said(schema, [1, "a", 2]) == ["$ out_of_bounds"]
    assert said(Tuple((Number(),), String()), [1, "a", 2]) == ["$[2] wrong_type"]


def test_in_zod_3_every_element_of_a_tuple_must_be_there() -> None:
    check = Compiler({}, "zod3").check(Tuple((Number(), Optional(String()))))
    assert [flaw.kind for flaw in check([1]) or []] == ["out_of_bounds"]
    assert check([1, "a"]) is None


def test_records() -> None:
    schema = Record(String(patterns=("^a",)), Number())
    assert said(schema, {"a": 1, "ab": 2}) == []
    assert said(schema, {"a": "x"}) == ["$.a wrong_type"]
    assert said(schema, {"b": 1}) == ["$.b forbidden_field"]
    assert words(schema, {"b": 1}) == ["`b` is not allowed here: expected a string that matches /^a/"]


def test_a_record_need_not_have_every_key_of_its_enum() -> None:
    hooks = Record(Literal(("Stop", "PreToolUse")), Number(), exhaustive=True)
    assert said(hooks, {"Stop": 1}) == said(hooks, {}) == []
    assert said(hooks, {"Stopp": 1}) == ["$.Stopp forbidden_field"]


def test_paths_go_through_every_container() -> None:
    schema = Object((Field("a", Array(Record(String(), Tuple((Number(),))))),))
    assert said(schema, {"a": [{}, {"odd key": ["x"]}]}) == ['$.a[1]["odd key"][0] wrong_type']


def test_ten_thousand_flaws_of_a_kind_are_one_with_a_count() -> None:
    found = flaws(Array(POINT), [{"x": "a"}] * 10_000)
    assert sum(flaw.count for flaw in found) == 10_000
    assert len(found) < 200


def test_ten_thousand_unknown_fields_are_counted() -> None:
    found = flaws(POINT, {"x": 1, **{f"field {number}": 1 for number in range(10_000)}})
    assert sum(flaw.count for flaw in found) == 10_000
    assert len(found) < 200
    assert {flaw.grade for flaw in found} == {"unknown"}


def test_folding_never_hides_an_invalid_flaw() -> None:
    rows: list[Json] = [{"x": 1, f"field {number}": 1} for number in range(5_000)]
    found = flaws(Array(POINT), [*rows, {"x": "a"}, *rows])
    assert [flaw.kind for flaw in found if flaw.grade == "invalid"] == ["wrong_type"]


def test_a_value_that_release_replaces_is_shown_but_not_refused() -> None:
    schema = Object((Field("mode", Catch(Literal(("default", "plan")), "default")),))
    assert said(schema, {"mode": "plan"}) == []
    assert said(schema, {"mode": "yolo"}) == ["$.mode replaced_value"]
    assert {flaw.grade for flaw in flaws(schema, {"mode": "yolo"})} == {"unknown"}


def test_what_is_converted_first_is_a_warning() -> None:
    for effect in ("coerce", "preprocess"):
        schema = Effect(Number(), (effect,))  # type: ignore[arg-type]
        assert said(schema, "12") == ["$ converted"]
    assert said(Effect(Number(), ("transform", "refinement")), "12") == ["$ wrong_type"]


def test_references_may_be_recursive_or_broken() -> None:
    definitions: dict[str, Schema] = {"tree": Object((Field("next", Optional(Ref("tree"))),), "strict")}
    assert said(Ref("tree"), {"next": {"next": {}}}, definitions) == []
    assert said(Ref("tree"), {"next": {"next": {"x": 1}}}, definitions) == ["$.next.next.x forbidden_field"]
    compiler = Compiler({})
    assert compiler.check(Ref("nowhere"))(1) is None
    assert compiler.unchecked == {"definition nowhere"}
