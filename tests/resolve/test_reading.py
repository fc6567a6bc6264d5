"""From matches to schemas and registry rows, near misses among them."""

from __future__ import annotations

import pytest

from extractor.model import schema as ir
from extractor.resolve.closing import Closer, Gap
from extractor.resolve.reading import NO_SCHEMA
from extractor.resolve.shapes import Hole, hole
from tests.resolve.reading import match_at, reader_of

S, N = ir.String(), ir.Literal((None,))


def schema_at(text: str, needle: str) -> ir.Schema:
    """What is read at a place of a text."""
    reader = reader_of(text)
    return reader.schema(match_at(reader, needle))


def test_the_schema_of_the_memoised_definition_around_a_match() -> None:
    text = "const A=memo(()=>object({k:literal('one')})),B=memo(()=>object({k:literal('two')}).extend({x:string()}));"
    assert schema_at(text, "'one'") == ir.Object((ir.Field("k", ir.Literal(("one",))),))
    assert schema_at(text, "'two'") == ir.Object((ir.Field("k", ir.Literal(("two",))), ir.Field("x", S)))


def test_a_schema_in_no_definition_is_read_alone() -> None:
    text = "object({subtype:literal('one'),n:string()}).strict();"
    assert schema_at(text, "subtype") == ir.Object(
        (ir.Field("subtype", ir.Literal(("one",))), ir.Field("n", S)), "strict"
    )


@pytest.mark.parametrize("depth", [1, 10, 100])
def test_a_schema_in_no_definition_is_read_however_deep_it_stands(depth: int) -> None:
    text = f"{'[' * depth}object({{n:string(),subtype:literal('one')}}){']' * depth};"
    assert schema_at(text, "subtype") == ir.Object((ir.Field("n", S), ir.Field("subtype", ir.Literal(("one",)))))


def test_a_description_that_looks_like_fields_is_a_description() -> None:
    text = "const A=memo(()=>object({k:literal('one'),n:string().describe(`,x:number()}),B=memo(()=>object({k:'`)}));"
    assert schema_at(text, "'one'") == ir.Object((ir.Field("k", ir.Literal(("one",))), ir.Field("n", S)))


def test_what_only_looks_like_a_schema_is_none() -> None:
    for text in ("send({subtype:other('one'),n:1});", "send({subtype:name?literal:1});", "if(x.subtype){}"):
        found = schema_at("function other(x){return x}\n" + text, "subtype")
        assert isinstance(found, Hole) and found.reason == NO_SCHEMA


def test_local_names_around_a_schema_are_not_those_of_the_file() -> None:
    text = "const value=string();function f(value){return object({subtype:literal('one'),v:value})}"
    found = schema_at(text, "subtype")
    assert isinstance(found, ir.Object)
    inner = found.field("v")
    assert inner is not None and isinstance(inner.schema, Hole)
    nested = "const value=string();function f(value){let M=memo(()=>object({subtype:literal('one'),v:value}));return M}"
    found = schema_at(nested, "subtype")
    assert not isinstance(found, ir.Object) or ir.Field("v", S) not in found.fields


ROWS = "function row(a,b,c){return{request:a,originator:b,response:c}}"


def test_the_rows_of_a_registry() -> None:
    reader = reader_of(
        ROWS
        + "const R=memo(()=>[row(object({a:string()}),'client',string()),row(string(),'agent',null),row(string(),'both'),"
        "{request:string(),originator:unheardOf,response:nothing()}]);"
    )
    rows = reader.registry(match_at(reader, "'client'"))
    assert rows is not None
    assert [(row.originator, row.response_kind, row.response) for row in rows] == [
        ("client", "schema", S), ("agent", "acknowledgement", None), ("both", "undeclared", None), (None, "schema", N),
    ]  # fmt: skip
    assert rows[0].request == ir.Object((ir.Field("a", S),))


def test_lists_that_are_no_registry() -> None:
    for rows in ("[]", "[{request:string(),response:null}]", "[1]", "{}", "[...unheardOf]", "string()"):
        reader = reader_of(f"{ROWS}const R=memo(()=>/*here*/{rows});")
        assert reader.registry(match_at(reader, "/*here*/")) is None


def test_closing_replaces_holes_and_says_where_they_were() -> None:
    closer = Closer({"r": ir.Object((ir.Field("again", ir.Ref("r")), ir.Field("bad", hole("lost"))))}.__getitem__)
    shape = ir.Union((ir.Array(hole("one")), ir.Record(S, ir.Tuple((S, hole("two")))), ir.Ref("r")))
    closed, gaps = closer.close(shape)
    assert gaps == (Gap("[]", "one"), Gap(".*[1]", "two"), Gap(".bad", "lost"))
    assert "Hole" not in repr(closed) and "Hole" not in repr(closer.recursive)
    assert set(closer.recursive) == {"r"}


def test_closing_gives_up_on_what_is_nested_too_deeply() -> None:
    reader_of("")
    closer = Closer(lambda name: ir.Array(ir.Ref(f"{int(name) + 1}")))
    _, gaps = closer.close(ir.Ref("0"))
    assert [gap.reason for gap in gaps] == ["it is nested too deeply"]
