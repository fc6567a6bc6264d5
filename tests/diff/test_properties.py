"""Laws of comparison, on random inventories: nothing differs from itself, and going back undoes going on."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from extractor.diff.compare import diff_inventories
from extractor.model.change import Change, ChangeKind
from extractor.model.inventory import Inventory
from extractor.model.normal import Normaliser
from extractor.model.notation import lines
from extractor.model.schema import Schema
from tests.diff.build import shape_facts
from tests.diff.random_inventories import TELLING_SCHEMAS, inventories, inventory_and_twin

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
RANDOM = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

OPPOSITES: list[tuple[ChangeKind, ChangeKind]] = [
    ("request_added", "request_removed"), ("request_declared", "request_undeclared"),
    ("originator_gained", "originator_lost"), ("originator_declared", "originator_undeclared"),
    ("response_declared", "response_undeclared"), ("response_became_schema", "response_became_acknowledgement"),
    ("message_added", "message_removed"), ("message_joined", "message_left"),
    ("dispatch_added", "dispatch_removed"), ("dispatch_gated", "dispatch_ungated"),
    ("dispatcher_added", "dispatcher_removed"), ("event_added", "event_removed"),
    ("event_evidence_raised", "event_evidence_lowered"), ("lexical_hit_added", "lexical_hit_removed"),
    ("beside_event_added", "beside_event_removed"),
    ("other_event_added", "other_event_removed"), ("slash_command_added", "slash_command_removed"),
    ("hook_event_added", "hook_event_removed"), ("subtype_added", "subtype_removed"),
    ("emitter_added", "emitter_removed"), ("emitted_field_added", "emitted_field_removed"),
    ("emitted_field_became_certain", "emitted_field_became_uncertain"),
    ("lost_sight", "sight_regained"), ("unresolved_appeared", "unresolved_gone"),
    ("field_became_required", "field_became_optional"), ("null_allowed", "null_refused"),
    ("fallback_added", "fallback_removed"), ("type_widened", "type_narrowed"), ("value_added", "value_removed"),
    ("variant_added", "variant_removed"), ("item_added", "item_removed"),
    ("constraint_tightened", "constraint_loosened"), ("object_closed", "object_opened"),
    ("extra_fields_kept", "extra_fields_dropped"), ("effect_added", "effect_removed"),
]  # fmt: skip
MIRROR: dict[str, str] = {one: other for pair in OPPOSITES for one, other in (pair, pair[::-1])} | {
    "field_added_optional": "field gone", "field_added_required": "field gone",
    "field_removed": "field came", "field_refused": "field came",
}  # fmt: skip
PLAIN: dict[str, str] = {
    "field_added_optional": "field came", "field_added_required": "field came",
    "field_removed": "field gone", "field_refused": "field gone",
}  # fmt: skip


def seen(change: Change) -> tuple[str, str | None, str | None]:
    """A change by kind and values; the label of an alternative in its path may differ by direction."""
    return PLAIN.get(change.kind, change.kind), change.old, change.new


def mirrored(change: Change) -> tuple[str, str | None, str | None]:
    return MIRROR.get(change.kind, change.kind), change.new, change.old


@RANDOM
@given(inventories(with_unresolved=True))
def test_nothing_differs_from_itself(one: Inventory) -> None:
    compared = diff_inventories(one, one)
    assert (compared.changes, compared.renames, compared.shapes) == ((), (), ())


@RANDOM
@given(inventory_and_twin())
def test_order_and_definition_names_never_show(pair: tuple[Inventory, Inventory]) -> None:
    one, twin = pair
    assert diff_inventories(one, twin).changes == diff_inventories(twin, one).changes == ()


@RANDOM
@given(inventories(with_unresolved=True), inventories(with_unresolved=True))
def test_going_back_tells_the_opposite_of_going_on(one: Inventory, other: Inventory) -> None:
    there, back = diff_inventories(one, other).changes, diff_inventories(other, one).changes
    assert Counter(map(mirrored, there)) == Counter(map(seen, back))


@RANDOM
@given(inventories(), inventories())
def test_changes_are_in_order_with_one_id_each_and_never_empty(one: Inventory, other: Inventory) -> None:
    compared = diff_inventories(one, other)
    ids = [change.id for change in compared.changes]
    assert len(set(ids)) == len(ids)
    assert all(change.path.startswith(change.key) for change in compared.changes)
    assert compared.changes == diff_inventories(one, other).changes


@settings(max_examples=800, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TELLING_SCHEMAS, TELLING_SCHEMAS)
def test_there_is_a_change_exactly_where_the_written_shapes_differ(one: Schema, other: Schema) -> None:
    """The notation is written by other code than compares, and says everything a shape accepts."""
    normal = Normaliser({})
    is_same = lines(one, normal) == lines(other, normal)
    assert (shape_facts(one, other) == []) == is_same
