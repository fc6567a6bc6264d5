"""Arranges a report for reading: judgements in, entries with lines out; what happens in many places is one line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from extractor.model.change import Change, ChangeKind, Flow, Judgement, Report, Severity, Waiver
from extractor.render.report_wording import SEVERITIES, phrase

_SECTIONS = (
    "control_request", "message", "shared", "dispatch", "event", "beside_event",
    "other_webhook", "other_documented", "emitter", "hook_event",
    "slash_command", "subtype",
)  # fmt: skip
"""The order in which entries are told; any other kind of key comes last."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to tell: what happened, where inside the entry, why it matters, and every place it happens in.

    `ids` and `paths` hold one item for each change that the line stands for.
    """

    severity: Severity
    kind: ChangeKind
    flow: Flow
    place: str
    text: str
    reason: str
    ids: tuple[str, ...]
    paths: tuple[str, ...]
    waiver: Waiver | None


@dataclass(frozen=True, slots=True)
class Entry:
    """The lines of one entry, or of one shared shape (`shared/<name>`), the worst first."""

    key: str
    lines: tuple[Line, ...]

    @property
    def worst(self) -> Severity:
        """The severity of the first line."""
        return self.lines[0].severity


def entries(report: Report, severity: Severity | None = None) -> tuple[Entry, ...]:
    """The entries of a report, of one severity or of all, in a fixed order: requests, messages, shared shapes, ..."""
    chosen = [one for one in report.judgements if severity is None or one.severity == severity]
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for (key, place, *_), together in _grouped(chosen).items():
        found[key].append(_line(place, together))
    found = _merged_siblings(found)
    ordered = sorted(found, key=lambda key: (_section(key), key))
    return tuple(Entry(key, tuple(sorted(found[key], key=_line_order))) for key in ordered)


def _grouped(judgements: Iterable[Judgement]) -> dict[tuple[str, str, str, str, str, str], list[Judgement]]:
    """Changes told in one line: the same kind at the same place, judged alike and waived alike."""
    judged = list(judgements)
    uses: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in judged:
        if one.change.shared is not None:
            uses[(one.change.shared.name, one.change.shared.path)].add(one.change.path)
    found: defaultdict[tuple[str, str, str, str, str, str], list[Judgement]] = defaultdict(list)
    for one in judged:
        change = one.change
        key, place = _home(change, uses)
        found[(key, place, change.kind, change.flow, one.severity, one.waiver.id if one.waiver else "")].append(one)
    return dict(found)


def _merged_siblings(found: Mapping[str, list[Line]]) -> defaultdict[str, list[Line]]:
    """Lines that several messages of one type have in common become lines of `message/<type>/*`."""
    alike: defaultdict[tuple[str, Line], list[tuple[str, Line]]] = defaultdict(list)
    for key, lines in found.items():
        for line in lines:
            family = _family(key) if line.place else ""
            alike[(family, replace(line, ids=(), paths=()))].append((key, line))
    merged: defaultdict[str, list[Line]] = defaultdict(list)
    for (family, _), members in alike.items():
        if len(members) == 1 or not family:
            for key, line in members:
                merged[key].append(line)
        else:
            ids = tuple(one for _, line in members for one in line.ids)
            paths = tuple(one for _, line in members for one in line.paths)
            merged[family].append(replace(members[0][1], ids=ids, paths=paths))
    return merged


def _family(key: str) -> str:
    parts = key.split("/")
    return f"message/{parts[1]}/*" if parts[0] == "message" and len(parts) == 3 else ""


def _home(change: Change, uses: dict[tuple[str, str], set[str]]) -> tuple[str, str]:
    """The entry that tells of a change and the place inside it: of the shared shape, where there are several uses."""
    shared = change.shared
    if shared is None or len(uses[(shared.name, shared.path)]) < 2:
        return change.key, change.path.removeprefix(change.key).lstrip("/")
    if shared.name.startswith("control_request/"):
        key = shared.name.removesuffix("/request")
        return key, f"request{shared.path}"
    return f"shared/{shared.name}", shared.path


def _line(place: str, together: list[Judgement]) -> Line:
    first = together[0]
    pairs = tuple(dict.fromkeys((one.change.old, one.change.new) for one in together))
    if first.change.kind not in ("value_added", "value_removed") and len(pairs) > 1:
        text = "; ".join(phrase(first.change.kind, (pair,)) for pair in pairs)
    else:
        text = phrase(first.change.kind, pairs)
    return Line(
        first.severity, first.change.kind, first.change.flow, place, text, first.reason,
        tuple(dict.fromkeys(one.change.id for one in together)),
        tuple(dict.fromkeys(one.change.path for one in together)),
        first.waiver,
    )  # fmt: skip


def _section(key: str) -> int:
    name = key.split("/")[0]
    return _SECTIONS.index(name) if name in _SECTIONS else len(_SECTIONS)


def _line_order(line: Line) -> tuple[int, str, str, str]:
    return (SEVERITIES.index(line.severity), line.place, line.kind, line.text)
