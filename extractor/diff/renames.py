"""Suggests which removed thing is an added one under another name, from how alike their shapes are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from extractor.model.change import Change, ChangeKind, Rename
from extractor.model.inventory import Inventory
from extractor.model.normal import Normaliser
from extractor.model.notation import brief
from extractor.model.places import places
from extractor.model.schema import Schema
from extractor.model.shape_path import parent

LEAST_LIKENESS = 0.75
"""How alike shape and name together must be to be called a rename."""

SHAPE_WEIGHT = 0.8
LEAST_PLACES = 3
"""A shape with fewer places says little: then the names must be alike too."""

LEAST_NAME_LIKENESS = 0.6
MOST_PAIRS = 250_000
DISCRIMINANTS = (".type", ".subtype")

_FIELD_ADDITIONS: tuple[ChangeKind, ...] = ("field_added_optional", "field_added_required")
_FIELD_REMOVALS: tuple[ChangeKind, ...] = ("field_removed", "field_refused")


def renames(changes: Iterable[Change], old: Inventory, new: Inventory) -> tuple[Rename, ...]:
    """The likely renames of requests, messages and fields, each thing in at most one of them."""
    found = tuple(changes)
    entries = _entry_renames(found, old, new)
    return tuple(sorted((*entries, *_field_renames(found)), key=lambda rename: (rename.old, rename.new)))


def _entry_renames(changes: tuple[Change, ...], old: Inventory, new: Inventory) -> Iterator[Rename]:
    for removed, added in (("request_removed", "request_added"), ("message_removed", "message_added")):
        gone = {one.key for one in changes if one.kind == removed}
        came = {one.key for one in changes if one.kind == added}
        if gone and came and len(gone) * len(came) <= MOST_PAIRS:
            yield from _best(_scored(_outlines(old, gone), _outlines(new, came)))


def _outlines(inventory: Inventory, keys: set[str]) -> dict[str, Counter[str]]:
    """Each entry as the lines `path: shape` of all its places but the discriminants."""
    normal = Normaliser(inventory.definitions)
    found: dict[str, Counter[str]] = {}
    for request in inventory.control_requests:
        key = f"control_request/{request.subtype}"
        if key in keys:
            response = Counter() if request.response is None else _outline(request.response, normal, "response")
            found[key] = _outline(request.request, normal, "request") + response
    for message in inventory.messages:
        key = f"message/{message.key}"
        if key in keys:
            found[key] = _outline(message.schema, normal, "")
    return found


def _outline(schema: Schema, normal: Normaliser, start: str) -> Counter[str]:
    return Counter(
        f"{start}{place.path}: {brief(place.schema, normal)}"
        for place in places(schema, normal)
        if place.path not in DISCRIMINANTS
    )


def _scored(gone: Mapping[str, Counter[str]], came: Mapping[str, Counter[str]]) -> Iterator[Rename]:
    for old, before in gone.items():
        for new, after in came.items():
            size = (before | after).total()
            shape = (before & after).total() / size if size else 1.0
            name = _name_likeness(_last_word(old), _last_word(new))
            if size < LEAST_PLACES and name < LEAST_NAME_LIKENESS:
                continue
            likeness = SHAPE_WEIGHT * shape + (1 - SHAPE_WEIGHT) * name
            if likeness >= LEAST_LIKENESS:
                yield Rename(old, new, round(likeness, 2))


def _field_renames(changes: tuple[Change, ...]) -> Iterator[Rename]:
    """Fields of one object with equal shapes and names that differ little, or only in how they are written."""
    gone: dict[tuple[str, str | None], list[str]] = {}
    for one in changes:
        if one.kind in _FIELD_REMOVALS:
            gone.setdefault((parent(one.path), one.old), []).append(one.path)
    scored = []
    for other in changes:
        if other.kind in _FIELD_ADDITIONS:
            for path in gone.get((parent(other.path), other.new), ()):
                name = _name_likeness(_last_word(path), _last_word(other.path))
                if name >= LEAST_NAME_LIKENESS:
                    likeness = SHAPE_WEIGHT + (1 - SHAPE_WEIGHT) * name
                    scored.append(Rename(path, other.path, round(likeness, 2)))
    yield from _best(scored)


def _best(candidates: Iterable[Rename]) -> Iterator[Rename]:
    """Pairs off the most alike first, so that nothing is renamed twice."""
    used: set[str] = set()
    for rename in sorted(candidates, key=lambda one: (-one.likeness, one.old, one.new)):
        if rename.old not in used and rename.new not in used:
            used |= {rename.old, rename.new}
            yield rename


def _last_word(path: str) -> str:
    return path[max(path.rfind("."), path.rfind("/"), path.rfind('["')) + 1 :]


def _name_likeness(old: str, new: str) -> float:
    """1 where two names differ only in capitals, underscores and dashes; else how much of them is common."""
    ours, theirs = (name.replace("_", "").replace("-", "").lower() for name in (old, new))
    return 1.0 if ours == theirs else SequenceMatcher(None, ours, theirs, autojunk=False).ratio()
