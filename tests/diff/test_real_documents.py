"""Comparison on the protocol documents of real releases: golden reports, and nothing between two views of one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from extractor.diff.compare import diff_inventories
from extractor.diff.judge import judge
from extractor.model.change import Report
from extractor.model.inventory import Evidence, Inventory
from extractor.model.schema import Object, Ref, Schema
from extractor.render.report_text import report_text
from tests.support.protocol_inventory import EXPECTED, inventory_from_protocol

DATA = Path(__file__).parent.parent / "data" / "diff"
RELEASES = ("2.1.113", "2.1.235", "2.1.245")


@pytest.fixture(scope="module")
def real() -> dict[str, Inventory]:
    return {release: inventory_from_protocol(EXPECTED / f"{release}.protocol.json.xz") for release in RELEASES}


def report(old: Inventory, new: Inventory) -> Report:
    return judge(diff_inventories(old, new), today=date(2031, 1, 1))


@pytest.mark.parametrize(("old", "new"), [("2.1.113", "2.1.235"), ("2.1.235", "2.1.245")])
def test_the_report_is_as_it_was(real: dict[str, Inventory], old: str, new: str, refresh_golden: bool) -> None:
    text, file = report_text(report(real[old], real[new])), DATA / f"{old}..{new}.txt"
    if refresh_golden:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    assert text.encode() == file.read_bytes()


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_with_every_object_a_definition_in_another_order_is_the_same(
    real: dict[str, Inventory], release: str
) -> None:
    one = real[release]
    other = shared_and_shuffled(one)
    assert len(other.definitions) > 60
    assert diff_inventories(one, other).changes == diff_inventories(other, one).changes == ()
    assert diff_inventories(other, shared_and_shuffled(one, seed=2)).changes == ()


def shared_and_shuffled(inventory: Inventory, seed: int = 1) -> Inventory:
    """The same release as another build might give it: each object of a message a definition, fields in any order."""
    rng = random.Random(seed)
    definitions: dict[str, Schema] = {}

    def defined(schema: Schema) -> Schema:
        if not isinstance(schema, Object):
            return schema
        fields = [replace(field, schema=defined(field.schema)) for field in schema.fields]
        rng.shuffle(fields)
        name = f"x{seed}_{len(definitions)}"
        definitions[name] = replace(schema, fields=tuple(fields))
        return Ref(name)

    return replace(
        inventory,
        control_requests=tuple(
            replace(one, request=defined(one.request), response=one.response and defined(one.response))
            for one in inventory.control_requests
        ),
        messages=tuple(replace(one, schema=defined(one.schema)) for one in inventory.messages),
        definitions=definitions,
        evidence={"message/user": (Evidence(f"chunk-{seed}", seed, seed, "unions"),)},
    )


def test_what_is_known_of_these_releases_is_found(real: dict[str, Inventory]) -> None:
    found = {(one.kind, one.path) for one in diff_inventories(real["2.1.235"], real["2.1.245"]).changes}
    assert ("request_added", "control_request/register_device_hooks") in found
    assert ("field_added_optional", "control_request/initialize/response.session_state") in found
    assert ("value_added", "message/command_lifecycle.state") in found
    severities = Counter(one.severity for one in report(real["2.1.235"], real["2.1.245"]).judgements)
    assert severities == {"dangerous": 9, "safe": 41}
