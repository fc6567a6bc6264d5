"""Schemas of every dialect, read by what their constructors build: the same shapes whatever the library."""

from __future__ import annotations

import re

import pytest

from extractor.model import schema as ir
from tests.resolve.libraries import DIALECTS
from tests.resolve.reading import match_at, read, reader_of, shape_of

EVERY = pytest.mark.parametrize("dialect", DIALECTS)
A, B = ir.Literal(("a",)), ir.Literal(("b",))

SAME: dict[str, ir.Schema] = {
    "string()": ir.String(),
    "number()": ir.Number(),
    "boolean()": ir.Boolean(),
    "nothing()": ir.Literal((None,)),
    "any()": ir.Any(),
    "never()": ir.Never(),
    "literal('a')": A,
    "literal(`a`)": A,
    "literal(1)": ir.Literal((1,)),
    "literal(true)": ir.Literal((True,)),
    "literal(null)": ir.Literal((None,)),
    "choice(['a','b'])": ir.Literal(("a", "b")),
    "choice({X:'a',Y:'b'})": ir.Literal(("a", "b")),
    "choice({X:0,0:'X'})": ir.Literal((0,)),
    "array(string())": ir.Array(ir.String()),
    "tuple([string(),nothing()])": ir.Tuple((ir.String(), ir.Literal((None,)))),
    "tuple([string()],number())": ir.Tuple((ir.String(),), ir.Number()),
    "record(string(),number())": ir.Record(ir.String(), ir.Number()),
    "union([literal('a'),literal('b')])": ir.Union((A, B)),
    "object({})": ir.Object(()),
    "object({a:string(),'b-c':number(),[`d`]:boolean()})": ir.Object(
        (ir.Field("a", ir.String()), ir.Field("b-c", ir.Number()), ir.Field("d", ir.Boolean()))
    ),
    "object({a:string().optional(),b:number().nullable()})": ir.Object(
        (ir.Field("a", ir.Optional(ir.String())), ir.Field("b", ir.Nullable(ir.Number())))
    ),
    "tagged('k',[object({k:literal('a')}),object({k:literal('b')})])": ir.Union(
        (ir.Object((ir.Field("k", A),)), ir.Object((ir.Field("k", B),))), "k"
    ),
    "both(string(),literal('a'))": ir.Intersection(ir.String(), A),
    "both(object({a:string()}),object({b:number()}))": ir.Intersection(
        ir.Object((ir.Field("a", ir.String()),)), ir.Object((ir.Field("b", ir.Number()),))
    ),
}


@EVERY
@pytest.mark.parametrize("text", SAME)
def test_one_schema_has_one_shape_in_every_dialect(text: str, dialect: str) -> None:
    assert shape_of(text, dialect=dialect) == SAME[text]


@EVERY
def test_a_lazy_schema_that_is_not_recursive_is_opened(dialect: str) -> None:
    assert shape_of("lazy(()=>string())", dialect=dialect) == ir.Effect(ir.String(), ("lazy",))


@EVERY
def test_a_recursive_schema_refers_to_itself(dialect: str) -> None:
    text = "object({kids:array(lazy(()=>Subject())),name:string()})"
    closed, gaps, closer = read(text, dialect=dialect)
    assert gaps == ()
    assert isinstance(closed, ir.Object)
    kids = closed.field("kids")
    assert kids is not None and isinstance(kids.schema, ir.Array)
    element = kids.schema.element
    inner = element.inner if isinstance(element, ir.Effect) else element
    assert isinstance(inner, ir.Ref)
    again = closer.recursive[inner.name]
    assert isinstance(again, ir.Object) and {field.name for field in again.fields} == {"kids", "name"}


@EVERY
def test_lazies_of_one_helper_keep_what_they_close_over(dialect: str) -> None:
    shape = shape_of("object({a:later(string()),b:later(nothing())})", "const later=(s)=>lazy(()=>s);", dialect)
    effects = ("lazy",)
    assert shape == ir.Object(
        (ir.Field("a", ir.Effect(ir.String(), effects)), ir.Field("b", ir.Effect(ir.Literal((None,)), effects)))
    )


@EVERY
@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("unheardOf()", "", "cannot be resolved"),
        ("object({a:unheardOf()})", ".a", "cannot be resolved"),
        ("array(object({a:literal(unheardOf)}))", "[].a", "literal"),
        ("object({...unheardOf,a:string()})", "", "spread"),
        ("union([string(),...unheardOf])", "", "list of schemas"),
        ("object({a:string().unheardOf()})", ".a", "method unheardOf"),
        ("record(string(),unheardOf)", ".*", "cannot be resolved"),
        ("tuple([string(),5])", "[1]", "stands where a schema should"),
        ("object({a:string().min(unheardOf)})", ".a", "bound"),
        ("object({a:Math.random()>1?string():number()})", ".a", "condition"),
        ("choice(unheardOf)", "", "condition|enum|literal"),
    ],
)
def test_what_cannot_be_resolved_is_a_gap_at_its_place(text: str, path: str, reason: str, dialect: str) -> None:
    closed, gaps, _ = read(text, dialect=dialect)
    assert [gap.path for gap in gaps] == [path]
    assert re.search(reason, gaps[0].reason), gaps[0].reason
    assert "unresolved" in repr(closed)


@EVERY
def test_the_dialect_is_counted(dialect: str) -> None:
    reader = reader_of("const S=memo(()=>/*here*/object({a:string()}));", dialect)
    reader.schema(match_at(reader, "/*here*/"))
    assert set(reader.library.dialects) == {dialect}


def test_constructions_that_only_look_like_schemas_are_none() -> None:
    for text in ("new Other({type:'unheard'})", "new Other({kind:'string'})", "new Other('string')", "new Other()"):
        _, gaps, _ = read(text, "class Other{constructor(d){this.d=d}}")
        assert gaps, text


@pytest.mark.parametrize("kind", ["bigint", "date", "map", "symbol"])
def test_what_json_does_not_have_is_named(kind: str) -> None:
    _, gaps, _ = read(f'new Schema({{type:"{kind}"}})')
    assert gaps[0].reason == f"{kind} has no JSON form"


@pytest.mark.parametrize(
    ("rule", "shape"),
    [
        ("{kind:'length',minimum:2,maximum:1/0}", ir.String(min_length=2)),
        ("{kind:'length',minimum:3,maximum:3,exact:!0}", ir.String(min_length=3, max_length=3)),
        ("{kind:'format',format:'regex',pattern:/^a$/i}", ir.String(patterns=("(?i:^a$)",))),
        ("{kind:'format',format:'email'}", ir.String(format="email")),
        ("{kind:'refine',test:unheardOf}", ir.Effect(ir.String(), ("refinement",))),
        ("{kind:'rewrite',apply:(x)=>x}", ir.Effect(ir.String(), ("rewrite",))),
    ],
)
def test_rules_of_the_classes(rule: str, shape: ir.Schema) -> None:
    assert shape_of(f"new Str({{rule:{rule}}})", dialect="classes") == shape


def test_an_unknown_rule_is_a_gap() -> None:
    _, gaps, _ = read("new Str({rule:{kind:'unheard'}})", dialect="classes")
    assert "check unheard" in gaps[0].reason
