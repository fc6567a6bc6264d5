"""Sum up what a run found: for each release the counts that a maintainer of an SDK asks for first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console

from extractor.model.inventory import Inventory
from extractor.render.columns import Columns

WORKER = "worker"


def summary_document(inventories: Sequence[Inventory], skipped: Sequence[tuple[str, str]]) -> dict[str, object]:
    """The summary as JSON: counts for each release, and what was skipped with the reason."""
    return {
        "releases": {inventory.release: dict(counts(inventory)) for inventory in inventories},
        "skipped": [{"release": release, "reason": reason} for release, reason in skipped],
    }


def counts(inventory: Inventory) -> list[tuple[str, object]]:
    """The counts of one inventory, in the order they are shown."""
    requests = inventory.control_requests
    senders = Counter(
        request.originator or (request.direction.value if request.direction else "unknown") for request in requests
    )
    categories = Counter(category for subtype in inventory.subtypes for category in subtype.categories)
    worker = {name for place in inventory.dispatches if place.role == WORKER for name in place.subtypes}
    declared = {request.subtype for request in requests}
    wired = [message for message in inventory.messages if message.streams]
    evidence = Counter(event.evidence for event in inventory.events)
    found: list[tuple[str, object]] = [
        ("control requests", len(requests)),
        ("sent by client / agent / both", f"{senders['client']} / {senders['agent']} / {senders['both']}"),
        ("answered by the worker", len(worker)),
        ("answered, no schema", len(worker - declared)),
        ("schema, not answered", len(declared - worker)),
        ("subtype literals", len(inventory.subtypes)),
        ("verdicts / observations", f"{categories['verdict']} / {categories['observation']}"),
        ("wire messages", len(wired)),
        ("event identifiers", len(inventory.events)),
        ("named by the SSE parser", evidence["sse_parser"]),
        ("that only look like events", evidence["lexical_false_positive"]),
        ("slash commands", len(inventory.slash_commands)),
        ("hook events", len(inventory.hook_events)),
        ("unresolved", len(inventory.unresolved)),
    ]
    if inventory.emitters and not requests:
        found.append(("messages the code writes", len(inventory.emitters)))
    return found


def print_summary(
    inventories: Sequence[Inventory], skipped: Sequence[tuple[str, str]], console: Console | None = None
) -> None:
    """The summary as tables on a terminal, as aligned plain lines in a pipe."""
    out = Columns(console or Console(), gap=False)
    for inventory in inventories:
        out.table(f"release {inventory.release}", (), [(name, str(value)) for name, value in counts(inventory)])
        for name, sentence in inventory.absent:
            out.line(f"  no {name}: {sentence}")
        for name in inventory.lost:
            out.line(f"  lost: {name}", style="red")
    for release, reason in skipped:
        out.line(f"skipped {release}: {reason}")
