"""The severity table: one row for every kind of change, a verdict with a reason for every direction, no hole."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from extractor.diff.severity import FLOWS, SEVERITIES, TABLE, verdict
from extractor.model.change import Change, ChangeKind, EntryChangeKind, Flow, ShapeChangeKind

KINDS: tuple[ChangeKind, ...] = (*get_args(EntryChangeKind), *get_args(ShapeChangeKind))


def judged(kind: ChangeKind, flow: Flow) -> str:
    return verdict(Change(kind, "message/x", "message/x", flow))[0]


def test_the_table_has_a_row_for_each_kind_and_no_other() -> None:
    assert set(TABLE) == set(KINDS)
    assert len(KINDS) == len(set(KINDS))


def test_the_table_has_a_column_for_each_direction() -> None:
    assert {*FLOWS, "both"} == set(get_args(Flow))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flow", get_args(Flow))
def test_every_change_in_every_direction_has_a_verdict_with_a_sentence(kind: ChangeKind, flow: Flow) -> None:
    severity, reason = verdict(Change(kind, "message/x", "message/x", flow))
    assert severity in SEVERITIES
    assert re.fullmatch(r"[A-Z][^\n]{15,120}\.", reason)


@pytest.mark.parametrize("kind", KINDS)
def test_what_goes_both_ways_is_as_bad_as_the_worse_way(kind: ChangeKind) -> None:
    worst = min((judged(kind, "to_agent"), judged(kind, "to_client")), key=["breaking", "dangerous", "safe"].index)
    assert judged(kind, "both") == worst


@pytest.mark.parametrize("kind", get_args(ShapeChangeKind))
def test_a_shape_that_never_travels_harms_nobody(kind: ChangeKind) -> None:
    assert judged(kind, "inside") == "safe"


PROMISED: list[tuple[ChangeKind, str, str]] = [
    ("field_became_required", "breaking", "safe"),
    ("field_added_required", "breaking", "safe"),
    ("field_added_optional", "safe", "safe"),
    ("field_removed", "dangerous", "breaking"),
    ("field_became_optional", "safe", "breaking"),
    ("value_added", "safe", "dangerous"),
    ("value_removed", "breaking", "safe"),
    ("variant_added", "safe", "dangerous"),
    ("type_changed", "breaking", "breaking"),
    ("type_widened", "safe", "dangerous"),
    ("type_narrowed", "breaking", "safe"),
    ("request_removed", "breaking", "breaking"),
    ("request_added", "safe", "dangerous"),
    ("message_removed", "breaking", "breaking"),
    ("lost_sight", "dangerous", "dangerous"),
]


@pytest.mark.parametrize(("kind", "to_agent", "to_client"), PROMISED)
def test_direction_decides(kind: ChangeKind, to_agent: str, to_client: str) -> None:
    assert (judged(kind, "to_agent"), judged(kind, "to_client")) == (to_agent, to_client)


OPPOSITE: list[tuple[ChangeKind, ChangeKind]] = [
    ("field_became_required", "field_became_optional"),
    ("null_allowed", "null_refused"),
    ("type_widened", "type_narrowed"),
    ("value_added", "value_removed"),
    ("variant_added", "variant_removed"),
    ("constraint_loosened", "constraint_tightened"),
]


@pytest.mark.parametrize(("wider", "narrower"), [*OPPOSITE[1:], ("field_became_optional", "field_became_required")])
def test_accepting_more_is_safe_to_send_and_accepting_less_is_safe_to_receive(
    wider: ChangeKind, narrower: ChangeKind
) -> None:
    assert judged(wider, "to_agent") == judged(narrower, "to_client") == "safe"
    assert judged(narrower, "to_agent") == "breaking"
    assert judged(wider, "to_client") != "safe"
