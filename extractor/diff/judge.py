"""Judges a comparison: facts come in, a report of severities, reasons and waivers goes out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from extractor.diff.severity import SEVERITIES, verdict
from extractor.model.change import Comparison, FailOn, Judgement, Report, Waiver
from extractor.model.uses import Uses


def judge(comparison: Comparison, waivers: Iterable[Waiver] = (), *, today: date, uses: Uses | None = None) -> Report:
    """The report on a comparison, worst changes first.

    A waiver is in force up to and including its `expires`. With `uses`, only what touches them is reported;
    waivers are matched before, so that one for another change is not called unused.
    """
    known = {waiver.id: waiver for waiver in waivers}
    ids = {change.id for change in comparison.changes}
    expired = {one.id for one in known.values() if one.expires is not None and one.expires < today}
    judgements = []
    for change in comparison.changes:
        if uses is None or uses.is_touched_by(change):
            severity, reason = verdict(change)
            waiver = known.get(change.id) if change.id not in expired else None
            judgements.append(Judgement(change, severity, reason, waiver))
    shown = {one.change.path for one in judgements}
    keys = {one.change.key for one in judgements}
    return Report(
        old=comparison.old,
        new=comparison.new,
        judgements=tuple(sorted(judgements, key=lambda one: SEVERITIES.index(one.severity))),
        renames=tuple(one for one in comparison.renames if {one.old, one.new} & shown),
        shapes=tuple(one for one in comparison.shapes if _entry_key(one.path) in keys),
        notes=comparison.notes,
        unused=tuple(one for one in known.values() if one.id not in ids),
        expired=tuple(one for one in known.values() if one.id in ids and one.id in expired),
        uses=None if uses is None else uses.source,
    )


def _entry_key(path: str) -> str:
    if path.startswith("control_request/"):
        return "/".join(path.split("/")[:2])
    return path


def fails(report: Report, fail_on: FailOn) -> bool:
    """Whether a change that is not waived is at or above the threshold."""
    open_ones = {one.severity for one in report.judgements if one.waiver is None}
    match fail_on:
        case "never":
            return False
        case "any":
            return bool(open_ones)
        case "dangerous":
            return bool(open_ones & {"breaking", "dangerous"})
        case "breaking":
            return "breaking" in open_ones
