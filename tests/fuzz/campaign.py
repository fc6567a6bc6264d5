"""Runs fuzzing by hand: `python -m tests.fuzz.campaign FIRST_SEED BATCHES SCHEMAS [--form NAME] [--flavour NAME]`."""

from __future__ import annotations

import argparse
import time
from collections import Counter

from tests.fuzz.batch import run_batch
from tests.fuzz.flavours import FLAVOURS
from tests.fuzz.workshop import FORMS, open_workshop


def main() -> None:
    """Prints every mismatch with the seed that makes it, and the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("batches", type=int)
    parser.add_argument("schemas", type=int)
    parser.add_argument("--form", default="")
    parser.add_argument("--flavour", default="")
    parser.add_argument("--forms", type=int, default=1)
    parser.add_argument("--limit", type=int, default=30)
    given = parser.parse_args()
    workshop = open_workshop()
    flavours = [one for one in FLAVOURS if given.flavour in (one.name, "")]
    forms = [one for one in FORMS if given.form in (one.name, "")]
    totals: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    shown = 0
    for index in range(given.batches):
        seed = given.seed + index
        flavour = flavours[seed % len(flavours)]
        chosen = [forms[(seed * 7 + step) % len(forms)] for step in range(min(given.forms, len(forms)))]
        began = time.perf_counter()
        batch = run_batch(workshop, seed, flavour, given.schemas, chosen)
        totals["compared"] += batch.compared
        totals["unresolved"] += batch.unresolved
        totals["refused by zod"] += len(batch.refused)
        totals["mismatches"] += len(batch.mismatches)
        names = ",".join(form.name for form in chosen)
        seconds = time.perf_counter() - began
        print(
            f"seed {seed} {flavour.name} {names}: {batch.compared} compared, {len(batch.mismatches)} wrong, {seconds:.1f}s"
        )
        for mismatch in batch.mismatches:
            reasons[mismatch.what[0][:110]] += 1
            if shown < given.limit:
                shown += 1
                print("  " + mismatch.text())
        for name, error in list(batch.refused.items())[:2]:
            print(f"    zod refuses {name}: {error[:150]}")
    print(dict(totals))
    for reason, count in reasons.most_common(25):
        print(f"{count:5} {reason}")


if __name__ == "__main__":
    main()
