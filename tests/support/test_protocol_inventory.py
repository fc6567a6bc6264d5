"""Checks the test data: the inventories made from the expected documents hold what those documents say."""

from __future__ import annotations

import pytest

from extractor.model.inventory import Inventory
from extractor.model.schema import Object, Optional, String
from tests.support.protocol_inventory import expected_inventory


@pytest.mark.parametrize(
    ("release", "requests", "messages"), [("2.1.113", 25, 38), ("2.1.235", 42, 59), ("2.1.245", 44, 59)]
)
def test_expected_documents_become_inventories(release: str, requests: int, messages: int) -> None:
    inventory = expected_inventory(release)
    assert isinstance(inventory, Inventory)
    assert (len(inventory.control_requests), len(inventory.messages)) == (requests, messages)
    request = next(request for request in inventory.control_requests if request.subtype == "can_use_tool")
    assert isinstance(request.request, Object)
    fields = {field.name: field.schema for field in request.request.fields}
    assert fields["tool_name"] == String()
    assert fields["title"] == Optional(String())


def test_the_listed_release_has_its_dispatches_and_events() -> None:
    inventory = expected_inventory("2.1.235")
    assert {dispatch.role: len(dispatch.subtypes) for dispatch in inventory.dispatches}["worker"] == 51
    assert len(inventory.subtypes) == 89
    assert len(inventory.events) == 44
