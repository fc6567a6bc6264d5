"""Tests of the translation of ECMAScript patterns. (The comparison with JavaScript itself is in the zod tests.)"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.model.schema import String
from extractor.validate.compiled import Compiler
from extractor.validate.patterns import Untranslatable, compile_pattern


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        ("^a$", "a", "a\n"),
        ("^.$", "a", "\u2028"),
        (r"^\d$", "1", "٣"),
        (r"^\w$", "a", "é"),
        (r"^\s$", "\ufeff", "a"),
        (r"^[\s\d]$", "\u00a0", "a"),
        (r"^\S$", "a", "\u3000"),
        ("^[^]$", "\n", ""),
        (r"^[\s\S]$", "\n", ""),
        ("[]", "", ""),
        ("(?<year>\\d+)-", "1-", "-"),
        (r"^\/a\-b$", "/a-b", "a"),
        ("^a{,2}$", "a{,2}", "aa"),
        ("^a{2}$", "aa", "a{2}"),
        ("^[[a]$", "[", "]"),
        ("^..$", "\U0001f600", "ab\U0001f600"),
        (r"^[\b]$", "\b", "b"),
        (r"^\0$", "\0", "0"),
        (r"^[^\p{Cc}\p{Cf}\u2028\u2029]+$", "a \U0001f600", "a\x07"),
        (r"^[^\p{Cc}\p{Cf}\u2028\u2029]+$", "é", "\u202e"),
        (r"^\p{Lu}\P{L}$", "É1", "Éa"),
        (r"^\p{gc=Nd}\u{1f600}$", "٣\U0001f600", "x\U0001f600"),
        ("(?i:^ab$)", "aB", "ac"),
        ("(?s:^a.b$)", "a\nb", "ab"),
    ],
)
def test_a_pattern_means_what_it_means_in_javascript(pattern: str, right: str, wrong: str) -> None:
    test = compile_pattern(pattern)
    assert test(right) or pattern == "[]"
    assert not test(wrong)


STRANGE = (
    *(r"\p{Script=Greek}", r"\p{Emoji}", "(?m:^a$)", "(?i:é)", "a(?s:.)"),
    *(r"(a)\1", r"\k<x>", r"(?<=a+)b", r"[^\S]", r"\cA", "(", "[a", "a**", "\\"),
)


@pytest.mark.parametrize("pattern", STRANGE)
def test_what_has_no_equal_is_not_checked_and_said_so(pattern: str) -> None:
    with pytest.raises(Untranslatable):
        compile_pattern(pattern)
    compiler = Compiler({})
    assert compiler.check(String(patterns=(pattern,)))("anything") is None
    assert compiler.unchecked == {f"pattern /{pattern}/"}


@given(st.text("ab\\[](){}?*+.^$|-&d0sSpP<>=!:,1", max_size=12), st.text(max_size=6))
def test_any_pattern_compiles_or_is_untranslatable(pattern: str, text: str) -> None:
    try:
        test = compile_pattern(pattern)
    except Untranslatable:
        return
    assert test(text) in (True, False)
