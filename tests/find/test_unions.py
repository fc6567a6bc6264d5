"""Unions of named schemas, memoised or built at once, and lists that look alike."""

from __future__ import annotations

from extractor.find import unions
from tests.find.bundles import source, text_at

MEMO = "var once=(f)=>()=>f();"
WANTED = frozenset({"A"})


def found(text: str) -> tuple[list[str], list[str]]:
    """What is found as a union of functions, and as one of plain schemas."""
    where = source(MEMO + text)
    chunk = where.bundle.chunks[0]
    return (
        [text_at(where, match) for match in unions.find(where, chunk, WANTED)],
        [text_at(where, match) for match in unions.find_plain(where, chunk, WANTED)],
    )


def test_a_union_of_memoised_schemas() -> None:
    assert found("var All=once(()=>z.union([B(),A(),C()]));") == (["once(()=>z.union([B(),A(),C()]))"], [])


def test_a_union_that_is_built_at_once() -> None:
    assert found("var All,init=once(()=>{A=1,All=z.union([B,A])});") == ([], ["z.union([B,A])"])


def test_lists_that_are_no_union_of_the_wanted() -> None:
    assert found("var x,y,i=once(()=>{x=z.union([B,C]),y=f([A]),w=[A,B],v=z.union([A,'B'])});") == ([], [])
