"""Code that computes what a schema is made of in devious ways is followed exactly, or the schema is left unresolved."""

from __future__ import annotations

import pytest

from tests.fuzz import devious
from tests.fuzz.batch import Batch, compare_files
from tests.fuzz.flavours import Flavour
from tests.fuzz.workshop import FORMS, Workshop

FLAVOUR = Flavour("zod40", 4, "star")
HEAD = "import * as z from 'zod40';\nconst memo = (make) => { let made; return () => made ??= make(); };\n"
RESOLVED = 0.6
"""So much of it at least is followed: a reader that gives up everywhere would never be wrong either."""


def _program() -> tuple[dict[str, str], dict[str, str]]:
    """The files of a program with a schema for each devious form, and each schema's form by its name."""
    written = [f"z.literal({form.format(value=repr('right'), other=repr('wrong'))})" for form in devious.VALUES]
    written += [f"z.string().min({form.format(value='3', other='4')})" for form in devious.VALUES]
    written += [f"z.object({form.format(schema='z.string()')})" for form in devious.SHAPES]
    named = {f"fuzz_{index:06d}": text for index, text in enumerate(written)}
    lines = [
        f'export const {name} = memo(() => z.object({{ subtype: z.literal("{name}"), v: {text} }}));'
        for name, text in named.items()
    ]
    return {"m0.js": HEAD + "\n".join(lines) + "\n", "all.js": "export * from './m0.js';\n"}, named


@pytest.mark.node
@pytest.mark.parametrize("form", FORMS[:4] + FORMS[-2:], ids=lambda form: form.name)
def test_devious_code_is_followed_exactly_or_not_at_all(workshop: Workshop, form: object) -> None:
    files, named = _program()
    batch: Batch = compare_files(
        workshop,
        "devious",
        files,
        FLAVOUR,
        [form],
        devious=frozenset(named),  # type: ignore[list-item]
    )
    assert not batch.mismatches, "\n".join(f"{named[one.name]}: {one.what}" for one in batch.mismatches)
    assert not batch.refused
    assert batch.compared == len(named)
    assert batch.unresolved < (1 - RESOLVED) * batch.compared
