"""Writes the package of an inventory anywhere, as an installable distribution of its own."""

from __future__ import annotations

from pathlib import Path

from extractor.errors import InputError
from extractor.model.inventory import Inventory
from extractor.output import write_file
from extractor.render.models import GENERATED, package_name_of, render_distribution
from extractor.tree import replace_folder


def write_distribution(inventory: Inventory, directory: Path, package_name: str | None = None) -> Path:
    """Writes `pyproject.toml`, `README.md` and the package below `directory`, and gives the package's path.

    The package is replaced as a whole when it is a generated one; an InputError where something else stands there,
    where a file of the distribution would replace one that was written by hand, or where nothing can be written.
    """
    name = package_name_of(inventory.release) if package_name is None else package_name
    files = render_distribution(inventory, name)
    package = directory / name
    beside = {path: text for path, text in files.items() if "/" not in path}
    _refuse_foreign(package / "__init__.py", package)
    for path in beside:
        _refuse_foreign(directory / path, directory / path)
    replace_folder({path.removeprefix(f"{name}/"): text for path, text in files.items() if "/" in path}, package)
    for path, text in beside.items():
        write_file(directory / path, text)
    return package


def _refuse_foreign(marked: Path, subject: Path) -> None:
    """Refuses to replace what this program did not write: `marked` says in its first lines that it did."""
    if not subject.exists():
        return
    try:
        ours = GENERATED in marked.read_text("utf-8")[:400]
    except (OSError, UnicodeDecodeError):
        ours = False
    if not ours:
        raise InputError(str(subject), "is there already and was not generated", "choose another --output or name")
