"""Dispatch: a subtype answered, no longer answered, or answered under a condition."""

from __future__ import annotations

import pytest

from extractor.model.inventory import Dispatch, Gate, Inventory
from tests.diff.build import changes, facts


def release(role: str = "worker", *subtypes: str, **gates: str) -> Inventory:
    gated = tuple(Gate(subtype, condition) for subtype, condition in gates.items())
    return Inventory("1", dispatches=(Dispatch(role, (*subtypes, *gates), gated),))


@pytest.mark.parametrize(("role", "flow"), [("worker", "to_agent"), ("bridge", "inside")])
def test_a_subtype_gained_and_one_lost(role: str, flow: str) -> None:
    found = changes(release(role, "a", "b"), release(role, "b", "c"))
    assert [(one.kind, one.path, one.flow) for one in found] == [
        ("dispatch_removed", f"dispatch/{role}/a", flow),
        ("dispatch_added", f"dispatch/{role}/c", flow),
    ]


def test_conditions_came_went_and_changed() -> None:
    old = release("worker", "a", b="environment B", c="flag x", d="flag same")
    new = release("worker", "b", a="environment A", c="flag y", d="flag same")
    assert facts(old, new) == [
        ("dispatch_gated", "dispatch/worker/a", None, "environment A"),
        ("dispatch_ungated", "dispatch/worker/b", "environment B", None),
        ("dispatch_condition_changed", "dispatch/worker/c", "flag x", "flag y"),
    ]


def test_two_places_with_one_role_are_one_dispatcher() -> None:
    """What one of them always answers is always answered."""
    gate = (Gate("b", "flag x"),)
    two = Inventory("1", dispatches=(Dispatch("worker", ("a", "b"), gate), Dispatch("worker", ("b", "c"))))
    assert facts(two, release("worker", "a", "b", "c")) == []
    gated = Inventory("1", dispatches=(Dispatch("worker", ("a", "b"), gate), Dispatch("worker", ("c",))))
    assert [kind for kind, *_ in facts(two, gated)] == ["dispatch_gated"]


def test_a_whole_dispatcher_is_one_change() -> None:
    one = release("bridge", "b", "a")
    assert facts(Inventory("1"), one) == [("dispatcher_added", "dispatch/bridge", None, "a, b")]
    assert facts(one, Inventory("1")) == [("dispatcher_removed", "dispatch/bridge", "a, b", None)]


def test_conditions_of_one_subtype_are_told_together_in_any_order() -> None:
    def gated(*conditions: str) -> Inventory:
        gates = tuple(Gate("a", condition) for condition in conditions)
        return Inventory("1", dispatches=(Dispatch("worker", ("a",), gates),))

    assert facts(gated("flag x", "environment Y"), gated("environment  Y", "flag x", "flag x")) == []
    assert facts(gated("flag x"), gated("flag x", "environment Y")) == [
        ("dispatch_condition_changed", "dispatch/worker/a", "flag x", "environment Y; flag x")
    ]
