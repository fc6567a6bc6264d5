"""Everything that is made from inventories and committed: which files there should be, written or compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path

from extractor.diff.compare import diff_inventories
from extractor.diff.judge import judge
from extractor.history.timeline import history, in_order
from extractor.inventory import inventory_files, list_inventories, read_inventory
from extractor.model.change import Change
from extractor.model.history import History
from extractor.model.inventory import Inventory
from extractor.output import remove_file, write_file
from extractor.paths import generated_directory, inventory_directory
from extractor.render.history_json import history_json
from extractor.render.history_markdown import history_page
from extractor.render.history_svg import growth_svg, shows
from extractor.render.models import package_name_of, render_models
from extractor.render.report_markdown import report_markdown
from extractor.render.tables import render_tables

Report = Callable[[str, float | None], None]
Files = Mapping[str, str]

PAGE, PICTURE, INDEX = "docs/releases.md", "docs/growth.svg", "generated/history.json"


def generate(root: Path, releases: Iterable[str], report: Report) -> None:
    """Write what is made of these releases, and what is made of all inventories together, under `root`."""
    for release in releases:
        report(f"generating {release}", None)
        inventory = read_inventory(inventory_directory(root, release))
        _write(root, release_files(inventory), _owned(root, release))
    report("generating reports and history", None)
    inventories = _all(root)
    if len(inventories) > 1:
        found = history(inventories, compare=_changes)
        _write(root, {**report_files(inventories), **history_files(found)}, _reports(root))
        picture = root / PICTURE
        if not picture.is_file() or not shows(picture.read_text(encoding="utf-8"), found):
            write_file(picture, growth_svg(found))


def stale(root: Path) -> list[str]:
    """One line for each committed file that is not what the inventories make, or that nothing makes any more."""
    problems: list[str] = []
    inventories = _all(root)
    for inventory in inventories:
        directory = inventory_directory(root, inventory.release)
        wanted = {f"{directory.relative_to(root)}/{name}": text for name, text in inventory_files(inventory).items()}
        problems += _compare(root, wanted, directory.glob("*"))
        problems += _compare(root, release_files(inventory), _owned(root, inventory.release))
    if len(inventories) > 1:
        found = history(inventories, compare=_changes)
        problems += _compare(root, {**report_files(inventories), **history_files(found)}, _reports(root))
        picture = root / PICTURE
        if not picture.is_file() or not shows(picture.read_text(encoding="utf-8"), found):
            problems.append(f"{PICTURE}: it does not show the inventories")
    return problems


def release_files(inventory: Inventory) -> Files:
    """The files made of one inventory, by path below the root: the pydantic package and the reference tables."""
    package = {f"generated/python/{name}": text for name, text in render_models(inventory).items()}
    tables = {f"generated/tables/{inventory.release}/{name}": text for name, text in render_tables(inventory).items()}
    return {**package, **tables}


def report_files(inventories: Iterable[Inventory]) -> Files:
    """The reports between neighbouring inventories, by path below the root."""
    return {
        f"generated/reports/{old.release}-{new.release}.md": report_markdown(
            judge(diff_inventories(old, new), today=date.min)
        )
        for old, new in pairwise(in_order(inventories))
    }


def history_files(found: History) -> Files:
    """The index of releases and entries, and the page of them."""
    return {INDEX: history_json(found), PAGE: history_page(found, picture=Path(PICTURE).name)}


def _changes(old: Inventory, new: Inventory) -> tuple[Change, ...]:
    return diff_inventories(old, new).changes


def _all(root: Path) -> tuple[Inventory, ...]:
    return tuple(read_inventory(inventory_directory(root, release)) for release in list_inventories(root))


def _owned(root: Path, release: str) -> Iterable[Path]:
    base = generated_directory(root)
    for folder in (base / "python" / package_name_of(release), base / "tables" / release):
        yield from (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _reports(root: Path) -> Iterable[Path]:
    yield from (generated_directory(root) / "reports").glob("*.md")


def _write(root: Path, files: Files, present: Iterable[Path]) -> None:
    for path in list(present):
        if path.relative_to(root).as_posix() not in files:
            remove_file(path)
    for name, text in files.items():
        path = root / name
        if not path.is_file() or path.read_bytes() != text.encode():
            write_file(path, text)


def _compare(root: Path, files: Files, present: Iterable[Path]) -> list[str]:
    problems = [
        f"{path.relative_to(root).as_posix()}: nothing makes it any more"
        for path in present
        if path.relative_to(root).as_posix() not in files
    ]
    for name, text in files.items():
        path = root / name
        if not path.is_file():
            problems.append(f"{name}: it is missing")
        elif path.read_bytes() != text.encode():
            problems.append(f"{name}: it is not what the inventory makes")
    return problems
