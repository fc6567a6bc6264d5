"""Work through releases: each is extracted and written; one that fails is reported at the end, not in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from extractor.errors import ExtractorError, IncompleteError
from extractor.inventory import write_inventory
from extractor.model.inventory import Inventory
from extractor.paths import inventory_directory
from extractor.workspace import Workspace


@dataclass(slots=True)
class Outcome:
    """What became of the releases asked for: inventories written, releases skipped with the reason, and errors."""

    written: list[Inventory] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, ExtractorError]] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """The worst exit code among the failures: what cannot be read weighs more than what is incomplete."""
        codes = {error.exit_code for _, error in self.failed}
        return 2 if 2 in codes else max(codes, default=0)


def extract_release(work: Workspace, release: str, *, audit: bool = False) -> Inventory:
    """Extract one release and write its inventory; IncompleteError, which shows what was found, where it is incomplete."""
    inventory = work.extracted(release, audit=audit)
    if inventory.lost:
        raise Incomplete(inventory)
    write_inventory(inventory, work.root)
    return inventory


class Incomplete(IncompleteError):
    """An inventory with lost anchors; it is not written."""

    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        super().__init__(
            inventory.release,
            f"extraction is incomplete, lost: {', '.join(inventory.lost)}",
            "nothing was written; please report the release",
        )


def run_all(
    work: Workspace, releases: Iterable[str], *, force: bool, audit: bool, done: Callable[[str, int], None]
) -> Outcome:
    """Extract many releases. One whose inventory exists is skipped unless `force`."""
    outcome = Outcome()
    for index, release in enumerate(releases):
        if not force and _exists(work.root, release):
            outcome.skipped.append((release, "its inventory exists"))
        else:
            try:
                outcome.written.append(extract_release(work, release, audit=audit))
            except ExtractorError as error:
                outcome.failed.append((release, error))
        done(release, index + 1)
    return outcome


def _exists(root: Path, release: str) -> bool:
    return "/" not in release and inventory_directory(root, release).is_dir()
