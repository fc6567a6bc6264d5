"""A report: worst first, waived where a waiver is in force, filtered by uses, failing at a threshold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from extractor.diff.compare import diff_inventories
from extractor.diff.judge import fails, judge
from extractor.model.change import Change, Comparison, FailOn, Waiver
from extractor.model.schema import Number, String
from extractor.model.uses import Uses
from tests.diff.build import messages, obj, received

TODAY = date(2031, 5, 1)
BREAKING = Change("type_changed", "message/a", "message/a.x", "to_client", "string", "number")
DANGEROUS = Change("value_added", "message/a", "message/a.y", "to_client", None, '"v"')
SAFE = Change("field_added_optional", "message/a", "message/a.z", "to_client", None, "string")


def comparison(*changes: Change) -> Comparison:
    return Comparison("1", "2", changes)


def test_the_worst_come_first() -> None:
    report = judge(comparison(SAFE, DANGEROUS, BREAKING), today=TODAY)
    assert [one.severity for one in report.judgements] == ["breaking", "dangerous", "safe"]
    assert all(one.reason and one.waiver is None for one in report.judgements)


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ((BREAKING,), {"breaking", "dangerous", "any"}),
        ((DANGEROUS,), {"dangerous", "any"}),
        ((SAFE,), {"any"}),
        ((), set()),
    ],
)
@pytest.mark.parametrize("fail_on", ["breaking", "dangerous", "any", "never"])
def test_a_threshold(changes: tuple[Change, ...], failing: set[FailOn], fail_on: FailOn) -> None:
    assert fails(judge(comparison(*changes), today=TODAY), fail_on) == (fail_on in failing)


def test_a_waived_change_is_shown_and_does_not_fail() -> None:
    waiver = Waiver(BREAKING.id, "agreed with the client team")
    report = judge(comparison(BREAKING), [waiver], today=TODAY)
    assert [one.waiver for one in report.judgements] == [waiver]
    assert not fails(report, "any")
    assert report.unused == report.expired == ()


@pytest.mark.parametrize(("expires", "is_in_force"), [(date(2031, 5, 1), True), (date(2031, 4, 30), False)])
def test_a_waiver_is_in_force_up_to_its_last_day(expires: date, is_in_force: bool) -> None:
    waiver = Waiver(BREAKING.id, "until the next client", expires)
    report = judge(comparison(BREAKING), [waiver], today=TODAY)
    assert fails(report, "breaking") is not is_in_force
    assert report.expired == (() if is_in_force else (waiver,))


def test_a_waiver_that_matches_nothing_is_reported() -> None:
    stale = Waiver("0" * 12, "long gone", date(2020, 1, 1))
    report = judge(comparison(SAFE), [stale], today=TODAY)
    assert (report.unused, report.expired) == ((stale,), ())


def test_an_id_depends_on_kind_path_and_values_and_on_nothing_else() -> None:
    assert replace(BREAKING, flow="both", key="other").id == BREAKING.id
    other_kind, other_path = replace(BREAKING, kind="type_widened"), replace(BREAKING, path="message/a.w")
    assert len({one.id for one in (BREAKING, other_kind, other_path, replace(BREAKING, old="boolean"))}) == 4
    assert BREAKING.id == "c441c85e6464"


def test_with_uses_only_what_touches_them_is_reported() -> None:
    old = messages(("a", obj(x=String(), y=String()), ("stdout",)), ("b", obj(x=String()), ("stdout",)))
    new = messages(("a", obj(x=Number(), y=Number()), ("stdout",)), ("b", obj(x=Number()), ("stdout",)))
    compared = diff_inventories(old, new)
    waived_elsewhere = Waiver(next(one.id for one in compared.changes if one.key == "message/b"), "not used here")
    report = judge(compared, [waived_elsewhere], today=TODAY, uses=Uses("uses.yaml", ("message/a.x",)))
    assert [one.change.path for one in report.judgements] == ["message/a.x"]
    assert [one.path for one in report.shapes] == ["message/a"]
    assert (report.uses, report.unused) == ("uses.yaml", ())


def test_shapes_are_kept_for_what_changed_only() -> None:
    report = judge(diff_inventories(received(obj(x=String())), received(obj(x=Number()))), today=TODAY)
    assert [(one.path, one.old, one.new) for one in report.shapes] == [
        ("message/told", ("{", "  x: string", "}"), ("{", "  x: number", "}"))
    ]
