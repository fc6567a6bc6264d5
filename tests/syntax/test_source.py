"""What a name means in a chunk: the right definition among everything that looks like one, or none and the reason."""

from __future__ import annotations

import re

import pytest

from extractor.syntax import Definition, Missing, Source, content
from tests.support.sources import ROOT, source_of

BOTH_MODES = pytest.mark.parametrize("whole", [False, True], ids=["fast", "audit"])


def found(source: Source, name: str, file: str = "a.js") -> Definition:
    """The definition of a name, which must be there."""
    chunk = source.bundle.chunk_named(ROOT + file)
    assert chunk is not None
    definition = source.lookup(chunk, name)
    assert isinstance(definition, Definition), definition
    return definition


def text_of(source: Source, name: str, file: str = "a.js") -> str:
    """The text of a name's definition."""
    return content(found(source, name, file).node)


@BOTH_MODES
@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("var X=1;", "value", "1"),
        ("let a=0,X={a:1},b;", "value", "{a:1}"),
        ("var X;var init=w(()=>{X=f(1)});", "value", "f(1)"),
        ("function X(){return 1}", "function", "function X(){return 1}"),
        ("async function X(){}", "function", "async function X(){}"),
        ("class X extends Y{}", "class", "class X extends Y{}"),
        ("var X={};helper(X,{a:()=>b});var b=1;", "exports", "{a:()=>b}"),
        ("var X;((e)=>{e.A='a'})(X||={});", "filled", "((e)=>{e.A='a'})(X||={})"),
        ("var X;(function(e){e.A='a'})(X||(X={}));", "filled", "(function(e){e.A='a'})(X||(X={}))"),
        ("var{a:X,b}=f();", "destructured", "{a:X,b}=f()"),
        ("const [a,X]=f();", "destructured", "[a,X]=f()"),
        ("var X = memo(() => object({ a: 1 }));", "value", "memo(() => object({ a: 1 }))"),
    ],
)
def test_every_kind_of_definition(text: str, kind: str, value: str, whole: bool) -> None:
    source = source_of(f"f();{text}g();", whole=whole)
    assert found(source, "X").kind == kind
    assert text_of(source, "X") == value


@BOTH_MODES
@pytest.mark.parametrize(
    "near_miss",
    [
        "function f(X){return X}", "function f(){let X=2;return X}", "f(X=>X+1);", "o.X=2;", "if(X==2)g();", "g({X:2});",
        "function f({X=2}){}", "function f(a,X=2){}", "s='X=2';", "s=`function X(){}`;", "s=';class X{';", "/X=2/.test(s);",
        "// X=2\n", "/* function X(){} */", "for(let X=2;;)break;", "try{}catch(X){}", "function f(){function X(){}}",
        "var f=function X(){};", "var f=class X{};", "aX=2;", "X$=2;", "f(()=>{var{X}=g()});", "f(X,{b:1});",
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_before", [True, False])
def test_near_misses_are_passed_over(near_miss: str, is_before: bool, whole: bool) -> None:
    parts = [near_miss, "var X=1;"] if is_before else ["var X=1;", near_miss]
    assert text_of(source_of("".join(parts), whole=whole), "X") == "1"


@BOTH_MODES
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("var Y=1;", "defined nowhere"),
        ("var X=1;X=2;", "2 definitions"),
        ("function f(X){X=1}", "no definitions|defined nowhere"),
    ],
)
def test_what_is_not_certain_is_missing(text: str, reason: str, whole: bool) -> None:
    source = source_of(text, whole=whole)
    missing = source.lookup(source.bundle.chunks[0], "X")
    assert isinstance(missing, Missing)
    assert re.search(reason, missing.reason)


@BOTH_MODES
def test_a_local_name_of_many_functions_does_not_hide_the_one_at_the_top(whole: bool) -> None:
    many = ["".join(f"function {letter}{index}(X){{X={index};return X}}" for index in range(40)) for letter in "fg"]
    assert text_of(source_of(f"{many[0]}var X='top';{many[1]}", whole=whole), "X") == "'top'"


@BOTH_MODES
def test_wrappers_around_a_whole_file_are_looked_through(whole: bool) -> None:
    inner = "function f(X){X=2}var X=1,Y=memo(()=>X);"
    for text in (
        f"// @bun @bytecode @bun-cjs\n(function(exports, require, module, __filename, __dirname) {{{inner}}})\n",
        f'"use strict";(()=>{{{inner}}})();',
        f"var all=(()=>{{{inner}}})();\n//# sourceMappingURL=x\n",
    ):
        assert text_of(source_of(text, whole=whole), "X") == "1"


FILES = {
    "a.js": 'import{x as X,y}from"./b.js";import*as N from"./b.js";import D from"./c.js";import{r}from"./barrel.js";f(X)',
    "b.js": "var t='b';export{t as x};var y='y';export{y};export{g}from'./c.js';",
    "c.js": "var t='c',d='d';export{t as g,d as default};",
    "barrel.js": "export*from'./none.js';export*from'./deep.js';",
    "deep.js": "export const r='r';",
    "loop.js": "import{l}from'./loop2.js';export{l};",
    "loop2.js": "import{l}from'./loop.js';export{l};",
}


@BOTH_MODES
def test_names_are_followed_through_imports(whole: bool) -> None:
    source = source_of(FILES, whole=whole)
    assert text_of(source, "X") == "'b'"
    assert text_of(source, "t", "c.js") == "'c'"
    assert text_of(source, "D") == "'d'"
    assert text_of(source, "r") == "'r'"
    assert found(source, "N").kind == "namespace"
    other = source.bundle.chunk_named(ROOT + "b.js")
    assert other is not None
    reexported = source.exported(other, "g")
    assert isinstance(reexported, Definition) and content(reexported.node) == "'c'"
    assert isinstance(source.exported(other, "t"), Missing)


def test_imports_that_lead_nowhere_are_missing_with_the_reason() -> None:
    source = source_of({**FILES, "a.js": 'import{x}from"./absent.js";import{none}from"./b.js";'})
    chunk = source.bundle.chunks[0]
    reasons = {name: source.lookup(chunk, name) for name in ("x", "none")}
    assert isinstance(reasons["x"], Missing) and "absent.js" in reasons["x"].reason
    assert isinstance(reasons["none"], Missing) and "does not export" in reasons["none"].reason
    looping = source.bundle.chunk_named(ROOT + "loop.js")
    assert looping is not None
    missing = source.lookup(looping, "l")
    assert isinstance(missing, Missing) and "loop" in missing.reason


def test_a_helper_of_another_chunk_is_not_taken_for_ones_own() -> None:
    source = source_of({"a.js": "var X=memo(()=>h());", "b.js": "function memo(f){return f}function h(){return 1}"})
    assert isinstance(source.lookup(source.bundle.chunks[0], "h"), Missing)


def test_importers_are_the_chunks_that_really_import() -> None:
    source = source_of({**FILES, "d.js": "var s='./b.js';", "e.js": "import{x}from'./b.js';"})
    chunk = source.bundle.chunk_named(ROOT + "b.js")
    assert chunk is not None
    assert [one.name for one in source.importers(chunk)] == [ROOT + "a.js", ROOT + "e.js"]


@BOTH_MODES
def test_the_memoised_definition_around_an_offset(whole: bool) -> None:
    text = "var A=m(()=>o({k:'one'})),B=m(()=>o({k:'two',d:'=m(()=>'}));f({k:'three'});"
    source = source_of(text, whole=whole)
    names = {}
    for word in ("one", "two", "three"):
        definition = source.thunk_around(text.index(word))
        names[word] = definition.name if definition is not None else None
    assert names == {"one": "A", "two": "B", "three": None}


@BOTH_MODES
def test_a_property_assigned_to_a_name(whole: bool) -> None:
    source = source_of("class X{}aX.s=0;X.s==1;X.s=2;X.t=3;", whole=whole)
    chunk = source.bundle.chunks[0]
    assert content(source.assigned_property(chunk, "X", "s")) == "2"
    assert source.assigned_property(chunk, "X", "u") is None
