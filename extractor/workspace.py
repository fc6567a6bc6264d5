"""Where inventories come from: the project root, the user's cache, or an extraction of the release, in that order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from extractor import __version__
from extractor.acquire import acquire
from extractor.acquire.cache import require_writable
from extractor.inventory import holds_inventory, inventory_directory, list_inventories, read_inventory, write_inventory
from extractor.model.inventory import INVENTORY_FORMAT, Inventory
from extractor.paths import cache_directory
from extractor.pipeline import extract
from extractor.sample import SAMPLE, sample_bundle

Report = Callable[[str, float | None], None]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The project root, the cache and the platform that a command works with."""

    root: Path
    cache: Path | None = None
    platform: str | None = None
    report: Report = lambda text, share: None
    names: Path | None = None
    """An SDK's `sdk.d.ts` whose names shapes get, or None."""

    def kept(self) -> tuple[str, ...]:
        """The releases whose inventories the project root holds, oldest first."""
        return list_inventories(self.root)

    def inventory(self, release: str) -> Inventory:
        """The inventory of RELEASE: read where it is kept, else extracted and kept in the cache.

        A project's own inventories are for `run` to write: asking never changes it. An incomplete one is not kept.
        """
        if not _is_path(release):
            for root in (self.root, self._own_root()):
                if holds_inventory(root, release):
                    return self._named(read_inventory(inventory_directory(root, release)))
        if self.names is not None or _is_path(release):
            return self.extracted(release)
        require_writable(cache_directory(self.cache))
        inventory = self.extracted(release)
        if not inventory.lost:
            write_inventory(inventory, self._own_root())
        return inventory

    def extracted(self, release: str, *, audit: bool = False, descriptions: bool = False) -> Inventory:
        """The inventory of RELEASE, extracted now from its JavaScript; with `descriptions` it must not be written."""
        if release == SAMPLE:
            bundle = sample_bundle()
        else:
            bundle = acquire(release, platform=self.platform, cache_dir=self.cache, progress=self.report)
        return self._named(extract(bundle, audit=audit, descriptions=descriptions, progress=self.report))

    def _named(self, inventory: Inventory) -> Inventory:
        """The inventory with the official names of shapes, where the user points at them."""
        if self.names is None:
            return inventory
        from extractor.naming import apply_official_names, read_official_names

        return apply_official_names(inventory, read_official_names(self.names))

    def _own_root(self) -> Path:
        """Where inventories are kept that belong to no project: one place for each version of this program."""
        return cache_directory(self.cache) / f"extracted-{__version__}-{INVENTORY_FORMAT}"


def _is_path(release: str) -> bool:
    return release in ("latest", "installed") or "/" in release or "\\" in release or Path(release).exists()
