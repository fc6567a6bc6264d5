"""Compares who answers which request: subtypes a dispatcher gained, lost, or answers only under a condition."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model.change import Change, Flow
from extractor.model.inventory import Dispatch, Inventory
from extractor.model.telling import WORKER


def dispatch_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Every change of a dispatcher; one that only one release has is a single change."""
    ours, theirs = {one.role: one for one in old.dispatches}, {one.role: one for one in new.dispatches}
    for role in sorted(ours.keys() | theirs.keys()):
        key = f"dispatch/{role}"
        flow: Flow = "to_agent" if role == WORKER else "inside"
        if role not in theirs:
            yield Change("dispatcher_removed", key, key, flow, ", ".join(sorted(ours[role].subtypes)))
        elif role not in ours:
            yield Change("dispatcher_added", key, key, flow, None, ", ".join(sorted(theirs[role].subtypes)))
        else:
            yield from _subtype_changes(ours[role], theirs[role], key, flow)


def _subtype_changes(old: Dispatch, new: Dispatch, key: str, flow: Flow) -> Iterator[Change]:
    before, after = _conditions(old), _conditions(new)
    for subtype in sorted(before.keys() | after.keys()):
        path = f"{key}/{subtype}"
        if subtype not in after:
            yield Change("dispatch_removed", path, path, flow, before[subtype] or None)
        elif subtype not in before:
            yield Change("dispatch_added", path, path, flow, None, after[subtype] or None)
        elif before[subtype] != after[subtype]:
            if not before[subtype]:
                yield Change("dispatch_gated", path, path, flow, None, after[subtype])
            elif not after[subtype]:
                yield Change("dispatch_ungated", path, path, flow, before[subtype], None)
            else:
                yield Change("dispatch_condition_changed", path, path, flow, before[subtype], after[subtype])


def _conditions(dispatch: Dispatch) -> dict[str, str]:
    """Each subtype with its condition, in words that hold no minified name; empty where it is always answered."""
    found = dict.fromkeys(dispatch.subtypes, "")
    for subtype, condition in sorted({(gate.subtype, " ".join(gate.condition.split())) for gate in dispatch.gated}):
        known = found.get(subtype)
        found[subtype] = f"{known}; {condition}" if known else condition
    return found
