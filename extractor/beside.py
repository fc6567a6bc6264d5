"""Do two things at once: one in a copy of this process, where the system can make one cheaply, the other here."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")

VARIABLE = "EXTRACTOR_PROCESSES"
"""In the environment: with "1" everything is done in one process, and takes longer."""

_BLOCK = 1 << 20


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begin `work` while the block runs; the function that the block is given waits for its result, and returns it.

    The result must be picklable, and nothing else that the work does is seen here. Where there is no second processor,
    or the copy fails in any way, that function does the work itself: it returns or raises the same, only later.
    """
    copy = _Copy.of(work) if _can_copy() else None
    if copy is None:
        yield work
        return
    try:
        yield copy.result
    finally:
        copy.end()


def _can_copy() -> bool:
    """Whether there is a second processor, and a copy of this process is cheap and safe: on Linux it is."""
    if sys.platform != "linux" or os.environ.get(VARIABLE) == "1":
        return False
    return len(os.sched_getaffinity(0)) > 1


class _Copy(Generic[T]):
    """A copy of this process that does some work; its result comes through a pipe."""

    def __init__(self, work: Callable[[], T], process: int, reader: int) -> None:
        self._work, self._process, self._reader = work, process, reader
        self._has_ended = False

    @classmethod
    def of(cls, work: Callable[[], T]) -> _Copy[T] | None:
        """The copy that does `work`; None where the system makes none."""
        try:
            reader, writer = os.pipe()
        except OSError:
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # of threads: the copy uses nothing of theirs
                process = os.fork()
        except OSError:
            os.close(reader)
            os.close(writer)
            return None
        if process == 0:
            _send(work, writer)
        os.close(writer)
        return cls(work, process, reader)

    def result(self) -> T:
        """What the work returned in the copy; else what it returns here."""
        try:
            found: T = pickle.loads(self._received())
        except Exception:  # whatever went wrong in the copy, the work itself says it best
            return self._work()
        return found

    def end(self) -> None:
        """Leave nothing of the copy, whether or not it has done its work."""
        if not self._has_ended:
            self._has_ended = True
            os.close(self._reader)
            with contextlib.suppress(ProcessLookupError, ChildProcessError):  # who ignores SIGCHLD has no children left
                os.kill(self._process, signal.SIGKILL)
                os.waitpid(self._process, 0)

    def _received(self) -> bytes:
        blocks: list[bytes] = []
        while block := os.read(self._reader, _BLOCK):
            blocks.append(block)
        return b"".join(blocks)


def _send(work: Callable[[], object], writer: int) -> None:
    """In the copy: do the work, send its result, and end without anything that this process would do at its end."""
    try:
        rest = memoryview(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))
        while rest:
            rest = rest[os.write(writer, rest) :]
    finally:
        os._exit(0)
