"""Writes a report as markdown for a release note or an issue; nothing in it can be taken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.model.change import Report, Severity
from extractor.render.report_groups import Entry, Line, entries
from extractor.render.report_text import endings, shown_ids, totals
from extractor.render.report_wording import FLOW_WORDS, SEVERITIES, counted, printable

_TITLES: dict[Severity, str] = {"breaking": "Breaking", "dangerous": "Dangerous", "safe": "Safe"}
MOST_PATHS = 12


def report_markdown(report: Report, *, limit: int | None = None) -> str:
    """The report, in at most `limit` characters (an issue on GitHub holds 65,536): the least severe is left out."""
    text = "\n".join([*_head(report), *_body(report, None), *_ending(report)]) + "\n"
    if limit is None or len(text) <= limit:
        return text
    return _shortened(report, limit)


def _shortened(report: Report, limit: int) -> str:
    """As many lines of the body, the worst first, as fit between the head and a sentence on what is missing."""
    head, ending = "\n".join(_head(report)), "\n".join(_ending(report))
    notice = "\n\n**The report is longer than fits here; the rest is left out.**\n"
    room = limit - len(head) - len(notice) - 1
    tail = f"\n{ending}\n" if len(ending) < room // 2 else ""
    room -= len(tail)
    kept: list[str] = []
    for line in _body(report, MOST_PATHS):
        if line.startswith(("<details>", "</details>")):
            continue
        if len(line) + 1 > room:
            break
        kept.append(line)
        room -= len(line) + 1
    return f"{head}\n" + "\n".join(kept) + notice + tail


def _head(report: Report) -> Iterator[str]:
    yield f"# Protocol changes from {plain(report.old)} to {plain(report.new)}"
    yield ""
    about = f", as far as {code(report.uses)} is concerned" if report.uses is not None else ""
    yield f"{', '.join(totals(report)).capitalize() or 'No change'}{about}."


def _body(report: Report, most_paths: int | None) -> Iterator[str]:
    for severity in SEVERITIES:
        found = entries(report, severity)
        if not found:
            continue
        count = sum(len(line.ids) for entry in found for line in entry.lines)
        yield ""
        yield f"## {_TITLES[severity]}"
        if severity == "safe":
            yield ""
            yield f"<details><summary>{counted(count, 'change')} that no client has to follow</summary>"
        for entry in found:
            yield from _entry(entry, most_paths)
        if severity == "safe":
            yield ""
            yield "</details>"


def _entry(entry: Entry, most_paths: int | None) -> Iterator[str]:
    yield ""
    yield f"### {code(entry.key)}"
    yield ""
    for line in entry.lines:
        yield from _line(line, most_paths)


def _line(line: Line, most_paths: int | None) -> Iterator[str]:
    place = f"{code(line.place)}: " if line.place else ""
    words, _, values = line.text.partition(": ")
    said = f"{plain(words)}: {code(values)}" if values else plain(words)
    yield f"- {place}{said} ({FLOW_WORDS[line.flow]}). {plain(line.reason)} <sub>{shown_ids(line)}</sub>"
    if line.waiver is not None:
        yield f"  - waived: {plain(line.waiver.reason)}"
    if len(line.paths) > 1:
        shown = line.paths[:most_paths]
        left = len(line.paths) - len(shown)
        listed = ", ".join(code(path) for path in shown)
        yield f"  - in {len(line.paths)} places: {listed}" + (f", {left} more" if left else "")


def _ending(report: Report) -> Iterator[str]:
    for title, texts in endings(report):
        yield ""
        yield f"## {title}"
        yield ""
        yield from (f"- {code(text) if ' -> ' in text else plain(text)}" for text in texts)


def code(text: str) -> str:
    """A code span that holds exactly this text, whatever backticks it has; pipes are escaped for tables."""
    shown = printable(text)
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def plain(text: str) -> str:
    """Text in which no character is markup: every punctuation mark that could be is escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|~@&!])", r"\\\1", printable(text))
