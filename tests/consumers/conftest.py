"""Fixtures: the programs, installed once, and exports of small and of real releases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from extractor.acquire import acquire
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from tests.consumers.exports import Export, write_export
from tests.support.installed import npm_folder, python_folder
from tests.support.small_inventory import SMALL

GENERATOR = "datamodel-code-generator==0.89.0"
RELEASES = ("2.1.113", "2.1.235", "2.1.245", "2.1.332")
CASES = ["small", *(pytest.param(release, marks=pytest.mark.release) for release in RELEASES)]


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """The folder of the programs of package.json."""
    text = Path(__file__).with_name("package.json").read_text("utf-8")
    return npm_folder("consumers", text) / "node_modules" / ".bin"


@pytest.fixture(scope="session")
def generator_python() -> Path:
    """The Python that datamodel-code-generator is installed for."""
    return python_folder("generator", [GENERATOR]) / "bin" / "python"


def read_release(release: str) -> Inventory:
    """The inventory of a release, read from its bundle; or the small one, without the request that nothing carries."""
    if release == "small":
        return replace(SMALL, control_requests=SMALL.control_requests[:2])
    return extract(acquire(release))


@pytest.fixture(scope="session", params=CASES)
def export(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Export:
    """The export of one release, written to a folder."""
    return write_export(read_release(request.param), tmp_path_factory.mktemp(request.param))
