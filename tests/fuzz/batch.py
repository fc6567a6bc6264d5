"""One batch: a random program is written, asked about and bundled, and every extracted schema compared with zod's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz.extraction import Extracted, extract
from tests.fuzz.flavours import Flavour
from tests.fuzz.generate import program
from tests.fuzz.normal import differences
from tests.fuzz.workshop import Form, Workshop

NO_JSON = "has no JSON form"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One schema that was read wrongly: where it comes from, its source line, and what differs."""

    seed: int
    flavour: str
    form: str
    name: str
    line: str
    what: tuple[str, ...]

    def text(self) -> str:
        """All of it, to be read."""
        return "\n    ".join([f"{self.name} seed {self.seed} {self.flavour} {self.form}", self.line[:1500], *self.what])


@dataclass(slots=True)
class Batch:
    """What came of a batch: schemas compared over all forms, devious ones left unresolved among them, what zod itself
    refused to make, and the mismatches."""

    compared: int = 0
    unresolved: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    mismatches: list[Mismatch] = field(default_factory=list)


def run_batch(workshop: Workshop, seed: int, flavour: Flavour, schemas: int, forms: Sequence[Form]) -> Batch:
    """Makes the program of `seed` with `schemas` marked schemas and compares it in every form given."""
    made = program(seed, flavour, schemas)
    name = f"p{seed}-{flavour.name}"
    return compare_files(workshop, name, made.files(), flavour, forms, seed, frozenset(made.devious))


def compare_files(
    workshop: Workshop,
    name: str,
    files: dict[str, str],
    flavour: Flavour,
    forms: Sequence[Form],
    seed: int = -1,
    devious: frozenset[str] = frozenset(),
) -> Batch:
    """The same for a program that is given as files; `all.js` exports the marked schemas, of which `devious` may
    come out unresolved."""
    folder = workshop.write(name, files)
    answers = workshop.ask(folder, flavour.package)
    batch = Batch(refused={mark: answer["error"] for mark, answer in answers.items() if "error" in answer})
    text = "\n".join(files.values())
    for form in forms:
        bundled = workshop.bundle(folder, form)
        found, before = extract(bundled), len(batch.mismatches)
        for mark, answer in answers.items():
            if "error" in answer:
                continue
            batch.compared += 1
            got = found.get(mark)
            if mark in devious and (got is None or got.gaps):
                batch.unresolved += 1
                continue
            what = wrong(answer["schema"], got, is_lenient=mark in devious)
            if what:
                line = re.search(rf"^export const {mark} =.*", text, re.MULTILINE)
                shown = line[0] if line else ""
                batch.mismatches.append(Mismatch(seed, flavour.name, form.name, mark, shown, tuple(what)))
        if len(batch.mismatches) == before:
            workshop.discard(bundled)
    return batch


def wrong(want: dict[str, Any], got: Extracted | None, *, is_lenient: bool = False) -> list[str]:
    """What is wrong with an extracted schema; empty where it is what zod says (see `differences`)."""
    if got is None:
        return ["it was not found"]
    gaps = [f"unresolved {gap}" for gap in got.gaps if not gap.endswith(NO_JSON)]
    return gaps or differences(want, got.schema, is_lenient=is_lenient)
