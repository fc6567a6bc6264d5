"""Candidates sought by name are those of the index, whatever stands around them."""

from __future__ import annotations

import pytest

from extractor.model.bundle import Chunk
from extractor.syntax.names import Candidate, ChunkNames

TEXT = (
    'import"./x.js";function f(a){return a}async function g(){}function*h(){}function *i(){}function* j(){}'
    "var k=memo(()=>1),l=memo(() =>2);class m{}class n extends m{}class o{p(){}}var q=5;q=6;r={s};var{t,u:v}=q;[w,x]=q;"
    "call(y,{z:()=>1});(function(A){A.b=1})(A||(A={}));B.C=memo(()=>1);D==memo(()=>1);var f2=1,kk=memo(()=>3);"
    "var s1='function f(){}';if(q)function E(){};F=later((()=>1));xk=memo(()=>4);"
)
NAMES = [*"abcdefghijklmnopqrstuvwxyzABCDEF", "f2", "kk", "xk", "s1", "memo", "call", "function", "none"]
BEFORE = "/*" + "-" * len(TEXT) * 2 + "*/"


def _names(text: str) -> ChunkNames:
    """The names of a chunk that is a small part of its bundle."""
    blob = (BEFORE + text).encode()
    return ChunkNames(blob, Chunk("a.js", len(BEFORE), len(blob)))


def _tiers(names: ChunkNames, name: str) -> list[list[Candidate]]:
    return [sorted(tier) for tier in names.tiers(name)]


@pytest.mark.parametrize("name", NAMES)
def test_the_first_question_and_a_late_one_have_the_same_answer(name: str) -> None:
    late = _names(TEXT)
    for _ in range(20):
        list(late.tiers("none"))
    assert _tiers(_names(TEXT), name) == _tiers(late, name)


def test_what_is_declared_is_found_by_either_way() -> None:
    kinds = {name: [one.kind for tier in _names(TEXT).tiers(name) for one in tier] for name in NAMES}
    assert kinds["f"] == kinds["g"] == kinds["h"] == kinds["i"] == kinds["j"] == ["function"]
    assert kinds["m"] == kinds["n"] == ["class"]
    assert kinds["k"] == kinds["l"] == kinds["kk"] == ["value"]
    assert kinds["q"] == ["value", "value"]
    assert kinds["t"] == kinds["v"] == ["destructured"]
    assert kinds["y"] == ["exports"]
    assert kinds["C"] == kinds["D"] == kinds["none"] == []


@pytest.mark.parametrize("place", range(0, len(TEXT), 7))
def test_thunks_before_a_place_are_those_of_the_index(place: int) -> None:
    late = _names(TEXT)
    for _ in range(20):
        list(late.tiers("none"))
    offset = len(BEFORE) + place
    assert _names(TEXT).thunks_before(offset, 3) == late.thunks_before(offset, 3)


def test_a_thunk_that_begins_right_at_a_place_is_before_it() -> None:
    names, at = _names(TEXT), len(BEFORE) + TEXT.index("k=memo")
    assert names.thunks_before(at, 1) == [at]
    assert names.thunks_before(at - 1, 1) == []


@pytest.mark.parametrize("space", ["\n", "  ", "\t", "\r\n", " * "])
def test_a_declaration_with_blanks_that_no_minifier_writes_is_found_at_once(space: str) -> None:
    text = f"function{space}odd(a){{return a}}"
    assert [one.kind for tier in _names(text).tiers("odd") for one in tier] == ["function"]


def test_what_only_begins_like_a_declaration_is_none() -> None:
    for names in (_names(";functionfoo(1);"), _names(";functionfoo(1);function\nbar(){}")):
        assert [one for tier in names.tiers("foo") for one in tier] == []
