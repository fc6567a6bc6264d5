"""Object literals that may be the fields of a schema, and those that surely are something else."""

from __future__ import annotations

import pytest

from extractor.resolve.shape_text import may_be_shape


@pytest.mark.parametrize(
    "text",
    [
        "{a:b()}", "{a:b,c}", "{a:b.c(d),...e}", "{'a':b?c():d()}", "{a:b&&c()}", "{a:b??c()}", "{get a(){return b}}",
        "{a:(b())}", "{a:b(()=>c('d',{e:1},[2]))}", "{}", "{a:await b()}",
    ],
)  # fmt: skip
def test_these_may_be_shapes(text: str) -> None:
    assert may_be_shape(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "{a:b(),c:!0}", "{a:b(),c:1}", "{a:b(),c:'d'}", "{a:b(),c:d-e}", "{a:b(),c:d===e}", "{a:b(),c:`${d}`}", "{a:b(),c:{}}",
        "{a:b(),c:[]}", "{a:b(),c:()=>d}", "{a:b(),c:null}", "{a:b(),c:typeof d}", "(a)", "[a]", "",
    ],
)  # fmt: skip
def test_these_are_none(text: str) -> None:
    assert not may_be_shape(text.encode())
