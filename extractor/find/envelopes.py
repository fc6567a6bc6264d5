"""Find the schemas of the control envelopes: an object whose `type` is the literal of one of them.

    ControlRequest = memo(() => object({ type: literal("control_request"), request_id: string(), request: ... }))

A near miss is a message that is sent: `{ type: "control_request", request_id: id, request: {...} }`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.model.finding import Match
from extractor.syntax import Source

NAME = "envelopes"
ENVELOPES = ("control_request", "control_response", "control_cancel_request", "keep_alive")

_BEFORE = re.compile(rb"[{,]\s*\"?type\"?\s*:\s*[\w$.]+\(\s*(?:\[\s*)?([\"'`])$")


def find(source: Source, envelope: str) -> Iterator[Match]:
    """Every definition that holds a schema whose `type` is the literal `envelope`."""
    blob = source.bundle.blob
    word = envelope.encode()
    for anchor in source.bundle.find_all(word):
        before = _BEFORE.search(blob[max(0, anchor - 80) : anchor])
        if before is not None and blob.startswith(before[1], anchor + len(word)):
            definition = source.thunk_around(anchor)
            if definition is not None and definition.node is not None:
                yield Match(NAME, definition.node.start_byte, definition.node.end_byte)
