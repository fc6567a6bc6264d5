"""Adds up what was found, in bounded memory: flaws of frames come in, a report of groups, files and counts goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.inventory import Stream
from extractor.validate.flaw import GRADES, Flaw, Grade, Kind, general_path
from extractor.validate.wording import flaw_path, hint, message

GROUP_LIMIT = 2_000
"""How many different problems are kept; more are counted only."""

KEPT_EACH = 20
"""How many occurrences of one problem are kept with line and path; more are counted only."""

FileFormat: TypeAlias = Choice["frames", "transcript", "unreadable"]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a problem was met: file, line, JSON path, and what was said there. `count` such flaws in that frame."""

    file: str
    line: int
    path: str
    message: str
    hint: str | None
    count: int


@dataclass(slots=True)
class Problem:
    """One problem, wherever it occurs: `frames` with it, `count` of it in all, the first occurrences."""

    grade: Grade
    kind: Kind
    model: str
    where: str
    name: str
    occurrences: list[Occurrence] = field(default_factory=list)
    frames: int = 0
    count: int = 0


@dataclass(slots=True)
class Summary:
    """The frames of one model on one stream, and how many were invalid, held something unknown, or drew a warning."""

    model: str
    stream: Stream | None
    frames: int = 0
    invalid: int = 0
    unknown: int = 0
    warned: int = 0


@dataclass(slots=True)
class FileReport:
    """One recording: `lines` that are not blank, `frames` among them, how they fared, and why it could not be read.

    `transcript_lines` were met among frames and are no frames; `unanswered` requests are `first_unanswered` and on.
    """

    path: str
    release: str
    format: FileFormat = "frames"
    lines: int = 0
    frames: int = 0
    invalid: int = 0
    malformed: int = 0
    unknown: int = 0
    warned: int = 0
    transcript_lines: int = 0
    unanswered: int = 0
    first_unanswered: list[tuple[int, str]] = field(default_factory=list)
    error: str | None = None


@dataclass(slots=True)
class Report:
    """All that was found in some recordings. `omitted` counts problems, by grade, beyond the limits of memory;
    `unchecked` names patterns and formats of the schemas that are not checked."""

    files: list[FileReport] = field(default_factory=list)
    problems: dict[tuple[object, ...], Problem] = field(default_factory=dict)
    summaries: dict[tuple[str, Stream | None], Summary] = field(default_factory=dict)
    omitted: dict[Grade, int] = field(default_factory=dict)
    unchecked: set[str] = field(default_factory=set)

    @property
    def frames(self) -> int:
        """How many frames were checked."""
        return sum(file.frames for file in self.files)

    @property
    def invalid(self) -> int:
        """How many frames or lines are invalid, malformed ones included."""
        return sum(file.invalid for file in self.files)

    @property
    def unknown(self) -> int:
        """How many frames hold something that the release does not know."""
        return sum(file.unknown for file in self.files)

    @property
    def errors(self) -> list[str]:
        """One line for each file that could not be checked at all."""
        return [file.error for file in self.files if file.error is not None]

    def exit_code(self, fail_on_unknown: bool = False) -> int:
        """2 when a file could not be checked, 1 when a frame is invalid (or unknown, where that is asked for), or 0."""
        if self.errors:
            return 2
        return 1 if self.invalid or (fail_on_unknown and self.unknown) else 0

    def of_grade(self, grade: Grade) -> list[Problem]:
        """The problems of one grade, in the order they were first met."""
        return [problem for problem in self.problems.values() if problem.grade == grade]

    def add(self, file: FileReport, line: int, model: str, stream: Stream | None, flaws: Sequence[Flaw]) -> None:
        """Count one frame, and keep what is wrong with it."""
        summary = self.summaries.get((model, stream))
        if summary is None:
            summary = self.summaries[model, stream] = Summary(model, stream)
        summary.frames += 1
        if not flaws:
            return
        grades = {GRADES[flaw.kind] for flaw in flaws}
        for counted in (summary, file):
            counted.invalid += "invalid" in grades
            counted.unknown += "unknown" in grades
            counted.warned += "warning" in grades
        touched: set[int] = set()
        for flaw in flaws:
            self._keep(file, line, model, flaw, flaws, touched)

    def _keep(
        self, file: FileReport, line: int, model: str, flaw: Flaw, companions: Sequence[Flaw], touched: set[int]
    ) -> None:
        where = general_path(flaw)
        key = (file.release, model, flaw.kind, where, flaw.name if GRADES[flaw.kind] == "unknown" else "")
        problem = self.problems.get(key)
        if problem is None:
            if len(self.problems) >= GROUP_LIMIT or flaw.kind.startswith("omitted"):
                self.omitted[flaw.grade] = self.omitted.get(flaw.grade, 0) + flaw.count
                return
            general = "$" + "".join(step if step in ("[]", "{}") else f".{step[:80]}" for step in where)
            problem = self.problems[key] = Problem(flaw.grade, flaw.kind, model, general, flaw.name[:200])
        problem.count += flaw.count
        if id(problem) not in touched:
            touched.add(id(problem))
            problem.frames += 1
        if len(problem.occurrences) < KEPT_EACH:
            said = message(flaw, file.release)
            occurrence = Occurrence(file.path, line, flaw_path(flaw), said, hint(flaw, companions), flaw.count)
            problem.occurrences.append(occurrence)
