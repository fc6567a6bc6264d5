"""Find the tables of embedded documents whose rows are event names: `| Event | ... |` and `| data.type | ... |`.

A row names its event in a code span at its start, and may abbreviate more of a kind:

    | `span.sample_start` / `_end` | ... |        | `session.a` / `.b` | ... |

A near miss is a table of files or fields, whose cells look alike but whose heading speaks of no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Literal as Choice

from extractor.find.documents import Document, document_at
from extractor.model.bundle import Bundle
from extractor.model.finding import Match

_ROW = re.compile(rb"(?:^|\n|\\n)[ \t]*\|\s*\\?`$")
_SPAN = re.compile(rb"\\?`([^`\\|]+)\\?`")
_NAME = re.compile(rb"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
_SHORT = re.compile(rb"[._][a-z][a-z0-9_]*")
_RULE = re.compile(rb"[\s:|-]++")
_PAYLOAD_TYPE = re.compile(rb"\\?`(?:\w+\.)*type\\?`")
_ROWS = 1024


@dataclass(frozen=True, slots=True)
class EventTable:
    """One table: the names of its rows in order, each with its code span, and the document it stands in.

    `kind` is `webhook` where it lists types of webhook payloads, else `event`.
    """

    kind: Choice["event", "webhook"]
    names: tuple[tuple[str, Match], ...]
    document: Document


def find(bundle: Bundle, hits: Iterable[int]) -> Iterator[EventTable]:
    """The tables in which one of `hits` (offsets of event-like names) begins a row; each table once, in order."""
    done = -1
    for hit in sorted(hits):
        if hit < done or not _ROW.search(bundle.blob[max(0, hit - 12) : hit]):
            continue
        document = document_at(bundle, hit)
        table = _table(bundle.blob, document, hit) if document is not None else None
        if table is not None:
            done, found = table
            if found is not None:
                yield found


def _table(blob: bytes, document: Document, hit: int) -> tuple[int, EventTable | None] | None:
    """Where the table around `hit` ends, and what it is if it lists events."""
    row = document.line(hit, blob)
    above = _rows(blob, document.lines_before(row[0], blob))
    lines = [*reversed(above), row, *_rows(blob, document.lines_after(row[1], blob))]
    if len(lines) < 3 or b"-" not in blob[slice(*lines[1])] or not _RULE.fullmatch(blob, *lines[1]):
        return None
    kind = _kind(blob, document, lines[0])
    rows = [list(_row_names(blob, start, end)) for start, end in lines[2:]]
    named = [name for row_names in rows for name in row_names]
    if kind is None or 2 * sum(map(bool, rows)) < len(rows):
        return lines[-1][1], None
    matches = tuple((name, Match(f"{kind}_table", start, end)) for name, start, end in named)
    return lines[-1][1], EventTable(kind, matches, document)


def _rows(blob: bytes, lines: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first of `lines` that are rows of a table."""
    return list(takewhile(lambda line: blob[line[0] : line[1]].lstrip().startswith(b"|"), islice(lines, _ROWS)))


def _kind(blob: bytes, document: Document, header: tuple[int, int]) -> Choice["event", "webhook"] | None:
    """What the header of a table, and the heading above it, say that its first column lists."""
    cell = _first_cell(blob, *header)
    title = blob[cell[0] : cell[1]].lower()
    heading = b""
    for start, end in document.lines_before(header[0], blob):
        if blob[start : start + 1] == b"#":
            heading = blob[start:end].lower()
            break
    if b"webhook" in title or _PAYLOAD_TYPE.fullmatch(title.strip()) or (b"webhook" in heading and b"event" in title):
        return "webhook"
    return "event" if b"event" in title else None


def _row_names(blob: bytes, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The names in the first cell of a row, abbreviations written out, with the ranges of their spans."""
    last = b""
    for span in _SPAN.finditer(blob, *_first_cell(blob, start, end)):
        text = span[1]
        if _NAME.fullmatch(text):
            last = text
        elif last and _SHORT.fullmatch(text):
            sign = text[:1]
            last = last[: last.index(b".") if sign == b"." else last.rindex(sign)] + text if sign in last else b""
        else:
            last = b""
        if last:
            yield last.decode("ascii"), *span.span(1)


def _first_cell(blob: bytes, start: int, end: int) -> tuple[int, int]:
    begin = blob.index(b"|", start, end) + 1
    stop = blob.find(b"|", begin, end)
    return begin, end if stop == -1 else stop
