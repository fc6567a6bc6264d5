"""Guesses what a response answers when its request was not recorded: a payload comes in, the one request that can
be meant goes out, or None."""

from __future__ import annotations

from extractor.model.inventory import ControlRequest, Originator, Stream
from extractor.model.schema import Json, Schema
from extractor.validate.unions import tags_of
from extractor.validate.wire import Wire


def guess_response(wire: Wire, payload: Json | None, stream: Stream | None) -> ControlRequest | None:
    """The request whose response is recognised by a tag in the payload, such as `behavior: "allow"`.

    A payload that some other request's answer would be just as well is not guessed at.
    """
    if not isinstance(payload, dict) or not payload:
        return None
    able: tuple[Originator | None, ...] = ("agent", "both", None) if stream == "stdin" else ("client", "both", None)
    tagged = [
        request
        for request in wire.requests.values()
        if request.response is not None
        and (stream is None or request.originator in able)
        and _is_tagged(wire, request.response, payload)
    ]
    return tagged[0] if len(tagged) == 1 else None


def _is_tagged(wire: Wire, schema: Schema, payload: dict[str, Json]) -> bool:
    tags = tags_of(schema, wire.definition) or {}
    return any(len(texts) > 0 and payload.get(name) in texts for name, texts in tags.items() if name in payload)
