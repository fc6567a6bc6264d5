"""Checks as zod 4 keeps them in definitions and is given them: each narrows the shape, or is a gap."""

from __future__ import annotations

import pytest

from extractor.model import schema as ir
from tests.resolve.reading import read, shape_of

CHECK = "class Check{constructor(d){this.d=d}}const check=(d)=>new Check(d);"
STRINGS: dict[str, ir.Schema] = {
    "{check:'min_length',minimum:2}": ir.String(min_length=2),
    "{check:'max_length',maximum:3}": ir.String(max_length=3),
    "{check:'length_equals',length:4}": ir.String(min_length=4, max_length=4),
    "{check:'string_format',format:'email'}": ir.String(format="email"),
    "{check:'string_format',format:'regex',pattern:/^a$/i}": ir.String(patterns=("(?i:^a$)",)),
    "{check:'string_format',format:'starts_with',prefix:'a.'}": ir.String(patterns=("^a\\..*",)),
    "{check:'string_format',format:'ends_with',suffix:'$'}": ir.String(patterns=(".*\\$$",)),
    "{check:'string_format',format:'includes',includes:'('}": ir.String(patterns=("\\(",)),
    "{check:'string_format',format:'own',pattern:/^b$/}": ir.String(patterns=("^b$",)),
    "{check:'string_format',format:'own',fn:unheardOf}": ir.Effect(ir.String(), ("refinement",)),
    "{check:'overwrite',tx:unheardOf}": ir.Effect(ir.String(), ("rewrite",)),
    "{check:'custom',fn:unheardOf}": ir.Effect(ir.String(), ("refinement",)),
    "{check:'property',property:'length',schema:unheardOf}": ir.Effect(ir.String(), ("refinement",)),
}
NUMBERS: dict[str, ir.Schema] = {
    "{check:'greater_than',value:2,inclusive:true}": ir.Number(minimum=2),
    "{check:'greater_than',value:2,inclusive:false}": ir.Number(exclusive_minimum=2),
    "{check:'less_than',value:9,inclusive:true}": ir.Number(maximum=9),
    "{check:'multiple_of',value:5}": ir.Number(multiple_of=5),
    "{check:'number_format',format:'int32'}": ir.Number("int32"),
}


@pytest.mark.parametrize(
    ("kind", "given", "shape"),
    [("string", *pair) for pair in STRINGS.items()] + [("number", *pair) for pair in NUMBERS.items()],
)
def test_checks_given_in_every_way(kind: str, given: str, shape: ir.Schema) -> None:
    assert shape_of(f"{kind}().check(check({given}))", CHECK) == shape
    assert shape_of(f"new Schema({{type:'{kind}',checks:[check({given})]}})", CHECK) == shape
    own = given.replace("{", f"{{type:'{kind}',", 1)
    assert shape_of(f"new Schema({own})") == shape
    assert shape_of(f"any().check(check({given}))", CHECK) if "custom" in given else True


def test_checks_narrow_together() -> None:
    both = "check({check:'min_length',minimum:2}),check({check:'min_length',minimum:5})"
    assert shape_of(f"string().check({both})", CHECK) == ir.String(min_length=5)
    assert shape_of("array(string()).check(check({check:'max_length',maximum:3}))", CHECK) == ir.Array(
        ir.String(), None, 3
    )
    assert shape_of("string().check((payload)=>unheardOf(payload))") == ir.Effect(ir.String(), ("refinement",))


@pytest.mark.parametrize(
    "given",
    [
        "unheardOf", "check({check:'unheard'})", "check({check:'min_length',minimum:unheardOf})", "check(unheardOf)", "5",
        "check({check:'string_format',format:unheardOf})", "check({check:'multiple_of',value:2})", "{}",
        "check({check:'string_format',format:'regex',pattern:unheardOf})",
    ],
)  # fmt: skip
def test_a_check_that_is_not_known_is_a_gap(given: str) -> None:
    _, gaps, _ = read(f"string().check({given})", CHECK)
    assert len(gaps) == 1
    _, gaps, _ = read(f"new Schema({{type:'string',checks:[{given}]}})", CHECK)
    assert len(gaps) == 1
