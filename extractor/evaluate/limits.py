"""What Python may do while a bundle is read: recurse deeper, collect no garbage; as before afterwards."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES = 30_000


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
