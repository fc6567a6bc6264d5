"""Writes histories as text for a terminal: the list of entries, one entry with its changes, the answer on uses."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model.change import Change
from extractor.model.history import History, Lack, Support, Trace
from extractor.render.history_wording import SECTIONS, gaps_text, is_whole_entry, presence, spans_text
from extractor.render.report_wording import counted, phrase, printable

MOST_SHOWN = 6
"""Uses that a release lacks are named up to this number."""


def history_text(history: History, *, fields: bool = False) -> str:
    """Every entry with the releases that have it, section by section; with `fields` every place in a shape too."""
    return "".join(f"{line}\n" for line in _history(history, fields))


def _history(history: History, fields: bool) -> Iterator[str]:
    yield gaps_text(history.releases)
    width = max((len(printable(key)) for key in history.entries if is_whole_entry(key)), default=0)
    for section, title in SECTIONS.items():
        found = [one for key, one in history.entries.items() if key.startswith(f"{section}/")]
        whole = [one for one in found if is_whole_entry(one.key)]
        if whole:
            yield ""
            yield f"{title} ({len(whole)})"
            for entry in found if fields else whole:
                name = printable(entry.key)
                yield f"  {name:<{min(width, 70)}}  {presence(entry)}  {spans_text(entry, history.releases)}"
    yield ""
    yield f"Marks, one for each release ({', '.join(history.releases)}): + declared, ~ answered or written without a"
    yield "declared shape, - not there, ? cannot be told. `extractor history KEY` shows one entry with its changes,"
    yield "`--fields` lists every place in every shape."
    for note in history.notes:
        yield printable(note)


def trace_text(traces: tuple[Trace, ...], history: History) -> str:
    """Each entry that a key may mean: since when it exists, and every change of its shape."""
    return "\n".join("".join(f"{line}\n" for line in _trace(one, history)) for one in traces)


def _trace(trace: Trace, history: History) -> Iterator[str]:
    entry = trace.entry
    yield printable(entry.key)
    yield f"  {spans_text(entry, history.releases)}"
    yield f"  {presence(entry)}  {', '.join(history.releases)}"
    for step in trace.steps:
        yield f"  {step.new} (after {step.old}): {counted(len(step.changes), 'change')}"
        for change in step.changes:
            said = phrase(change.kind, [(change.old, change.new)])
            yield f"    {printable(_place(change, entry.key))}{printable(said)}"
    if not trace.steps:
        yield "  no change between the releases that can tell"


def _place(change: Change, key: str) -> str:
    place = change.path.removeprefix(key).lstrip("/")
    return f"{place}  " if place else ""


def support_text(support: Support) -> str:
    """Since which release everything that is used is there, and what the ones before lack."""
    return "".join(f"{line}\n" for line in _support(support))


def _support(support: Support) -> Iterator[str]:
    source = printable(support.source)
    if support.oldest is not None:
        yield f"{source}: everything it uses is there since {support.oldest}, in every release read from there on"
    elif support.never:
        yield f"{source}: no release read has everything that it uses"
    else:
        yield f"{source}: the newest release read, {support.releases[-1]}, does not have everything that it uses"
    yield f"  {gaps_text(support.releases)}"
    if support.never:
        yield "  in no release that was read: " + _named(support.never)
    for lack in reversed(support.lacks):
        yield f"  {_lack(lack)}"


def _lack(lack: Lack) -> str:
    parts = []
    if lack.missing:
        parts.append(f"lacks {_named(lack.missing)}")
    if lack.unknown:
        parts.append(f"cannot tell of {_named(lack.unknown)}")
    return f"{lack.release} {'; '.join(parts)}"


def _named(paths: tuple[str, ...]) -> str:
    left = len(paths) - MOST_SHOWN
    return printable(", ".join(paths[:MOST_SHOWN])) + (f" and {left} more" if left > 0 else "")
