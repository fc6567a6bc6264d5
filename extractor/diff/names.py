"""Compares the plain lists of two inventories: events with their evidence, commands, hook events, subtypes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from extractor.model.change import Change, ChangeKind, Flow
from extractor.model.inventory import EventEvidence, Inventory
from extractor.model.telling import tells

GRADES: tuple[EventEvidence, ...] = ("lexical_false_positive", "embedded_doc_only", "webhook_only", "sse_parser")
"""Evidence for an event, weakest first; the first of them says that it is no event."""

NO_EVENT: EventEvidence = "lexical_false_positive"


@dataclass(frozen=True, slots=True)
class NameList:
    """A section that is only names, and the kinds its changes have."""

    section: str
    prefix: str
    added: ChangeKind
    removed: ChangeKind
    flow: Flow


NAME_LISTS = (
    NameList("beside_events", "beside_event", "beside_event_added", "beside_event_removed", "to_client"),
    NameList("other_webhooks", "other_webhook", "other_event_added", "other_event_removed", "to_client"),
    NameList("other_documented", "other_documented", "other_event_added", "other_event_removed", "to_client"),
    NameList("slash_commands", "slash_command", "slash_command_added", "slash_command_removed", "to_agent"),
    NameList("hook_events", "hook_event", "hook_event_added", "hook_event_removed", "to_client"),
)


def name_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Every name that came or went, in each list of names."""
    for kind in NAME_LISTS:
        yield from _names(set(getattr(old, kind.section)), set(getattr(new, kind.section)), kind)


def _names(before: set[str], after: set[str], kind: NameList) -> Iterator[Change]:
    for name in sorted(before ^ after):
        key = f"{kind.prefix}/{name}"
        yield Change(kind.added if name in after else kind.removed, key, key, kind.flow)


def event_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Events that came or went, and those whose evidence became better or worse."""
    before, after = {one.name: one.evidence for one in old.events}, {one.name: one.evidence for one in new.events}
    for name in sorted(before.keys() | after.keys()):
        change = _event_change(before.get(name), after.get(name))
        if change is not None:
            key = f"event/{name}"
            yield Change(change, key, key, "to_client", before.get(name), after.get(name))


def _event_change(before: EventEvidence | None, after: EventEvidence | None) -> ChangeKind | None:
    if before == after:
        return None
    was_event, is_event = before not in (None, NO_EVENT), after not in (None, NO_EVENT)
    if was_event and is_event:
        is_better = GRADES.index(after or NO_EVENT) > GRADES.index(before or NO_EVENT)
        return "event_evidence_raised" if is_better else "event_evidence_lowered"
    if was_event or is_event:
        return "event_added" if is_event else "event_removed"
    return "lexical_hit_added" if after is not None else "lexical_hit_removed"


def subtype_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Subtype literals that no request or message of either release accounts for, and those that changed category."""
    if not (tells(old, "subtypes") and tells(new, "subtypes")):
        return
    told = _names_told(old) | _names_told(new)
    before = {one.name: _words(one.categories) for one in old.subtypes}
    after = {one.name: _words(one.categories) for one in new.subtypes}
    for name in sorted(before.keys() | after.keys()):
        key = f"subtype/{name}"
        if name in before and name in after:
            if before[name] != after[name]:
                yield Change("subtype_category_changed", key, key, "inside", before[name], after[name])
        elif name not in told:
            kind: ChangeKind = "subtype_added" if name in after else "subtype_removed"
            yield Change(kind, key, key, "inside", before.get(name), after.get(name))


def _names_told(inventory: Inventory) -> set[str]:
    messages = {message.key.partition("/")[2] for message in inventory.messages}
    return {request.subtype for request in inventory.control_requests} | messages


def _words(categories: Iterable[str]) -> str:
    return ", ".join(sorted(categories))
