"""What the types of a generated package accept: what zod accepts, to the last edge of JavaScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any as Untyped

import pytest
from pydantic import ValidationError

from extractor.model.inventory import Inventory, Message
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
from tests.support.packages import import_package

TREE = Ref("Tree")
LIST = Ref("List")
DEFINITIONS: dict[str, Schema] = {
    "Tree": Object((Field("value", String()), Field("children", Optional(Array(TREE))))),
    "List": Union((String(), Array(LIST), Record(String(), LIST))),
}


def shape(**fields: Schema) -> Object:
    return Object(tuple(Field(*item) for item in fields.items()))


A = shape(kind=Literal(("a",)), one=String())
B = shape(kind=Literal(("b", "c")), two=Number())
PLAIN = Union((shape(one=String()), shape(two=String())))

CASES: list[tuple[str, Schema, list[Untyped], list[Untyped]]] = [
    ("any", Any(), [1, None, "x", [], {}, True], []),
    ("never", Never(), [], [1, None, "x"]),
    ("undefined", Undefined(), [], [None, 1]),
    ("boolean", Boolean(), [True, False], [1, 0, "true", None]),
    ("string", String(), ["", "x", "\x00", "\ud83d", "😀"], [1, None, True, ["x"], b"x"]),
    ("number", Number(), [1, 1.5, -0.0, 10**20], [True, "1", None, float("nan"), float("inf")]),
    ("int", Number("int"), [1, 1.0, -3, 10**20, 1e20], [1.5, True, "1", None, float("nan")]),
    ("safeint", Number("safeint"), [2**53 - 1, -(2**53) + 1, 5.0], [2**53, -(2**53), 2.0**53, 1.5, True]),
    ("int32", Number("int32"), [2**31 - 1, -(2**31)], [2**31, 0.5]),
    ("uint32", Number("uint32"), [0, 2**32 - 1], [-1, 2**32]),
    ("float32", Number("float32"), [1, 1.5, 3.4e38], [3.5e38, -3.5e38, True]),
    ("minimum", Number(minimum=0, maximum=2), [0, 2, 1.5], [-0.1, 3]),
    ("exclusive", Number("int", exclusive_minimum=0, exclusive_maximum=3), [1, 2], [0, 3, 1.5]),
    ("step", Number(multiple_of=0.1), [0.3, 1, 0.1], [0.25]),
    ("shortest", String(min_length=2), ["ab", "😀"], ["", "a"]),
    ("longest", String(max_length=2), ["ab", "😀", ""], ["abc", "😀a"]),
    ("pattern", String(patterns=("^a", "b$")), ["ab", "axb"], ["a", "b", "ab\n"]),
    ("unchecked_pattern", String(patterns=("(?<=a+)b",)), ["ab", "1"], [1]),
    ("unicode_pattern", String(patterns=("^\\p{L}$",)), ["x", "é"], ["1"]),
    ("uuid", String("uuid"), ["6f1d3f8e-0b7a-4c1e-9d5c-2a4b6c8d0e1f"], ["x", "6f1d3f8e0b7a4c1e9d5c2a4b6c8d0e1f"]),
    ("email", String("email"), ["a@b.co"], ["a@b", "@b.co"]),
    ("datetime", String("datetime"), ["2025-01-01T00:00:00Z"], ["2025-01-01", "2025-13-01T00:00:00Z"]),
    ("odd_format", String("no such format"), ["x"], [1]),
    ("literal", Literal(("a",)), ["a"], ["b", None, 1]),
    ("enum", Literal(("a", "b")), ["a", "b"], ["c", "A"]),
    ("literal_one", Literal((1,)), [1, 1.0], [True, "1", 2, [1], {}]),
    ("literal_true", Literal((True,)), [True], [1, "true", False]),
    ("literal_zero_false", Literal((0, "x")), [0, 0.0, "x"], [False, ""]),
    ("literal_float", Literal((1.5,)), [1.5], [1, 2]),
    ("literal_null", Literal((None,)), [None], [0, "null", False]),
    ("literal_mixed", Literal(("a", 1, True, None)), ["a", 1, True, None], ["b", 2, False]),
    ("array", Array(String()), [[], ["a"]], [{}, "a", None, [1], ["a", None]]),
    ("array_limits", Array(Any(), 1, 2), [[1], [1, 2]], [[], [1, 2, 3]]),
    ("tuple", Tuple((String(), Number())), [["a", 1]], [["a"], ["a", 1, 2], [1, "a"], {}, "a1"]),
    ("tuple_rest", Tuple((String(),), Number()), [["a"], ["a", 1, 2]], [[], ["a", "b"]]),
    ("tuple_tail", Tuple((String(), Optional(Number()))), [["a"], ["a", 1]], [[], ["a", "b"]]),
    ("tuple_empty", Tuple(()), [[]], [[1]]),
    ("tuple_only_rest", Tuple((), String()), [[], ["a", "b"]], [[1]]),
    ("tuple_of_objects", Tuple((A, A)), [[{"kind": "a", "one": "x"}] * 2], [[{"kind": "a"}] * 2]),
    ("record", Record(String(), Number()), [{}, {"a": 1}], [[], {"a": "1"}, {"a": None}]),
    ("record_keys", Record(Literal(("a", "b")), Any()), [{}, {"a": 1}], [{"c": 1}]),
    ("record_pattern", Record(String(patterns=("^x",)), Any()), [{"xa": 1}], [{"a": 1}]),
    ("record_lacking", Record(Literal(("a", "b")), String(), exhaustive=True), [{"a": "1"}, {}], [{"c": "1"}]),
    ("object", shape(one=String(), two=Optional(Number())), [{"one": "x"}, {"one": "x", "new": 1}], [
        {}, {"one": 1}, []]),
    ("strict", Object((Field("one", String()),), "strict"), [{"one": "x"}, {"one": "x", "new": 1}], [{}]),
    ("rest", Object((Field("one", String()),), rest=Number()), [{"one": "x", "n": 1}], [{"one": "x", "n": "1"}]),
    ("rest_union", Object((), rest=Union((Tuple((Literal(("long text", "other")),), Number()), Literal(("x", True)),
        Record(String(), Literal(("one more long text", 1, None)))))), [{"a": ["other", 1]}, {"b": True}], [{"a": 1}]),
    ("nullable", Nullable(String()), ["x", None], [1]),
    ("nullable_object", Nullable(A), [None, {"kind": "a", "one": "x"}], [{"kind": "a"}, 1]),
    ("union", Union((String(), Boolean(), Array(Number()))), ["x", True, [1]], [1, None, ["x"]]),
    ("union_empty", Union(()), [], [1, None]),
    ("discriminated", Union((A, B), "kind"), [{"kind": "a", "one": ""}, {"kind": "c", "two": 1}], [
        {"kind": "a", "two": 1}, {"kind": "d"}, {}, None]),
    ("undiscriminated", PLAIN, [{"one": "x"}, {"two": "x"}, {"one": "x", "two": 5}], [{}, {"one": 1}]),
    ("intersection", Intersection(shape(one=String()), shape(two=Number())), [{"one": "x", "two": 1}], [
        {"one": "x"}, {"two": 1}]),
    ("intersection_rest", Intersection(shape(a=Optional(Number())), Object((), rest=Literal((1,)))), [{}, {"a": 1}], [
        {"a": 2}, {"b": 2}]),
    ("intersection_same", Intersection(shape(one=String()), shape(one=String(max_length=1))), [{"one": "x"}], [
        {"one": "xx"}]),
    ("intersection_union", Intersection(shape(zero=Boolean()), Union((A, B), "kind")), [
        {"zero": True, "kind": "a", "one": "x"}], [{"kind": "a", "one": "x"}, {"zero": True, "kind": "a"}]),
    ("intersection_scalars", Intersection(String(), Union((Literal(("a",)), Number()))), ["a"], ["b", 1]),
    ("intersection_record", Intersection(shape(one=String()), Record(String(), String())), [{"one": "x", "n": "y"}], [
        {"one": "x", "n": 1}, {"n": "y"}]),
    ("transform", Effect(String(), ("transform",)), ["x"], [1]),
    ("coerce", Effect(Number(), ("coerce",)), [1, "1", True, None], []),
    ("unresolved", Effect(Any(), ("unresolved",)), [1, None], []),
    ("catch", Catch(String(), "x"), ["x", 1, None, {}], []),
    ("catch_object", Catch(A, None), [{"kind": "a", "one": "x"}, {"kind": "d"}, 1], []),
    ("recursive", TREE, [{"value": "x"}, {"value": "x", "children": [{"value": "y", "children": []}]}], [
        {"value": "x", "children": [{}]}, {"value": "x", "children": None}]),
    ("recursive_alias", LIST, ["x", ["x", ["y"]], {"a": ["x", {"b": "c"}]}], [1, [1], {"a": [None]}]),
]  # fmt: skip


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Untyped:
    """One package with a message for each case, whose field `x` has the schema of the case."""
    messages = tuple(
        Message(f"{name}", shape(type=Literal((name,)), x=schema), ("stdout",)) for name, schema, _, _ in CASES
    )
    inventory = Inventory("1.2.3", messages=messages, definitions=DEFINITIONS)
    return import_package(inventory, tmp_path_factory.mktemp("values"))


@pytest.mark.parametrize(("name", "good", "bad"), [(name, good, bad) for name, _, good, bad in CASES])
def test_values(package: Untyped, name: str, good: list[Untyped], bad: list[Untyped]) -> None:
    for value in good:
        frame = {"type": name, "x": value}
        message = package.parse_stdout(frame)
        assert not type(message).__name__.startswith("Unknown")
        assert message.model_dump() == frame
    for value in bad:
        with pytest.raises(ValidationError):
            package.parse_stdout({"type": name, "x": value})


def test_only_what_may_be_absent_may_be_absent(package: Untyped) -> None:
    free = {"any", "undefined", "catch", "catch_object", "unresolved"}
    for name, _, _, _ in CASES:
        try:
            package.parse_stdout({"type": name})
        except ValidationError:
            assert name not in free
        else:
            assert name in free


@pytest.fixture(scope="module")
def presence(tmp_path_factory: pytest.TempPathFactory) -> Untyped:
    fields = shape(
        type=Literal(("m",)),
        needed=String(),
        maybe=Optional(String()),
        maybe_null=Optional(Nullable(String())),
        flag=Default(Boolean(), False),
        size=Default(Nullable(Number()), 5),
        listed=Default(Array(String()), ()),
        made=Default(Object(()), FrozenObject(())),
        computed=Default(String(), known=False),
        either=Union((String(), Optional(Number()))),
        anything=Any(),
        inner=Optional(A),
    )
    inventory = Inventory("1.2.3", messages=(Message("m", fields, ("stdin",)),))
    return import_package(inventory, tmp_path_factory.mktemp("presence"))


def test_null_is_kept_apart_from_absent(presence: Untyped) -> None:
    frame = {"type": "m", "needed": "x"}
    message = presence.parse_stdin(frame)
    assert message.maybe is presence.UNSET
    assert not message.maybe
    assert message.flag is False
    assert message.size is presence.UNSET
    assert message.model_dump() == message.model_dump(by_alias=True, exclude_unset=True) == frame
    null = presence.parse_stdin({**frame, "maybe_null": None})
    assert null.maybe_null is None
    assert null.model_dump() == {**frame, "maybe_null": None}
    for field in ("needed", "maybe", "flag", "listed", "made", "computed", "either", "inner"):
        with pytest.raises(ValidationError):
            presence.parse_stdin({**frame, field: None})


def test_a_constructor_fills_in_what_is_fixed_and_drops_what_is_unset(presence: Untyped) -> None:
    message = presence.MMessage(needed="x", maybe=presence.UNSET, inner=presence.MMessageInner(one="y"), flag=True)
    frame = {"type": "m", "needed": "x", "flag": True, "inner": {"kind": "a", "one": "y"}}
    assert message.model_dump() == frame
    assert presence.parse_stdin(message.model_dump_json()) == message
    assert "UNSET" not in repr(message)
    with pytest.raises(ValidationError):
        presence.MMessage(type="n", needed="x")
    with pytest.raises(ValidationError):
        presence.MMessage()
    with pytest.raises(ValidationError):
        presence.parse_stdin({"type": "m"})


def test_the_json_schema_of_a_model_knows_no_sentinels(presence: Untyped) -> None:
    schema = presence.MMessage.model_json_schema()
    assert "unset" not in repr(schema)
    assert set(schema["required"]) == {"type", "needed"}
    assert schema["properties"]["flag"]["default"] is False


PLACES = Tuple((Number("int"), String()))


@pytest.mark.parametrize(
    "others",
    [
        [Never()], [Optional(Never())], [Literal((0,))], [Literal((None, "ab", 1))], [Literal(("\ud800",))],
        [Record(String(), Any())], [A, Never()], [Boolean(), Number(), Literal(("x", 2))],
    ],
)  # fmt: skip
def test_a_tuple_beside_other_forms_is_written_as_the_array_it_was(tmp_path: Path, others: list[Schema]) -> None:
    shapes: list[Schema] = [
        Union((*others, PLACES)),
        Array(Union((*others, PLACES))),
        Nullable(Union((PLACES, *others))),
    ]
    for number, (schema, value) in enumerate(zip(shapes, [[2, "b"], [[2, "b"]], [2, "b"]], strict=True)):
        message = Message("m", shape(type=Literal(("m",)), x=schema), ("stdout",))
        package = import_package(Inventory("1.2.3", messages=(message,)), tmp_path / str(number))
        frame = {"type": "m", "x": value}
        assert package.parse_stdout(frame).model_dump() == frame


def test_a_pattern_that_might_be_tried_for_ever_lets_the_text_through(tmp_path: Path) -> None:
    endless = String(patterns=("^(a+)+$",))
    message = Message("m", shape(type=Literal(("m",)), x=endless), ("stdout",))
    package = import_package(Inventory("1.2.3", messages=(message,)), tmp_path)
    with pytest.raises(ValidationError):
        package.parse_stdout({"type": "m", "x": "b"})
    for text in ("a" * 60 + "b", "b", "a" * 70_000):  # where it took long once, it is not asked again
        assert package.parse_stdout({"type": "m", "x": text}).x == text
