"""Expressions of every kind, each with what JavaScript makes of it."""

from __future__ import annotations

import pytest

from extractor.evaluate import Arr, Const, Evaluator, Unknown
from tests.evaluate.evaluation import NoLibrary, json_of, reason_of
from tests.support.sources import source_of

CERTAIN: dict[str, object] = {
    "'a'+1": "a1", "1+2*3": 7, "2**10": 1024, "7%3": 1, "-7%3": -1, "1/4": 0.25, "-(-3)": 3, "~5": -6, "5&6": 4, "5|8": 13,
    "1<<4": 16, "0.1+0.2": 0.30000000000000004, "''+1e21": "1e+21", "''+0.000001": "0.000001", "''+1e-7": "1e-7",
    "`a${1+1}b${'c'}`": "a2bc", "`${'\\\\n'}\\n`": "\\n\n", "String.raw`a\\n${1}`": "a\\n1", "typeof 1": "number",
    "typeof void 0": "undefined", "typeof null": "object", "typeof {}": "object", "typeof (()=>1)": "function",
    "1?2:3": 2, "''?2:3": 3, "NaN?2:3": 3, "null??4": 4, "0??4": 0, "0||4": 4, "1&&5": 5, "!0": True, "!''": True,
    "1===1.0": True, "1==='1'": False, "null==void 0": True, "null===void 0": False, "[]===[]": False, "NaN===NaN": False,
    "true===1": False, "(1,2,3)": 3, "[1,...[2,3],4]": [1, 2, 3, 4], "{a:1,...{b:2,a:3}}": {"a": 3, "b": 2},
    "{b:1,1:2,0:3}": {"b": 1, "1": 2, "0": 3}, "{['a'+'b']:1}": {"ab": 1}, "{a:1,...null,...void 0}": {"a": 1},
    "{...'ab'}": {"0": "a", "1": "b"}, "{...[7]}": {"0": 7}, "{a:1}.a": 1, "{a:1}['a']": 1, "{a:1}.b": "(undefined)",
    "{a:{b:2}}?.a?.b": 2, "(void 0)?.a.b": "(undefined)", "(void 0)?.a.b()[1]": "(undefined)", "({})?.a?.()": "(undefined)",
    "({a:{}}).a.b?.c.d": "(undefined)", "[1,2][1]": 2, "[1,2].length": 2, "[1][5]": "(undefined)",
    "'abc'.length": 3, "'😀'.length": 2, "'a' in {a:1}": True, "'b' in {a:1}": False, "'toString' in {}": True,
    "{get a(){return 5}}.a": 5, "{a(){return 6}}.a()": 6, "((a,b)=>a+b)(1,2)": 3, "(function(a){return a*2})(4)": 8,
    "0x1f": 31, "1_000": 1000, ".5": 0.5, "0b11": 3, "'\\x41\\u{1F600}'": "A😀", "'\\ud83d'+'\\ude00'": "😀",
    "{\\u0061:1}": {"a": 1}, "Number.MAX_SAFE_INTEGER": 2**53 - 1, "[] instanceof Array": True,
    "{} instanceof Object": True, "1 instanceof Object": False, "new Set(['a','b','a']).has('b')": True,
    "new Set(['a','a']).size": 1, "new Map([['a',1]]).get('a')": 1, "(new RegExp('a/b','i')).source": "a\\/b",
    "/x/gi.flags": "gi", "delete {a:1}.a": True, "void 0": "(undefined)",
}  # fmt: skip


@pytest.mark.parametrize("text", list(CERTAIN))
def test_what_is_certain(text: str) -> None:
    value = json_of(f"({text})")
    assert value == CERTAIN[text]
    assert type(value) is type(CERTAIN[text])


@pytest.mark.parametrize(
    "text",
    [
        "unheardOf", "unheardOf.a", "unheardOf()", "globalThis.x", "process.env.A", "Math.random()", "Date.now()",
        "globalThis.x?1:2", "unheardOf||1", "unheardOf??1", "unheardOf&&1", "{...unheardOf}.a", "{a:1,...unheardOf}.a",
        "[...unheardOf].length", "[...unheardOf][0]", "{[unheardOf]:1}.a", "`${unheardOf}`", "'a'+unheardOf",
        "1n", "/a/.test('a')", "'1'==1", "'a'<'b'", "tag`a`", "(async()=>1)()", "(function*(){})()",
        "new Date()", "import('./absent.js')", "(()=>{throw 1})()", "arguments[0]", "f(...unheardOf)", "[1,2].sort()",
        "JSON.parse('1')", "Symbol.iterator", "new.target", "(class{static{X=1}}).y", "{get a(){return unheardOf}}.a",
        "unheardOf instanceof Object", "unheardOf in {a:1}", "+'1'", "'é'.toUpperCase()",
    ],
)  # fmt: skip
def test_what_is_not_certain_stays_unknown(text: str) -> None:
    assert reason_of(f"({text})" if not text.startswith("import") else text)


def test_an_unknown_spread_leaves_what_is_written_after_it() -> None:
    assert json_of("({a:1,...unheardOf,b:2}).b") == 2
    assert reason_of("({a:1,...unheardOf,b:2}).a")
    with pytest.raises(ValueError, match="not a JSON value"):
        json_of("{a:1,...unheardOf}")


def test_order_is_that_of_javascript() -> None:
    assert json_of("Object.keys({b:1,2:0,a:1,1:0})") == ["1", "2", "b", "a"]
    assert json_of("Object.keys({a:1,b:1,...{c:1,a:2}})") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Object.entries({a:1})", [["a", 1]]), ("Object.fromEntries([['a',1],['a',2]])", {"a": 2}),
        ("Object.values({b:1,a:2})", [1, 2]), ("Object.assign({a:1},{b:2},null)", {"a": 1, "b": 2}),
        ("Object.freeze({a:1})", {"a": 1}), ("Object.keys(Object.defineProperty({},'a',{value:1}))", []),
        ("Object.defineProperty({},'a',{value:1}).a", 1), ("Object.create(null)", {}), ("Object.hasOwn({a:1},'a')", True),
        ("Object.create(Object.getPrototypeOf({}),Object.getOwnPropertyDescriptors({a:1}))", {"a": 1}),
        ("Object.defineProperties({},{a:{get:()=>1,enumerable:true}}).a", 1), ("Array.isArray([])", True),
        ("Array.from(new Set([1,1,2]))", [1, 2]), ("Array.from([1,2],(x)=>x*2)", [2, 4]), ("String(1)", "1"),
        ("Boolean('')", False), ("[1,2,3].map((x,i)=>x*i)", [0, 2, 6]), ("[1,2,3].filter((x)=>x>1)", [2, 3]),
        ("[1,0,2].filter(Boolean)", [1, 2]), ("[[1],[2]].flat()", [1, 2]), ("[1].concat([2],3)", [1, 2, 3]),
        ("[1,2].flatMap((x)=>[x,x])", [1, 1, 2, 2]), ("[1,2,3].slice(1)", [2, 3]), ("[1,2,3].slice(0,-1)", [1, 2]),
        ("['a','b'].join('-')", "a-b"), ("[1,2].reduce((a,b)=>a+b)", 3), ("[1,2].reduce((a,b)=>a+b,10)", 13),
        ("[1,2].some((x)=>x>1)", True), ("[1,2].every((x)=>x>1)", False), ("[1,2].find((x)=>x>1)", 2),
        ("['a'].includes('a')", True), ("[1,2].at(-1)", 2), ("[...new Map([['a',1]]).keys()]", ["a"]),
        ("'a,b'.split(',')", ["a", "b"]), ("'aXb'.toLowerCase()", "axb"), ("' a '.trim()", "a"), ("'abc'.slice(1)", "bc"),
        ("'aa'.replace('a','b')", "ba"), ("'aa'.replaceAll('a','b')", "bb"), ("'abc'.startsWith('ab')", True),
    ],
)  # fmt: skip
def test_built_ins(text: str, value: object) -> None:
    assert json_of(text) == value


def test_an_expression_nested_too_deeply_is_given_up() -> None:
    assert "deeply" in reason_of("(" * 700 + "1" + ")" * 700)


def test_a_definition_that_needs_itself_is_given_up() -> None:
    assert "itself" in reason_of("Y", "var Y=[Y][0];")
    assert reason_of("Y", "var Y=Y+1;")
    assert json_of("Y", "var Y=((e)=>(e.a=1,e))(Y||{});") == {"a": 1}


def test_a_function_that_never_ends_is_given_up() -> None:
    assert reason_of("f(1)", "function f(n){return f(n+1)}")


def test_a_value_that_takes_too_long_is_lost_alone() -> None:
    source = source_of("function f(n){return n?[f(n-1),f(n-1)]:1}var X=f(40),Y=[f(3),2][1];")
    evaluator, chunk = Evaluator(source, NoLibrary()), source.bundle.chunks[0]
    lost = evaluator.name(chunk, "X")
    while isinstance(lost, Arr):
        lost = lost.items[-1]
    assert isinstance(lost, Unknown)
    assert lost.reason == "it takes too long to evaluate"
    assert evaluator.name(chunk, "Y") == Const(2)
