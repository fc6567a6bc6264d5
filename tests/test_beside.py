"""Work in a copy of the process: the same results as without one, whatever becomes of the copy, and nothing left of it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from extractor import beside as module
from extractor.beside import VARIABLE, beside
from extractor.pipeline import extract
from extractor.sample import sample_bundle

OPEN = Path("/proc/self/fd")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only there is a process copied")


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


def no_process_is_left() -> bool:
    """Whether this process has no child that it has not waited for."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@linux
@pytest.mark.usefixtures("two_processors")
def test_the_work_is_done_in_a_copy() -> None:
    with beside(lambda: (os.getpid(), "x" * 5_000_000)) as result:
        process, text = result()
    assert process != os.getpid()
    assert text == "x" * 5_000_000
    assert no_process_is_left()


def test_one_process_does_it_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    with beside(os.getpid) as result:
        assert result() == os.getpid()


@linux
def test_one_process_does_it_where_there_is_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    with beside(os.getpid) as result:
        assert result() == os.getpid()


@linux
@pytest.mark.usefixtures("two_processors")
def test_one_process_does_it_where_no_other_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    with beside(os.getpid) as result:
        assert result() == os.getpid()


@linux
@pytest.mark.usefixtures("two_processors")
@pytest.mark.parametrize("status", [0, 3])
def test_what_a_copy_that_dies_owes_is_done_here(status: int) -> None:
    here = os.getpid()

    def work() -> int:
        if os.getpid() != here:
            os._exit(status)
        return 7

    with beside(work) as result:
        assert result() == 7
    assert no_process_is_left()


@linux
@pytest.mark.usefixtures("two_processors")
def test_a_result_that_cannot_be_sent_is_made_here() -> None:
    with beside(lambda: lambda: 5) as result:
        assert result()() == 5


@pytest.mark.usefixtures("two_processors")
def test_an_error_is_raised_as_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise ValueError("what went wrong")

    with beside(work) as result, pytest.raises(ValueError, match="what went wrong"):
        result()
    assert capfd.readouterr() == ("", "")


@linux
@pytest.mark.usefixtures("two_processors")
def test_a_copy_ends_with_the_block() -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), beside(lambda: time.sleep(60)):
        raise KeyboardInterrupt
    assert time.monotonic() - start < 30
    assert no_process_is_left()


@linux
@pytest.mark.usefixtures("two_processors")
def test_no_file_stays_open() -> None:
    before = len(list(OPEN.iterdir()))
    for _ in range(3):
        with beside(os.getpid) as result:
            result()
    assert len(list(OPEN.iterdir())) == before


@pytest.mark.usefixtures("two_processors")
def test_the_inventory_is_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bool] = []
    made = module._Copy.of
    monkeypatch.setattr(module._Copy, "of", lambda work: used.append(True) or made(work))
    found = extract(sample_bundle())
    assert used == ([True] if sys.platform == "linux" else [])
    monkeypatch.setenv(VARIABLE, "1")
    assert extract(sample_bundle()) == found
    assert len(used) <= 1


@linux
@pytest.mark.usefixtures("two_processors")
def test_children_that_nobody_waits_for_are_no_trouble() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with beside(lambda: 5) as result:
            assert result() == 5
            time.sleep(0.1)
    finally:
        signal.signal(signal.SIGCHLD, before)


@linux
@pytest.mark.usefixtures("two_processors")
def test_one_process_does_it_where_no_file_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> tuple[int, int]:
        raise OSError(24, "too many open files")

    monkeypatch.setattr(os, "pipe", refuse)
    with beside(os.getpid) as result:
        assert result() == os.getpid()
