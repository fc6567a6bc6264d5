"""Bounds what matching a pattern costs: a search and a text come in, the answer or no answer goes out.

Patterns come from a release and texts from a recording; both may be hostile, and Python's matcher tries one way after
another, which may take for ever. A pattern that cannot do that is told by its source and runs free; any other one runs
on texts of a bounded length, against the clock of the processor.
"""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

LONGEST: Final = 1 << 16
"""The longest text, in characters, that is matched with a pattern that may try one way after another."""

SECONDS: Final = 1.0
"""The time that one such match may take."""

_FEW_WAYS: Final = 64
"""So many ways to take a text are tried without a thought."""

_TOKEN = re.compile(
    r"\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z]+:))?"
    r"|(?P<repeat>[*+?]|\{(?P<low>\d+)(?P<comma>,(?P<high>\d*))?\})\??|.",
    re.DOTALL,
)


class GaveUp(Exception):
    """A match was not tried, or not finished: nobody knows whether the text is right."""


class TookLong(GaveUp):
    """It was not finished in time, and the next one may not be either."""


def is_straight(source: str) -> bool:
    """Whether every text is matched nearly in one go: repetitions of single characters, of which one is open-ended."""
    repeated, ways, has_either, previous = 0, 1, False, ""
    for token in _TOKEN.finditer(source):
        if token["repeat"]:
            count = _ways(token)
            if previous == ")" and token["repeat"] != "?":
                return False
            repeated += count > _FEW_WAYS // 4
            ways *= count if count <= _FEW_WAYS // 4 else 1
        elif token[0] == "|":
            has_either, ways = True, ways * 2
        previous = token[0]
    is_linear = repeated == 0 or (repeated == 1 and source.startswith("^") and not has_either)
    return is_linear and ways <= _FEW_WAYS


def _ways(repeat: re.Match[str]) -> int:
    """How many numbers of times a quantifier allows; many where there is no end."""
    if repeat["low"] is None:
        return 2 if repeat["repeat"] == "?" else _FEW_WAYS
    if repeat["comma"] is None:
        return 1
    return max(1, int(repeat["high"]) - int(repeat["low"]) + 1) if repeat["high"] else _FEW_WAYS


def in_time(search: Callable[[str], object], text: str) -> bool:
    """Whether `search` finds something in `text`. Raises GaveUp where that takes, or might take, too long."""
    if len(text) > LONGEST:
        raise GaveUp(f"it has more than {LONGEST} characters")
    if not _has_clock():
        raise GaveUp("a search that may be endless cannot be stopped here")
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            return search(text) is not None
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _has_clock() -> bool:
    """Whether this thread can be interrupted, and nobody else waits for the same clock."""
    is_main = threading.current_thread() is threading.main_thread()
    return hasattr(signal, "setitimer") and is_main and signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TookLong(f"it took more than {SECONDS:g} s")
