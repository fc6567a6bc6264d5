"""Writes a report as one HTML page that holds everything it needs and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from extractor.model.change import Report, ShapePair
from extractor.render.report_groups import Entry, entries
from extractor.render.report_template import page_from
from extractor.render.report_text import endings
from extractor.render.report_wording import FLOW_WORDS, SEVERITIES, printable

CONTEXT = 3
"""Unchanged lines kept around each change of a shape; longer runs are folded."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of two shapes side by side; a side without a line has None."""

    old: str | None
    new: str | None
    is_same: bool


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that are shown, or folded away behind a button."""

    rows: tuple[Row, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class Sides:
    """Two shapes side by side."""

    path: str
    blocks: tuple[Block, ...]


def report_html(report: Report) -> str:
    """The page. It works from a file, in light and dark, without scripts as well (then nothing is filtered)."""
    shown = sorted(entries(report), key=lambda entry: SEVERITIES.index(entry.worst))
    by_entry = {entry.key: tuple(_sides(pair) for pair in report.shapes if _key(pair) == entry.key) for entry in shown}
    others = tuple(_sides(pair) for pair in report.shapes if _key(pair) not in by_entry)
    return page_from(
        "report.html.jinja",
        report=report,
        entries=shown,
        sides=by_entry,
        others=others,
        counts={severity: sum(one.severity == severity for one in report.judgements) for severity in SEVERITIES},
        waived=sum(one.waiver is not None for one in report.judgements),
        flow_words=FLOW_WORDS,
        endings=tuple(endings(report)),
        printable=printable,
        search_text=_search_text,
    )


def _key(pair: ShapePair) -> str:
    return "/".join(pair.path.split("/")[:2]) if pair.path.startswith("control_request/") else pair.path


def _search_text(entry: Entry, index: int) -> str:
    """What the search looks through for one line: everything shown of it."""
    line = entry.lines[index]
    parts = (entry.key, line.place, line.text, line.reason, line.severity, *line.paths, *line.ids)
    return printable(" ".join(parts)).lower()


def _sides(pair: ShapePair) -> Sides:
    return Sides(pair.path, tuple(_blocks(pair)))


def _blocks(pair: ShapePair) -> Iterator[Block]:
    matcher = SequenceMatcher(None, pair.old, pair.new, autojunk=False)
    operations = matcher.get_opcodes()
    for number, (tag, i, i_end, j, j_end) in enumerate(operations):
        if tag == "equal":
            same = [Row(line, line, True) for line in pair.old[i:i_end]]
            yield from _folded(same, is_first=number == 0, is_last=number == len(operations) - 1)
        else:
            yield Block(tuple(_changed(pair.old[i:i_end], pair.new[j:j_end])), False)


def _changed(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[Row]:
    for place in range(max(len(old), len(new))):
        yield Row(
            old[place] if place < len(old) else None,
            new[place] if place < len(new) else None,
            False,
        )


def _folded(rows: list[Row], *, is_first: bool, is_last: bool) -> Iterator[Block]:
    """Unchanged rows with all but a little context folded away."""
    start = 0 if is_first else CONTEXT
    end = len(rows) if is_last else len(rows) - CONTEXT
    if end - start <= CONTEXT:
        yield Block(tuple(rows), False)
        return
    for part, is_folded in ((rows[:start], False), (rows[start:end], True), (rows[end:], False)):
        if part:
            yield Block(tuple(part), is_folded)
