"""What a check finds wrong: flaws with a kind, a grade and a path that grows on the way up; long lists folded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias
from typing import Literal as Choice

Grade: TypeAlias = Choice["invalid", "unknown", "warning"]
"""`invalid`: the release refuses it. `unknown`: let through, yet not known to it. `warning`: worth a look."""

Kind: TypeAlias = Choice[
    "missing",
    "wrong_type",
    "unexpected_value",
    "forbidden_field",
    "out_of_bounds",
    "wrong_format",
    "too_deep",
    "malformed",
    "unknown_request",
    "unknown_field",
    "unknown_type",
    "unknown_subtype",
    "unknown_value",
    "replaced_value",
    "absent_any",
    "converted",
    "unmatched_response",
    "duplicate_id",
    "duplicate_response",
    "duplicate_key",
    "wrong_stream",
    "other_release",
    "omitted_invalid",
    "omitted_unknown",
    "omitted_warning",
]

GRADES: Final[dict[Kind, Grade]] = {
    "missing": "invalid",
    "wrong_type": "invalid",
    "unexpected_value": "invalid",
    "forbidden_field": "invalid",
    "out_of_bounds": "invalid",
    "wrong_format": "invalid",
    "too_deep": "invalid",
    "malformed": "invalid",
    "unknown_request": "invalid",
    "unknown_field": "unknown",
    "unknown_type": "unknown",
    "unknown_subtype": "unknown",
    "unknown_value": "unknown",
    "replaced_value": "unknown",
    "absent_any": "warning",
    "converted": "warning",
    "unmatched_response": "warning",
    "duplicate_id": "warning",
    "duplicate_response": "warning",
    "duplicate_key": "warning",
    "wrong_stream": "warning",
    "other_release": "warning",
    "omitted_invalid": "invalid",
    "omitted_unknown": "unknown",
    "omitted_warning": "warning",
}

OMITTED: Final[dict[Grade, Kind]] = {
    "invalid": "omitted_invalid",
    "unknown": "omitted_unknown",
    "warning": "omitted_warning",
}

NOTHING: Final = object()
"""Stands for `no value was found` (null is a value)."""

FOLD_ABOVE = 64
"""A list of flaws longer than this is folded: those alike become one with a count."""


class RecordKey(str):
    """A key of a record: arbitrary, so that paths through it are alike whatever it is."""

    __slots__ = ()


PathStep: TypeAlias = str | int


class Flaw:
    """One thing wrong with a value. `path` is kept from the inside out and read reversed.

    `expected` says what would be right, `found` is the value itself, `name` the field or id meant, `allowed` the
    values that would do, `note` a sentence that cannot be said with those; `count` flaws were folded into this one.
    """

    __slots__ = ("allowed", "count", "expected", "found", "kind", "name", "note", "path")

    def __init__(
        self,
        kind: Kind,
        expected: str = "",
        found: object = NOTHING,
        name: str = "",
        allowed: tuple[str, ...] = (),
        note: str = "",
    ) -> None:
        self.kind: Kind = kind
        self.path: list[PathStep] = []
        self.expected = expected
        self.found = found
        self.name = name
        self.allowed = allowed
        self.note = note
        self.count = 1

    def __repr__(self) -> str:
        return f"Flaw({self.kind} at {list(reversed(self.path))}: {self.name or self.expected})"

    @property
    def grade(self) -> Grade:
        """How grave this kind of flaw is."""
        return GRADES[self.kind]

    def at(self, *steps: PathStep) -> Flaw:
        """The same flaw, `steps` (outermost first) further inside."""
        self.path.extend(reversed(steps))
        return self


Flaws: TypeAlias = list[Flaw]


def is_refused(flaws: Flaws | None) -> bool:
    """Whether there is an invalid flaw among these."""
    return flaws is not None and any(GRADES[flaw.kind] == "invalid" for flaw in flaws)


def general_step(step: PathStep) -> str:
    """A path step with what varies taken out: any index is `[]`, any record key `{}`."""
    if isinstance(step, int):
        return "[]"
    return "{}" if isinstance(step, RecordKey) else step


def general_path(flaw: Flaw) -> tuple[str, ...]:
    """The path of a flaw, outermost first, alike for every element of an array or record."""
    return tuple(general_step(step) for step in reversed(flaw.path))


def fold(flaws: Iterable[Flaw]) -> Flaws:
    """Those that differ only in an index or a record key become one, with their count; at most FOLD_ABOVE are kept
    of the rest, the invalid first, and what is left out is counted in one `omitted` flaw a grade."""
    groups: dict[tuple[Kind, str, tuple[str, ...]], Flaw] = {}
    omitted: dict[Grade, int] = {}
    for flaw in sorted(flaws, key=lambda flaw: GRADES[flaw.kind] != "invalid"):
        if flaw.kind in ("omitted_invalid", "omitted_unknown", "omitted_warning"):
            omitted[flaw.grade] = omitted.get(flaw.grade, 0) + flaw.count
            continue
        known = groups.setdefault((flaw.kind, flaw.name, general_path(flaw)), flaw)
        if known is not flaw:
            known.count += flaw.count
    kept = list(groups.values())
    for flaw in kept[FOLD_ABOVE:]:
        omitted[flaw.grade] = omitted.get(flaw.grade, 0) + flaw.count
    return kept[:FOLD_ABOVE] + [omission(grade, count) for grade, count in omitted.items()]


def omission(grade: Grade, count: int) -> Flaw:
    """A flaw that stands for `count` more of one grade."""
    flaw = Flaw(OMITTED[grade])
    flaw.count = count
    return flaw


def gather(found: Flaws | None, inner: Flaws, step: PathStep) -> Flaws:
    """`found` with the flaws of the value at `step` added, folded when they grow too many."""
    for flaw in inner:
        flaw.path.append(step)
    if found is None:
        return inner
    found.extend(inner)
    return fold(found) if len(found) > 2 * FOLD_ABOVE else found
