"""Writes a report as one JSON document, as docs/schemas/diff-report.schema.json describes it."""

from __future__ import annotations

import json

from extractor.model.change import Judgement, Report, Waiver
from extractor.render.report_wording import SEVERITIES

REPORT_FORMAT = 1
REPORT_SCHEMA = "urn:claude-protocol-extractor:diff-report:1"


def report_document(report: Report) -> dict[str, object]:
    """The report as plain values: changes in order of severity, then of path."""
    open_ones = [one for one in report.judgements if one.waiver is None]
    summary: dict[str, int] = {severity: sum(one.severity == severity for one in open_ones) for severity in SEVERITIES}
    return {
        "$schema": REPORT_SCHEMA,
        "format": REPORT_FORMAT,
        "old": report.old,
        "new": report.new,
        "uses": report.uses,
        "summary": summary | {"waived": len(report.judgements) - len(open_ones)},
        "changes": [_change(one) for one in report.judgements],
        "renames": [{"old": one.old, "new": one.new, "likeness": one.likeness} for one in report.renames],
        "shapes": [{"path": one.path, "old": list(one.old), "new": list(one.new)} for one in report.shapes],
        "waivers": {
            "unused": [_waiver(one) for one in report.unused],
            "expired": [_waiver(one) for one in report.expired],
        },
        "notes": list(report.notes),
    }


def report_json(report: Report) -> str:
    """The document as text: ASCII, the same bytes for the same report, ending in a newline."""
    return json.dumps(report_document(report), indent=2, ensure_ascii=True) + "\n"


def _change(judgement: Judgement) -> dict[str, object]:
    change = judgement.change
    shared = change.shared
    return {
        "id": change.id,
        "kind": change.kind,
        "key": change.key,
        "path": change.path,
        "direction": change.flow,
        "old": change.old,
        "new": change.new,
        "severity": judgement.severity,
        "reason": judgement.reason,
        "shared": None if shared is None else {"name": shared.name, "path": shared.path},
        "waiver": None if judgement.waiver is None else _waiver(judgement.waiver),
    }


def _waiver(waiver: Waiver) -> dict[str, object]:
    return {
        "id": waiver.id,
        "reason": waiver.reason,
        "expires": None if waiver.expires is None else waiver.expires.isoformat(),
    }
