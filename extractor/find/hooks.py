"""Find the hook events: the list of names that holds every name which code or schemas give as `hook_event_name`.

    EVENTS = ["PreToolUse", "Stop", ...]     { hook_event_name: "Stop", ... }     hook_event_name: literal("Stop")

Near misses are lists of some of the events: those that take a matcher, those that may block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from extractor.model.finding import Match
from extractor.syntax import Source

NAME = "hooks"

_ANCHOR = b"hook_event_name"
_TEXT = rb"(?:\"[\w.:-]+\"|'[\w.:-]+')"
_GIVEN = re.compile(rb"[\"']?\s*:\s*(?:[\w$.]+\(\s*\[?\s*)?([\"'])([\w.:-]+)\1")
_LIST = re.compile(rb"\[\s*(" + _TEXT + rb"(?:\s*,\s*" + _TEXT + rb")*+)\s*,?\s*\]")
_ITEM = re.compile(_TEXT)
_LONGEST = 1 << 14


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hook events of a release, sorted, with the places of each.

    `absent` is a sentence where the release names no hook event, `lost` the anchor where it names some and no
    list holds them; else each is None.
    """

    names: tuple[str, ...] = ()
    places: Mapping[str, tuple[Match, ...]] = field(default_factory=dict)
    absent: str | None = None
    lost: str | None = None


def find_hooks(source: Source) -> Hooks:
    """The hook events: of the lists that hold every name given as `hook_event_name`, the shortest."""
    given: dict[str, list[Match]] = {}
    for name, match in find(source):
        given.setdefault(name, []).append(match)
    if not given:
        return Hooks(absent="no code and no schema of it gives a hook_event_name")
    lists = [
        found
        for found in _lists(source, max(given, key=lambda name: (len(name), name)))
        if given.keys() <= found.keys()
    ]
    if not lists:
        return Hooks(lost="the list of hook events")
    names = min(lists, key=len)
    places = {name: (names[name], *given.get(name, ())) for name in sorted(names)}
    return Hooks(tuple(sorted(names)), places)


def find(source: Source) -> Iterator[tuple[str, Match]]:
    """Each name that is written out as a `hook_event_name`, in order."""
    for anchor in source.bundle.find_all(_ANCHOR):
        given = _GIVEN.match(source.bundle.blob, anchor + len(_ANCHOR))
        if given is not None:
            yield given[2].decode(), Match(NAME, anchor, given.end())


def _lists(source: Source, name: str) -> Iterator[dict[str, Match]]:
    """Every list of plain strings that holds `name`, each item with its place."""
    blob = source.bundle.blob
    for offset in source.bundle.find_all(name.encode()):
        floor = max(source.bundle.chunk_at(offset).start, offset - _LONGEST)
        start = blob.rfind(b"[", floor, offset)
        found = _LIST.match(blob, start, offset + _LONGEST) if start != -1 else None
        if found is not None and found.end() > offset:
            spans = [item.span() for item in _ITEM.finditer(blob, *found.span(1))]
            items = {blob[a + 1 : b - 1].decode(): Match(NAME, a, b) for a, b in spans}
            if name in items:
                yield items
