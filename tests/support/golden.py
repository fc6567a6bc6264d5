"""Compares a tree of made files with the golden one beside the tests, or rewrites it (`pytest --refresh-golden`)."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def check_golden(name: str, files: Mapping[str, str], refresh: bool) -> None:
    """Holds `files` against the tree kept as `name`; with `refresh`, keeps them as that tree first."""
    folder = GOLDEN / name
    if refresh:
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="\n")
    kept = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }
    assert kept.keys() == dict(files).keys()
    for path, text in files.items():
        assert text == kept[path], f"{name}/{path} is not what it was; see the difference, then --refresh-golden"
