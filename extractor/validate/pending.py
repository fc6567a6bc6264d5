"""Remembers control requests until they are answered, in bounded memory: ids come in, what they asked goes out."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.inventory import Stream

OPEN_LIMIT = 10_000
ANSWERED_LIMIT = 2_000

Standing: TypeAlias = Choice["open", "answered", "echo"]
"""`echo`: the program repeats on stdout the answer that it was given on stdin."""


@dataclass(slots=True)
class Asked:
    """One request: what it asked, on which stream (None: not known) and on which line; and whether it was answered,
    and was taken back."""

    subtype: str
    stream: Stream | None
    line: int
    is_answered: bool = False
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """The request that a response answers, and how the two stand to each other."""

    asked: Asked
    standing: Standing


class Pending:
    """The requests of one conversation. Each side numbers its own requests, so ids are kept apart by stream."""

    def __init__(self, open_limit: int = OPEN_LIMIT, answered_limit: int = ANSWERED_LIMIT) -> None:
        self._open: OrderedDict[tuple[str | None, str], Asked] = OrderedDict()
        self._answered: OrderedDict[tuple[str | None, str], Asked] = OrderedDict()
        self._limits = open_limit, answered_limit
        self.forgotten = 0

    def ask(self, request_id: str, asked: Asked) -> Asked | None:
        """Remember a request. Returns an earlier one with the same id on the same stream, where there is one."""
        key = asked.stream, request_id
        earlier = self._open.pop(key, None) or self._answered.pop(key, None)
        self._open[key] = asked
        if len(self._open) > self._limits[0]:
            self._open.popitem(last=False)
            self.forgotten += 1
        return earlier

    def answer(self, request_id: str, stream: Stream | None) -> Match | None:
        """The request that a response on `stream` answers (None: it is not known which stream that is)."""
        for asked_on in _askers(stream):
            key = asked_on, request_id
            if (asked := self._open.pop(key, None)) is not None:
                asked.is_answered = True
                self._answered[key] = asked
                if len(self._answered) > self._limits[1]:
                    self._answered.popitem(last=False)
                return Match(asked, "open")
        for asked_on in _askers(stream):
            if (asked := self._answered.get((asked_on, request_id))) is not None:
                return Match(asked, "answered")
        echoed = self._answered.get((stream, request_id))
        return None if echoed is None else Match(echoed, "echo")

    def cancel(self, request_id: str, stream: Stream | None) -> bool:
        """Mark a request as taken back by its own side; False when no such request is open."""
        streams: tuple[Stream | None, ...] = (stream, None) if stream is not None else ("stdin", "stdout", None)
        for asked_on in streams:
            asked = self._open.get((asked_on, request_id))
            if asked is not None:
                asked.is_cancelled = True
                return True
        return False

    def unanswered(self) -> list[Asked]:
        """The requests that have neither been answered nor been taken back."""
        return [asked for asked in self._open.values() if not asked.is_cancelled]


def _askers(stream: Stream | None) -> tuple[Stream | None, ...]:
    if stream is None:
        return ("stdin", "stdout", None)
    return ("stdout" if stream == "stdin" else "stdin", None)
