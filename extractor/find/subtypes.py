"""Find every schema with a `subtype` that is a literal or an enum: `subtype: literal("...")`, `subtype: enum([...])`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.model.finding import Match
from extractor.syntax import Source, definition_around

NAME = "subtypes"

_SCHEMA = re.compile(rb"\"?subtype\"?\s*:\s*[\w$]+(?:\.[\w$]+)*\(\s*(?:\[\s*)?(?:[\"'`]|[\w$]+\s*\))")

_WORD = re.compile(rb"[\w$]")


def find(source: Source) -> Iterator[Match]:
    """The definition around each such property, once; where there is none, the property's own place."""
    seen: set[int] = set()
    blob = source.bundle.blob
    for anchor in source.bundle.find_all(b"subtype"):
        start = anchor - (blob[anchor - 1 : anchor] == b'"')
        if _WORD.match(blob[start - 1 : start]) or not _SCHEMA.match(blob, start):
            continue
        definition = definition_around(source, anchor)
        if definition is None or definition.node is None:
            yield Match(NAME, anchor, anchor + len(b"subtype"))
        elif definition.node.start_byte not in seen:
            seen.add(definition.node.start_byte)
            yield Match(NAME, definition.node.start_byte, definition.node.end_byte)
