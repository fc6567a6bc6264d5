"""Writes a report as text for a terminal, in colour where that is wanted."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model.change import Report, Severity, Waiver
from extractor.render.report_groups import Entry, Line, entries
from extractor.render.report_wording import FLOW_WORDS, SEVERITIES, counted, printable

_COLOURS: dict[Severity, str] = {"breaking": "31", "dangerous": "33", "safe": "32"}
MOST_PATHS = 4
"""Uses of a shared shape that are named; the others are counted."""


def report_text(report: Report, *, colour: bool = False) -> str:
    """The report, worst changes first; it ends in a newline and holds no control character but with `colour`."""
    return "\n".join(_lines(report, _Paint(colour))) + "\n"


class _Paint:
    """Colours text, or leaves it alone; what comes from an inventory is made printable either way."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, code: str, text: str) -> str:
        shown = printable(text)
        return f"\x1b[{code}m{shown}\x1b[0m" if self._colour else shown


def _lines(report: Report, paint: _Paint) -> Iterator[str]:
    yield paint("1", headline(report))
    for severity in SEVERITIES:
        found = entries(report, severity)
        if found:
            yield ""
            yield paint(f"1;{_COLOURS[severity]}", severity.upper())
            for entry in found:
                yield from _entry(entry, paint)
    yield from _ending(report, paint)


def headline(report: Report) -> str:
    """The releases and how many changes of each severity there are, waived ones apart."""
    start = f"{report.old} -> {report.new}"
    if report.uses is not None:
        start += f", as far as {report.uses} is concerned"
    if not report.judgements:
        return f"{start}: no change"
    return f"{start}: {', '.join(totals(report))}"


def totals(report: Report) -> list[str]:
    """`3 breaking`, `1 safe`, `2 waived`: the numbers of changes that there are any of."""
    counts = [
        f"{count} {severity}"
        for severity in SEVERITIES
        if (count := sum(one.severity == severity and one.waiver is None for one in report.judgements))
    ]
    waived = sum(one.waiver is not None for one in report.judgements)
    return counts + ([f"{waived} waived"] if waived else [])


def _entry(entry: Entry, paint: _Paint) -> Iterator[str]:
    yield "  " + paint("1", entry.key)
    for line in entry.lines:
        yield from _line(line, paint)


def _line(line: Line, paint: _Paint) -> Iterator[str]:
    place = f"{line.place}  " if line.place else ""
    about = f"[{FLOW_WORDS[line.flow]}] {shown_ids(line)}"
    yield f"    {paint('36', place)}{paint('0', line.text)}  {paint('2', about)}"
    if line.severity != "safe" or line.waiver is not None:
        yield "      " + paint("2", line.reason)
    if line.waiver is not None:
        yield "      " + paint("2", f"waived: {line.waiver.reason}")
    if len(line.paths) > 1:
        shown = ", ".join(line.paths[:MOST_PATHS])
        left = len(line.paths) - MOST_PATHS
        yield "      " + paint("2", f"in {len(line.paths)} places: {shown}" + (f", {left} more" if left > 0 else ""))


def shown_ids(line: Line) -> str:
    """The id of the change; of many, the first and how many more."""
    return line.ids[0] + (f" +{len(line.ids) - 1}" if len(line.ids) > 1 else "")


def _ending(report: Report, paint: _Paint) -> Iterator[str]:
    for title, texts in endings(report):
        yield ""
        yield paint("1", title)
        yield from (f"  {paint('0', text)}" for text in texts)


def endings(report: Report) -> Iterator[tuple[str, list[str]]]:
    """What is told after the changes: likely renames, waivers without effect, limits of the comparison."""
    if report.renames:
        yield "Possibly renamed", [f"{one.old} -> {one.new} ({one.likeness:.0%} alike)" for one in report.renames]
    if report.unused:
        yield "Waivers that match no change", [_waiver(one) for one in report.unused]
    if report.expired:
        yield "Waivers that have expired", [_waiver(one) for one in report.expired]
    if report.notes:
        yield "Limits of this comparison", list(report.notes)


def _waiver(waiver: Waiver) -> str:
    expires = f", expires {waiver.expires.isoformat()}" if waiver.expires else ""
    return f"{waiver.id}: {waiver.reason}{expires}"


def summary(report: Report) -> str:
    """One line for a log: what is open, what is waived."""
    return f"{headline(report)} ({counted(len(report.judgements), 'change')} in all)"
