"""Normal forms: wrappers peeled, unions flat, intersections merged, and where each part is written."""

from __future__ import annotations

from extractor.model.normal import Both, Normaliser, json_text
from extractor.model.schema import (
    Any,
    Catch,
    Default,
    Effect,
    Field,
    FrozenObject,
    Intersection,
    Literal,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    String,
    Undefined,
    Union,
)

A, B = Object((Field("a", String()),)), Object((Field("b", Number()),), "strict")


def test_wrappers_are_peeled_in_any_order() -> None:
    shape = Normaliser({})(Nullable(Default(Effect(Optional(Catch(String(), 1)), ("transform",)), "x")))
    assert [option.core for option in shape.options] == [String()]
    assert (shape.may_be_absent, shape.may_be_null, shape.default, shape.fallback) == (True, True, '"x"', "1")
    assert shape.effects == {"transform"}


def test_unions_are_flat_and_all_literals_are_one() -> None:
    shape = Normaliser({})(Union((Literal(("b",)), Union((String(), Literal((None, "a")))), Undefined())))
    assert [option.core for option in shape.options] == [Literal(("a", "b")), String()]
    assert (shape.may_be_absent, shape.may_be_null) == (True, True)


def test_anything_takes_all() -> None:
    shape = Normaliser({})(Union((String(), Any())))
    assert [option.core for option in shape.options] == [Any()]
    assert shape.is_anything and shape.may_be_absent and shape.may_be_null


def test_intersections_of_objects_are_one_object() -> None:
    (option,) = Normaliser({"A": A})(Intersection(Ref("A"), B)).options
    assert option.core == Object((*A.fields, *B.fields), "strict")


def test_a_field_of_both_sides_has_both_shapes() -> None:
    other = Object((Field("a", Literal(("x",))),))
    (option,) = Normaliser({})(Intersection(A, other)).options
    assert option.core == Object((Field("a", Intersection(String(), Literal(("x",)))),))
    (inner,) = Normaliser({})(Intersection(String(), Literal(("x",)))).options
    assert inner.core == Literal(("x",))


def test_what_cannot_be_merged_stays_an_intersection() -> None:
    (option,) = Normaliser({})(Intersection(A, Record(String(), String()))).options
    assert isinstance(option.core, Both)


def test_literals_of_both_sides() -> None:
    (option,) = Normaliser({})(Intersection(Literal(("a", "b")), Literal(("b", "c")))).options
    assert option.core == Literal(("b",))


def test_homes_are_the_innermost_definition() -> None:
    normal = Normaliser({"Outer": Nullable(Ref("Inner")), "Inner": A})
    shape = normal(Optional(Ref("Outer")))
    assert [option.home for option in shape.options] == ["Inner"]
    assert shape.homes["null"] == "Outer"
    assert normal(Nullable(Ref("Inner"))).homes["null"] is None


def test_the_same_schema_has_one_heart_wherever_it_is_used() -> None:
    normal = Normaliser({"A": A, "B": Nullable(Ref("A"))})
    assert normal.heart(Optional(Ref("B"))) is normal.heart(Ref("A")) is A


def test_json_text_is_ascii_and_numbers_are_those_of_javascript() -> None:
    value = FrozenObject((("é", (1.0, True, None)),))
    assert json_text(value) == '{"\\u00e9": [1, true, null]}'
