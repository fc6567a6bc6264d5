"""Literals: the value that JavaScript gives them, and the ones that are none."""

from __future__ import annotations

import pytest

from extractor.evaluate.literals import identifier_name, number_value, string_value, template_text


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('"plain"', "plain"), ("'it\\'s'", "it's"), ('"\\x41\\u0042\\u{43}"', "ABC"), ('"a\\\nb"', "ab"),
        ('"\\ud83d\\ude00"', "😀"), ('"\\n\\t\\0"', "\n\t\0"), ('"\\101"', "A"), ('"\u2028"', "\u2028"),
        ('"\\d\\/"', "d/"), ('"\\u{1F600}"', "😀"), ('"\u2028\\n"', "\u2028\n"),
    ],
)  # fmt: skip
def test_strings(source: str, value: str) -> None:
    assert string_value(source) == value


@pytest.mark.parametrize("source", ["plain", '"open', '"\\u12"', '"\\x4"', '"a" + "b\\n"'])
def test_what_is_no_string(source: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        string_value(source)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("7", 7), ("0", 0), ("1_000", 1000), ("0x1F", 31), ("0b101", 5), ("0o17", 15), ("1e3", 1000), (".5", 0.5),
        ("1.5", 1.5), ("017", 15), ("019", 19), ("9007199254740993", 9007199254740992), ("1e21", 1e21),
    ],
)  # fmt: skip
def test_numbers(source: str, value: float) -> None:
    assert number_value(source) == value and type(number_value(source)) is type(value)


@pytest.mark.parametrize("source", ["10n", "x", "'1'", "1 + 1"])
def test_what_is_no_number(source: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        number_value(source)


def test_templates_and_identifiers() -> None:
    assert template_text("a\\`b\\${c}\\n") == "a`b${c}\n"
    assert template_text("two\r\nlines") == "two\nlines"
    assert identifier_name("\\u0061bc") == "abc" and identifier_name("plain") == "plain"
    with pytest.raises(ValueError, match="not a"):
        identifier_name("\\u0061b c")
