"""The inventory on disk: canonical YAML files, one directory a release, and back."""

from extractor.inventory.store import (
    holds_inventory,
    inventory_directory,
    inventory_files,
    list_inventories,
    read_inventory,
    write_inventory,
)

__all__ = [
    "holds_inventory",
    "inventory_directory",
    "inventory_files",
    "list_inventories",
    "read_inventory",
    "write_inventory",
]
