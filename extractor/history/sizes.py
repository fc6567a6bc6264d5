"""Counts how much of the protocol a release has: requests by sender, messages, events, requests known from dispatch."""

from __future__ import annotations

from collections import Counter

from extractor.history.contents import NO_EVENT
from extractor.model.history import Size
from extractor.model.inventory import Inventory
from extractor.model.telling import tells, worker_subtypes

SENDERS = ("client", "agent", "both", "unknown")


def size(inventory: Inventory) -> Size:
    """The counts of one release; what it cannot tell is None, not zero."""
    declared = {request.subtype for request in inventory.control_requests}
    senders: Counter[str] = Counter(
        request.originator or (request.direction.value if request.direction else "unknown")
        for request in inventory.control_requests
    )
    return Size(
        release=inventory.release,
        requests={name: senders[name] for name in SENDERS} if tells(inventory, "control_requests") else None,
        messages=sum(bool(message.streams) for message in inventory.messages) if tells(inventory, "messages") else None,
        events=sum(event.evidence != NO_EVENT for event in inventory.events) if tells(inventory, "events") else None,
        dispatch_only=len(worker_subtypes(inventory) - declared) if tells(inventory, "dispatches") else None,
    )
