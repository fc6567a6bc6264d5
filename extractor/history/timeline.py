"""Reads inventories as one history: releases come in, for every entry the releases that have it go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from extractor.errors import InputError
from extractor.history.contents import Contents, ambiguous_labels, contents, place_keys
from extractor.history.sizes import size
from extractor.history.states import Teller
from extractor.model.change import Change
from extractor.model.history import HAS_IT, EntryHistory, History, Span, State
from extractor.model.inventory import Inventory
from extractor.model.release_order import release_key
from extractor.model.shape_path import without_labels

Compare: TypeAlias = Callable[[Inventory, Inventory], Iterable[Change]]
"""Gives the changes between an older and a newer inventory."""


def history(inventories: Iterable[Inventory], compare: Compare | None = None) -> History:
    """The history of everything in these inventories, in the order of their release numbers.

    With `compare`, each entry also says in which releases it changed. Raises InputError for no inventory, and
    for two of one release.
    """
    ordered = in_order(inventories)
    held = [contents(one) for one in ordered]
    keys = _all_keys(held)
    tellers = [Teller(one, each, keys_of) for one, each, keys_of in zip(ordered, held, keys, strict=True)]
    clients = client_requests(ordered)
    releases = tuple(one.release for one in ordered)
    changed = _changed(ordered, compare) if compare is not None else {}
    entries: dict[str, EntryHistory] = {}
    for key in sorted(set().union(*keys)):
        states = tuple(teller.state(key, clients) for teller in tellers)
        found = tuple(spans(releases, states))
        differs = changed.get(without_labels(key), set()) - {span.since for span in found}
        entries[key] = EntryHistory(key, states, found, tuple(one for one in releases if one in differs))
    return History(releases, entries, tuple(size(one) for one in ordered), tuple(_notes(ordered)))


def in_order(inventories: Iterable[Inventory]) -> tuple[Inventory, ...]:
    """The inventories, oldest release first."""
    ordered = tuple(sorted(inventories, key=lambda one: release_key(one.release)))
    if not ordered:
        raise InputError("history", "there is no inventory to read", "run `extractor run` with a release first")
    for one, other in pairwise(ordered):
        if one.release == other.release:
            raise InputError(one.release, "is given twice", "keep one inventory of each release")
    return ordered


def _all_keys(held: Sequence[Contents]) -> list[set[str]]:
    """For each release the keys of all it has; places in shapes are named alike in all releases."""
    ambiguous = ambiguous_labels(one.ways for one in held)
    return [
        set(one.entries).union(*(place_keys(root, several, ambiguous) for root, several in one.ways.items()))
        for one in held
    ]


def client_requests(ordered: Iterable[Inventory]) -> frozenset[str]:
    """Requests that some release says only clients send: a worker that has them answers them."""
    sides: dict[str, set[str]] = {}
    for inventory in ordered:
        for request in inventory.control_requests:
            value = request.originator or (request.direction.value if request.direction else None)
            if value is not None:
                sides.setdefault(request.subtype, set()).add(value)
    return frozenset(subtype for subtype, found in sides.items() if found == {"client"})


def spans(releases: Sequence[str], states: Sequence[State]) -> Iterator[Span]:
    """The runs of releases that have something; a release that cannot tell neither starts nor ends one."""
    told = [(release, state in HAS_IT) for release, state in zip(releases, states, strict=True) if state != "unknown"]
    start: int | None = None
    for place, (_, has_it) in enumerate(told):
        if has_it and start is None:
            start = place
        is_last = place + 1 == len(told) or not told[place + 1][1]
        if has_it and start is not None and is_last:
            before = told[start - 1][0] if start else None
            after = told[place + 1][0] if place + 1 < len(told) else None
            yield Span(told[start][0], told[place][0], before, after)
            start = None


def _changed(ordered: Sequence[Inventory], compare: Compare) -> dict[str, set[str]]:
    """For each place, without labels, the releases in which something at or below it differs from the one before."""
    found: dict[str, set[str]] = {}
    for old, new in pairwise(ordered):
        for change in compare(old, new):
            if not _is_arrival(change):
                for place in _upwards(without_labels(change.path), change.key):
                    found.setdefault(place, set()).add(new.release)
    return found


def _is_arrival(change: Change) -> bool:
    """Whether the whole entry came or went: its states say that."""
    ending = change.kind.rsplit("_", 1)[-1]
    return change.path == change.key and ending in ("added", "removed", "declared", "undeclared", "sight", "regained")


def _upwards(path: str, key: str) -> Iterator[str]:
    """The place and all places it lies in, up to the entry."""
    while path != key and path.startswith(key):
        yield path
        cut = max(path.rfind(mark) for mark in (".", "[", "/"))
        path = path[:cut] if cut >= len(key) else key
    yield key


def _notes(ordered: Iterable[Inventory]) -> Iterator[str]:
    for inventory in ordered:
        for section, sentence in inventory.absent:
            yield f"{inventory.release}, {section}: {sentence}"
        if inventory.lost:
            yield f"{inventory.release} is incomplete: {', '.join(inventory.lost)} not found"
