"""Choose, among everything that finders matched, what the protocol is: registry, request unions, streams, subtypes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from extractor.model import schema as ir
from extractor.model.bundle import Chunk
from extractor.model.finding import Match
from extractor.resolve import wire
from extractor.resolve.reading import Reader, RegistryRow
from extractor.resolve.shapes import Hole

UnionFinder = Callable[[Chunk, frozenset[str]], Iterator[Match]]
_CALL = re.compile(rb"([\w$]+)\(\)")


@dataclass(slots=True)
class Found:
    """A shape with the match it came from."""

    schema: ir.Schema
    match: Match


@dataclass(slots=True)
class Protocol:
    """What a release's schemas say. Shapes may still hold holes and lazy references.

    `requests` is the request union of the control_request envelope; `client_requests` and `agent_requests` are
    unions of what each side sends, where the release has them.
    """

    registry: list[RegistryRow] | None = None
    registry_match: Match | None = None
    request: Found | None = None
    response: Found | None = None
    requests: list[ir.Schema] = field(default_factory=list)
    subunions: list[list[ir.Schema]] = field(default_factory=list)
    stdin: Found | None = None
    stdout: Found | None = None
    subtypes: list[Found] = field(default_factory=list)
    unreadable: list[tuple[Match, str]] = field(default_factory=list)


def read(
    reader: Reader,
    registries: Iterator[Match],
    requests: Iterator[Match],
    responses: Iterator[Match],
    subtypes: Iterator[Match],
    unions: UnionFinder,
    message_unions: UnionFinder,
) -> Protocol:
    """Evaluate the matches and choose. `message_unions` are asked for where no control envelope has a schema."""
    protocol = Protocol()
    _read_registry(reader, registries, protocol)
    protocol.request = _largest(reader, requests, "request")
    protocol.response = _largest(reader, responses, "response")
    if protocol.request is not None:
        union = wire.field(protocol.request.schema, "request")
        protocol.requests = list(wire.members(union)) if union is not None else []
        _read_unions(reader, protocol, unions)
    for match in subtypes:
        schema = reader.schema(match)
        if isinstance(schema, Hole):
            protocol.unreadable.append((match, schema.reason))
        else:
            protocol.subtypes.append(Found(schema, match))
    if protocol.request is None and protocol.registry is None:
        _read_messages(reader, protocol, message_unions)
    return protocol


def _read_registry(reader: Reader, registries: Iterator[Match], protocol: Protocol) -> None:
    for match in registries:
        rows = reader.registry(match)
        if rows and len(rows) > len(protocol.registry or ()):
            protocol.registry, protocol.registry_match = rows, match


def _largest(reader: Reader, matches: Iterator[Match], name: str) -> Found | None:
    """The envelope whose field `name` knows most alternatives: others are narrow copies for one use."""
    best: tuple[int, Found] | None = None
    for match in matches:
        for schema in wire.members(reader.schema(match)):
            inner = wire.field(schema, name)
            if inner is None:
                continue
            size = sum(1 for option in wire.members(inner) if wire.literals(option, "subtype"))
            if size and (best is None or size > best[0]):
                best = size, Found(schema, match)
    return best[1] if best is not None else None


def _read_unions(reader: Reader, protocol: Protocol, unions: UnionFinder) -> None:
    assert protocol.request is not None
    definition = reader.definition(protocol.request.match)
    if definition is None or definition.node is None:
        return
    names = {definition.name}
    for found in _CALL.findall(definition.node.text or b""):
        names.add(found.decode())
    names |= _request_names(reader, protocol, definition.chunk)
    for chunk in _chunks(reader, protocol, definition.chunk):
        for match in unions(chunk, frozenset(names)):
            schema = reader.schema(match)
            members = list(wire.members(schema))
            if members and all(_is_request(member) for member in members):
                protocol.subunions.append(members)
            else:
                _consider_stream(protocol, schema, members, match)


def _chunks(reader: Reader, protocol: Protocol, home: Chunk) -> Iterator[Chunk]:
    """The envelope's chunk, and those that import from it while a stream's union has not been seen."""
    yield home
    if protocol.stdin is None or protocol.stdout is None:
        yield from reader.source.importers(home)


def _request_names(reader: Reader, protocol: Protocol, chunk: Chunk) -> set[str]:
    """The names of the definitions that the envelope's request union lists."""
    assert protocol.request is not None
    definition = reader.definition(protocol.request.match)
    names: set[str] = set()
    for found in _CALL.findall((definition.node.text or b"") if definition and definition.node else b""):
        inner = reader.source.lookup(chunk, found.decode())
        text = getattr(getattr(inner, "node", None), "text", None) or b""
        if b"[" in text[:64]:
            names |= {name.decode() for name in _CALL.findall(text)}
    return names


def _read_messages(reader: Reader, protocol: Protocol, unions: UnionFinder) -> None:
    """The union of the program's messages, where a release has schemas of these alone and of no control envelope."""
    homes: dict[str, tuple[Chunk, set[str]]] = {}
    for found in protocol.subtypes:
        definition = reader.definition(found.match)
        if definition is not None and wire.message_keys(found.schema):
            homes.setdefault(definition.chunk.name, (definition.chunk, set()))[1].add(definition.name)
    for chunk, names in homes.values():
        for match in unions(chunk, frozenset(names)):
            schema = reader.schema(match)
            members = list(wire.members(schema))
            keys = {key for member in members for key in wire.message_keys(member)}
            size = sum(1 for _ in wire.members(protocol.stdout.schema)) if protocol.stdout is not None else 0
            if {"system/init", "result/success"} <= keys and len(members) > size:
                protocol.stdout = Found(schema, match)


def _is_request(schema: ir.Schema) -> bool:
    return bool(wire.literals(schema, "subtype")) and not wire.literals(schema, "type")


def _consider_stream(protocol: Protocol, schema: ir.Schema, members: list[ir.Schema], match: Match) -> None:
    """A stream union carries control envelopes; only the program's own output carries results."""
    keys = {key.split("/")[0] for member in members for key in wire.message_keys(member)}
    if not keys & {"control_request", "control_response"}:
        return
    name = "stdout" if "result" in keys else "stdin"
    present: Found | None = getattr(protocol, name)
    if present is None or len(members) > sum(1 for _ in wire.members(present.schema)):
        setattr(protocol, name, Found(schema, match))
