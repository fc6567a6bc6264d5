"""Turns each section of an inventory into the tree of its file, and reads that tree back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from extractor.inventory.expect import (
    NotationError,
    each,
    expect_keys,
    expect_list,
    expect_mapping,
    expect_text,
    expect_texts,
    items,
    need,
    one_of,
    shown,
)
from extractor.inventory.schema_notation import notation
from extractor.inventory.schema_reading import read_schema
from extractor.inventory.yaml_read import Plain
from extractor.inventory.yaml_text import Block, Tree
from extractor.model.inventory import (
    Category,
    ControlRequest,
    Direction,
    Dispatch,
    Emitter,
    Event,
    EventEvidence,
    Evidence,
    Gate,
    Grade,
    Inventory,
    Message,
    Originator,
    ResponseKind,
    Stream,
    Subtype,
    Unresolved,
)
from extractor.model.schema import Schema

ORIGINATORS: tuple[Originator, ...] = get_args(Originator)
GRADES: tuple[Grade, ...] = get_args(Grade)
STREAMS: tuple[Stream, ...] = get_args(Stream)
CATEGORIES: tuple[Category, ...] = get_args(Category)
EVENT_EVIDENCE: tuple[EventEvidence, ...] = get_args(EventEvidence)
BARE_RESPONSES: tuple[ResponseKind, ...] = ("acknowledgement", "undeclared")

Parts = dict[str, object]
"""Values for fields of an Inventory, by field name."""


@dataclass(frozen=True, slots=True)
class Section:
    """One file of an inventory: its name without suffix, what it says in one line, and both directions."""

    name: str
    about: str
    write: Callable[[Inventory], Tree]
    read: Callable[[Plain], Parts]


def keyed(pairs: list[tuple[str, Tree]]) -> Block:
    """A block mapping of entries whose keys must differ, or a ValueError (a fault of the extraction)."""
    block = Block(pairs)
    if len(block) < len(pairs):
        repeated = next(key for key, group in groupby(sorted(key for key, _ in pairs)) if len(list(group)) > 1)
        raise ValueError(f"two entries of the inventory share the key {repeated!r}")
    return block


def _write_requests(inventory: Inventory) -> Tree:
    return keyed([(request.subtype, _request(request)) for request in inventory.control_requests])


def _request(request: ControlRequest) -> Tree:
    entry = Block(originator=request.originator)
    if request.direction is not None:
        entry["direction"] = {"value": request.direction.value, "grade": request.direction.grade}
    entry["request"] = notation(request.request)
    if (request.response is None) != (request.response_kind in BARE_RESPONSES):
        raise ValueError(f"the response of {request.subtype!r} is not what its kind says")
    entry["response"] = request.response_kind if request.response is None else notation(request.response)
    return entry


def _read_requests(value: Plain) -> Parts:
    return {"control_requests": each(value, _read_request)}


def _read_request(subtype: str, value: Plain) -> ControlRequest:
    entry = expect_mapping(value)
    expect_keys(entry, "originator", "direction", "request", "response")
    originator = need(entry, "originator")
    response = need(entry, "response")
    bare = next((kind for kind in BARE_RESPONSES if kind == response), None)
    return ControlRequest(
        subtype,
        None if originator is None else one_of(ORIGINATORS, originator),
        _schema_at(entry, "request"),
        bare or "schema",
        None if bare else _schema_at(entry, "response"),
        _read_direction(entry["direction"]) if "direction" in entry else None,
    )


def _schema_at(entry: Mapping[str, Plain], key: str) -> Schema:
    try:
        return read_schema(need(entry, key))
    except NotationError as error:
        error.path.append(key)
        raise


def _read_direction(value: Plain) -> Direction:
    entry = expect_mapping(value)
    expect_keys(entry, "value", "grade")
    return Direction(one_of(ORIGINATORS, need(entry, "value")), one_of(GRADES, need(entry, "grade")))


def _write_messages(inventory: Inventory) -> Tree:
    block = Block()
    for key, group in groupby(inventory.messages, key=lambda message: message.key):
        shapes = tuple(Block(streams=message.streams, schema=notation(message.schema)) for message in group)
        if key in block:
            raise ValueError(f"the messages of the inventory are not sorted: {key!r} comes twice")
        block[key] = shapes[0] if len(shapes) == 1 else shapes
    return block


def _read_messages(value: Plain) -> Parts:
    found = each(value, lambda key, item: tuple(_read_message(key, one) for one in _as_list(item)))
    return {"messages": tuple(message for messages in found for message in messages)}


def _as_list(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else [value]


def _read_message(key: str, value: Plain) -> Message:
    entry = expect_mapping(value)
    expect_keys(entry, "streams", "schema")
    streams = tuple(one_of(STREAMS, stream) for stream in expect_list(need(entry, "streams")))
    return Message(key, _schema_at(entry, "schema"), streams)


def _write_subtypes(inventory: Inventory) -> Tree:
    return keyed([(subtype.name, subtype.categories) for subtype in inventory.subtypes])


def _read_subtypes(value: Plain) -> Parts:
    def read(name: str, item: Plain) -> Subtype:
        return Subtype(name, tuple(one_of(CATEGORIES, word) for word in expect_list(item)))

    return {"subtypes": each(value, read)}


def _write_dispatch(inventory: Inventory) -> Tree:
    return tuple(map(_dispatch, inventory.dispatches))


def _dispatch(dispatch: Dispatch) -> Tree:
    entry = Block(role=dispatch.role, subtypes=dispatch.subtypes)
    if dispatch.gated:
        entry["gated"] = tuple(Block(subtype=gate.subtype, condition=gate.condition) for gate in dispatch.gated)
    return entry


def _read_dispatch(value: Plain) -> Parts:
    def gate(item: Plain) -> Gate:
        entry = expect_mapping(item)
        expect_keys(entry, "subtype", "condition")
        return Gate(expect_text(need(entry, "subtype")), expect_text(need(entry, "condition")))

    def read(item: Plain) -> Dispatch:
        entry = expect_mapping(item)
        expect_keys(entry, "role", "subtypes", "gated")
        gated = items(entry.get("gated", []), gate)
        return Dispatch(expect_text(need(entry, "role")), expect_texts(need(entry, "subtypes")), gated)

    return {"dispatches": items(value, read)}


def _write_events(inventory: Inventory) -> Tree:
    events = keyed([(event.name, event.evidence) for event in inventory.events])
    return Block(
        events=events,
        beside=inventory.beside_events,
        other_webhooks=inventory.other_webhooks,
        other_documented=inventory.other_documented,
    )


def _read_events(value: Plain) -> Parts:
    entry = expect_mapping(value)
    expect_keys(entry, "events", "beside", "other_webhooks", "other_documented")
    events = each(need(entry, "events"), lambda name, item: Event(name, one_of(EVENT_EVIDENCE, item)))
    return {
        "events": events,
        "beside_events": expect_texts(need(entry, "beside")),
        "other_webhooks": expect_texts(need(entry, "other_webhooks")),
        "other_documented": expect_texts(need(entry, "other_documented")),
    }


def _write_commands(inventory: Inventory) -> Tree:
    return Block(slash_commands=inventory.slash_commands, hook_events=inventory.hook_events)


def _read_commands(value: Plain) -> Parts:
    entry = expect_mapping(value)
    expect_keys(entry, "slash_commands", "hook_events")
    return {name: expect_texts(need(entry, name)) for name in ("slash_commands", "hook_events")}


def _write_definitions(inventory: Inventory) -> Tree:
    return keyed([(name, notation(schema)) for name, schema in inventory.definitions.items()])


def _read_definitions(value: Plain) -> Parts:
    return {"definitions": dict(each(value, lambda name, item: (name, read_schema(item))))}


def _write_emitters(inventory: Inventory) -> Tree:
    def fields(emitter: Emitter) -> Tree:
        sometimes = {"sometimes": emitter.sometimes} if emitter.sometimes else {}
        return {"always": emitter.always, **sometimes}

    return keyed([(emitter.key, fields(emitter)) for emitter in inventory.emitters])


def _read_emitters(value: Plain) -> Parts:
    def read(key: str, item: Plain) -> Emitter:
        entry = expect_mapping(item)
        expect_keys(entry, "always", "sometimes")
        return Emitter(key, expect_texts(need(entry, "always")), expect_texts(entry.get("sometimes", [])))

    return {"emitters": each(value, read)}


def _write_unresolved(inventory: Inventory) -> Tree:
    return tuple(Block(key=entry.key, reason=entry.reason) for entry in inventory.unresolved)


def _read_unresolved(value: Plain) -> Parts:
    def read(item: Plain) -> Unresolved:
        entry = expect_mapping(item)
        expect_keys(entry, "key", "reason")
        return Unresolved(expect_text(need(entry, "key")), expect_text(need(entry, "reason")))

    return {"unresolved": items(value, read)}


def _write_evidence(inventory: Inventory) -> Tree:
    def row(evidence: Evidence) -> Tree:
        return (evidence.chunk, evidence.start, evidence.end, evidence.finder)

    return keyed([(key, tuple(map(row, rows))) for key, rows in inventory.evidence.items()])


def _read_evidence(value: Plain) -> Parts:
    def row(item: Plain) -> Evidence:
        match item:
            case [str(chunk), int(start), int(end), str(finder)] if 0 <= start <= end:
                return Evidence(chunk, start, end, finder)
            case _:
                raise NotationError(f"{shown(item)} is no [chunk, start, end, finder]")

    return {"evidence": dict(each(value, lambda key, rows: (key, items(rows, row))))}


SECTIONS: tuple[Section, ...] = (
    Section("control_requests", "The control requests that the release declares.", _write_requests, _read_requests),
    Section("messages", "The message shapes, and the streams they join.", _write_messages, _read_messages),
    Section("subtypes", "The distinct subtype literals, and what each is used as.", _write_subtypes, _read_subtypes),
    Section("dispatch", "Where the code branches on a control request's subtype.", _write_dispatch, _read_dispatch),
    Section("events", "The Managed Agents events, and the best evidence for each.", _write_events, _read_events),
    Section("commands", "The slash commands and the hook events.", _write_commands, _read_commands),
    Section("definitions", "The shapes that several entries share.", _write_definitions, _read_definitions),
    Section("emitters", "The messages that the code writes, with their fields.", _write_emitters, _read_emitters),
    Section("unresolved", "The matches that could not be resolved, and why.", _write_unresolved, _read_unresolved),
    Section("evidence", "Where each entry was found: byte offsets in a chunk.", _write_evidence, _read_evidence),
)
"""Every file of an inventory but `release.yaml`."""
