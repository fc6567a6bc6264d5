"""Find every place where a text says `domain.action` with a domain of the Managed Agents vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.model.bundle import Bundle

DOMAINS = ("agent", "session", "span", "user")
"""The domains of the vocabulary: an event is called `domain.action`."""

SESSION = "session"
"""The one domain that is also a resource with webhooks of its own; `agent` in a webhook is the agent's definition."""

_ACTION = re.compile(rb"([a-z][a-z0-9_]*)(?![\w$-])")
_WORD = re.compile(rb"[\w$-]$")
_ESCAPE = re.compile(rb"(?<!\\)(?:\\\\)*\\[nrt]$")
_VALUE_BEFORE = re.compile(rb"[\"'`]$")
_VALUE_AFTER = re.compile(rb"\\?[\"'`]")


def find(bundle: Bundle) -> Iterator[tuple[str, int, int]]:
    """Each place as (name, start, end), scripts and documents alike; not in order."""
    blob = bundle.blob
    for domain in DOMAINS:
        needle = domain.encode() + b"."
        for start in bundle.find_all(needle, 0, len(blob)):
            action = _ACTION.match(blob, start + len(needle))
            if action is None:
                continue
            before = blob[max(0, start - 16) : start]
            if not _WORD.search(before) or _ESCAPE.search(before):
                yield blob[start : action.end()].decode("ascii"), start, action.end()


def is_value(bundle: Bundle, start: int, end: int) -> bool:
    """Whether the name at [start, end) is a whole code span or quoted string, not part of an expression."""
    blob = bundle.blob
    return bool(_VALUE_BEFORE.search(blob, max(0, start - 1), start) and _VALUE_AFTER.match(blob, end))


def is_vocabulary(name: str) -> bool:
    """Whether `name` is `domain.action` with a domain of the vocabulary."""
    domain, dot, action = name.partition(".")
    return domain in DOMAINS and bool(dot and action)
