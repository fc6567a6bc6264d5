"""The nouns of history: which release has which entry, as far as releases were read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.change import Change

State: TypeAlias = Choice["declared", "seen", "missing", "unknown"]
"""Whether a release has an entry. `seen`: its code answers or writes it, and declares no shape of it.
`unknown`: the inventory cannot tell."""

HAS_IT: frozenset[State] = frozenset({"declared", "seen"})


@dataclass(frozen=True, slots=True)
class Span:
    """A run of releases that have an entry: the first and the last one read.

    `before` and `after` are the nearest releases read that do not have it. They are None where there is none:
    then the span may reach further than was read. Releases that cannot tell are passed over.
    """

    since: str
    until: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class EntryHistory:
    """An entry, or a place in its shape, in every release read. `changed` are releases where it differs inside."""

    key: str
    states: tuple[State, ...]
    spans: tuple[Span, ...]
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Size:
    """How much of the protocol there is in one release; None where the release cannot tell.

    `requests` counts declared requests by sender (`client`, `agent`, `both`, `unknown`).
    """

    release: str
    requests: Mapping[str, int] | None
    messages: int | None
    events: int | None
    dispatch_only: int | None


@dataclass(frozen=True, slots=True)
class History:
    """Everything that any release read has ever had, oldest release first, entries sorted by key."""

    releases: tuple[str, ...]
    entries: Mapping[str, EntryHistory]
    sizes: tuple[Size, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one entry from one release to the next that can tell."""

    old: str
    new: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """One entry across releases, with each change of it."""

    entry: EntryHistory
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Lack:
    """What one release lacks of a list of uses: surely, and as far as cannot be told."""

    release: str
    missing: tuple[str, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Support:
    """Which releases have everything that a program uses.

    `oldest` is the first release from which on every release read has it all, None if the newest does not.
    `lacks` says what each release without it all lacks, oldest first; `never` are uses in no release at all.
    """

    source: str
    releases: tuple[str, ...]
    oldest: str | None
    lacks: tuple[Lack, ...]
    never: tuple[str, ...]
