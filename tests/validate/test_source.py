"""Tests of reading recordings: line ends, marks, compression, and lines without end."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from extractor.errors import InputError
from extractor.validate.source import Line, as_source, read_lines, rereadable


def read(path: Path, data: bytes, limit: int = 100) -> list[Line]:
    """The lines of a file with this content."""
    path.write_bytes(data)
    return list(read_lines(path, limit))


def test_blank_lines_and_line_ends_are_not_frames(tmp_path: Path) -> None:
    assert read(tmp_path / "a", b"\xef\xbb\xbf1\r\n\r\n \t\n\n2\n3") == [
        Line(1, b"1"),
        Line(5, b"2"),
        Line(6, b"3", True),
    ]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    assert read(tmp_path / "a", b"") == read(tmp_path / "a", b"\n\n\r\n") == []


def test_a_line_that_is_too_long_is_skipped_without_being_held(tmp_path: Path) -> None:
    data = b"1\n" + b"x" * 3_000_000 + b"\n2\n" + b"y" * 200
    assert read(tmp_path / "a", data) == [Line(1, b"1"), Line(2, None), Line(3, b"2"), Line(4, None)]
    assert read(tmp_path / "a", b"x" * 99 + b"\n" + b"x" * 100 + b"\n")[1].data == b"x" * 100


def test_gzip_is_unpacked_whatever_its_name(tmp_path: Path) -> None:
    assert read(tmp_path / "a.ndjson", gzip.compress(b"1\n2\n")) == [Line(1, b"1"), Line(2, b"2")]


def test_damaged_gzip_is_one_error(tmp_path: Path) -> None:
    packed = gzip.compress(b"1\n" * 10_000)
    for data in (packed[: len(packed) // 2], packed[:-4] + b"abcd", packed[:12] + b"\xff" * 20 + packed[32:]):
        with pytest.raises(InputError, match="damaged gzip"):
            read(tmp_path / "a", data)


@pytest.mark.parametrize("mark", ["utf-16", "utf-16-be"])
def test_utf_16_is_named(tmp_path: Path, mark: str) -> None:
    data = "\ufeff1\n".encode("utf-16-be") if mark == "utf-16-be" else "1\n".encode("utf-16")
    with pytest.raises(InputError, match="UTF-16"):
        read(tmp_path / "a", data)


def test_a_file_that_cannot_be_read_is_one_error(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_lines(path))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BufferedReader(io.BytesIO(b"1\n2\n"))  # type: ignore[arg-type]

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert as_source("-").path is None
    assert [line.data for line in read_lines("-")] == [b"1", b"2"]


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(b"1\n2\n")

    monkeypatch.setattr(sys, "stdin", Stdin)
    with rereadable("-") as source:
        assert source.name == "-"
        assert source.path is not None
        assert [line.data for line in read_lines(source)] == [line.data for line in read_lines(source)] == [b"1", b"2"]
    assert not source.path.exists()
