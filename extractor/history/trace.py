"""Follows one entry through the releases: a key comes in, its history and each change of it go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise

from extractor.errors import InputError
from extractor.history.timeline import Compare, in_order
from extractor.model.history import EntryHistory, History, Step, Trace
from extractor.model.inventory import Inventory
from extractor.model.shape_path import is_within, without_labels

PREFIXES = (
    "control_request/",
    "message/",
    "event/",
    "hook_event/",
    "slash_command/",
    "beside_event/",
    "other_webhook/",
    "other_documented/",
    "dispatch/worker/",
)
"""What may be left out of a key, in the order in which it is tried."""


def find_keys(history: History, wanted: str) -> tuple[str, ...]:
    """The keys that someone may mean: the key itself, or the keys with that name in any section.

    Raises InputError, with the nearest keys, where there is none.
    """
    if wanted in history.entries:
        return (wanted,)
    found = [prefix + wanted for prefix in PREFIXES if prefix + wanted in history.entries]
    if not found:
        found = [key for key in history.entries if without_labels(key) == key and key.endswith(f"/{wanted}")]
    if found:
        return tuple(found)
    names = {key.split("/", 1)[1]: key for key in history.entries if "/" in key}
    near = get_close_matches(wanted, [*names, *history.entries], n=3, cutoff=0.6)
    meant = " or ".join(dict.fromkeys(names.get(one, one) for one in near))
    remedy = f"did you mean {meant}" if meant else "`extractor history` without a key lists them"
    raise InputError(wanted, "is in no release that was read", remedy)


def trace(history: History, key: str, inventories: Iterable[Inventory], compare: Compare) -> Trace:
    """One entry, or one place in its shape, with what changed at or below it between releases that can tell."""
    ordered = in_order(inventories)
    entry = history.entries[key]
    return Trace(entry, tuple(_steps(entry, ordered, compare)))


def _steps(entry: EntryHistory, ordered: Sequence[Inventory], compare: Compare) -> Iterator[Step]:
    told = [one for one, state in zip(ordered, entry.states, strict=True) if state != "unknown"]
    wanted = without_labels(entry.key)
    for old, new in pairwise(told):
        changes = tuple(
            change
            for change in compare(old, new)
            if is_within(without_labels(change.path), wanted)
            and (wanted == entry.key or _agrees(change.path, entry.key))
        )
        if changes:
            yield Step(old.release, new.release, changes)


def _agrees(path: str, key: str) -> bool:
    """Whether a path has the labels of a key, as far as it has labels."""
    return is_within(path, key) or without_labels(path) == path
