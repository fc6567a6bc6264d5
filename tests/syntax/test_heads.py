"""Parameters read from the head of a function, and near misses."""

from __future__ import annotations

import pytest

from extractor.syntax.code import Code
from extractor.syntax.heads import parameters_before


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("function f(a,b)", "ab"), ("(a)=>", "a"), ("async(a , b) => ", "ab"), ("{run(a)", "a"), ("function(a,b=!1)", "ab"),
        ("}f(a=b)", "a"), ("}catch(e)", "e"), ("x=>", ""), ("if(a)", ""), ("for(a of b)", ""), ("while (a)", ""), ("{f()", ""),
        ("{f({a,b},c)", ""), ("{f([a])", ""), ("{f(a=g(b))", ""), ("{f(a='b,c')", ""), ("class A", ""), ("{f(a/b)", ""),
        ("(a>=b,c)=>", "c"),
        ("x=class extends mix(a)", ""), ("{if/*c*/(a)", ""), (";f(a)\n", ""), ("{async f(a)", "a"), ("{get f(a)", "a"),
        (";if(a)", ""), ("f(a)", ""),
    ],
)  # fmt: skip
def test_parameters(head: str, names: str) -> None:
    assert parameters_before(f"{head}{{}}".encode(), len(head), 0) == set(names)


def test_brackets_around_a_place_are_given_outermost_first() -> None:
    blob = b"a=[b({c:1})];function f(d){if(d){return[d,here]}}"
    ranges = Code(blob, 0, len(blob)).enclosing(blob.index(b"here"), 0)
    assert ranges is not None
    assert [blob[first:end] for first, end in ranges] == [b"{if(d){return[d,here]}}", b"{return[d,here]}", b"[d,here]"]


@pytest.mark.parametrize("text", ["here", "f();here", "'here'", "`${here}`", "f(here"])
def test_no_bracket_around_a_place(text: str) -> None:
    blob = text.encode()
    assert Code(blob, 0, len(blob)).enclosing(blob.index(b"here"), 0) == []


def test_brackets_that_are_too_many_or_too_long_are_not_told() -> None:
    deep = b"[" * 100 + b"here" + b"]" * 100
    assert Code(deep, 0, len(deep)).enclosing(deep.index(b"here"), 0) is None
    long = b"{{" + b"a;" * (3 << 19) + b"here}}"
    assert Code(long, 0, len(long)).enclosing(long.index(b"here"), 0) is None
