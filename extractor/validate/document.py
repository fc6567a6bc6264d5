"""A report as one stable JSON document: a report comes in, plain objects go out."""

from __future__ import annotations

from dataclasses import asdict

from extractor.model.schema import Json
from extractor.validate.report import FileReport, Problem, Report

FORMAT = 1


def to_document(report: Report) -> dict[str, Json]:
    """`{"format", "valid", "frames", "invalid", "unknown", "files", "summary", "problems", "omitted", "unchecked"}`.

    Problems are in the order they were first met, invalid ones first; the summary is sorted by model and stream.
    """
    problems = [*report.of_grade("invalid"), *report.of_grade("unknown"), *report.of_grade("warning")]
    summaries = sorted(report.summaries.values(), key=lambda one: (one.model, one.stream or ""))
    return {
        "format": FORMAT,
        "valid": report.exit_code() == 0,
        "frames": report.frames,
        "invalid": report.invalid,
        "unknown": report.unknown,
        "files": [_file(file) for file in report.files],
        "summary": [asdict(summary) for summary in summaries],
        "problems": [_problem(problem) for problem in problems],
        "omitted": dict(sorted(report.omitted.items())),
        "unchecked": list[Json](sorted(report.unchecked)),
    }


def _file(file: FileReport) -> dict[str, Json]:
    document: dict[str, Json] = {name: value for name, value in asdict(file).items() if name != "first_unanswered"}
    document["first_unanswered"] = [{"line": line, "subtype": subtype} for line, subtype in file.first_unanswered]
    return document


def _problem(problem: Problem) -> dict[str, Json]:
    return {
        "grade": problem.grade,
        "kind": problem.kind,
        "model": problem.model,
        "where": problem.where,
        "name": problem.name,
        "frames": problem.frames,
        "count": problem.count,
        "occurrences": [asdict(one) for one in problem.occurrences],
    }
