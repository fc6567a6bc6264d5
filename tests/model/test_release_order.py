"""Releases are ordered by their numbers, not by their letters."""

from __future__ import annotations

import pytest

from extractor.model.release_order import are_neighbours, release_key

IN_ORDER = [
    "0.2.9", "1.0.128", "2", "2.0.77", "2.1.0-beta.2", "2.1.0-beta.10", "2.1.0-rc", "2.1.0", "2.1.9", "2.1.63",
    "2.1.112", "v2.1.113", "2.10.0", "10.0.0", "latest", "sample",
]  # fmt: skip


def test_numbers_decide() -> None:
    backwards = IN_ORDER[::-1]
    assert sorted(backwards, key=release_key) == IN_ORDER


@pytest.mark.parametrize("name", ["", "..", "2..1", "2.1.", "9" * 4000, "٣.١", "2.1.0-", "a/b"])
def test_any_name_has_a_place(name: str) -> None:
    assert sorted([name, "2.1.0"], key=release_key)[0] == "2.1.0"


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("2.1.112", "2.1.113", True),
        ("2.1.9", "2.1.10", True),
        ("2.1.112", "2.1.114", False),
        ("2.1.113", "2.1.112", False),
        ("2.0.77", "2.1.0", False),
        ("2.1", "2.1.1", False),
        ("2.1.4-beta", "2.1.5", False),
        ("sample", "2.1.5", False),
    ],
)
def test_neighbours_have_no_number_between_them(older: str, newer: str, expected: bool) -> None:
    assert are_neighbours(older, newer) is expected
