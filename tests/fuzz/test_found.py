"""Every mismatch that fuzzing has found, by name: it stays found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.fuzz.batch import Batch, compare_files
from tests.fuzz.flavours import Flavour
from tests.fuzz.found import BOTH, MINI, NEWEST, NEWEST_MINI, ZOD3, ZOD4, Case
from tests.fuzz.workshop import FORMS, Workshop

ON_DEMAND = [form for form in FORMS if form.entries == "lazy"]
FOUND_IN = [*FORMS[:4], *ON_DEMAND, FORMS[7], FORMS[10], FORMS[11]]
GROUPS: dict[Flavour, Sequence[Case]] = {
    Flavour("zod3", 3, "star"): (*BOTH, *ZOD3),
    Flavour("zod40", 4, "named"): (*BOTH, *ZOD4),
    Flavour("zod", 4, "star"): (*BOTH, *ZOD4, *NEWEST),
    Flavour("zod40", 4, "mini"): MINI,
    Flavour("zod", 4, "mini"): (*MINI, *NEWEST_MINI),
}
NAMED = [(flavour, case) for flavour, cases in GROUPS.items() for case in cases]


def _files(flavour: Flavour, cases: Sequence[Case]) -> dict[str, str]:
    """A program in which each case is a module of its own."""
    given = "* as z" if flavour.style != "named" else "{ z }"
    head = f"import {given} from '{flavour.path}';\nimport {{ memo }} from './memo.js';\n"
    files = {"memo.js": "export function memo(make) { let made; return () => made ??= make(); }\n"}
    for index, case in enumerate(cases):
        name = f"fuzz_{index:06d}"
        marked = f'export const {name} = memo(() => z.object({{ subtype: z.literal("{name}"), v: {case.text} }}));'
        files[f"m{index}.js"] = f"{head}{case.before}\n{marked}\n"
    files["all.js"] = "".join(f"export * from './m{index}.js';\n" for index in range(len(cases)))
    return files


@pytest.fixture(scope="session")
def outcomes(workshop: Workshop) -> dict[Flavour, Batch]:
    """What came of each flavour's cases, in every form."""
    return {
        flavour: compare_files(workshop, f"found-{flavour.name}", _files(flavour, cases), flavour, FOUND_IN)
        for flavour, cases in GROUPS.items()
    }


@pytest.mark.node
@pytest.mark.parametrize(("flavour", "case"), NAMED, ids=[f"{flavour.name}: {case.name}" for flavour, case in NAMED])
def test_what_was_read_wrongly_once_is_read_as_zod_enforces_it(
    outcomes: dict[Flavour, Batch], flavour: Flavour, case: Case
) -> None:
    batch = outcomes[flavour]
    mark = f"fuzz_{list(GROUPS[flavour]).index(case):06d}"
    assert mark not in batch.refused, batch.refused[mark]
    wrong = [mismatch.text() for mismatch in batch.mismatches if mismatch.name == mark]
    assert not wrong, "\n".join(wrong[:3])
    assert batch.compared == (len(GROUPS[flavour]) - len(batch.refused)) * len(FOUND_IN)
