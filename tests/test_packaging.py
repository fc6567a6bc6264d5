"""What the built package carries: every template, and every package of the program."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The built wheel, made from a copy of what git knows, so that nothing is left in the work tree."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, files.split("\0")):
        if name.startswith(("extractor/", "templates/")) or name in ("pyproject.toml", "setup.py", "README.md"):
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file():
                target.write_bytes((ROOT / name).read_bytes())
    build = ["pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", str(folder), "./source"]
    subprocess.run([sys.executable, "-m", *build], cwd=folder, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return zipfile.ZipFile(found)


def test_the_wheel_carries_every_template(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    templates = {path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.jinja")}
    assert len(templates) > 10
    assert {f"extractor/templates/{name}" for name in templates} <= names


def test_the_wheel_carries_every_module(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    files = subprocess.run(
        ["git", "ls-files", "extractor"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split()
    assert len(files) > 50
    assert set(files) <= names


def test_an_installed_program_finds_its_templates(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import extractor, pathlib; from extractor.model.inventory import Inventory;"
        "from extractor.render.models import render_models; from extractor.render.tables import render_tables;"
        "assert pathlib.Path(extractor.__file__).parent.parent == pathlib.Path.cwd(), extractor.__file__;"
        "print(*render_models(Inventory('1.2.3')), *render_tables(Inventory('1.2.3')))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert {"claude_protocol_1_2_3/_base.py", "claude_protocol_1_2_3/_patterns.py", "drift.md"} <= set(
        result.stdout.split()
    ), result.stderr
