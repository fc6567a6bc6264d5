"""Everything that is made from inventories and committed: which files there should be, written or compared."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path

from extractor.diff.compare import changes_between, diff_inventories
from extractor.diff.judge import judge
from extractor.history.timeline import history, in_order
from extractor.inventory import inventory_directory, inventory_files, list_inventories, read_inventory
from extractor.model.history import History
from extractor.model.inventory import Inventory
from extractor.output import write_file
from extractor.paths import generated_directory
from extractor.render.history_json import history_json
from extractor.render.history_markdown import history_page
from extractor.render.history_svg import can_draw, growth_svg, shows
from extractor.render.models import package_name_of, render_models
from extractor.render.report_markdown import report_markdown
from extractor.render.tables import render_tables
from extractor.tree import replace_folder

Report = Callable[[str, float | None], None]
Files = Mapping[str, str]

PAGE, PICTURE, INDEX = "docs/releases.md", "docs/growth.svg", "generated/history.json"
_UNDRAWN = f"{PICTURE} does not show the inventories; drawing it needs the extra `plots` (pip install '.[plots]')"

_log = logging.getLogger(__name__)


def generate(root: Path, releases: Iterable[str], report: Report) -> None:
    """Write what is made of these releases, and what is made of all inventories together, under `root`.

    Each inventory is read once, and without its evidence, of which nothing is made.
    """
    read = cache(lambda release: read_inventory(inventory_directory(root, release), evidence=False))
    for release in releases:
        report(f"generating {release}", None)
        for folder, files in release_folders(root, read(release)).items():
            _write_folder(files, folder)
    report("generating reports and history", None)
    listed = list_inventories(root)
    if len(listed) > 1:
        inventories = tuple(map(read, listed))
        _write_folder(reports_of(inventories), _reports(root))
        found = history(inventories, compare=changes_between)
        for name, text in history_files(root, found).items():
            write_file(root / name, text)
        if _has_docs(root) and not _is_shown(root, found):
            if can_draw():
                write_file(root / PICTURE, growth_svg(found))
            else:
                _log.warning(_UNDRAWN)


def stale(root: Path) -> list[str]:
    """One line for each committed file that is not what the inventories make, or that nothing makes any more.

    The picture counts only where it can be drawn again; elsewhere a warning says that it is out of date.
    """
    problems: list[str] = []
    inventories = tuple(read_inventory(inventory_directory(root, release)) for release in list_inventories(root))
    for inventory in inventories:
        directory = inventory_directory(root, inventory.release)
        problems += _differences(root, directory, inventory_files(inventory))
        for folder, files in release_folders(root, inventory).items():
            problems += _differences(root, folder, files)
    if len(inventories) > 1:
        problems += _differences(root, _reports(root), reports_of(inventories))
        found = history(inventories, compare=changes_between)
        for name, text in history_files(root, found).items():
            if not _is_same(root / name, text):
                problems.append(f"{name}: it is not what the inventories make")
        if _has_docs(root) and not _is_shown(root, found):
            if can_draw():
                problems.append(f"{PICTURE}: it does not show the inventories")
            else:
                _log.warning(_UNDRAWN)
    return problems


def release_folders(root: Path, inventory: Inventory) -> dict[Path, Files]:
    """The folders made of one inventory, each with its files by name: the pydantic package and the reference tables."""
    base, package = generated_directory(root), package_name_of(inventory.release)
    models = {name.removeprefix(f"{package}/"): text for name, text in render_models(inventory).items()}
    return {base / "python" / package: models, base / "tables" / inventory.release: render_tables(inventory)}


def reports_of(inventories: Iterable[Inventory]) -> Files:
    """The reports between neighbouring inventories, by file name."""
    return {
        f"{old.release}-{new.release}.md": report_markdown(judge(diff_inventories(old, new), today=date.min))
        for old, new in pairwise(in_order(inventories))
    }


def history_files(root: Path, found: History) -> Files:
    """The index of releases and entries, and, in a root that has docs/, the page of them; by path below the root."""
    page = {PAGE: history_page(found, picture=Path(PICTURE).name)} if _has_docs(root) else {}
    return {INDEX: history_json(found), **page}


def _reports(root: Path) -> Path:
    return generated_directory(root) / "reports"


def _has_docs(root: Path) -> bool:
    return (root / "docs").is_dir()


def _is_shown(root: Path, found: History) -> bool:
    picture = root / PICTURE
    return picture.is_file() and shows(picture.read_text(encoding="utf-8"), found)


def _write_folder(files: Files, folder: Path) -> None:
    if next(_unlike(folder, files), None) is not None:
        replace_folder(files, folder)


def _differences(root: Path, folder: Path, files: Files) -> list[str]:
    return [f"{path.relative_to(root).as_posix()}: {problem}" for path, problem in _unlike(folder, files)]


def _unlike(folder: Path, files: Files) -> Iterator[tuple[Path, str]]:
    """The files of a folder that are not these, each with what is wrong with it; compiled Python does not count."""
    for name, text in files.items():
        if not _is_same(folder / name, text):
            yield folder / name, "it is not what the inventory makes" if (folder / name).exists() else "it is missing"
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.relative_to(folder).as_posix() not in files:
            yield path, "nothing makes it any more"


def _is_same(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()
