"""Compares who answers which request: subtypes a dispatcher gained, lost, or answers only under a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from extractor.model.change import Change, Flow
from extractor.model.inventory import Dispatch, Inventory
from extractor.model.telling import WORKER

Conditions: TypeAlias = dict[str, str]
"""The subtypes of a dispatcher, each with the condition under which it is answered; empty for always."""


def dispatch_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Every change of a dispatcher; one that only one release has is a single change."""
    ours, theirs = _by_role(old), _by_role(new)
    for role in sorted(ours.keys() | theirs.keys()):
        key = f"dispatch/{role}"
        flow: Flow = "to_agent" if role == WORKER else "inside"
        if role not in theirs:
            yield Change("dispatcher_removed", key, key, flow, ", ".join(sorted(ours[role])))
        elif role not in ours:
            yield Change("dispatcher_added", key, key, flow, None, ", ".join(sorted(theirs[role])))
        else:
            yield from _subtype_changes(ours[role], theirs[role], key, flow)


def _subtype_changes(before: Conditions, after: Conditions, key: str, flow: Flow) -> Iterator[Change]:
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


def _by_role(inventory: Inventory) -> dict[str, Conditions]:
    """The dispatchers by role; what one of several places with a role always answers is always answered."""
    found: dict[str, Conditions] = {}
    for place in inventory.dispatches:
        known = found.setdefault(place.role, {})
        for subtype, condition in _conditions(place).items():
            known[subtype] = condition if subtype not in known else _either(known[subtype], condition)
    return found


def _either(one: str, other: str) -> str:
    return " or ".join(sorted({one, other})) if one and other else ""


def _conditions(dispatch: Dispatch) -> Conditions:
    """Each subtype with its condition, in words that hold no minified name; empty where it is always answered."""
    found = dict.fromkeys(dispatch.subtypes, "")
    for subtype, condition in sorted({(gate.subtype, " ".join(gate.condition.split())) for gate in dispatch.gated}):
        known = found.get(subtype)
        found[subtype] = f"{known}; {condition}" if known else condition
    return found
