"""One entry through the releases, and the keys that someone may mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.errors import InputError
from extractor.history.timeline import history
from extractor.history.trace import find_keys, trace
from extractor.model.schema import Literal, Number, Union
from tests.history.build import ALL, CAT, CODE_ONLY, DOG, FIRST, SECOND, THIRD, compare, obj

HISTORY = history(ALL)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("control_request/ask", ("control_request/ask",)),
        ("ask", ("control_request/ask", "dispatch/worker/ask")),
        ("told", ("message/told",)),
        ("session.error", ("event/session.error",)),
        ("clear", ("slash_command/clear",)),
        ("ask/request.it", ("control_request/ask/request.it",)),
        ("told.pet<type=dog>", ("message/told.pet<type=dog>",)),
    ],
)
def test_a_key_may_be_short(wanted: str, expected: tuple[str, ...]) -> None:
    assert find_keys(HISTORY, wanted) == expected


def test_a_key_that_is_nowhere_is_one_line_with_what_is_near() -> None:
    with pytest.raises(InputError, match=r"sesion\.eror: is in no release .* did you mean event/session\.error$"):
        find_keys(HISTORY, "sesion.eror")
    with pytest.raises(InputError, match="without a key lists them"):
        find_keys(HISTORY, "qqqqqq")


def steps(key: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    found = trace(HISTORY, key, ALL, compare)
    return [(one.old, one.new, [(change.kind, change.path) for change in one.changes]) for one in found.steps]


def test_each_change_of_an_entry_is_told_where_it_happened() -> None:
    ask = "control_request/ask"
    assert steps(ask) == [
        ("2.0.9", "2.0.10", [("request_declared", ask)]),
        (
            "2.0.10",
            "2.0.11",
            [
                ("field_became_optional", f"{ask}/request.it"),
                ("field_added_required", f"{ask}/request.more"),
                ("response_became_acknowledgement", f"{ask}/response"),
            ],
        ),
        ("2.0.11", "2.0.20", [("field_removed", f"{ask}/request.it")]),
    ]


def test_a_place_has_only_its_own_changes() -> None:
    assert steps("control_request/ask/request.more") == [
        ("2.0.10", "2.0.11", [("field_added_required", "control_request/ask/request.more")])
    ]


def test_a_release_that_cannot_tell_is_passed_over() -> None:
    """A change across it is found between the two releases that can tell."""
    changed = replace(
        THIRD, release="2.0.21", messages=(replace(SECOND.messages[0], schema=obj(pet=DOG)),), unresolved=()
    )
    ordered = [SECOND, THIRD, changed]
    found = trace(history(ordered), "message/told", ordered, compare)
    assert [(one.old, one.new) for one in found.steps] == [("2.0.11", "2.0.21")]


def test_a_key_with_a_label_leaves_out_the_other_alternatives() -> None:
    cat = obj(type=Literal(("cat",)), lives=Number())
    other = replace(
        SECOND, release="2.0.12", messages=(replace(SECOND.messages[0], schema=obj(pet=Union((cat, DOG)))),)
    )
    ordered = [SECOND, other]
    found = history(ordered)
    assert [len(trace(found, f"message/told.pet<type={pet}>", ordered, compare).steps) for pet in ("cat", "dog")] == [
        1,
        0,
    ]


def test_only_releases_that_tell_are_compared() -> None:
    assert trace(history([CODE_ONLY, FIRST]), "message/told.pet", [CODE_ONLY, FIRST], compare).steps == ()
    assert CAT != DOG
