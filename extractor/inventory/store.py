"""Writes an inventory to a directory of canonical YAML files, reads one back, and lists those there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from extractor.errors import IncompleteError, InputError
from extractor.inventory.expect import (
    NotationError,
    each,
    expect_keys,
    expect_mapping,
    expect_text,
    expect_texts,
    need,
    shown,
)
from extractor.inventory.references import reference_problem
from extractor.inventory.sections import SECTIONS, Parts
from extractor.inventory.yaml_read import REMEDY, Plain, read_yaml
from extractor.inventory.yaml_text import Block, Tree, dump
from extractor.model.inventory import INVENTORY_FORMAT, Inventory
from extractor.model.release_order import release_key
from extractor.tree import replace_folder

FOLDER = "inventories"
RELEASE_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}\Z")
COUNTED = (
    "control_requests",
    "messages",
    "subtypes",
    "dispatches",
    "events",
    "beside_events",
    "slash_commands",
    "hook_events",
    "emitters",
    "definitions",
    "unresolved",
    "evidence",
)
"""The parts of an inventory whose entries `release.yaml` counts, so that a damaged file is noticed."""

ABOUT_RELEASE = "What this inventory is of, what it lacks, and how many entries there are."


def inventory_directory(root: Path, release: str) -> Path:
    """Where the inventory of a release is kept below `root`; an InputError for a name that is no release."""
    if not RELEASE_NAME.match(release):
        raise InputError(release, "is no name of a release", "use a version such as 2.1.235")
    return root / FOLDER / release


def holds_inventory(root: Path, release: str) -> bool:
    """Whether `root` has an inventory of a release; of what is no name of a release it has none."""
    return RELEASE_NAME.match(release) is not None and inventory_directory(root, release).is_dir()


def list_inventories(root: Path) -> tuple[str, ...]:
    """The releases that have an inventory below `root`, oldest version first."""
    folder = root / FOLDER
    if not folder.is_dir():
        return ()
    names = (path.name for path in folder.iterdir() if (path / "release.yaml").is_file())
    return tuple(sorted((name for name in names if RELEASE_NAME.match(name)), key=release_key))


def inventory_files(inventory: Inventory) -> Mapping[str, str]:
    """The text of every file of an inventory, by file name."""
    texts = {"release.yaml": f"# {ABOUT_RELEASE}\n{dump(_write_release(inventory))}"}
    for section in SECTIONS:
        texts[f"{section.name}.yaml"] = f"# {section.about}\n{dump(section.write(inventory))}"
    return texts


def write_inventory(inventory: Inventory, root: Path) -> Path:
    """Writes `root/inventories/<release>/` as a whole or not at all, and gives its path.

    Raises IncompleteError, and writes nothing, when an anchor is lost and a complete inventory is there already.
    """
    directory = inventory_directory(root, inventory.release)
    problem = reference_problem(inventory)
    if problem is not None:
        raise InputError(inventory.release, problem, "report this release as an issue")
    if inventory.lost and _holds_complete(directory):
        lost = ", ".join(inventory.lost)
        raise IncompleteError(inventory.release, f"lost {lost}", f"the complete inventory in {directory} is kept")
    try:
        texts = inventory_files(inventory)
    except ValueError as error:
        raise InputError(inventory.release, str(error), "report this release as an issue") from None
    replace_folder(texts, directory)
    return directory


def _holds_complete(directory: Path) -> bool:
    """Whether a directory holds an inventory that is not known to be incomplete."""
    try:
        return not expect_mapping(read_yaml(directory / "release.yaml")).get("lost")
    except (InputError, NotationError):
        return directory.exists()


def read_inventory(directory: Path, *, evidence: bool = True) -> Inventory:
    """The inventory in a directory, without its evidence when that is not wanted (it is the largest part).

    An InputError names the file that is missing, damaged or of a newer format, and what is wrong in it.
    """
    release_file = directory / "release.yaml"
    if not directory.is_dir():
        raise InputError(str(directory), "holds no inventory", "extract the release first")
    with _blaming(release_file):
        parts, counts = _read_release(read_yaml(release_file))
    if directory.parent.name == FOLDER and parts["release"] != directory.name:
        raise InputError(str(release_file), f"is of the release {parts['release']!r}", "rename the directory")
    for section in SECTIONS:
        if section.name != "evidence" or evidence:
            path = directory / f"{section.name}.yaml"
            with _blaming(path):
                parts |= section.read(read_yaml(path))
    inventory = Inventory(**parts)  # type: ignore[arg-type]
    for name, count in counts.items():
        if count != (found := len(getattr(inventory, name))) and (name != "evidence" or evidence):
            raise InputError(str(release_file), f"counts {count} {name}, and {found} are there", REMEDY)
    problem = reference_problem(inventory)
    if problem is not None:
        raise InputError(str(directory), problem, REMEDY)
    return inventory


@contextmanager
def _blaming(path: Path) -> Iterator[None]:
    """A context in which a value that cannot be read is the fault of one file."""
    try:
        yield
    except NotationError as error:
        raise InputError(str(path), str(error), REMEDY) from None
    except RecursionError:
        raise InputError(str(path), "is nested too deeply", REMEDY) from None


def _write_release(inventory: Inventory) -> Tree:
    return Block(
        format=inventory.format,
        release=inventory.release,
        dialect=inventory.dialect,
        lost=inventory.lost,
        absent=Block(inventory.absent),
        counts=Block((name, len(getattr(inventory, name))) for name in COUNTED),
    )


def _read_release(value: Plain) -> tuple[Parts, dict[str, Plain]]:
    entry = expect_mapping(value)
    if need(entry, "format") != INVENTORY_FORMAT:
        raise NotationError(f"has the format {shown(entry['format'])}, and this program reads {INVENTORY_FORMAT}")
    expect_keys(entry, "format", "release", "dialect", "lost", "absent", "counts")
    dialect = need(entry, "dialect")
    counts = expect_mapping(need(entry, "counts"))
    expect_keys(counts, *COUNTED)
    parts: Parts = {
        "release": expect_text(need(entry, "release")),
        "dialect": None if dialect is None else expect_text(dialect),
        "lost": expect_texts(need(entry, "lost")),
        "absent": each(need(entry, "absent"), lambda name, sentence: (name, expect_text(sentence))),
        "format": INVENTORY_FORMAT,
    }
    return parts, {name: need(counts, name) for name in COUNTED}
