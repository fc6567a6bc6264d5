"""Code and text: a declaration that is written in a string, a template or a comment defines nothing."""

from __future__ import annotations

import pytest

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax import Definition, Source
from extractor.syntax.code import Code


def code_at(text: str, needle: str) -> bool:
    """Whether the first `needle` of a text stands in code."""
    blob = text.encode()
    return Code(blob, 0, len(blob)).holds(blob.index(needle.encode()), 0)


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
