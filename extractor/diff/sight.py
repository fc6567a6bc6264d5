"""Tells what is gone from what can no longer be read: where a side is unresolved, a removal is not claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from extractor.model.change import Change, ChangeKind
from extractor.model.inventory import Inventory
from extractor.model.shape_path import is_within, without_labels

REMOVALS: frozenset[ChangeKind] = frozenset({
    "request_removed", "request_undeclared", "originator_undeclared", "response_undeclared",
    "message_removed", "message_undeclared", "message_left", "dispatch_removed", "dispatcher_removed",
    "event_removed", "lexical_hit_removed", "beside_event_removed", "other_event_removed",
    "slash_command_removed", "hook_event_removed",
    "subtype_removed", "emitter_removed", "emitted_field_removed", "field_removed", "field_refused",
})  # fmt: skip
"""What cannot be claimed of a release in which the thing may stand unread."""

ADDITIONS: frozenset[ChangeKind] = frozenset({
    "request_added", "request_declared", "originator_declared", "response_declared",
    "message_added", "message_declared", "message_joined", "dispatch_added", "dispatcher_added",
    "event_added", "lexical_hit_added", "beside_event_added", "other_event_added",
    "slash_command_added", "hook_event_added",
    "subtype_added", "emitter_added", "emitted_field_added", "field_added_optional", "field_added_required",
})  # fmt: skip
"""What cannot be called new when the older release may have had it unread."""


_REQUESTS: frozenset[ChangeKind] = frozenset(
    {"request_removed", "request_undeclared", "request_added", "request_declared"}
)
_MESSAGES: frozenset[ChangeKind] = frozenset(
    {"message_removed", "message_undeclared", "message_left", "message_added", "message_declared", "message_joined"}
)
_NAMELESS: dict[str, frozenset[ChangeKind]] = {
    "control_request": _REQUESTS,
    "stream/stdin": _MESSAGES,
    "stream/stdout": _MESSAGES,
    "subtype": frozenset({"subtype_removed", "subtype_added"}),
}
"""Unresolved members that have no name of their own: each may be any one entry that is missing."""


def with_lost_sight(changes: Iterable[Change], old: Inventory, new: Inventory) -> Iterator[Change]:
    """The changes, with those that an unresolved part of either release explains said as lost sight, once a place."""
    was_unread = sorted({one.key for one in old.unresolved})
    is_unread = sorted({one.key for one in new.unresolved})
    said: set[Change] = set()
    for change in changes:
        told = _told(change, was_unread, is_unread, bool(old.lost), bool(new.lost))
        if told not in said:
            said.add(told)
            yield told
    yield from _unresolved_changes(old, new, {change.path for change in said})


def _told(change: Change, was_unread: list[str], is_unread: list[str], lost_before: bool, lost_now: bool) -> Change:
    """The change as it can be claimed."""
    if change.kind in ("lost_sight", "sight_regained"):
        return change
    here = _covering(change, is_unread, REMOVALS)
    if here is None and lost_now and change.kind in REMOVALS:
        here = change.path
    before = _covering(change, was_unread, ADDITIONS)
    if before is None and lost_before and change.kind in ADDITIONS:
        before = change.path
    if here is not None and before is None:
        return _at(here, "lost_sight", change)
    if before is not None and here is None:
        return _at(before, "sight_regained", change)
    return change


def _at(place: str, kind: ChangeKind, change: Change) -> Change:
    """The change said of `place`; its values are known only where that is its own path."""
    if place != change.path:
        return Change(kind, change.key, place, change.flow)
    if kind == "lost_sight":
        return Change(kind, change.key, place, change.flow, change.old, None, change.shared)
    return Change(kind, change.key, place, change.flow, None, change.new, change.shared)


def _covering(change: Change, unread: list[str], kinds: frozenset[ChangeKind]) -> str | None:
    """The place that explains a change: the unread key it lies in, or its own path if that holds an unread key."""
    path = without_labels(change.path)
    for key in unread:
        if key in _NAMELESS:
            if change.kind in _NAMELESS[key] & kinds and _is_on_stream(change, key):
                return change.path
        elif is_within(path, key):
            return change.path if path == key else key
    if change.kind in kinds and any(is_within(key, path) for key in unread):
        return change.path
    return None


def _is_on_stream(change: Change, key: str) -> bool:
    stream = key.removeprefix("stream/")
    return stream == key or stream in (change.old or "").split(" ") or stream in (change.new or "").split(" ")


def _unresolved_changes(old: Inventory, new: Inventory, said: set[str]) -> Iterator[Change]:
    """Unresolved matches that came or went and that no other change has told of."""
    before = {one.key: one.reason for one in old.unresolved}
    after = {one.key: one.reason for one in new.unresolved}
    told = [without_labels(path) for path in said]
    for key in sorted(before.keys() ^ after.keys()):
        if key in _NAMELESS or not any(is_within(path, key) or is_within(key, path) for path in told):
            kind: ChangeKind = "unresolved_appeared" if key in after else "unresolved_gone"
            yield Change(kind, key, key, "inside", before.get(key), after.get(key))
