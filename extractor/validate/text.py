"""A report for people: a report comes in, lines of plain text (or styled on a console) go out."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from extractor.validate.report import FileReport, Problem, Report

SHOWN_OCCURRENCES = 5
SHOWN_PROBLEMS = 100

_HEADINGS = {
    "invalid": "Invalid",
    "unknown": "Unknown to the release (let through, never hidden)",
    "warning": "Warnings",
}
_STYLES = {"invalid": "red", "unknown": "yellow", "warning": "cyan"}

StyledLine = tuple[str, str]
"""A style's name and a line."""


def to_text(report: Report) -> str:
    """The whole report as plain text, ending in a newline."""
    return "".join(f"{line}\n" for _, line in styled_lines(report))


def print_report(report: Report, console: Console) -> None:
    """The whole report on a console, in colour where the console has any; nothing is wrapped or marked up."""
    for style, line in styled_lines(report):
        console.print(Text(line, style=style), soft_wrap=True, highlight=False)


def styled_lines(report: Report) -> Iterator[StyledLine]:
    """The lines of a report, each with a style: files, problems by grade, the summary by type. Why a file could not be
    checked is not among them: that is for stderr."""
    for file in report.files:
        yield from _file(file)
    many = len(report.files) > 1
    for grade in ("invalid", "unknown", "warning"):
        problems = report.of_grade(grade)
        if problems or report.omitted.get(grade):
            yield "", ""
            yield f"bold {_STYLES[grade]}", _HEADINGS[grade]
        for problem in problems[:SHOWN_PROBLEMS]:
            yield from _problem(problem, many)
        left = max(0, len(problems) - SHOWN_PROBLEMS)
        if left or report.omitted.get(grade):
            rest = f"  {left} more kind{'s' * (left > 1)} of problem" if left else "  more"
            counted = report.omitted.get(grade)
            yield "", rest + (f", and {counted} only counted" if counted else "") + " (--json has all that was kept)"
    yield from _summary(report)
    for name in sorted(report.unchecked):
        yield "dim", f"not checked: {name}"


def _file(file: FileReport) -> Iterator[StyledLine]:
    if file.format != "frames" and not file.frames:
        return
    counts = [_some(file.frames, "frame"), f"{file.invalid} invalid"]
    if file.malformed:
        counts.append(f"{file.malformed} of these malformed")
    counts += [f"{file.unknown} with something unknown", f"{file.warned} with a warning"]
    yield "bold red" if file.invalid else "bold green", f"{file.path}: {', '.join(counts)} (release {file.release})"
    if file.transcript_lines:
        yield (
            "yellow",
            f"  {_some(file.transcript_lines, 'line')} of a session transcript, which is not frames: left out",
        )
    if file.unanswered:
        first = ", ".join(f"{subtype} (line {line})" for line, subtype in file.first_unanswered[:SHOWN_OCCURRENCES])
        more = ", ..." if file.unanswered > SHOWN_OCCURRENCES else ""
        yield "", f"  {_some(file.unanswered, 'request')} without a response: {_safe(first)}{more}"


def _problem(problem: Problem, with_file: bool) -> Iterator[StyledLine]:
    alike: dict[tuple[str, str], list[str]] = {}
    for one in problem.occurrences:
        said = one.message + (f"; {one.hint}" if one.hint else "")
        place = f"{one.file}:{one.line}" if with_file else f"{one.line}"
        alike.setdefault((one.path, said), []).append(place)
    shown = list(alike.items())[:SHOWN_OCCURRENCES]
    for (path, said), places in shown:
        yield _STYLES[problem.grade], f"  {problem.model}  {path}"
        yield "", f"      {said}"
        yield "dim", f"      {'at' if with_file else 'line'} {', '.join(places)}"
    more = problem.frames - sum(len(places) for _, places in shown)
    if more > 0:
        yield "dim", f"      ... and in {_some(more, 'more frame')}"


def _summary(report: Report) -> Iterator[StyledLine]:
    rows = sorted(report.summaries.values(), key=lambda one: (one.model, one.stream or ""))
    if not rows:
        return
    yield "", ""
    width = max(5, *(len(row.model) for row in rows))
    yield "bold", f"{'model':<{width}}  stream  {'frames':>8}  {'invalid':>8}  {'unknown':>8}"
    for row in rows:
        line = f"{row.model:<{width}}  {row.stream or '-':<6}  {row.frames:>8}  {row.invalid:>8}  {row.unknown:>8}"
        yield "red" if row.invalid else "yellow" if row.unknown else "", line


def _some(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _safe(text: str) -> str:
    return "".join(char if " " <= char <= "~" else "?" for char in text)
