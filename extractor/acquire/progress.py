"""How acquiring reports: the type of a callback that takes what is being done and how much of it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, float | None], None]
"""Called with a short sentence and a share between 0 and 1, or None where the share is not known."""


def silent(_message: str, _share: float | None) -> None:
    """Report nothing."""
