"""Tests of reading a line as JavaScript would."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.validate.parse import LineParser, Malformed


def reason(data: bytes, is_cut: bool = False) -> str:
    """Why a line is refused."""
    value = LineParser().parse(data, is_cut)
    assert isinstance(value, Malformed), value
    return value.reason


@pytest.mark.parametrize("constant", [b"NaN", b"Infinity", b"-Infinity"])
def test_what_python_reads_and_json_does_not_have_is_refused(constant: bytes) -> None:
    assert "is not JSON" in reason(b'{"a": ' + constant + b"}")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"a": 1', "cut off at column 8"),
        (b'{"a": "b', "cut off"),
        (b'{"a": 1} {"b": 2}', "more than one JSON value on the line, the second at column 10"),
        (b"Warning: no such thing", "log line"),
        (b"{'a': 1}", "not JSON at column 2"),
        (b'{"a": \xff}', "not UTF-8 at byte 7"),
        (b'{"a": "\x01"}', "not JSON at column"),
        (b"[" * 100_000, "too deep"),
        (b'{"a":' * 100_000, "too deep"),
        (b'{"a": 01}', "not JSON"),
    ],
)
def test_malformed_lines_and_why(data: bytes, words: str) -> None:
    assert words in reason(data)


def test_a_file_that_ends_within_a_line_is_said_so() -> None:
    assert reason(b'{"a": [1, 2', is_cut=True).endswith("(the recording ends here)")


def test_repeated_keys_are_noticed_and_the_last_one_counts() -> None:
    parser = LineParser()
    assert parser.parse(b'{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}') == {"a": 3, "b": {"c": 2}}
    assert sorted(parser.repeated) == ["a", "c"]
    assert parser.parse(b'{"a": 1}') == {"a": 1}
    assert parser.repeated == []


def test_huge_numbers_are_read_as_javascript_reads_them() -> None:
    assert LineParser().parse(b"1e999") == float("inf")
    assert LineParser().parse(b'{"a": ' + b"9" * 5000 + b"}") == {"a": float("inf")}


def test_lone_surrogates_are_texts() -> None:
    assert LineParser().parse(b'"\\ud800"') == "\ud800"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_json_writes_is_read_back(value: object) -> None:
    assert LineParser().parse(json.dumps(value).encode()) == value


@given(st.binary(max_size=40))
def test_any_bytes_are_a_value_or_malformed(data: bytes) -> None:
    parsed = LineParser().parse(data)
    assert isinstance(parsed, Malformed) or json.loads(data) == parsed
