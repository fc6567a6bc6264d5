"""From the protocol's shapes to entries: closed, named, each with its key, its evidence and what was lost in it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from extractor.model import schema as ir
from extractor.model.inventory import Evidence, Originator, ResponseKind, Unresolved
from extractor.resolve import wire
from extractor.resolve.closing import Closer
from extractor.resolve.definitions import Definer
from extractor.resolve.protocol import Found, Protocol
from extractor.resolve.reading import NO_SCHEMA, Reader
from extractor.resolve.words import pascal

MOST_KEYS = 300
"""A shape with more values of its type and subtype is no entry for each: releases have at most a dozen."""


@dataclass(slots=True)
class RequestEntry:
    """One control request: shapes are in terms of the definitions."""

    subtype: str
    originator: Originator | None
    request: ir.Schema
    response_kind: ResponseKind
    response: ir.Schema | None


@dataclass(slots=True)
class Entries:
    """What the schemas of one release say. `messages` maps a key to the shape and the streams that carry it.

    `uses` maps a subtype literal to how its objects look: whether they have a `type`, and whether they stand in
    a control response. `senders` holds, for each request union that is declared apart, its subtypes.
    """

    requests: dict[str, RequestEntry] = field(default_factory=dict)
    messages: dict[str, tuple[ir.Schema, tuple[str, ...]]] = field(default_factory=dict)
    subtypes: dict[str, set[str]] = field(default_factory=dict)
    verdicts: list[str] = field(default_factory=list)
    senders: list[frozenset[str]] = field(default_factory=list)
    definitions: dict[str, ir.Schema] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)
    evidence: dict[str, tuple[Evidence, ...]] = field(default_factory=dict)
    has_registry: bool = False
    has_requests: bool = False
    has_stdin: bool = False
    has_stdout: bool = False
    dialect: str | None = None


class _Builder:
    def __init__(self, reader: Reader, protocol: Protocol) -> None:
        self.reader, self.protocol = reader, protocol
        self.bundle = reader.source.bundle
        self.closer = Closer(reader.target)
        self.entries = Entries()
        self.evidence: dict[str, list[Evidence]] = defaultdict(list)
        self.shapes: dict[str, list[ir.Schema]] = defaultdict(list)
        self.streams: dict[str, set[str]] = defaultdict(set)

    def build(self) -> Entries:
        entries, protocol = self.entries, self.protocol
        entries.has_registry = protocol.registry is not None
        entries.has_requests = bool(protocol.requests)
        entries.has_stdin, entries.has_stdout = protocol.stdin is not None, protocol.stdout is not None
        dialects = self.reader.library.dialects
        entries.dialect = max(sorted(dialects), key=lambda name: dialects[name]) if dialects else None
        self._requests()
        for stream, found in (("stdin", protocol.stdin), ("stdout", protocol.stdout)):
            if found is not None:
                self._stream(stream, found)
        self._subtypes()
        self._define()
        for union in protocol.subunions:
            entries.senders.append(frozenset(name for one in union for name in wire.literals(one, "subtype")))
        entries.evidence = {key: tuple(dict.fromkeys(found)) for key, found in sorted(self.evidence.items())}
        return entries

    def _closed(self, schema: ir.Schema, key: str) -> ir.Schema:
        closed, gaps = self.closer.close(schema)
        for gap in gaps:
            self.entries.unresolved.append(Unresolved(key + gap.path, gap.reason))
        return closed

    def _requests(self) -> None:
        protocol = self.protocol
        match = protocol.registry_match or (protocol.request.match if protocol.request else None)
        for row in protocol.registry or ():
            for request in wire.members(row.request):
                self._request(request, row.originator, row.response_kind, row.response)
        for request in protocol.requests:
            self._request(request, None, "undeclared", None)
        for subtype in self.entries.requests:
            if match is not None:
                self.evidence[f"control_request/{subtype}"].append(match.evidence(self.bundle))

    def _request(
        self, request: ir.Schema, originator: Originator | None, kind: ResponseKind, response: ir.Schema | None
    ) -> None:
        subtypes = wire.literals(request, "subtype")
        if not subtypes:
            closed, gaps = self.closer.close(request)
            reason = gaps[0].reason if gaps else "it has no subtype that is a literal"
            self.entries.unresolved.append(Unresolved("control_request", reason))
            del closed
        if len(subtypes) > MOST_KEYS:
            self.entries.unresolved.append(Unresolved("control_request", f"its subtype is one of {len(subtypes)}"))
            return
        for subtype in subtypes:
            if subtype in self.entries.requests:
                continue
            shape = self._closed(request, f"control_request/{subtype}/request")
            answer = self._closed(response, f"control_request/{subtype}/response") if response is not None else None
            self.entries.requests[subtype] = RequestEntry(subtype, originator, shape, kind, answer)

    def _stream(self, stream: str, found: Found) -> None:
        for member in wire.members(found.schema):
            keys = wire.message_keys(member)
            if len(keys) > MOST_KEYS:
                reason = f"its type and subtype are one of {len(keys)}"
                self.entries.unresolved.append(Unresolved(f"stream/{stream}", reason))
                continue
            if not keys:
                gaps = self.closer.close(member)[1]
                reason = gaps[0].reason if gaps else "it has no type that is a literal"
                self.entries.unresolved.append(Unresolved(f"stream/{stream}", reason))
            for key in keys:
                self._message(key, member, found)
                self.streams[key].add(stream)

    def _message(self, key: str, schema: ir.Schema, found: Found) -> None:
        closed = self._closed(schema, f"message/{key}")
        if all(closed != other for other in self.shapes[key]):
            self.shapes[key].append(closed)
        self.evidence[f"message/{key}"].append(found.match.evidence(self.bundle))

    def _subtypes(self) -> None:
        entries, protocol = self.entries, self.protocol
        if protocol.response is not None:
            union = wire.field(protocol.response.schema, "response")
            for option in wire.members(union) if union is not None else ():
                entries.verdicts.extend(wire.literals(option, "subtype"))
        verdicts = {id(option) for option in self._verdict_shapes()}
        for found in protocol.subtypes:
            for shape in wire.objects(found.schema):
                self._subtype(shape, found, verdicts)
        for match, reason in protocol.unreadable:
            if reason != NO_SCHEMA:
                self.entries.unresolved.append(Unresolved("subtype", reason))
                self.evidence["subtype"].append(match.evidence(self.bundle))

    def _verdict_shapes(self) -> list[ir.Schema]:
        response = self.protocol.response
        union = wire.field(response.schema, "response") if response is not None else None
        return list(wire.members(union)) if union is not None else []

    def _subtype(self, shape: ir.Schema, found: Found, verdicts: set[int]) -> None:
        names = wire.literals(shape, "subtype")
        keys = wire.message_keys(shape)
        for name in names if len(names) == 1 else ():
            use = "message" if keys else "verdict" if id(shape) in verdicts else "request"
            self.entries.subtypes.setdefault(name, set()).add(use)
            self.evidence[f"subtype/{name}"].append(found.match.evidence(self.bundle))
        for key in keys if names and len(keys) <= MOST_KEYS else ():
            if key not in self.shapes:
                self._message(key, shape, found)

    def _define(self) -> None:
        entries = self.entries
        definer = Definer(self.closer.recursive)
        for subtype, request in entries.requests.items():
            definer.add(f"{pascal(subtype)}Request", request.request)
            if request.response is not None:
                definer.add(f"{pascal(subtype)}Response", request.response)
        joined = {
            key: shapes[0] if len(shapes) == 1 else ir.Union(tuple(shapes)) for key, shapes in self.shapes.items()
        }
        for key in sorted(joined):
            definer.add(f"{pascal(key.replace('/', '_'))}Message", joined[key])
        entries.definitions = definer.define()
        for request in entries.requests.values():
            request.request = definer.shared(request.request)
            request.response = definer.shared(request.response) if request.response is not None else None
        for key in sorted(joined):
            entries.messages[key] = (definer.shared(joined[key]), tuple(sorted(self.streams.get(key, ()))))


def build(reader: Reader, protocol: Protocol) -> Entries:
    """The entries of a release's schemas."""
    return _Builder(reader, protocol).build()
