"""Writes generated packages to a folder and imports them, for tests."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from extractor.model.inventory import Inventory
from extractor.render.models import render_models

_numbers = itertools.count(1)


def write_files(files: Mapping[str, str], folder: Path) -> None:
    """Writes text files below a folder."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def import_package(inventory: Inventory, folder: Path) -> ModuleType:
    """The generated package of an inventory, imported under a name of its own."""
    name = f"made_{next(_numbers)}"
    write_files(render_models(inventory, name), folder)
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
