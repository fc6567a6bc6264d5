"""Real releases end to end: their exports are exact, their packages typed, their own frames and examples accepted."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any as Untyped

import pytest

from extractor.acquire import acquire
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from extractor.render.examples import Examples, Impossible
from extractor.render.jsonschema import protocol_text
from extractor.render.models import render_distribution
from tests.support import compare_protocol
from tests.support.packages import import_package, write_files
from tests.support.protocol_inventory import EXPECTED, read_document

pytestmark = pytest.mark.release

RELEASES = ("2.1.113", "2.1.235", "2.1.245", "2.1.332")
FRAMES = Path(__file__).parents[1] / "data" / "frames" / "2.1.235.ndjson"


@cache
def inventory(release: str) -> Inventory:
    return extract(acquire(release))


@pytest.mark.parametrize("release", RELEASES[:3])
def test_every_exported_shape_is_exact(release: str, tmp_path: Path) -> None:
    expected, export = tmp_path / "expected.json", tmp_path / "export.json"
    expected.write_text(json.dumps(read_document(EXPECTED / f"{release}.protocol.json.xz")), "utf-8")
    export.write_text(protocol_text(inventory(release)), "utf-8")
    assert compare_protocol.main(expected, export)


@pytest.mark.parametrize("release", RELEASES)
def test_the_package_is_typed_formatted_and_linted(release: str, tmp_path: Path) -> None:
    write_files(render_distribution(inventory(release), "made"), tmp_path)
    for command in (
        ["ruff", "format", "--isolated", "--line-length", "120", "--check", "."],
        ["ruff", "check", "--isolated", "--line-length", "120", "--select", "E,F,I", "--ignore", "E501", "."],
        ["mypy", "--strict", "--cache-dir", "cache", "made"],
        ["pyright", "--pythonpath", sys.executable, "made"],
    ):
        result = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("release", RELEASES)
def test_every_example_is_accepted(release: str, tmp_path: Path) -> None:
    found = inventory(release)
    package = import_package(found, tmp_path)
    examples = Examples(found.definitions)
    for message in found.messages:
        for stream in message.streams:
            value = examples.example(message.schema)
            parsed = getattr(package, f"parse_{stream}")(value)
            assert not type(parsed).__name__.startswith("Unknown")
            assert parsed.model_dump() == value
    for request in found.control_requests:
        spec = package.CONTROL_REQUESTS[request.subtype]
        pairs: list[tuple[Untyped, Untyped]] = [(request.request, spec.request), (request.response, spec.response)]
        for schema, model in pairs:
            if schema is not None:
                try:
                    value = examples.example(schema)
                except Impossible:
                    continue
                assert model.model_validate(value).model_dump() == value


def test_every_recorded_frame_there_and_back(tmp_path: Path) -> None:
    package = import_package(inventory("2.1.235"), tmp_path)
    for line in FRAMES.read_text("utf-8").splitlines():
        record = json.loads(line)
        frame = record["frame"]
        message = getattr(package, f"parse_{record['direction']}")(frame)
        assert message.model_dump() == frame
        is_unknown = type(message).__name__.startswith("Unknown")
        assert is_unknown == (frame.get("request", {}).get("subtype") == "no_such")
