"""Dispatch: a subtype answered, no longer answered, or under a condition; names that a minifier chose never show."""

from __future__ import annotations

import pytest

from extractor.diff.dispatches import stable_condition
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
    old = release("worker", "a", b="process.env.B", c='flag("x")', d='flag("same")')
    new = release("worker", "b", a="process.env.A", c='flag("y")', d='other("same")')
    assert facts(old, new) == [
        ("dispatch_gated", "dispatch/worker/a", None, "process.env.A"),
        ("dispatch_ungated", "dispatch/worker/b", "process.env.B", None),
        ("dispatch_condition_changed", "dispatch/worker/c", '_("x")', '_("y")'),
    ]


def test_a_whole_dispatcher_is_one_change() -> None:
    one = release("bridge", "b", "a")
    assert facts(Inventory("1"), one) == [("dispatcher_added", "dispatch/bridge", None, "a, b")]
    assert facts(one, Inventory("1")) == [("dispatcher_removed", "dispatch/bridge", "a, b", None)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("aB&&process.env.CLAUDE_X", "$q1 && process . env . CLAUDE_X"),
        ("!qe('tengu_flag')", '!Zz("tengu_flag")'),
        ("a.kind===`remote`", 'b2.kind==="remote"'),
        ("typeof a.send", "typeof   b.send"),
    ],
)
def test_minified_names_and_quotes_do_not_count(one: str, other: str) -> None:
    assert stable_condition(one) == stable_condition(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("process.env.A", "process.env.B"),
        ('f("x")', 'f("y")'),
        ("a.kind", "a.type"),
        ("a", "!a"),
        ("CLAUDE_CODE_A", "CLAUDE_CODE_B"),
    ],
)
def test_what_a_condition_says_counts(one: str, other: str) -> None:
    assert stable_condition(one) != stable_condition(other)
