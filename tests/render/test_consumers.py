"""Programs that read JSON Schema read the export without errors, and what they make of it compiles."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from extractor.render.jsonschema import protocol_text
from tests.support.protocol_inventory import expected_inventory
from tests.support.small_inventory import SMALL

pytestmark = pytest.mark.node

PACKAGES = {"quicktype": "26.0.0", "json-schema-to-typescript": "16.0.0", "typescript": "7.0.2"}
GENERATOR = "datamodel-code-generator"
INVENTORIES = {"1.2.3": SMALL, **{release: expected_inventory(release) for release in ("2.1.113", "2.1.235")}}


def run(command: list[str], folder: Path) -> str:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def tools() -> Path:
    """A folder with the programs, installed once and kept for later runs."""
    home = Path(tempfile.gettempdir()) / f"extractor-tests-{os.getuid()}" / "consumers"
    if not (home / "done").exists():
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true}')
        run(
            ["npm", "install", "--no-audit", "--no-fund", *(f"{name}@{number}" for name, number in PACKAGES.items())],
            home,
        )
        run([sys.executable, "-m", "venv", "venv"], home)
        run(["venv/bin/python", "-m", "pip", "install", "--quiet", GENERATOR, "mypy"], home)
        (home / "done").touch()
    return home


@pytest.fixture(scope="module", params=list(INVENTORIES))
def export(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the export of one release."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "protocol.json").write_text(protocol_text(INVENTORIES[request.param]), "utf-8")
    return folder


def test_typescript_made_of_it_compiles(tools: Path, export: Path) -> None:
    binaries = tools / "node_modules" / ".bin"
    run([str(binaries / "json2ts"), "-i", "protocol.json", "-o", "one.ts", "--unreachableDefinitions"], export)
    run(
        [str(binaries / "quicktype"), "-s", "schema", "protocol.json", "-l", "ts", "-t", "Frame", "-o", "two.ts"],
        export,
    )
    for name in ("one.ts", "two.ts"):
        assert "export" in (export / name).read_text("utf-8")
        run([str(binaries / "tsc"), "--noEmit", "--strict", "--target", "es2022", name], export)


def test_python_made_of_it_imports(tools: Path, export: Path) -> None:
    python = tools / "venv" / "bin"
    run(
        [
            str(python / "datamodel-codegen"), "--input", "protocol.json", "--input-file-type", "jsonschema",
            "--output", "made.py", "--output-model-type", "pydantic_v2.BaseModel",
        ],
        export,
    )  # fmt: skip
    assert "class " in (export / "made.py").read_text("utf-8")
    run([str(python / "python"), "-W", "ignore", "-c", "import made"], export)
