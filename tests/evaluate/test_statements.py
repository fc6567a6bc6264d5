"""Bodies of functions: what is followed is followed exactly; what is not makes everything uncertain that it may change."""

from __future__ import annotations

import pytest

from tests.evaluate.evaluation import json_of, reason_of


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("return 1", 1), ("", "(undefined)"), ("let a=1;return a", 1), ("var a=1;{var a=2}return a", 2),
        ("let a=1;{let a=2}return a", 1), ("let a=1;a=2;return a", 2), ("let a=1;a+=2;return a", 3),
        ("let a;return a??=5", 5), ("let a=0;a||=5;return a", 5), ("let a=1;a&&=6;return a", 6), ("let a=1;a++;return a", 2),
        ("let a=1;return a++", 1), ("let a=1;return ++a", 2), ("let a=1,b=a;a=2;return b", 1),
        ("let a=1;const f=()=>a;a=2;return f()", 2), ("let a=1;const o={a,b:[a]};a=2;return o", {"a": 1, "b": [1]}),
        ("if(1)return 2;return 3", 2), ("if(0)return 2;else return 4", 4), ("let a=1;if(a===1){a=3}return a", 3),
        ("const o={};o.a=1;o['b']=2;return o", {"a": 1, "b": 2}), ("const o={a:1};delete o.a;return o", {}),
        ("const a=[];a.push(1,2);return a", [1, 2]), ("const o={};for(const k of['a','b'])o[k]=1;return o", {"a": 1, "b": 1}),
        ("const a=[];for(const k in{x:1,y:2})a.push(k);return a", ["x", "y"]),
        ("const a=[];for(const k of[1,2,3]){if(k===2)continue;a.push(k)}return a", [1, 3]),
        ("const a=[];for(const k of[1,2,3]){if(k===2)break;a.push(k)}return a", [1]),
        ("for(const k of[1,2]){if(k===2)return k}return 0", 2), ("const a=[];[1,2].forEach((x)=>{a.push(x)});return a", [1, 2]),
        ("function f(){return g()}function g(){return 1}return f()", 1),
        ("const{a,b:{c},...d}={a:1,b:{c:2},e:3};return[a,c,d]", [1, 2, {"e": 3}]),
        ("const[a,,b]=[1,2,3];return a", None), ("const[a,...b]=[1,2,3];return[a,b]", [1, [2, 3]]),
        ("const{a=5}={};return a", 5), ("const{'x-y':a}={'x-y':1};return a", 1), ("const{\\u0061:b}={a:1};return b", 1),
        ("return(function f(n){return n?f(n-1):'end'})(3)", "end"),
        ("const f=function g(){return typeof g};return f()", "function"),
        ("let n=0;const f=()=>{n++};f();f();return n", 2),
    ],
)  # fmt: skip
def test_statements_that_are_followed(body: str, value: object) -> None:
    if value is None:
        assert reason_of(f"(()=>{{{body}}})()")
    else:
        assert json_of(f"(()=>{{{body}}})()") == value


@pytest.mark.parametrize(
    "body",
    [
        "try{return 1}catch{}", "switch(1){case 1:return 1}", "while(true){return 1}", "x:{return 1}", "throw 1",
        "let a=1;while(unheardOf){a=2}return a", "let a=1;for(let i=0;i<3;i++)a=i;return a", "let a=1;do{a=2}while(0);return a",
        "let a=1;if(unheardOf)a=2;return a", "let a=1;unheardOf&&(a=2);return a", "let a=1;unheardOf?a=2:0;return a",
        "let a=1;unheardOf(()=>{a=2});return a", "let a=1;const f=()=>{a=2};unheardOf(f);return a",
        "let a=1;const f=()=>{a=2};if(unheardOf)f();return a", "let a=1;const f=()=>{while(1){a=2;break}};f();return a",
        "let a=1;for(a of[1,2]);return a", "let a=1;[a]=[2];return a", "let a=1;({a}={a:2});return a",
        "const o={a:1};unheardOf(o);return o.a", "const o={a:1};o[unheardOf]=2;return o.a", "const a=[1];a.sort();return a[0]",
        "const a=[1];a[0]=2;return a[0]", "const a=[1];a.length=0;return a[0]", "const a=[1,2];a.shift();return a[0]",
        "const o={a:1};for(const k of unheardOf)o[k]=2;return o.a", "const o={a:1};for(let i=0;i<1;i++)o.a=2;return o.a",
        "const o={a:1};Reflect.set(o,'a',2);return o.a", "const o={a:1};delete o[unheardOf];return o.a",
        "let a=1;const o={get b(){return unheardOf?(a=2):0}};o.b;return a",
        "let a=1;for(const x of[1]){if(unheardOf)break;a=2}return a", "for(const x of[1]){if(unheardOf)return 1}return 2",
        "let a=1;[2].map((x)=>unheardOf?(a=x):0);return a", "const o={a:1};[1].forEach(()=>{unheardOf(o)});return o.a",
        "const o={a:1};if(unheardOf)unheardOf(o);return o.a", "const o={a:1};unheardOf&&unheardOf([],o);return o.a",
        "let a=1;a+=unheardOf;return a", "let a=1;a??=2;a=unheardOf;return a", "const o={...unheardOf,a:1};o.b=o.c;return o.c",
    ],
)  # fmt: skip
def test_what_is_not_followed_makes_what_it_may_change_unknown(body: str) -> None:
    assert reason_of(f"(()=>{{{body}}})()")


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("let a=1,b=2;if(unheardOf)a=3;return b", None),
        ("let a=1,b=2;while(unheardOf)a=3;return b", 2), ("const o={a:1};unheardOf({b:2});return o.a", 1),
        ("let a=1;unheardOf((a)=>{a=2});return a", 1), ("if(unheardOf)unheardOf();return 1", 1),
        ("if(unheardOf)throw 1;return 1", 1), ("let a=1;console.log(a);return a", 1),
    ],
)  # fmt: skip
def test_what_it_cannot_change_stays_certain(body: str, value: object) -> None:
    if value is None:
        assert reason_of(f"(()=>{{{body}}})()")
    else:
        assert json_of(f"(()=>{{{body}}})()") == value


def test_memoised_functions_are_computed_once_and_see_each_other() -> None:
    before = "function memo(f){let v;return()=>v??=f()}var A=memo(()=>({b:B()})),B=memo(()=>[1]);"
    assert json_of("[A(),A().b]", before) == [{"b": [1]}, [1]]
    assert json_of("A()===A()", before) is True


def test_a_function_called_with_constants_gives_objects_of_its_own_each_time() -> None:
    before = "function make(a){return{a}}"
    assert json_of("(()=>{const x=make(1),y=make(1);x.a=2;return[x.a,y.a]})()", before) == [2, 1]
    assert json_of("make(1)===make(1)", before) is False


def test_parameters() -> None:
    assert json_of("((a,b=a,...c)=>[a,b,c])(1)") == [1, 1, []]
    assert json_of("((a,b=2)=>[a,b])(1,void 0)") == [1, 2]
    assert json_of("(({a,...b},[c,d]=[3,4])=>[a,b,c,d])({a:1,x:2})") == [1, {"x": 2}, 3, 4]
    assert json_of("((...a)=>a)(...[1,2],3)") == [1, 2, 3]


def test_local_names_are_never_taken_for_names_of_the_file() -> None:
    before = "var a='file';"
    assert json_of("((a)=>a)('local')", before) == "local"
    assert json_of("(()=>{let f=(b)=>a;return f(1)})()", before) == "file"
    assert json_of("(()=>{{let a='block';void a}return a})()", before) == "file"
    assert reason_of("(()=>{unheardOf((x)=>x);let a;for(a of unheardOf);return a})()", before)
