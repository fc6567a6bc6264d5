"""Find the Managed Agents events that a release names, each with the best evidence for it: see docs/events.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from extractor.find import events_names, events_parser, events_tables
from extractor.find.events_names import SESSION, is_vocabulary
from extractor.find.events_tables import EventTable
from extractor.model.finding import Match
from extractor.model.inventory import Event, EventEvidence
from extractor.syntax import Source

LEXICAL = "lexical"
_PLACES = 8
"""So many places are kept for one name."""

_Places = dict[str, list[Match]]


@dataclass(frozen=True, slots=True)
class Events:
    """What a release says about Managed Agents events; every tuple is sorted.

    `events` is the vocabulary. Listed apart: `beside` (other names that the parser of `events` compares with),
    `other_webhooks` (webhook types of other resources than a session) and `other_documented` (names of other
    domains in event documents, that the parser does not know). `places` maps every name of these to where it was
    seen. `absent` is a sentence where the release has no such thing (or only in part), `lost` the anchor that was
    not found although the release documents the events; else each is None.
    """

    events: tuple[Event, ...] = ()
    beside: tuple[str, ...] = ()
    other_webhooks: tuple[str, ...] = ()
    other_documented: tuple[str, ...] = ()
    places: Mapping[str, tuple[Match, ...]] = field(default_factory=dict)
    absent: str | None = None
    lost: str | None = None

    def named(self, evidence: EventEvidence) -> tuple[str, ...]:
        """The names with this evidence."""
        return tuple(event.name for event in self.events if event.evidence == evidence)


def find_events(source: Source) -> Events:
    """The events of a release, from its parser of server-sent events, its embedded documents and its text."""
    bundle = source.bundle
    hits: dict[str, list[tuple[int, int]]] = {}
    for name, start, end in events_names.find(bundle):
        hits.setdefault(name, []).append((start, end))
    parsers = list(events_parser.find(source))
    compared = _merged(parser.names for parser in parsers if any(map(is_vocabulary, parser.names)))
    tables = list(events_tables.find(bundle, (start for places in hits.values() for start, _ in places)))
    documented, webhooks = _in_tables(tables, "event"), _in_tables(tables, "webhook")
    places = _merged((compared, documented, webhooks))
    evidence = _evidence(compared, documented, webhooks)
    _add_candidates(source, hits, tables, places, evidence)
    absent, lost = _shortfall(bool(parsers), bool(compared), bool(tables))
    return Events(
        events=tuple(Event(name, evidence[name]) for name in sorted(evidence)),
        beside=tuple(sorted(name for name in compared if not is_vocabulary(name))),
        other_webhooks=tuple(sorted(set(webhooks) - set(evidence))),
        other_documented=tuple(sorted(name for name in documented if not is_vocabulary(name) and name not in compared)),
        places={name: tuple(found[:_PLACES]) for name, found in sorted(places.items())},
        absent=absent,
        lost=lost,
    )


def _evidence(compared: _Places, documented: _Places, webhooks: _Places) -> dict[str, EventEvidence]:
    """The vocabulary as far as the parser and the tables name it, each name with the best evidence."""
    evidence: dict[str, EventEvidence] = {}
    for name in webhooks:
        if name.startswith(SESSION + "."):
            evidence[name] = "webhook_only"
    for name in documented:
        if is_vocabulary(name):
            evidence[name] = "embedded_doc_only"
    for name in compared:
        if is_vocabulary(name):
            evidence[name] = "sse_parser"
    return evidence


def _add_candidates(
    source: Source,
    hits: Mapping[str, list[tuple[int, int]]],
    tables: list[EventTable],
    places: _Places,
    evidence: dict[str, EventEvidence],
) -> None:
    """Add what the text says beyond parser and tables, where its action is one that these use for some resource."""
    actions = {name.partition(".")[2] for name in places}
    documents = [table.document for table in tables if table.kind == "event"]
    for name, found in hits.items():
        if name in places or name.partition(".")[2] not in actions:
            continue
        values = [
            place for place in found
            if events_names.is_value(source.bundle, *place) and any(one.holds(place[0]) for one in documents)
        ]  # fmt: skip
        evidence[name] = "embedded_doc_only" if values else "lexical_false_positive"
        places[name] = [Match(LEXICAL, start, end) for start, end in values or found]


def _in_tables(tables: list[EventTable], kind: str) -> _Places:
    return _merged({name: place} for table in tables if table.kind == kind for name, place in table.names)


def _merged(named: Iterable[Mapping[str, Match] | Mapping[str, list[Match]]]) -> _Places:
    merged: _Places = {}
    for one in named:
        for name, place in one.items():
            merged.setdefault(name, []).extend(place if isinstance(place, list) else [place])
    return merged


def _shortfall(has_parser: bool, is_named: bool, is_documented: bool) -> tuple[str | None, str | None]:
    """What the release does not have, and the anchor that it should have and that was not found."""
    if is_named:
        return (None if is_documented else "no embedded document lists the events: the parser alone names them"), None
    if not is_documented:
        return "neither the parser of server-sent events nor an embedded document names Managed Agents events", None
    if has_parser:
        return "the parser of server-sent events names none of them: they are known from documents alone", None
    return None, "the parser of server-sent events"
