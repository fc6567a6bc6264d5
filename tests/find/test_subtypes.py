"""Where a schema may have a `subtype` of its own, and what only looks like one."""

from __future__ import annotations

import pytest

from extractor.find import subtypes
from tests.support.sources import source_of


def found_in(text: str) -> list[str]:
    """The text of each match."""
    blob = source_of(text).bundle.blob
    return [blob[match.start : match.end].decode() for match in subtypes.find(source_of(text))]


def test_a_definition_is_found_once() -> None:
    text = "var A=memo(()=>object({subtype:literal('a'),other:object({subtype:z.enum(['b'])})}));"
    assert found_in(text) == ["memo(()=>object({subtype:literal('a'),other:object({subtype:z.enum(['b'])})}))"]


@pytest.mark.parametrize(
    "text", ["f({subtype:literal('a')})", 'f({"subtype" : z.literal(`a`)})', "f({subtype:enum(A)})"]
)
def test_one_in_no_definition_is_found_where_it_stands(text: str) -> None:
    assert found_in(text) == ["subtype"]


@pytest.mark.parametrize(
    "text",
    [
        "f(x?'unsupported_subtype':g(h))", 'f(x?"unsupported_subtype":g(h))', "f({my_subtype:literal('a')})", "f(a.subtype)",
        "f({subtype:'a'})", "f({subtype:g(h,i)})", "f({subtype:g()})", "f({subtypes:literal('a')})",
    ],
)  # fmt: skip
def test_what_only_looks_like_one(text: str) -> None:
    assert found_in(text) == []
