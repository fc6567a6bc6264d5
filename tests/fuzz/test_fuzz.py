"""Random schemas of real zod, bundled in every form, extracted statically: the same as zod's own view of them."""

from __future__ import annotations

import pytest

from tests.fuzz.batch import run_batch
from tests.fuzz.flavours import FLAVOURS
from tests.fuzz.generate import program
from tests.fuzz.workshop import FORMS, Workshop

SCHEMAS = 180
SEEDS = range(20_000, 20_000 + len(FORMS))
"""A batch for each form of bundle; each batch is bundled in two forms, so that every form is read twice."""


def test_two_thousand_schemas_are_compared() -> None:
    assert SCHEMAS * len(SEEDS) >= 2000
    assert {FLAVOURS[seed % len(FLAVOURS)].name for seed in SEEDS} == {flavour.name for flavour in FLAVOURS}


def test_the_same_seed_gives_the_same_program() -> None:
    assert program(7, FLAVOURS[0], 20).files() == program(7, FLAVOURS[0], 20).files()
    assert program(7, FLAVOURS[0], 20).files() != program(8, FLAVOURS[0], 20).files()


@pytest.mark.node
@pytest.mark.parametrize("seed", SEEDS)
def test_extracted_schemas_are_those_that_zod_enforces(workshop: Workshop, seed: int) -> None:
    index = seed - SEEDS[0]
    forms = (FORMS[index], FORMS[(index + 5) % len(FORMS)])
    batch = run_batch(workshop, seed, FLAVOURS[seed % len(FLAVOURS)], SCHEMAS, forms)
    assert not batch.mismatches, "\n\n".join(mismatch.text() for mismatch in batch.mismatches[:5])
    assert len(batch.refused) <= SCHEMAS // 5, batch.refused
    assert batch.compared >= (SCHEMAS - len(batch.refused)) * len(forms)
    assert batch.unresolved <= batch.compared // 5
