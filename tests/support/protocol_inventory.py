"""Turns a protocol document (and the list of what a release yields, where there is one) into an inventory for tests."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any as Untyped

import yaml

from extractor.model.inventory import (
    Category,
    ControlRequest,
    Dispatch,
    Event,
    EventEvidence,
    Inventory,
    Message,
    ResponseKind,
    Stream,
    Subtype,
)
from tests.support.json_schema import schema_from_json

EXPECTED = Path(__file__).parent.parent / "data" / "expected"
"""Protocol documents (`<release>.protocol.json.xz`, those of 2.1.113, 2.1.235 and 2.1.245 from the contract), `2.1.235.yaml`."""

STDIN_ONLY = ("update_environment_variables", "bash_command", "queued_notification")
BOTH_WAYS = ("user", "control_request", "control_response", "control_cancel_request", "keep_alive")
EVENT_EVIDENCE: tuple[EventEvidence, ...] = (
    "sse_parser",
    "webhook_only",
    "embedded_doc_only",
    "lexical_false_positive",
)


def read_document(path: Path) -> dict[str, Untyped]:
    """The protocol document in a `.json` or `.json.xz` file."""
    data = path.read_bytes()
    document: dict[str, Untyped] = json.loads(lzma.decompress(data) if path.suffix == ".xz" else data)
    return document


def inventory_from_protocol(path: Path) -> Inventory:
    """The inventory that a protocol document (`.json` or `.json.xz`) stands for; streams are a sensible guess."""
    document = read_document(path)
    control_requests = tuple(_control_request(*item) for item in sorted(document["control_requests"].items()))
    messages = tuple(
        Message(key, schema_from_json(schema), _streams(key)) for key, schema in sorted(document["messages"].items())
    )
    definitions = {name: schema_from_json(schema) for name, schema in sorted(document.get("$defs", {}).items())}
    return Inventory(
        release=document["release"],
        control_requests=control_requests,
        messages=messages,
        subtypes=_subtypes(control_requests, messages),
        definitions=definitions,
        dialect="zod",
    )


def expected_inventory(release: str) -> Inventory:
    """The inventory of one of the expected documents; 2.1.235 also has its dispatches, events and commands."""
    inventory = inventory_from_protocol(EXPECTED / f"{release}.protocol.json.xz")
    listed = EXPECTED / f"{release}.yaml"
    return _with_listed(inventory, yaml.safe_load(listed.read_text("utf-8"))) if listed.exists() else inventory


def _control_request(subtype: str, entry: dict[str, Untyped]) -> ControlRequest:
    kind: ResponseKind = "undeclared"
    response = None
    if "response" in entry:
        kind = "acknowledgement" if entry["response"] is None else "schema"
        response = None if entry["response"] is None else schema_from_json(entry["response"])
    return ControlRequest(subtype, entry["originator"], schema_from_json(entry["request"]), kind, response)


def _streams(key: str) -> tuple[Stream, ...]:
    if key in STDIN_ONLY:
        return ("stdin",)
    return ("stdin", "stdout") if key in BOTH_WAYS else ("stdout",)


def _subtypes(requests: tuple[ControlRequest, ...], messages: tuple[Message, ...]) -> tuple[Subtype, ...]:
    categories: dict[str, set[Category]] = {"success": {"verdict"}, "error": {"verdict"}}
    for request in requests:
        categories.setdefault(request.subtype, set()).add("control_request")
    for message in messages:
        kind, _, subtype = message.key.partition("/")
        if kind == "system" or message.key == "result/success":
            categories.setdefault(subtype, set()).add("observation")
    return tuple(Subtype(name, tuple(sorted(found))) for name, found in sorted(categories.items()))


def _with_listed(inventory: Inventory, listed: dict[str, Untyped]) -> Inventory:
    categories: dict[str, list[Category]] = {name: [] for name in listed["subtype_literals"]}
    for category, names in (
        ("control_request", listed["control_requests"]),
        ("observation", listed["observations"]),
        ("verdict", listed["verdicts"]),
    ):
        for name in names:
            categories[name].append(category)  # type: ignore[arg-type]
    bridge = Dispatch("bridge", ("initialize", "interrupt", "set_color", "set_model"))
    host = Dispatch("sdk_host", tuple(s for s in listed["schema_without_worker_dispatch"] if s != "set_color"))
    events = [Event(name, evidence) for evidence in EVENT_EVIDENCE for name in listed["events"][evidence]]
    return Inventory(
        release=inventory.release,
        control_requests=inventory.control_requests,
        messages=inventory.messages,
        subtypes=tuple(Subtype(name, tuple(sorted(found))) for name, found in sorted(categories.items())),
        dispatches=(bridge, host, Dispatch("worker", tuple(listed["worker_dispatch"]))),
        events=tuple(sorted(events, key=lambda event: event.name)),
        beside_events=tuple(sorted(listed["events"]["beside_the_vocabulary"])),
        slash_commands=tuple(sorted(listed["slash_commands"])),
        hook_events=tuple(sorted(listed["hook_events"])),
        definitions=inventory.definitions,
        dialect=inventory.dialect,
    )
