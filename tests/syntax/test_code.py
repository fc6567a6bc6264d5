"""Code and text: a declaration that is written in a string, a template or a comment defines nothing."""

from __future__ import annotations

import random

import pytest

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax import Definition, Source
from extractor.syntax import code as code_module
from extractor.syntax.code import Code


def code_at(text: str, needle: str) -> bool:
    """Whether the first `needle` of a text stands in code."""
    blob = text.encode()
    return Code(blob, 0, len(blob)).holds(blob.index(needle.encode()), 0)


def outermost_at(text: str, needle: str) -> str | None:
    """What is outermost around the first `needle` of a text; None where that does not end."""
    blob = text.encode()
    around = Code(blob, 0, len(blob)).outermost(blob.index(needle.encode()), 0)
    return blob[slice(*around)].decode() if around is not None else None


@pytest.mark.parametrize(
    "text",
    [
        'a="b";here()', "a='it\\'s';here()", "a=`b`;here()", "a=`${f(`${1}`)}`;here()", "a=`${here()}`",
        "a=/['\"`]/;here()", "a=b/c;d=e/f;here()", "/* ' */here()", "// `\nhere()", "a={b:{c:1}};here()",
        "a=`${{b:`}`}}`;here()", "return/[/]/.test(x)?here():0",
    ],
)  # fmt: skip
def test_code_is_code(text: str) -> None:
    assert code_at(text, "here")


@pytest.mark.parametrize(
    "text",
    ['a="here"', "a='\\'here'", "a=`here`", "a=`${b}here`", "a=`${{b:1}}here`", "/* here */", "// here", "a=/here/"],
)
def test_text_is_not(text: str) -> None:
    assert not code_at(text, "here")


@pytest.mark.parametrize(
    "text",
    [
        "here", "a(1)/2;here", "m/4*3;here", "f({a:[b(c(d(e)))]});here", "x=`${y?`${z({})}`:1}/`;here", "[.../[(]/g.f()];here",
        "if(a){b=/[{]/.test(c)}function f(){return/}/}here", 'a="}";here', "/* } */here", "// {\nhere", "a={}/2;here",
        "r=1/0,s={t:1/0};here", "a=x?y:/\\/(/;here",
    ],
)  # fmt: skip
def test_what_no_bracket_holds_is_outermost(text: str) -> None:
    assert outermost_at(text, "here") == ""


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("f(here)", "(here)"), ("a=1;f=()=>{b([here])};c", "{b([here])}"), ("`${here}`;a", "`${here}`"), ("a='here';b", "'here'"),
        ("function f(a=here){}", "(a=here)"), ("{(here", None), ("a=[here}", None),
    ],
)  # fmt: skip
def test_what_a_bracket_or_a_literal_holds_is_not(text: str, around: str | None) -> None:
    assert outermost_at(text, "here") == around


def test_what_is_outermost_does_not_depend_on_what_was_asked_before() -> None:
    text = "one;two(three);four={five:{six}};seven"
    blob = text.encode()
    words = ["one", "two", "three", "four", "five", "six", "seven"]
    for order in (words, words[::-1]):
        code = Code(blob, 0, len(blob))
        found = {word for word in order if code.is_outermost(blob.index(word.encode()), 0)}
        assert found == {"one", "two", "four", "seven"}


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    text = 'one("two");three=`four${five}six`;seven'
    blob = text.encode()
    words = {"one": True, "two": False, "three": True, "four": False, "five": True, "six": False, "seven": True}
    for order in (list(words), list(words)[::-1]):
        code = Code(blob, 0, len(blob))
        assert {word: code.holds(blob.index(word.encode()), 0) for word in order} == words


@pytest.mark.parametrize(
    "page", ["page=`<script>function esc(s){ return s }</script>`;", "page='function esc(s){ return s }';"]
)
def test_a_script_in_a_page_does_not_take_a_name_from_the_bundle(page: str) -> None:
    text = f"{page}function memo(f){{return f}}esc=memo(()=>1);".encode()
    source = Source(Bundle("test", "any", "test", text, (Chunk("a.js", 0, len(text)),)))
    found = source.lookup(source.bundle.chunks[0], "esc")
    assert isinstance(found, Definition) and found.kind == "value"


PIECES = (
    "a=b;", "f(c)/2;", '"str/ing"+', "'it\\'s';", "`plain`;", "`${a+`${b}`}/x`;", "/re[/]gex/.test(d);", "// line\n",
    "/* block */", "e=g/h/i;", "{j:[1,2]};", "'//';", "k=/\\//;", ")/*x*/",
)  # fmt: skip


@pytest.mark.parametrize("stride", [1, 2, 3, 7, 64])
def test_an_answer_does_not_depend_on_how_far_one_reads_at_a_time(stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(stride)
    blob = "".join(chosen.choice(PIECES) for _ in range(60)).encode()
    words = [place for place in range(len(blob)) if blob[place : place + 1].isalnum()]
    at_once = {place: Code(blob, 0, len(blob)).holds(place, 0) for place in words}
    assert set(at_once.values()) == {True, False}
    monkeypatch.setattr(code_module, "_STRIDE", stride)
    chosen.shuffle(words)
    code = Code(blob, 0, len(blob))
    assert {place: code.holds(place, 0) for place in words} == at_once
