"""Distributions on disk: whole, replaceable, and never in the place of something that was not generated."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.distribution import write_distribution
from extractor.errors import InputError
from extractor.model.inventory import Inventory
from extractor.tree import replace_folder

SMALL = Inventory("1.2.3")


def test_a_distribution_is_written_and_replaced(tmp_path: Path) -> None:
    package = write_distribution(SMALL, tmp_path / "out")
    assert package == tmp_path / "out" / "claude_protocol_1_2_3"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"README.md", "pyproject.toml", package.name}
    (package / "stale.py").write_text("")
    before = {path: path.read_bytes() for path in package.glob("*.py") if path.name != "stale.py"}
    assert write_distribution(SMALL, tmp_path / "out") == package
    assert {path: path.read_bytes() for path in package.glob("*.py")} == before
    assert write_distribution(SMALL, tmp_path / "out", "other_name").name == "other_name"
    assert package.exists()


def test_what_was_not_generated_is_never_replaced(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    (own / "__init__.py").write_text("x = 1\n")
    with pytest.raises(InputError, match="was not generated"):
        write_distribution(SMALL, tmp_path, "mine")
    assert (own / "__init__.py").read_text() == "x = 1\n"
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(InputError, match="was not generated"):
        write_distribution(SMALL, tmp_path, "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "pyproject.toml"]


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_distribution(SMALL, tmp_path / "file")


def test_a_folder_holds_exactly_what_is_given(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "folder"
    replace_folder({"one.md": "1\n", "in/two.md": "2\n"}, folder)
    replace_folder({"three.md": "3\n"}, folder)
    assert [path.name for path in folder.iterdir()] == ["three.md"]
    assert [path.name for path in folder.parent.iterdir()] == ["folder"]
