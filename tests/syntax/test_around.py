"""The definition around a place: memoised ones, and assignments in the initialiser of a module."""

from __future__ import annotations

import pytest

from extractor.syntax import content, definition_around
from tests.find.bundles import source

MEMO = "var once=(f)=>()=>f();"


def around(text: str, needle: str = "HERE") -> tuple[str, str] | None:
    """The name and the text of the definition around a word."""
    where = source(MEMO + text)
    found = definition_around(where, where.bundle.blob.index(needle.encode()))
    return (found.name, content(found.node)) if found is not None else None


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("var A=once(()=>obj({x:HERE}));", "A", "once(()=>obj({x:HERE}))"),
        ("var a,b,init=once(()=>{a=obj({x:1}),b=obj({x:HERE}),a.b=2});", "b", "obj({x:HERE})"),
        ("var b,init=once(()=>{other();b=obj({x:HERE});});", "b", "obj({x:HERE})"),
        ("var A=once(()=>{let b=1;return obj({x:HERE})});", "A", "once(()=>{let b=1;return obj({x:HERE})})"),
        ("var A=once(()=>{x.y=obj({x:HERE})});", "A", "once(()=>{x.y=obj({x:HERE})})"),
        ("var A=once(()=>{let b;b=obj({x:HERE});return b}),b=7;", "A", "once(()=>{let b;b=obj({x:HERE});return b})"),
    ],
)
def test_the_innermost_definition_that_other_code_can_name(text: str, name: str, value: str) -> None:
    assert around(text) == (name, value)


def test_a_place_in_no_definition() -> None:
    assert around("var a=obj({x:HERE});") is None
