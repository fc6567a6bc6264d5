"""Executables made to break a reader: whatever offsets, lengths and counts they state, they are read or refused."""

from __future__ import annotations

import struct
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.acquire import acquire
from extractor.errors import InputError
from tests.acquire.build_containers import (
    CONTAINERS,
    LATIN1,
    SPLIT,
    TRAILER,
    UTF16,
    Part,
    elf_overlay,
    graph,
    record,
)

MEBIBYTE = 1 << 20
NUMBERS = st.one_of(
    st.integers(0, 2**32 - 1), st.integers(0, 1024), st.sampled_from([0, 1, 2**31, 2**32 - 1, 2**32 - 64])
)


def read_or_refused(path: Path) -> bool:
    """Whether the file was read; anything but a bundle or an InputError fails the test."""
    try:
        bundle = acquire(str(path))
    except InputError as error:
        assert str(error).startswith(f"{path}: ")
        assert "\n" not in str(error)
        return False
    bundle.blob.decode("utf-8")
    assert all(0 <= chunk.start <= chunk.end <= len(bundle.blob) for chunk in bundle.chunks)
    return True


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from(sorted(CONTAINERS)), st.sampled_from([28, 32, 36, 52]))
def test_any_number_may_lie(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, container: str, stride: int
) -> None:
    whole = bytearray(CONTAINERS[container](graph(SPLIT, stride)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 4))
        struct.pack_into("<I", whole, at, data.draw(NUMBERS))
    path = tmp_path_factory.mktemp("fuzz") / "claude"
    path.write_bytes(whole)
    read_or_refused(path)


@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(sorted(CONTAINERS)))
def test_any_cut_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, container: str
) -> None:
    whole = CONTAINERS[container](graph(SPLIT))
    start = data.draw(st.integers(0, 8))
    path = tmp_path_factory.mktemp("cut") / "claude"
    path.write_bytes(whole[:start] + whole[start + data.draw(st.integers(0, len(whole))) :])
    read_or_refused(path)


def with_table(blob: bytes, table: bytes, entry: int = 0, copies: int = 1) -> bytes:
    """An executable whose blob ends with a table of records, and with that many trailers that claim it."""
    size = len(blob) + len(table)
    ends = [struct.pack("<QIII", size + copy * 48, len(blob), len(table), entry) for copy in range(copies)]
    return elf_overlay(blob + table + b"".join(end.ljust(32, b"\0") + TRAILER for end in ends))


def test_records_that_all_claim_the_same_megabytes_are_refused(tmp_path: Path) -> None:
    name, text = b"a" * 4000, b"x" * MEBIBYTE
    flags = Part("", b"")
    table = b"".join(record((0, 1 + i), (4000, len(text)), flags, 52) for i in range(3000))
    path = tmp_path / "claude"
    path.write_bytes(with_table(name + text, table))
    tracemalloc.start()
    try:
        assert not read_or_refused(path)
        assert tracemalloc.get_traced_memory()[1] < 16 * MEBIBYTE
    finally:
        tracemalloc.stop()


def test_a_huge_count_under_many_trailers_is_refused_in_time(tmp_path: Path) -> None:
    names = "".join(f"{i:05}" for i in range(90_000)).encode()
    flags = Part("", b"")
    table = b"".join(record((5 * i, 5), (0, 0), flags, 28) for i in range(90_000))
    broken = table[:-28] + record((2**31, 5), (0, 0), flags, 28)
    path = tmp_path / "claude"
    path.write_bytes(with_table(names, broken, copies=400))
    started = time.monotonic()
    assert not read_or_refused(path)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("name", ["", "a\nb", "a\0b", "x" * 5000])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "claude"
    path.write_bytes(elf_overlay(graph([Part(name, b"let a=()=>{};")], entry=0)))
    assert not read_or_refused(path)


def test_an_entry_point_beyond_the_records_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claude"
    path.write_bytes(elf_overlay(graph(SPLIT, entry=len(SPLIT))))
    assert not read_or_refused(path)


@pytest.mark.parametrize("raw", [b"", b"\xff", b"\x00\xd8", b"\xff\xd8\xff"])
@pytest.mark.parametrize("encoding", [0, LATIN1, UTF16])
def test_text_that_is_not_in_its_encoding_is_still_unicode(tmp_path: Path, raw: bytes, encoding: int) -> None:
    parts = [SPLIT[1], Part("/$bunfs/root/a.js", raw, encoding), Part("/$bunfs/root/a.md", raw, encoding, 13, 0, 1)]
    path = tmp_path / "claude"
    path.write_bytes(elf_overlay(graph(parts, entry=0)))
    assert read_or_refused(path)
