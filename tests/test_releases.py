"""Real releases end to end: against their own evaluated schemas, from every platform, and in audit mode."""

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
from extractor.inventory import inventory_directory, inventory_files, list_inventories, read_inventory
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from extractor.render.jsonschema import protocol_document
from extractor.render.show import show_document
from extractor.syntax.code import Code
from extractor.syntax.segments import body_range
from tests.fuzz.normal import differences
from tests.support import compare_protocol
from tests.support.protocol_inventory import read_document

pytestmark = pytest.mark.release

ROOT = Path(__file__).parents[1]
EXPECTED = Path(__file__).parent / "data" / "expected"
CONTRACT = ["2.1.113", "2.1.235", "2.1.245"]
"""Releases whose documents came with the contract."""

EVALUATED = ["2.1.63", "2.1.112", "2.1.160", "2.1.205", "2.1.270", "2.1.300", "2.1.332"]
"""Releases whose own schemas were evaluated once, offline, and walked: their documents are names and shapes only.

Those documents (of the releases of the contract, the ones called `.live`) also say what the contract leaves out:
formats, bounds, lengths, patterns, defaults, keys of records, discriminators, streams and subtype literals.
"""

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


@pytest.mark.parametrize("release", [*CONTRACT, *EVALUATED])
def test_every_shape_is_exact(release: str, tmp_path: Path) -> None:
    wanted, exported = tmp_path / "wanted.json", tmp_path / "exported.json"
    wanted.write_bytes(lzma.decompress((EXPECTED / f"{release}.protocol.json.xz").read_bytes()))
    exported.write_text(json.dumps(protocol_document(inventory(release))))
    assert compare_protocol.main(str(wanted), str(exported))


@pytest.mark.parametrize("release", [*CONTRACT, *EVALUATED])
def test_what_the_contract_leaves_out_is_exact_too(release: str) -> None:
    kind = "live" if release in CONTRACT else "protocol"
    wanted, found = read_document(EXPECTED / f"{release}.{kind}.json.xz"), inventory(release)
    exported = json.loads(json.dumps(protocol_document(found)))
    assert {message.key: list(message.streams) for message in found.messages if message.streams} == wanted["streams"]
    assert [subtype.name for subtype in found.subtypes] == wanted["subtypes"]
    pairs = {key: (schema, exported["messages"][key]) for key, schema in wanted["messages"].items()}
    assert exported["control_requests"].keys() == wanted["control_requests"].keys()
    for subtype, request in wanted["control_requests"].items():
        other = exported["control_requests"][subtype]
        assert (request["originator"], "response" in request) == (other["originator"], "response" in other), subtype
        for part in ("request", "response"):
            assert bool(request.get(part)) == bool(other.get(part)), (subtype, part)
            if request.get(part):
                pairs[f"{subtype}/{part}"] = (request[part], other[part])
    for key, (want, got) in pairs.items():
        sides = {**want, "$defs": wanted.get("$defs", {})}, {**got, "$defs": exported["$defs"]}
        assert differences(*sides) == [], key


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


def test_every_chunk_is_read_to_its_end_without_a_tree() -> None:
    bundle = acquire("2.1.332")
    lost = []
    for chunk in bundle.chunks:
        start, end = body_range(bundle.blob, chunk)
        code = Code(bundle.blob, chunk.start, chunk.end)
        if chunk.kind == "script" and not code.is_outermost(end, start):
            lost.append((chunk.name, code.outermost(end, start)))
    assert len(bundle.chunks) > 3000 and not lost


@pytest.mark.parametrize("release", WITH_REGISTRY)
def test_senders_inferred_from_dispatch_are_those_that_the_registry_declares(release: str) -> None:
    found = inventory(release)
    for request in found.control_requests:
        served = any(request.subtype in place.subtypes for place in found.dispatches)
        if served:
            assert inferred_sender(request.subtype, found.dispatches) == request.originator, request.subtype
