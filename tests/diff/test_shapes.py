"""Shapes are compared by meaning: each kind of change at its path, and nothing for another way to write the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extractor.errors import InputError
from extractor.model.change import Shared
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from tests.diff.build import changes, facts, maybe, obj, received, sent, shape_facts

TEXT, NUMBER, FLAG = String(), Number(), Boolean()
A, B, C = (Literal((name,)) for name in "abc")
CAT, DOG = obj(type=Literal(("cat",)), lives=NUMBER), obj(type=Literal(("dog",)), barks=FLAG)

Fact = tuple[str, str, str | None, str | None]

CASES: dict[str, tuple[Schema, Schema, list[Fact]]] = {
    "an optional field more": (obj(), obj(x=maybe(TEXT)), [("field_added_optional", ".x", None, "string")]),
    "a required field more": (obj(), obj(x=TEXT), [("field_added_required", ".x", None, "string")]),
    "a field with a default is optional": (
        obj(),
        obj(x=Default(TEXT, "y")),
        [("field_added_optional", ".x", None, 'string = "y"')],
    ),
    "a field less": (obj(x=TEXT), obj(), [("field_removed", ".x", "string", None)]),
    "a field less in a closed object": (
        obj("strict", x=TEXT),
        obj("strict"),
        [("field_refused", ".x", "string", None)],
    ),
    "required now": (obj(x=maybe(TEXT)), obj(x=TEXT), [("field_became_required", ".x", None, None)]),
    "optional now": (obj(x=TEXT), obj(x=maybe(TEXT)), [("field_became_optional", ".x", None, None)]),
    "null too": (obj(x=TEXT), obj(x=Nullable(TEXT)), [("null_allowed", ".x", None, None)]),
    "null no longer": (obj(x=Nullable(TEXT)), obj(x=TEXT), [("null_refused", ".x", None, None)]),
    "another default": (
        obj(x=Default(TEXT, "a")),
        obj(x=Default(TEXT, "b")),
        [("default_changed", ".x", '"a"', '"b"')],
    ),
    "a default more": (
        obj(x=maybe(NUMBER)),
        obj(x=Default(NUMBER, 1.0)),
        [("default_changed", ".x", None, "1")],
    ),
    "a fallback more": (
        obj(x=maybe(TEXT)),
        obj(x=Catch(TEXT, None)),
        [("fallback_added", ".x", None, "null")],
    ),
    "a fallback less": (
        obj(x=Catch(TEXT, None, known=False)),
        obj(x=maybe(TEXT)),
        [("fallback_removed", ".x", "(computed)", None)],
    ),
    "another fallback": (
        obj(x=Catch(TEXT, 1)),
        obj(x=Catch(TEXT, 2)),
        [("fallback_changed", ".x", "1", "2")],
    ),
    "another type": (obj(x=TEXT), obj(x=NUMBER), [("type_changed", ".x", "string", "number")]),
    "a type and an object": (obj(x=TEXT), obj(x=obj()), [("type_changed", ".x", "string", "{}")]),
    "anything now": (obj(x=TEXT), obj(x=Any()), [("type_widened", ".x", "string", "any")]),
    "no longer anything": (obj(x=Any()), obj(x=TEXT), [("type_narrowed", ".x", "any", "string")]),
    "nothing before": (obj(x=Never()), obj(x=TEXT), [("type_widened", ".x", "never", "string")]),
    "null and then a text": (
        obj(x=Literal((None,))),
        obj(x=TEXT),
        [("type_changed", ".x", "never | null", "string")],
    ),
    "an enum opened": (obj(x=Literal(("a", "b"))), obj(x=TEXT), [("type_widened", ".x", '"a" | "b"', "string")]),
    "an enum closed": (obj(x=TEXT), obj(x=Literal(("a", "b"))), [("type_narrowed", ".x", "string", '"a" | "b"')]),
    "an enum with any text beside it": (
        obj(x=Literal(("a", "b"))),
        obj(x=Union((A, TEXT))),
        [("variant_added", ".x", None, "string")],
    ),
    "a value beside a limited text": (
        obj(x=Union((Literal(("long",)), String(max_length=3)))),
        obj(x=String(max_length=3)),
        [("value_removed", ".x", '"long"', None)],
    ),
    "values that any text takes in": (
        obj(x=Union((A, String(max_length=3)))),
        obj(x=Union((B, TEXT))),
        [("constraint_loosened", ".x", "max length 3", None)],
    ),
    "values in place of others": (
        obj(x=Literal(("a", "b"))),
        obj(x=Literal(("b", "c"))),
        [("value_added", ".x", None, '"c"'), ("value_removed", ".x", '"a"', None)],
    ),
    "true is not 1": (
        obj(x=Literal((True,))),
        obj(x=Literal((1,))),
        [("type_changed", ".x", "true", "1")],
    ),
    "a form more": (obj(x=TEXT), obj(x=Union((TEXT, NUMBER))), [("variant_added", ".x", None, "number")]),
    "a form less": (obj(x=Union((TEXT, NUMBER))), obj(x=TEXT), [("variant_removed", ".x", "number", None)]),
    "a tagged object more": (
        obj(x=CAT),
        obj(x=Union((DOG, CAT))),
        [("variant_added", ".x<type=dog>", None, '{barks: boolean, type: "dog"}')],
    ),
    "inside one of the tagged": (
        obj(x=Union((CAT, DOG))),
        obj(x=Union((DOG, obj(type=Literal(("cat",)), lives=TEXT)))),
        [("type_changed", ".x<type=cat>.lives", "number", "string")],
    ),
    "inside an untagged object": (
        obj(x=Union((obj(a=TEXT, b=TEXT), obj(c=TEXT, d=TEXT)))),
        obj(x=Union((obj(c=TEXT, d=TEXT, e=maybe(TEXT)), obj(a=TEXT, b=TEXT)))),
        [("field_added_optional", ".x<object:c,d>.e", None, "string")],
    ),
    "in an element": (Array(obj()), Array(obj(x=TEXT)), [("field_added_required", "[].x", None, "string")]),
    "in a record": (
        Record(TEXT, obj()),
        Record(TEXT, obj(x=TEXT)),
        [("field_added_required", ".*.x", None, "string")],
    ),
    "the keys of a record": (
        Record(A, TEXT),
        Record(Literal(("a", "b")), TEXT),
        [("value_added", ".*(key)", None, '"b"')],
    ),
    "every key of a record": (
        Record(A, TEXT),
        Record(A, TEXT, exhaustive=True),
        [("constraint_tightened", "", None, "every key required")],
    ),
    "an item more": (Tuple((TEXT,)), Tuple((TEXT, NUMBER)), [("item_added", "[1]", None, "number")]),
    "an item less": (Tuple((TEXT, NUMBER)), Tuple((TEXT,)), [("item_removed", "[1]", "number", None)]),
    "an item other": (Tuple((TEXT,)), Tuple((NUMBER,)), [("type_changed", "[0]", "string", "number")]),
    "items to follow": (Tuple((TEXT,)), Tuple((TEXT,), NUMBER), [("constraint_loosened", "[...]", None, "number")]),
    "a longer text": (
        String(max_length=5),
        String(max_length=9),
        [("constraint_loosened", "", "max length 5", "max length 9")],
    ),
    "a whole number": (NUMBER, Number("int"), [("constraint_tightened", "", "number", "int")]),
    "a smaller range": (Number("int32"), Number("uint32"), [("constraint_changed", "", "int32", "uint32")]),
    "fewer elements": (Array(TEXT), Array(TEXT, max_items=3), [("constraint_tightened", "", None, "max items 3")]),
    "closed now": (obj(), obj("strict"), [("object_closed", "", "strip", "strict")]),
    "open now": (obj("strict"), obj(), [("object_opened", "", "strict", "strip")]),
    "extra fields kept": (obj(), obj("passthrough"), [("extra_fields_kept", "", "strip", "passthrough")]),
    "extra fields dropped": (obj("passthrough"), obj(), [("extra_fields_dropped", "", "passthrough", "strip")]),
    "extra fields limited": (Object(()), Object((), rest=TEXT), [("constraint_tightened", ".*", None, "string")]),
    "a check more": (TEXT, Effect(TEXT, ("refinement",)), [("effect_added", "", None, "refinement")]),
    "a check less": (Effect(TEXT, ("transform",)), TEXT, [("effect_removed", "", "transform", None)]),
    "a field that must be absent": (obj(), obj(x=Undefined()), [("constraint_tightened", ".x", None, "never")]),
    "a name with a dot": (obj(), obj(**{"a.b": TEXT}), [("field_added_required", '["a.b"]', None, "string")]),
    "sight lost of a part": (
        obj(x=TEXT),
        obj(x=Effect(Any(), ("unresolved",))),
        [("lost_sight", ".x", "string", None)],
    ),
    "sight regained of a part": (
        obj(x=maybe(Effect(Any(), ("unresolved",)))),
        obj(x=TEXT),
        [("sight_regained", ".x", None, "string")],
    ),
    "an intersection with a part more": (
        obj(x=Intersection(Record(TEXT, TEXT), obj(a=TEXT))),
        obj(x=Intersection(obj(a=TEXT, b=TEXT), Record(TEXT, TEXT))),
        [("field_added_required", ".x.b", None, "string")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_change_is_told_once_at_its_place(name: str) -> None:
    old, new, expected = CASES[name]
    assert shape_facts(old, new) == expected


SAME: dict[str, tuple[Schema, Schema]] = {
    "order of fields": (obj(a=TEXT, b=NUMBER), obj(b=NUMBER, a=TEXT)),
    "order of alternatives": (Union((TEXT, NUMBER, CAT, DOG)), Union((DOG, NUMBER, CAT, TEXT))),
    "order of values": (Literal(("a", "b")), Literal(("b", "a"))),
    "an enum and a union of literals": (Literal(("a", "b", "c")), Union((A, Union((C, B))))),
    "nullable and a union with null": (Nullable(TEXT), Union((TEXT, Literal((None,))))),
    "optional and a union with undefined": (obj(a=maybe(TEXT)), obj(a=Union((Undefined(), TEXT)))),
    "a union of one": (Union((TEXT,)), TEXT),
    "the same twice": (Union((TEXT, TEXT)), TEXT),
    "never in a union": (Union((TEXT, Never())), TEXT),
    "anything beside something": (Union((TEXT, Any())), Any()),
    "an intersection and its fields": (Intersection(obj(a=TEXT), obj(b=TEXT)), obj(a=TEXT, b=TEXT)),
    "an intersection with a union": (
        Intersection(obj(a=TEXT), Union((CAT, DOG))),
        Union((Intersection(CAT, obj(a=TEXT)), Intersection(DOG, obj(a=TEXT)))),
    ),
    "sides of an intersection": (
        Intersection(Record(TEXT, TEXT), obj(a=TEXT)),
        Intersection(obj(a=TEXT), Record(TEXT, TEXT)),
    ),
    "a value that its type accepts": (Union((A, TEXT)), Union((B, TEXT))),
    "both truth values and a boolean": (Literal((True, False, "a")), Union((Boolean(), A))),
    "1 and 1.0": (Literal((1,)), Literal((1.0,))),
    "unresolved on both sides": (Effect(Any(), ("unresolved",)), Effect(Any(), ("unresolved",))),
}


@pytest.mark.parametrize("name", SAME)
def test_another_way_to_write_the_same_is_no_change(name: str) -> None:
    old, new = SAME[name]
    assert shape_facts(old, new) == []
    assert shape_facts(new, old) == []


def test_a_definition_may_be_renamed_or_written_out() -> None:
    inner = obj(model=Literal(("x", "y")))
    named = received(obj(a=Ref("Agent")), {"Agent": inner})
    renamed = received(obj(a=Ref("Other")), {"Other": inner})
    written_out = received(obj(a=inner))
    assert facts(named, renamed) == facts(renamed, written_out) == facts(written_out, named) == []


def test_recursion_is_followed_through_any_unfolding() -> None:
    tree = {"Tree": obj(name=TEXT, children=Array(Ref("Tree")))}
    once_unfolded = {"T": obj(name=TEXT, children=Array(obj(children=Array(Ref("T")), name=TEXT)))}
    assert facts(received(Ref("Tree"), tree), received(Ref("T"), once_unfolded)) == []
    other = {"Tree": obj(name=NUMBER, children=Array(Ref("Tree")))}
    assert facts(received(Ref("Tree"), tree), received(Ref("Tree"), other)) == [
        ("type_changed", "message/told.name", "string", "number")
    ]


def test_a_difference_below_a_recursive_shape_is_found_from_every_entry() -> None:
    """The first use must not mark an inner shape as equal because of a recursion that was still open."""
    old = {"A": obj(b=Ref("B"), x=TEXT), "B": obj(a=maybe(Ref("A")))}
    new = {"A": obj(b=Ref("B"), x=NUMBER), "B": obj(a=maybe(Ref("A")))}
    before = received(obj(first=Ref("A"), second=Ref("B")), old)
    after = received(obj(first=Ref("A"), second=Ref("B")), new)
    assert [path for _, path, _, _ in facts(before, after)] == ["message/told.first.x", "message/told.second.a.x"]


def test_an_alias_that_leads_to_itself_is_nothing_and_ends() -> None:
    assert facts(received(Ref("A"), {"A": Ref("A")}), received(Never())) == []


def test_a_change_in_a_shared_definition_is_told_at_each_use_with_its_home() -> None:
    body = obj(one=Ref("Agent"), many=Array(Ref("Agent")))
    old = received(body, {"Agent": obj(model=A)})
    new = received(body, {"Agent": obj(model=Literal(("a", "b")))})
    found = changes(old, new)
    assert [change.path for change in found] == ["message/told.many[].model", "message/told.one.model"]
    assert {change.shared for change in found} == {Shared("Agent", ".model")}


def test_what_wraps_a_reference_is_not_a_change_of_the_definition() -> None:
    definitions = {"Agent": obj(model=A)}
    old, new = received(obj(x=Ref("Agent")), definitions), received(obj(x=Nullable(Ref("Agent"))), definitions)
    assert [change.shared for change in changes(old, new)] == [None]


def test_values_never_show_a_definition_name() -> None:
    old = received(obj())
    new = received(obj(x=Ref("zZ9"), y=Array(Ref("zZ9"))), {"zZ9": obj(self=maybe(Ref("zZ9")), a=TEXT)})
    assert [change.new for change in changes(old, new)] == [
        "{a: string, self?: (recursive)}",
        "{a: string, self?: (recursive)}[]",
    ]


def test_a_reference_to_nothing_is_a_damaged_inventory() -> None:
    with pytest.raises(InputError, match="no definition called 'gone'"):
        changes(received(Ref("gone")), received(TEXT))


def test_shapes_that_double_at_every_level_are_refused_not_walked_for_ever() -> None:
    def doubling(leaf: Schema) -> dict[str, Schema]:
        levels: dict[str, Schema] = {"d0": leaf}
        for level in range(1, 40):
            inner = Ref(f"d{level - 1}")
            levels[f"d{level}"] = obj(a=inner, b=inner)
        return levels

    same = changes(received(Ref("d39"), doubling(TEXT)), received(Ref("d39"), doubling(String())))
    assert same == ()
    with pytest.raises(InputError, match="too many changes"):
        changes(received(Ref("d39"), doubling(TEXT)), received(Ref("d39"), doubling(NUMBER)))


def test_requests_carry_the_same_paths() -> None:
    assert facts(sent(TEXT), sent(NUMBER)) == [("type_changed", "control_request/ask/request.it", "string", "number")]


def chain(link: Callable[[Schema], Schema]) -> dict[str, Schema]:
    """Sixty definitions, each made by `link` from the next."""
    return {f"A{n}": link(Ref(f"A{n + 1}")) for n in range(60)} | {"A60": TEXT}


ENDLESS: dict[str, dict[str, Schema]] = {
    "intersection with itself": {"A": Intersection(Ref("A"), obj(x=TEXT))},
    "a union that doubles": chain(lambda next_one: Union((next_one, Nullable(next_one)))),
    "tuples that double": chain(lambda next_one: Tuple((next_one, next_one))),
    "intersections that grow": {
        "A": Intersection(obj(x=Ref("A")), obj(x=Ref("B"))),
        "B": Intersection(obj(x=Ref("A")), obj(x=Intersection(Ref("A"), Ref("B")))),
    },
    "records of records": chain(lambda next_one: Record(next_one, next_one)),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_hostile_shapes_end(name: str) -> None:
    """They compare, or are refused with one line; they never run on."""
    definitions = ENDLESS[name]
    root = Ref(min(definitions, key=len))
    try:
        assert changes(received(root, definitions), received(root, dict(definitions))) == ()
        changes(received(root, definitions), received(obj(y=root), dict(definitions)))
    except InputError as error:
        assert "\n" not in str(error)
