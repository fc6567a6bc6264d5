"""Where expressions and declarations end, whatever strings, templates, patterns and comments are in them."""

from __future__ import annotations

import pytest

from extractor.syntax import declaration_end, expression_end


@pytest.mark.parametrize(
    "text",
    [
        "1", "f(1,2)", "[1,[2,{a:3}]]", "{a:1,b:{c:2}}", "'a,b;c)'", '"a\\",b"', "`a,${b(`c,${d}`)}e;`", "/[,;)]/.test(x)",
        "a/b/c", "x=>({a:1})", "(a,b)=>{c;d}", "function(){return 1}", "/* ,;) */1", ["'\\''", "1"][0],
        "class{static a=1;b(){return'}'}}", "f(/* ) */)", "a?/,/:b", "`${{a:`}`}}`", "return_/x/y", "/(?:\\/|[/\\]])/g",
    ],
)  # fmt: skip
@pytest.mark.parametrize("after", [",next=1", ";next()", ")", "]", "}", ""])
def test_an_expression_ends_where_the_next_begins(text: str, after: str) -> None:
    blob = f"name={text}{after}".encode()
    assert expression_end(blob, 5, len(blob)) == 5 + len(text)


@pytest.mark.parametrize("text", ["f(1", "'open", "`a${b`", "(]", "{a:1", '"a\nb"', "[(])"])
def test_what_does_not_end_has_no_end(text: str) -> None:
    blob = text.encode()
    assert expression_end(blob, 0, len(blob)) is None


def test_nothing_is_read_beyond_the_limit() -> None:
    assert expression_end(b"f(1,2)", 0, 4) is None


@pytest.mark.parametrize(
    "text",
    [
        "function f(a={b:1},{c,...d}={}){return{a}}", "function f(){return `}${'}'}`}", "async function f(){/}/.test(x)}",
        "class X extends (class{}){a(){}static{}}", "function*f(){yield/[}]/}", "class X{'}'=1}",
    ],
)  # fmt: skip
def test_a_declaration_ends_with_its_body(text: str) -> None:
    blob = f"{text}next(){{}}".encode()
    assert declaration_end(blob, 0, len(blob)) == len(text)
