"""Patterns in the syntax that engines share: the same matches, and nothing where there is no shared syntax."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from extractor.model.schema import String
from extractor.render.json_shapes import JsonShapes
from extractor.render.portable_patterns import portable_pattern
from tests.support.random_schemas import PATTERNS

SHARED = ["^a", "\\d{2}", "[\\]x]", "[a[^]x", "^\\/\\w", "[\\w-]+", "a\\u0041", "", "(?:a|b)*?"]
CHANGED = {
    "[^]": "[\\s\\S]",
    "[]": "(?!)",
    "\\u{61}": "\\u0061",
    "[\\u{1f600}]": "[\U0001f600]",
    "\\p{Cc}": "[\\u0000-\\u001f\\u007f-\\u009f]",
    "[^\\p{gc=Cc}a]": "[^\\u0000-\\u001f\\u007f-\\u009fa]",
    "\\[\\p{Zl}]": "\\[[\\u2028]]",
    "[\\P{Cc}]": "[\\u0020-\\u007e\\u00a0-\U0010ffff]",
}
NOT_SHARED = [
    "\\p{Script=Greek}", "\\p{Emoji}", "\\p{}", "\\p{Xy}", "\\u{110000}", "(?<year>a)\\k<year>", "\\cA", "(", "a**",
]  # fmt: skip
EXPANDED = [
    "^[^\\p{Cc}\\p{Cf}\\u2028\\u2029]+$", "^\\p{Lu}\\p{Ll}*$", "[\\P{L}]", "^\\P{N}$", "^[\\p{L}\\p{N}_-]+$",
    "[^\\p{Zs}\\]]",
    "^\\u{1d11e}?[\\u{1d100}-\\u{1d11e}]$",
]  # fmt: skip


@pytest.mark.parametrize("source", SHARED)
def test_what_engines_share_stays_as_it_is(source: str) -> None:
    assert portable_pattern(source) == source


@pytest.mark.parametrize(("source", "said"), CHANGED.items())
def test_what_only_javascript_reads_is_said_otherwise(source: str, said: str) -> None:
    assert portable_pattern(source) == said


@pytest.mark.parametrize("source", NOT_SHARED)
def test_what_has_no_shared_syntax_has_no_pattern(source: str) -> None:
    assert portable_pattern(source) is None
    assert JsonShapes({}).schema(String(patterns=(source,))) == {"type": "string", "x-pattern": source}


def test_the_source_stands_beside_another_wording() -> None:
    said = JsonShapes({}).schema(String(patterns=("^a", "\\p{Zl}")))
    assert said["allOf"] == [{"pattern": "^a"}, {"pattern": "[\\u2028]", "x-pattern": "\\p{Zl}"}]
    assert JsonShapes({}).schema(String(patterns=("^a",))) == {"type": "string", "pattern": "^a"}


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([*PATTERNS, *EXPANDED, *CHANGED, *NOT_SHARED]) | st.text("[]\\^-ap{}Lu0x(?)", max_size=9))
)
def test_every_pattern_that_is_said_can_be_read(sources: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = JsonShapes({}).schema(String(patterns=tuple(sources)))
        Draft202012Validator.check_schema(said)
        assert Draft202012Validator(said).is_valid(1) is False


SCRIPT = """
const [source, said, codes] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const [one, other] = [source, said].map((pattern) => new RegExp(pattern, "u"));
const matched = (expression) => codes.filter((code) => expression.test(String.fromCodePoint(code)));
console.log(JSON.stringify([matched(one), matched(other)]));
"""


@pytest.mark.node
@pytest.mark.parametrize("source", EXPANDED)
def test_both_wordings_match_the_same_in_javascript_and_python(source: str) -> None:
    """Each character alone that Unicode has had for long: what newer ones are depends on how new an engine is."""
    codes = [code for code in range(0x110000) if unicodedata.ucd_3_2_0.category(chr(code)) not in ("Cn", "Cs", "Co")]
    said = portable_pattern(source)
    assert said is not None
    assert "\\p" not in said.lower()
    asked = json.dumps([source, said, codes])
    done = subprocess.run(["node", "-e", SCRIPT], input=asked, capture_output=True, text=True, check=True)
    by_source, by_wording = json.loads(done.stdout)
    assert 0 < len(by_source) < len(codes)
    assert by_wording == by_source
    assert [code for code in codes if re.search(said, chr(code))] == by_source
