"""Shows the classified inventory of a release: as the document of the contract, or as tables for people."""

from __future__ import annotations

from rich.console import Console

from extractor.model.inventory import Category, ControlRequest, EventEvidence, Inventory
from extractor.render.columns import Columns, Rows
from extractor.render.summary import WORKER, counts

Document = dict[str, object]

EVENT_EVIDENCE: tuple[EventEvidence, ...] = (
    "sse_parser",
    "webhook_only",
    "embedded_doc_only",
    "lexical_false_positive",
)


def show_document(inventory: Inventory) -> Document:
    """The inventory with the keys and the shapes that the contract fixes, and more keys after them."""
    declared = {request.subtype for request in inventory.control_requests}
    worker = worker_subtypes(inventory)
    literals = [subtype.name for subtype in inventory.subtypes]
    events: Document = {
        kind: [event.name for event in inventory.events if event.evidence == kind] for kind in EVENT_EVIDENCE
    }
    return {
        "release": inventory.release,
        "subtype_literals": literals,
        "control_requests": {
            request.subtype: {"originator": request.originator, "response": request.response_kind}
            for request in inventory.control_requests
        },
        "verdicts": sorted(_of_category(inventory, "verdict"), reverse=True),
        "observations": _of_category(inventory, "observation"),
        "result_errors": result_errors(inventory),
        "worker_dispatch": sorted(worker),
        "string_only_dispatch": sorted(worker - declared),
        "schema_without_worker_dispatch": sorted(declared - worker),
        "schema_or_dispatch": len(declared | worker),
        "wire_messages": sorted({message.key for message in inventory.messages if message.streams}),
        "events": events | {"beside_the_vocabulary": list(inventory.beside_events)},
        "slash_commands": list(inventory.slash_commands),
        "hook_events": list(inventory.hook_events),
        **_beyond_the_contract(inventory),
    }


def _beyond_the_contract(inventory: Inventory) -> Document:
    return {
        "direction": {
            request.subtype: {"value": request.direction.value, "grade": request.direction.grade}
            for request in inventory.control_requests
            if request.direction is not None
        },
        "dispatches": {place.role: list(place.subtypes) for place in inventory.dispatches},
        "gated_dispatch": {
            place.role: {gate.subtype: gate.condition for gate in place.gated}
            for place in inventory.dispatches
            if place.gated
        },
        "internal_messages": sorted({message.key for message in inventory.messages if not message.streams}),
        "streams": {
            key: sorted({stream for message in inventory.messages if message.key == key for stream in message.streams})
            for key in dict.fromkeys(message.key for message in inventory.messages if message.streams)
        },
        "emitters": {
            emitter.key: {"always": list(emitter.always), "sometimes": list(emitter.sometimes)}
            for emitter in inventory.emitters
        },
        "dialect": inventory.dialect,
        "absent": dict(inventory.absent),
        "lost": list(inventory.lost),
        "unresolved": [{"key": entry.key, "reason": entry.reason} for entry in inventory.unresolved],
    }


def worker_subtypes(inventory: Inventory) -> frozenset[str]:
    """The subtypes that the program answers when a client drives it."""
    return frozenset(name for place in inventory.dispatches if place.role == WORKER for name in place.subtypes)


def result_errors(inventory: Inventory) -> list[str]:
    """The subtypes of results that stand in an enum, so that no literal of the schemas names them."""
    literals = {subtype.name for subtype in inventory.subtypes}
    keys = sorted({message.key for message in inventory.messages if message.streams})
    found = [key.partition("/")[2] for key in keys if key.startswith("result/")]
    return [name for name in found if name not in literals]


def _of_category(inventory: Inventory, category: Category) -> list[str]:
    return [subtype.name for subtype in inventory.subtypes if category in subtype.categories]


def sender(request: ControlRequest) -> str:
    """Who sends a request, and in parentheses how that is known where no registry says it."""
    if request.originator is not None:
        return request.originator
    return "unknown" if request.direction is None else f"{request.direction.value} ({request.direction.grade})"


def answered_by(inventory: Inventory, subtype: str) -> str:
    """The roles that dispatch a subtype; one that does so only under a condition is marked."""
    found = []
    for place in inventory.dispatches:
        if subtype in place.subtypes:
            gated = any(gate.subtype == subtype for gate in place.gated)
            found.append(f"{place.role} (gated)" if gated else place.role)
    return ", ".join(found)


def print_inventory(inventory: Inventory, console: Console | None = None) -> None:
    """The inventory as tables on a terminal, and as aligned plain lines in a pipe."""
    out = Columns(console or Console())
    out.table(f"release {inventory.release}", (), [(name, str(value)) for name, value in counts(inventory)])
    out.table("control requests", ("subtype", "sent by", "response", "answered by"), _request_rows(inventory))
    literals = {subtype.name: ", ".join(subtype.categories) for subtype in inventory.subtypes}
    streams = [(message.key, ", ".join(message.streams) or "internal") for message in inventory.messages]
    out.table("messages", ("key", "stream"), sorted(set(streams)))
    out.table("subtype literals", ("subtype", "used as"), list(literals.items()))
    events = [(event.name, event.evidence.replace("_", " ")) for event in inventory.events]
    out.table("events", ("event", "evidence"), events)
    out.words("beside the events", inventory.beside_events)
    out.words("hook events", inventory.hook_events)
    out.words("slash commands", inventory.slash_commands)
    emitters = [(one.key, ", ".join(one.always), ", ".join(one.sometimes)) for one in inventory.emitters]
    out.table("messages the code writes", ("key", "always", "sometimes"), emitters)
    out.table("unresolved", ("key", "reason"), [(entry.key, entry.reason) for entry in inventory.unresolved])
    out.table("not in this release", (), list(inventory.absent))
    out.words("lost", inventory.lost)


def _request_rows(inventory: Inventory) -> Rows:
    declared = [
        (request.subtype, sender(request), request.response_kind, answered_by(inventory, request.subtype))
        for request in inventory.control_requests
    ]
    known = {request.subtype for request in inventory.control_requests}
    names = sorted({name for place in inventory.dispatches for name in place.subtypes} - known)
    return [*declared, *((name, "", "no schema", answered_by(inventory, name)) for name in names)]
