"""Writes a report as GitHub workflow commands: each open change becomes an annotation of the run."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model.change import Report, Severity
from extractor.render.report_groups import Line, entries
from extractor.render.report_text import endings, headline
from extractor.render.report_wording import SEVERITIES, printable

_LEVELS: dict[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "notice"}


def report_github(report: Report) -> str:
    """The commands, one a line, the worst first (GitHub shows ten of a level), then a notice that sums up."""
    return "".join(f"{line}\n" for line in _commands(report))


def _commands(report: Report) -> Iterator[str]:
    for severity in SEVERITIES:
        for entry in entries(report, severity):
            for line in entry.lines:
                if line.waiver is None:
                    yield command(_LEVELS[severity], f"{severity}: {_place(entry.key, line)}", _message(line))
    for title, texts in endings(report):
        if title.startswith("Waivers"):
            for text in texts:
                yield command("warning", title, text)
    yield command("notice", "protocol changes", headline(report))


def _place(key: str, line: Line) -> str:
    return f"{key} {line.place}".strip()


def _message(line: Line) -> str:
    places = f" In {len(line.paths)} places." if len(line.paths) > 1 else ""
    return f"{line.text}. {line.reason}{places} ({', '.join(line.ids[:3])})"


def command(level: str, title: str, message: str) -> str:
    """One workflow command; whatever the texts hold, it stays one command of this level."""
    return f"::{level} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
