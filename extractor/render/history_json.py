"""Writes histories as JSON documents: the index of all entries, one entry, and the answer on uses (docs/schemas)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from extractor.model.history import EntryHistory, History, Size, Span, Support, Trace
from extractor.render.history_wording import presence

HISTORY_FORMAT = 1
INDEX_SCHEMA = "urn:claude-protocol-extractor:history-index:1"
ENTRY_SCHEMA = "urn:claude-protocol-extractor:history-entry:1"
SUPPORT_SCHEMA = "urn:claude-protocol-extractor:support:1"


def history_json(history: History) -> str:
    """The index, one entry a line, to be searched and compared as text; the same bytes for the same facts."""
    return "".join(_index_lines(history))


def _index_lines(history: History) -> Iterator[str]:
    yield "{\n"
    yield f'"$schema": {_text(INDEX_SCHEMA)},\n"format": {HISTORY_FORMAT},\n'
    yield f'"releases": {_text(list(history.releases))},\n'
    yield f'"notes": {_text(list(history.notes))},\n'
    yield '"sizes": [\n' + ",\n".join(_text(_size(one)) for one in history.sizes) + "\n],\n"
    rows = (f"{_text(key)}: {_text(_entry(entry))}" for key, entry in history.entries.items())
    yield '"entries": {\n' + ",\n".join(rows) + "\n}\n}\n"


def trace_json(traces: tuple[Trace, ...], history: History) -> str:
    """The document of `extractor history KEY --json`: every entry that the key may mean, with each change."""
    document = {
        "$schema": ENTRY_SCHEMA,
        "format": HISTORY_FORMAT,
        "releases": list(history.releases),
        "entries": [
            {
                "key": one.entry.key,
                **_entry(one.entry),
                "steps": [
                    {
                        "old": step.old,
                        "new": step.new,
                        "changes": [
                            {
                                "id": change.id,
                                "kind": change.kind,
                                "path": change.path,
                                "direction": change.flow,
                                "old": change.old,
                                "new": change.new,
                            }
                            for change in step.changes
                        ],
                    }
                    for step in one.steps
                ],
            }
            for one in traces
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def support_json(support: Support) -> str:
    """The document of `extractor history --uses FILE --json`."""
    document = {
        "$schema": SUPPORT_SCHEMA,
        "format": HISTORY_FORMAT,
        "uses": support.source,
        "releases": list(support.releases),
        "oldest": support.oldest,
        "never": list(support.never),
        "lacks": [
            {"release": one.release, "missing": list(one.missing), "unknown": list(one.unknown)}
            for one in support.lacks
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _entry(entry: EntryHistory) -> dict[str, object]:
    return {
        "presence": presence(entry),
        "spans": [_span(span) for span in entry.spans],
        "changed": list(entry.changed),
    }


def _span(span: Span) -> dict[str, object]:
    return {"since": span.since, "until": span.until, "before": span.before, "after": span.after}


def _size(size: Size) -> dict[str, object]:
    return {
        "release": size.release,
        "requests": None if size.requests is None else dict(size.requests),
        "messages": size.messages,
        "events": size.events,
        "dispatch_only": size.dispatch_only,
    }


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)
