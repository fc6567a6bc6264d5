"""Find the control-request registry: an array of entries with a request, an originator and a response.

    function entry(a, b, c) { return { request: a, originator: b, response: c } }
    registry = memo(() => [entry(InitializeRequest(), "client", InitializeResponse()), ...])

or the same with the objects written out in the array.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from extractor.model.finding import Match
from extractor.syntax import Source

NAME = "registry"

_ANCHOR = b"originator:"
_WINDOW = 400
_KEYS = (b"request:", b"response:")
_FUNCTION = re.compile(rb"function\s+([\w$]+)\s*\([^()]*\)\s*\{\s*return\s*\{[^{}]*$")
_REQUEST = re.compile(rb"\s*[\w$]+\s*\(\s*\)\s*,")
_PART = re.compile(rb"[\w$.]")
_ARROW = re.compile(rb"([\w$]+)\s*=\s*\([^()]*\)\s*=>\s*\(\{[^{}]*$")


def find(source: Source) -> Iterator[Match]:
    """Every definition `name = memo(() => [...])` that lists such entries; in order, each once."""
    seen: set[int] = set()
    blob = source.bundle.blob
    for anchor in source.bundle.find_all(_ANCHOR):
        around = blob[max(0, anchor - _WINDOW) : anchor + _WINDOW]
        if not all(key in around for key in _KEYS):
            continue
        for offset in chain((anchor,), _calls(source, anchor)):
            definition = source.thunk_around(offset)
            if definition is not None and definition.node is not None and definition.node.start_byte not in seen:
                seen.add(definition.node.start_byte)
                yield Match(NAME, definition.node.start_byte, definition.node.end_byte)
                break


def _calls(source: Source, anchor: int) -> Iterator[int]:
    """Where the function that makes the entry around `anchor` is called with a request."""
    blob = source.bundle.blob
    before = blob[max(0, anchor - _WINDOW) : anchor]
    maker = _FUNCTION.search(before) or _ARROW.search(before)
    if maker is None:
        return
    chunk = source.bundle.chunk_at(anchor)
    name = maker[1] + b"("
    for found in source.bundle.find_all(name, chunk.start, chunk.end):
        if not _PART.match(blob[found - 1 : found]) and _REQUEST.match(blob, found + len(name), chunk.end):
            yield found
