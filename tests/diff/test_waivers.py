"""Waiver files: what they may hold, and one line for each way they can be wrong."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from extractor.diff.waivers import read_waivers
from extractor.errors import InputError
from extractor.model.change import Waiver


def test_a_file_with_and_without_expiry(tmp_path: Path) -> None:
    file = tmp_path / "waivers.yaml"
    file.write_text(
        'waivers:\n- id: 0123456789ab\n  reason: "two\n    lines"\n'
        "- {id: 012345670123, reason: x, expires: 2031-12-31}\n"
    )
    assert read_waivers(file) == (
        Waiver("0123456789ab", "two lines"),
        Waiver("012345670123", "x", date(2031, 12, 31)),
    )


@pytest.mark.parametrize("text", ["waivers:\n", "waivers: []\n"])
def test_no_waiver_is_fine(tmp_path: Path, text: str) -> None:
    (tmp_path / "w.yaml").write_text(text)
    assert read_waivers(tmp_path / "w.yaml") == ()


WRONG = {
    "": "no list called waivers",
    "- id": "no list called waivers",
    "waivers: 3": "no list called waivers",
    "waivers: []\nmore: 1": "something beside it",
    "waivers: [x]": "waiver 1: must have id and reason",
    "waivers: [{id: 0123456789ab}]": "waiver 1: must have id and reason",
    "waivers: [{id: 0123456789ab, reason: x, by: y}]": "and nothing else",
    "waivers: [{id: 0123, reason: x}]": "not twelve hexadecimal digits",
    "waivers: [{id: [1], reason: x}]": "not twelve hexadecimal digits",
    "waivers: [{id: 0123456789ab, reason: ' '}]": "gives no reason",
    "waivers: [{id: 0123456789ab, reason: x, expires: soon}]": "expires that is no date",
    "waivers: [{id: 0123456789ab, reason: x}, {id: 0123456789ab, reason: y}]": "waiver 2: repeats the id",
    "waivers: [": "is not YAML (line",
    "waivers: &a [*a]": "is not YAML",
    "? [x]\n: y": "is not YAML",
}


@pytest.mark.parametrize("text", WRONG)
def test_each_mistake_is_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "w.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_waivers(file)
    assert WRONG[text] in str(caught.value)
    assert str(file) in str(caught.value) and "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_waivers(tmp_path / "none.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"waivers: [\xff]")
    with pytest.raises(InputError, match="is not YAML"):
        read_waivers(tmp_path / "binary.yaml")
