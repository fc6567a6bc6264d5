"""Writes histories as markdown: the page of all entries that docs/ keeps, and one entry with its changes."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model.history import EntryHistory, History, Trace
from extractor.render.history_wording import SECTIONS, gaps_text, is_whole_entry, presence, spans_text
from extractor.render.report_markdown import code, plain
from extractor.render.report_wording import counted, phrase

LATEST_FIELDS = 3
"""The page names the fields that came with this many of the newest releases."""


def history_page(history: History, *, picture: str | None = None) -> str:
    """The page: what was read, what came with the newest releases, and since when each entry exists.

    `picture` is the address of the picture of growth, as the page should name it.
    """
    return "\n".join(_page(history, picture)) + "\n"


def _page(history: History, picture: str | None) -> Iterator[str]:
    yield "# History of the protocol"
    yield ""
    yield "Made by `extractor history` from the committed inventories; see [history.md](history.md)."
    yield f"{plain(gaps_text(history.releases))}"
    if picture is not None:
        yield ""
        yield f"![Requests, messages and events by release]({picture})"
    if history.notes:
        yield ""
        yield from (f"- {plain(note)}" for note in history.notes)
    yield from _sizes(history)
    for section, title in SECTIONS.items():
        yield from _section(history, section, title)
    yield from _fields(history)


def _sizes(history: History) -> Iterator[str]:
    yield ""
    yield "## Releases"
    yield ""
    yield "| release | requests | from client | from agent | both | messages | events | answered, not declared |"
    yield "|---|---|---|---|---|---|---|---|"
    for size in history.sizes:
        requests = dict(size.requests) if size.requests is not None else {}
        cells: list[object] = [sum(requests.values()) if size.requests is not None else None]
        is_known = size.requests is not None and not requests.get("unknown")
        cells += [requests.get(side) if is_known else None for side in ("client", "agent", "both")]
        cells += [size.messages, size.events, size.dispatch_only]
        yield f"| {plain(size.release)} | {' | '.join('?' if cell is None else str(cell) for cell in cells)} |"
    yield ""
    yield "Names that only look like events are not counted; `event identifiers` in the summary of a run has them too."


def _section(history: History, section: str, title: str) -> Iterator[str]:
    found = [one for key, one in history.entries.items() if key.startswith(f"{section}/") and is_whole_entry(key)]
    if not found:
        return
    yield ""
    yield f"## {title}"
    yield ""
    yield _marks(section)
    yield ""
    yield "| entry | marks | when | changed in |"
    yield "|---|---|---|---|"
    for entry in found:
        name = _cell(code(entry.key.removeprefix(f"{section}/")))
        when, changed = plain(spans_text(entry, history.releases)), plain(", ".join(entry.changed))
        yield f"| {name} | `{presence(entry)}` | {when} | {changed} |"


def _marks(section: str) -> str:
    """What the marks mean: only requests and messages can be seen without being declared."""
    words = {"control_request": "answered without a declared shape", "message": "written without a declared shape"}
    seen = f" `~` {words[section]}," if section in words else ""
    return (
        f"Marks, oldest release first: `+` {'declared' if seen else 'there'},{seen} `-` not there, `?` cannot be told."
    )


def _fields(history: History) -> Iterator[str]:
    """Fields and other places that came with one of the newest releases, in entries that were there before."""
    for release in reversed(history.releases[1:][-LATEST_FIELDS:]):
        found = [one.key for one in history.entries.values() if _came_with(one, release, history)]
        if found:
            yield ""
            yield f"## New inside older entries in {plain(release)}"
            yield ""
            yield from (f"- {code(key)}" for key in found)


def _came_with(entry: EntryHistory, release: str, history: History) -> bool:
    last = history.releases[history.releases.index(release) - 1]
    if is_whole_entry(entry.key) or not any(one.since == release and one.before == last for one in entry.spans):
        return False
    above = _above(entry.key, history)
    return above is None or not any(span.since == release for span in above.spans)


def _above(key: str, history: History) -> EntryHistory | None:
    """The nearest entry or place that a place lies in."""
    while True:
        cut = max(key.rfind(mark) for mark in ("/", ".", "[", "<"))
        if cut <= 0:
            return None
        key = key[:cut]
        if key in history.entries:
            return history.entries[key]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def trace_markdown(traces: tuple[Trace, ...], history: History) -> str:
    """Each entry that a key may mean, with every change of its shape."""
    return "\n".join("\n".join(_trace(one, history)) + "\n" for one in traces)


def _trace(trace: Trace, history: History) -> Iterator[str]:
    yield f"# {code(trace.entry.key)}"
    yield ""
    yield f"{plain(spans_text(trace.entry, history.releases)).capitalize()}. {plain(gaps_text(history.releases))}"
    for step in trace.steps:
        yield ""
        yield f"## {plain(step.new)}"
        yield ""
        yield f"{counted(len(step.changes), 'change')} since {plain(step.old)}:"
        yield ""
        for change in step.changes:
            yield f"- {code(change.path)}: {plain(phrase(change.kind, [(change.old, change.new)]))}"
