"""Work through releases: each is extracted and written; one that fails is reported at the end, not in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from extractor.errors import ExtractorError, IncompleteError
from extractor.inventory import holds_inventory, inventory_directory, read_inventory, write_inventory
from extractor.model.inventory import Inventory
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


def extract_release(work: Workspace, release: str, *, force: bool = False, audit: bool = False) -> Inventory:
    """Extract one release and write its inventory.

    Raises Incomplete, which holds what was found, where an anchor is lost, or where an inventory that is there
    knows entries that were not found now; `force` writes in the second case.
    """
    inventory = work.extracted(release, audit=audit)
    if inventory.lost:
        raise Incomplete(inventory, f"extraction is incomplete, lost: {', '.join(inventory.lost)}")
    fallen = [] if force else _fallen(work.root, inventory)
    if fallen:
        some = ", ".join(fallen[:5]) + (f" and {len(fallen) - 5} more" if len(fallen) > 5 else "")
        raise Incomplete(inventory, f"coverage fell: the inventory that is there also has {some}")
    write_inventory(inventory, work.root)
    return inventory


class Incomplete(IncompleteError):
    """An inventory with lost anchors; it is not written."""

    def __init__(self, inventory: Inventory, problem: str) -> None:
        self.inventory = inventory
        remedy = "nothing was written; please report the release, or replace what is there with --force"
        super().__init__(inventory.release, problem, remedy)


def run_all(
    work: Workspace, releases: Iterable[str], *, skip: bool, force: bool, audit: bool, done: Callable[[str, int], None]
) -> Outcome:
    """Extract many releases. With `skip`, one whose inventory exists is passed over unless `force`."""
    outcome = Outcome()
    for index, release in enumerate(releases):
        if skip and not force and holds_inventory(work.root, release):
            outcome.skipped.append((release, "its inventory exists"))
        else:
            try:
                outcome.written.append(extract_release(work, release, force=force, audit=audit))
            except ExtractorError as error:
                outcome.failed.append((release, error))
        done(release, index + 1)
    return outcome


def _fallen(root: Path, inventory: Inventory) -> list[str]:
    """The keys of entries that the inventory in `root` has and this one lacks."""
    if not holds_inventory(root, inventory.release):
        return []
    try:
        before = read_inventory(inventory_directory(root, inventory.release), evidence=False)
    except ExtractorError:
        return []
    return sorted(_keys(before) - _keys(inventory))


def _keys(inventory: Inventory) -> set[str]:
    dispatched = {f"dispatch/{place.role}/{name}" for place in inventory.dispatches for name in place.subtypes}
    return (
        {f"control_request/{request.subtype}" for request in inventory.control_requests}
        | {f"message/{message.key}" for message in inventory.messages}
        | {f"event/{event.name}" for event in inventory.events}
        | {f"command/{name}" for name in inventory.slash_commands}
        | {f"hook/{name}" for name in inventory.hook_events}
        | dispatched
    )
