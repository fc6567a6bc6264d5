"""How deep Python may recurse while expressions are evaluated: more than usual, and as before afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES = 30_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises the recursion limit for as long as the block runs. Evaluation itself stops at a depth far below it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
