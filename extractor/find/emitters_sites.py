"""Find where the code sends a message: an object literal with a literal `type`, identified, and handed to the output.

    yield { type: "system", subtype: "init", session_id: id(), uuid: uuid(), ... }
    output.enqueue({ type: "control_response", response: { subtype: "success", request_id: r } })
    let frame = { type: "control_request", request_id: id, request }; this.write(frame)

Near misses: what is posted to a service (`events: [{ type: "user", session_id, uuid }]`), what is turned into text
to be read as input, schemas, and transcript entries, which carry other names (`sessionId`, `timestamp`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractor.find.objects import ObjectLiteral, literal_text, members, object_around
from extractor.model.finding import Match
from extractor.syntax import Node, Source, content

NAME = "emitters"

_SESSION, _REQUEST = "session_id", "request_id"
_WINDOW = 2048
_AHEAD = 4096
_KEY = re.compile(rb"[\"']?\s*[:,}]")
_TYPE = re.compile(rb"(?<![\w$.])[\"']?type[\"']?\s*:\s*[\"']")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_SENT = re.compile(rb"(?:(?<![\w$.])yield|\.(?:enqueue|write)\()\s*$")
_RETURNED = re.compile(rb"(?<![\w$.])return\s*\[?\s*$")
_ASSIGNED = re.compile(rb"(?<![\w$.])([\w$]+)\s*=\s*$")


@dataclass(frozen=True, slots=True)
class Site:
    """One object that is sent: the keys it can have (`type` or `type/subtype`), and its fields.

    `always` are the fields written unconditionally, `sometimes` those written under a condition; where the object
    spreads something that is not written out there, its fields are not known.
    """

    keys: tuple[str, ...]
    always: frozenset[str]
    sometimes: frozenset[str]
    match: Match


def find(source: Source) -> Iterator[Site]:
    """Every such place, each once: first the messages of a session, then the control envelopes."""
    seen: set[int] = set()
    for name in (_SESSION, _REQUEST):
        for anchor in source.bundle.find_all(name.encode()):
            found = _object_with(source, anchor, name)
            if found is None or found.start in seen:
                continue
            seen.add(found.start)
            keys = _keys(found)
            if keys and _is_identified(found) and _is_sent(source, found):
                yield _site(found, keys)


def _object_with(source: Source, anchor: int, name: str) -> ObjectLiteral | None:
    """The object with a `type` of which the property at `anchor` is one, or is one of a property's."""
    blob = source.bundle.blob
    if not _KEY.match(blob, anchor + len(name)) or not _TYPE.search(blob, max(0, anchor - _WINDOW), anchor + _WINDOW):
        return None
    floor = source.bundle.chunk_at(anchor).start
    found = object_around(blob, anchor, window=_WINDOW, floor=floor)
    if found is not None and "type" not in found.values:
        found = object_around(blob, found.start, window=_WINDOW, floor=floor)
    return found if found is not None and "type" in found.values else None


def _keys(found: ObjectLiteral) -> tuple[str, ...]:
    values = found.values
    types = list(_choices(values["type"]))
    subtypes = list(_choices(values["subtype"])) if "subtype" in values else []
    if len(types) != 1 or ("subtype" in values and not subtypes):
        return ()
    return tuple(f"{types[0]}/{subtype}" for subtype in subtypes) or (types[0],)


def _choices(node: Node) -> Iterator[str]:
    """The words that an expression can be, where it is a literal or a choice between literals."""
    if node.type == "ternary_expression":
        branches = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        words = [list(_choices(branch)) for branch in branches if branch is not None]
        yield from (word for choice in words for word in choice) if all(words) else ()
    elif (text := literal_text(node)) is not None and _WORD.fullmatch(text):
        yield text


def _is_identified(found: ObjectLiteral) -> bool:
    values = found.values
    if _SESSION in values:
        return "uuid" in values
    nested = [_REQUEST in dict(members(value)) for value in values.values() if value.type == "object"]
    return _REQUEST in values or any(nested)


def _is_sent(source: Source, found: ObjectLiteral) -> bool:
    blob = source.bundle.blob
    before = blob[max(0, found.start - 128) : found.start]
    if _SENT.search(before):
        return True
    if _RETURNED.search(before):
        return _SESSION in found.values
    assigned = _ASSIGNED.search(before)
    if assigned is None:
        return False
    name = re.escape(assigned[1])
    sent = re.compile(rb"(?:(?<![\w$.])(?:yield|return)\s+|\.(?:enqueue|write)\(\s*)" + name + rb"(?![\w$.(\[])")
    chunk = source.bundle.chunk_at(found.start)
    return sent.search(blob, found.end, min(chunk.end, found.end + _AHEAD)) is not None


def _site(found: ObjectLiteral, keys: tuple[str, ...]) -> Site:
    values = found.values
    maybe = {name for name, value in values.items() if _may_be_undefined(value)}
    spread = {name for node in found.spreads() for name in _spread_fields(node)}
    always = frozenset(values.keys() - maybe)
    return Site(keys, always, frozenset((maybe | spread) - always), Match(NAME, found.start, found.end))


def _may_be_undefined(node: Node) -> bool:
    """Whether a value is seen to be undefined on some way: then the field is not written."""
    if node.type == "parenthesized_expression":
        return any(map(_may_be_undefined, node.named_children))
    if node.type == "ternary_expression":
        branches = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        return any(_may_be_undefined(branch) for branch in branches if branch is not None)
    if node.type in ("member_expression", "subscript_expression", "call_expression"):
        return any(child.type == "optional_chain" for child in node.children) or any(
            _may_be_undefined(child) for child in node.named_children[:1] if child.type in _CHAINED
        )
    return content(node) in ("void 0", "undefined")


_CHAINED = ("member_expression", "subscript_expression", "call_expression")


def _spread_fields(node: Node) -> Iterator[str]:
    """The fields of the objects written out in what is spread: `...(x && { a })`, `...(x ? { a } : {})`."""
    if node.type == "object":
        yield from (name for name, _ in members(node))
    elif node.type in ("parenthesized_expression", "binary_expression", "ternary_expression"):
        for child in node.named_children:
            yield from _spread_fields(child)
