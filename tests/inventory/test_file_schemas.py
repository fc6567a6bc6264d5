"""The JSON Schemas of the inventory files: kept in docs/schemas, and true of every file that is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from extractor.inventory import inventory_files
from extractor.inventory.file_schemas import file_schemas
from extractor.inventory.yaml_read import parse_yaml
from extractor.model.inventory import Inventory
from tests.support.random_schemas import inventories

DOCS = Path(__file__).parents[2] / "docs" / "schemas" / "inventory"
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in file_schemas().items()}


def test_the_documents_are_those_the_code_gives(refresh_golden: bool) -> None:
    texts = {f"{name}.schema.json": json.dumps(schema, indent=2) + "\n" for name, schema in file_schemas().items()}
    if refresh_golden:
        DOCS.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (DOCS / name).write_text(text, "utf-8")
    assert {path.name: path.read_text("utf-8") for path in DOCS.glob("*.json")} == texts


def test_they_are_json_schemas() -> None:
    for schema in file_schemas().values():
        Draft202012Validator.check_schema(schema)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=50)
@given(inventories())
def test_they_accept_every_file_that_is_written(inventory: Inventory) -> None:
    files = inventory_files(inventory)
    assert {name.removesuffix(".yaml") for name in files} == VALIDATORS.keys()
    for name, text in files.items():
        assert [e.message for e in VALIDATORS[name.removesuffix(".yaml")].iter_errors(parse_yaml(text))] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("messages", "{user: {streams: [stdio], schema: string}}"),
        ("messages", "{user: {streams: [], schema: strnig}}"),
        ("control_requests", "{a: {originator: client, request: {array: {ref: 1}}, response: any}}"),
        ("dispatch", "[{role: worker}]"),
        ("evidence", "{a: [[chunk, 1, 2]]}"),
        ("release", "{format: 1}"),
    ],
)
def test_they_refuse_what_the_reader_refuses(name: str, text: str) -> None:
    assert not VALIDATORS[name].is_valid(parse_yaml(text))
