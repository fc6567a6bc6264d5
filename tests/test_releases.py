"""Real releases end to end: the known truth of three, the same inventory from every platform and in audit mode."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from extractor.acquire import acquire
from extractor.classify import inferred_sender
from extractor.inventory import inventory_files, list_inventories, read_inventory
from extractor.model.inventory import Inventory
from extractor.paths import inventory_directory
from extractor.pipeline import extract
from extractor.render.jsonschema import protocol_document
from extractor.render.show import show_document
from tests.support import compare_protocol

pytestmark = pytest.mark.release

ROOT = Path(__file__).parents[1]
EXPECTED = Path(__file__).parent / "data" / "expected"
COMMITTED = list_inventories(ROOT)
WITH_REGISTRY = [
    release
    for release in COMMITTED
    if any(request.originator for request in read_inventory(inventory_directory(ROOT, release)).control_requests)
]


@cache
def inventory(release: str, platform: str | None = None) -> Inventory:
    """The inventory of a release, extracted now."""
    return extract(acquire(release, platform=platform))


def test_everything_that_is_known_of_the_release_of_the_contract() -> None:
    expected = yaml.safe_load((EXPECTED / "2.1.235.yaml").read_text("utf-8"))
    shown = show_document(inventory("2.1.235"))
    assert {key: shown[key] for key in expected} == expected


@pytest.mark.parametrize("release", ["2.1.113", "2.1.235", "2.1.245"])
def test_every_shape_is_exact(release: str, tmp_path: Path) -> None:
    wanted, exported = tmp_path / "wanted.json", tmp_path / "exported.json"
    wanted.write_bytes(lzma.decompress((EXPECTED / f"{release}.protocol.json.xz").read_bytes()))
    exported.write_text(json.dumps(protocol_document(inventory(release))))
    assert compare_protocol.main(str(wanted), str(exported))


@pytest.mark.parametrize("release", COMMITTED)
def test_the_committed_inventory_is_what_the_release_gives(release: str) -> None:
    directory = inventory_directory(ROOT, release)
    made = inventory_files(inventory(release))
    for name, text in made.items():
        assert (directory / name).read_text("utf-8") == text, f"{release}/{name}"
    assert sorted(path.name for path in directory.iterdir()) == sorted(made)


@pytest.mark.parametrize("release", COMMITTED)
def test_no_release_lost_an_anchor_or_hides_what_it_could_not_resolve(release: str) -> None:
    found = inventory(release)
    assert found.lost == ()
    said = {one.key for one in found.unresolved}
    assert ("unresolved" in repr((found.control_requests, found.messages, found.definitions))) == bool(said)


@pytest.mark.parametrize("platform", ["darwin-arm64", "win32-x64"])
def test_every_platform_gives_the_same_inventory(platform: str) -> None:
    assert replace(inventory("2.1.332", platform), evidence={}) == replace(inventory("2.1.332"), evidence={})


@pytest.mark.parametrize("release", ["2.1.112", "2.1.235", "2.1.332"])
def test_parsing_everything_gives_the_same_inventory(release: str) -> None:
    audited = extract(acquire(release), audit=True)
    assert replace(audited, evidence={}) == replace(inventory(release), evidence={})


@pytest.mark.parametrize("release", WITH_REGISTRY)
def test_senders_inferred_from_dispatch_are_those_that_the_registry_declares(release: str) -> None:
    found = inventory(release)
    for request in found.control_requests:
        served = any(request.subtype in place.subtypes for place in found.dispatches)
        if served:
            assert inferred_sender(request.subtype, found.dispatches) == request.originator, request.subtype
