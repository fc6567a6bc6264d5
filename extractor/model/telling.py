"""Says what an inventory can deny: where a release keeps no such section, a missing entry proves nothing."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.inventory import Inventory

_UNTOLD_WITHOUT: Mapping[str, frozenset[str]] = {
    "control_requests": frozenset({"schemas"}),
    "messages": frozenset({"schemas", "protocol"}),
    "subtypes": frozenset({"schemas", "protocol"}),
}
"""For a section, what a release may lack (`absent`) so that the section says nothing. Any other section tells."""

WORKER = "worker"
"""The role of the program under a client: what it answers is what a client may ask."""


def tells(inventory: Inventory, section: str) -> bool:
    """Whether the release would have the entries of this section if it had what they stand for."""
    return not _UNTOLD_WITHOUT.get(section, frozenset()) & {name for name, _ in inventory.absent}


def worker_subtypes(inventory: Inventory) -> frozenset[str]:
    """Every request that the program answers a client."""
    return frozenset(subtype for place in inventory.dispatches if place.role == WORKER for subtype in place.subtypes)
