"""One table from what was found to what it is: categories of subtypes, directions of requests, what is lost or absent."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from extractor.model.inventory import (
    Category,
    ControlRequest,
    Direction,
    Dispatch,
    Emitter,
    Event,
    Evidence,
    Inventory,
    Message,
    Originator,
    Subtype,
    Unresolved,
)
from extractor.model.release_order import release_key
from extractor.resolve.entries import Entries, RequestEntry

WORKER = "worker"

AGENT_ROLES = frozenset({WORKER, "bridge", "cloud_client"})
"""Roles that the program plays towards its client: what they dispatch, a client sends."""

CLIENT_ROLES = frozenset({"sdk_host", "remote_manager", "direct_connect"})
"""Roles of a client that the program carries with it: what they dispatch, an agent sends."""

CATEGORIES: dict[str, Category] = {"request": "control_request", "verdict": "verdict", "message": "observation"}
"""How a subtype literal is used in schemas, and the category that makes it."""

ABSENT = {
    "protocol": "the release reads no control requests: it is older than the protocol",
    "schemas": "the release keeps no schemas of its protocol: requests are known from dispatch,"
    " messages from what the code writes",
    "other schemas": "the release keeps schemas of messages it writes alone: requests are known from dispatch,"
    " other messages from what the code writes",
    "registry": "the release has no registry: requests come from its request union, and no originator is declared",
}


SINCE = {"schemas": "2.1.63", "registry": "2.1.234"}
"""The oldest releases seen with what some releases lack: a later one without it has hidden it, not dropped it."""


@dataclass(slots=True)
class Facts:
    """Everything that finders and the resolver say of one release, beside its schemas.

    `anchors` are places that look like an anchor and could not be read; each one makes the inventory incomplete.
    """

    dispatches: Sequence[Dispatch] = ()
    events: Sequence[Event] = ()
    beside_events: Sequence[str] = ()
    other_webhooks: Sequence[str] = ()
    other_documented: Sequence[str] = ()
    slash_commands: Sequence[str] = ()
    hook_events: Sequence[str] = ()
    emitters: Sequence[Emitter] = ()
    unresolved: Sequence[Unresolved] = ()
    evidence: dict[str, tuple[Evidence, ...]] = field(default_factory=dict)
    lost: Sequence[str] = ()
    absent: Sequence[tuple[str, str]] = ()
    speaks_protocol: bool = True


def classify(release: str, entries: Entries, facts: Facts) -> Inventory:
    """The inventory of a release: every list sorted, every entry once."""
    worker = frozenset(_served(facts.dispatches, {WORKER}))
    lost, absent = _gaps(release, entries, facts, worker)
    return Inventory(
        release=release,
        control_requests=tuple(
            _request(entries.requests[name], entries, facts.dispatches) for name in sorted(entries.requests)
        ),
        messages=tuple(
            Message(key, schema, streams)  # type: ignore[arg-type]
            for key, (schema, streams) in sorted(entries.messages.items())
        ),
        subtypes=tuple(_subtype(name, entries) for name in sorted(entries.subtypes)),
        dispatches=tuple(sorted(facts.dispatches, key=lambda place: place.role)),
        events=tuple(sorted(facts.events, key=lambda event: event.name)),
        beside_events=tuple(sorted(set(facts.beside_events))),
        other_webhooks=tuple(sorted(set(facts.other_webhooks))),
        other_documented=tuple(sorted(set(facts.other_documented))),
        slash_commands=tuple(sorted(set(facts.slash_commands))),
        hook_events=tuple(sorted(set(facts.hook_events))),
        emitters=tuple(sorted(facts.emitters, key=lambda emitter: emitter.key)),
        definitions=entries.definitions,
        unresolved=tuple(sorted({*entries.unresolved, *facts.unresolved}, key=lambda one: (one.key, one.reason))),
        lost=tuple(sorted(lost)),
        absent=tuple(sorted(absent)),
        dialect=entries.dialect,
        evidence=dict(sorted({**entries.evidence, **facts.evidence}.items())),
    )


def _request(entry: RequestEntry, entries: Entries, dispatches: Sequence[Dispatch]) -> ControlRequest:
    direction = None if entries.has_registry else _declared(entry.subtype, entries, dispatches)
    if direction is None and not entries.has_registry:
        direction = Direction(inferred_sender(entry.subtype, dispatches), "inferred")
    return ControlRequest(
        entry.subtype, entry.originator, entry.request, entry.response_kind, entry.response, direction
    )


def _declared(subtype: str, entries: Entries, dispatches: Sequence[Dispatch]) -> Direction | None:
    """Who sends a request by the unions for each side, where the release has them."""
    client, agent = _sides(entries, frozenset(_served(dispatches, {WORKER})))
    sides = [side for side, union in (("client", client), ("agent", agent)) if union is not None and subtype in union]
    return Direction(_both(sides), "declared") if sides else None


def inferred_sender(subtype: str, dispatches: Sequence[Dispatch]) -> Originator:
    """Who sends a request, from who dispatches it; what the program dispatches nowhere, it sends itself."""
    sides = [
        side
        for side, roles in (("client", AGENT_ROLES), ("agent", CLIENT_ROLES))
        if subtype in _served(dispatches, roles)
    ]
    return _both(sides) if sides else "agent"


def _served(dispatches: Sequence[Dispatch], roles: Set[str]) -> set[str]:
    return {name for place in dispatches if place.role in roles for name in place.subtypes}


def _both(sides: list[str]) -> Originator:
    return "both" if len(sides) == 2 else "client" if sides[0] == "client" else "agent"


def _sides(entries: Entries, worker: frozenset[str]) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    """The request unions of the client and of the agent: two that make up the whole, each smaller than it.

    The client's is the one that the worker dispatches more of.
    """
    whole = frozenset(entries.requests)
    parts = [union for union in dict.fromkeys(entries.senders) if union < whole]
    for index, one in enumerate(parts):
        for other in parts[index + 1 :]:
            if one | other == whole:
                ranked = sorted((one, other), key=lambda union: len(union & worker) / max(1, len(union)))
                return ranked[1], ranked[0]
    return None, None


def _subtype(name: str, entries: Entries) -> Subtype:
    """A shape without a `type` is a request where the release declares one so; else it may be a part of a message."""
    uses = entries.subtypes[name]
    if name not in entries.requests and len(uses) > 1:
        uses = uses - {"request"}
    return Subtype(name, tuple(sorted({CATEGORIES[use] for use in uses})))


def _gaps(
    release: str, entries: Entries, facts: Facts, worker: frozenset[str]
) -> tuple[set[str], set[tuple[str, str]]]:
    """What should be there and is not, and what the release does not have."""
    lost, absent = set(facts.lost), set(facts.absent)
    if not facts.speaks_protocol:
        return lost, absent | {("protocol", ABSENT["protocol"])}
    if not worker:
        lost.add("worker dispatch")
    has_schemas = entries.has_requests or entries.has_registry
    for name, is_there in (("schemas", has_schemas), ("registry", entries.has_registry)):
        if not is_there and _is_expected(name, release):
            lost.add("request schemas" if name == "schemas" else "control request registry")
        elif not is_there and (has_schemas or name == "schemas"):
            absent.add((name, ABSENT["other schemas" if name == "schemas" and entries.has_stdout else name]))
    if has_schemas:
        lost |= {
            name
            for name, there in (("stdout union", entries.has_stdout), ("stdin union", entries.has_stdin))
            if not there
        }
    return lost, absent


def _is_expected(name: str, release: str) -> bool:
    """Whether releases as new as this one have been seen with it; a name that is no version expects nothing."""
    return release[:1].isdigit() and release_key(release) >= release_key(SINCE[name])
