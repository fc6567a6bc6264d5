"""An inventory: everything one release speaks, each entry with its stable key and its evidence apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.schema import Schema

INVENTORY_FORMAT = 1

Originator: TypeAlias = Choice["client", "agent", "both"]
"""Who may send a request: the client that drives the program, the program itself, or either."""

ResponseKind: TypeAlias = Choice["schema", "acknowledgement", "undeclared"]
Stream: TypeAlias = Choice["stdin", "stdout"]
Category: TypeAlias = Choice["control_request", "verdict", "observation"]
Grade: TypeAlias = Choice["declared", "inferred"]


@dataclass(frozen=True, slots=True)
class Direction:
    """Who sends a request where no registry says so, and how that is known.

    `declared`: the release has one request union for each side. `inferred`: from who dispatches it.
    """

    value: Originator
    grade: Grade


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """One request that the registry (or, without one, the request union) declares.

    `response` is a schema only where `response_kind` is `schema`.
    """

    subtype: str
    originator: Originator | None
    request: Schema
    response_kind: ResponseKind
    response: Schema | None = None
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message shape, keyed `type` or `type/subtype`; `streams` is empty for one that never joins the wire."""

    key: str
    schema: Schema
    streams: tuple[Stream, ...]


@dataclass(frozen=True, slots=True)
class Subtype:
    """A distinct `subtype: literal("...")` of the release's schemas, with every category it is used in."""

    name: str
    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class Gate:
    """A dispatched subtype that is answered only under a condition, as far as the code shows it."""

    subtype: str
    condition: str


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A place that branches on the subtype of a control request.

    `role` is `worker` (the program under a client), `bridge`, `sdk_host`, `remote_manager`, ... `subtypes`
    is everything it handles; `gated` the part of it handled only under a condition.
    """

    role: str
    subtypes: tuple[str, ...]
    gated: tuple[Gate, ...] = ()


EventEvidence: TypeAlias = Choice["sse_parser", "webhook_only", "embedded_doc_only", "lexical_false_positive"]


@dataclass(frozen=True, slots=True)
class Event:
    """A Managed Agents event identifier (`domain.action`) and the best evidence for it."""

    name: str
    evidence: EventEvidence


@dataclass(frozen=True, slots=True)
class Emitter:
    """A message that the code writes: its key and the fields seen at its emitting sites."""

    key: str
    always: tuple[str, ...]
    sometimes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A match that could not be resolved: where it belongs, and why not."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where an entry was found: shown, never compared, never part of a key. Bytes are offsets in the chunk."""

    chunk: str
    start: int
    end: int
    finder: str


@dataclass(frozen=True, slots=True)
class Inventory:
    """All entries of one release. Every tuple is sorted by its key, so equal facts give equal inventories.

    `lost` names anchors that were not found where the release should have them: an inventory with one is
    incomplete. `absent` names sections that the release itself does not have, each with a sentence.
    `beside_events` are what the parser of events compares with beside the vocabulary; `other_webhooks` and
    `other_documented` are names of other resources in the same documents.
    `evidence` maps an entry key (`control_request/set_model`, `message/user`, `event/session.error`, ...).
    """

    release: str
    control_requests: tuple[ControlRequest, ...] = ()
    messages: tuple[Message, ...] = ()
    subtypes: tuple[Subtype, ...] = ()
    dispatches: tuple[Dispatch, ...] = ()
    events: tuple[Event, ...] = ()
    beside_events: tuple[str, ...] = ()
    other_webhooks: tuple[str, ...] = ()
    other_documented: tuple[str, ...] = ()
    slash_commands: tuple[str, ...] = ()
    hook_events: tuple[str, ...] = ()
    emitters: tuple[Emitter, ...] = ()
    definitions: Mapping[str, Schema] = field(default_factory=dict)
    unresolved: tuple[Unresolved, ...] = ()
    lost: tuple[str, ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    dialect: str | None = None
    evidence: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)
    format: int = INVENTORY_FORMAT
