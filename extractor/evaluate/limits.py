"""What Python may do while a bundle is read: recurse deeper, and faster, collect no garbage; as before afterwards."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import TypeVar

T = TypeVar("T")

_FRAMES = 30_000
_ROOM = 1 << 17
"""So many values: a megabyte, and as much again for the calls inside."""

_is_left = False
"""Whether a block has left garbage that has not been collected."""


@contextmanager
def no_collection() -> Iterator[None]:
    """Collects no cyclic garbage while the block runs: what is made there is kept to its end anyway.

    What the block leaves is not looked through afterwards either, for most programs end soon; the next block
    collects it before it begins.
    """
    global _is_left
    if _is_left:
        gc.unfreeze()
        gc.collect()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        _is_left = True
        if was_enabled:
            gc.enable()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises the recursion limit for as long as the block runs. Evaluation itself stops at a depth far below it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def with_room(work: Callable[[], T]) -> T:
    """What `work` returns, called where the interpreter has room for the frames of all calls in it.

    CPython keeps frames in blocks of 16 KB that it asks the system for, and gives back, each time that calls cross the
    end of one: a recursion that goes up and down there spends a tenth of its time on that. A call with a large frame
    gets a large block, and the calls in it the rest of the block.
    """
    result: T = _call_with_room(work)
    return result


def _call(work: Callable[[], T]) -> T:
    return work()


_call_with_room = FunctionType(_call.__code__.replace(co_stacksize=_ROOM), globals())
