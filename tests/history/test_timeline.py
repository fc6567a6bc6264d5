"""Which release has what: by numbers, with spans that claim only what releases that can tell say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InputError
from extractor.history.sizes import size
from extractor.history.timeline import history, spans
from extractor.model.history import HAS_IT, EntryHistory, Span, State
from extractor.model.inventory import ControlRequest, Direction, Inventory, Unresolved
from extractor.render.history_wording import presence
from tests.history.build import ALL, BEFORE, CODE_ONLY, FIRST, SECOND, THIRD, compare, obj

HISTORY = history(ALL, compare)

PRESENCE: Mapping[str, str] = {
    "control_request/ask": "-~+++",
    "control_request/hidden": "-~~--",
    "control_request/told_by_agent": "-?+--",
    "control_request/ask/response": "-?+++",
    "control_request/ask/request.it": "-?++-",
    "control_request/ask/request.more": "-?-++",
    "control_request/ask/response.ok": "-?+--",
    "message/told": "?~++?",
    "message/told.type": "??++?",
    "message/told.pet": "??++?",
    "message/told.pet.lives": "??++?",
    "message/told.pet<type=cat>.lives": "??++?",
    "message/told.pet<type=dog>": "??-+?",
    "message/told.pet<type=dog>.barks": "??-+?",
    "dispatch/worker": "-++++",
    "dispatch/worker/hidden": "-++--",
    "event/session.error": "--++-",
    "slash_command/clear": "--++-",
    "slash_command/compact": "---++",
}


@pytest.mark.parametrize("key", PRESENCE)
def test_who_has_it(key: str) -> None:
    assert presence(HISTORY.entries[key]) == PRESENCE[key]


def test_releases_are_in_the_order_of_their_numbers() -> None:
    assert HISTORY.releases == ("1.9.0", "2.0.9", "2.0.10", "2.0.11", "2.0.20")
    assert list(HISTORY.entries) == sorted(HISTORY.entries)


def test_what_is_no_event_is_no_entry() -> None:
    assert "event/session.archived" not in HISTORY.entries


def test_a_label_is_in_a_key_only_where_it_tells_something_apart() -> None:
    assert "message/told<type=told>.pet" not in HISTORY.entries
    assert "message/told.pet<type=cat>" not in history([FIRST]).entries


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("control_request/ask", (Span("2.0.9", "2.0.20", "1.9.0", None),)),
        ("control_request/ask/request.it", (Span("2.0.10", "2.0.11", "1.9.0", "2.0.20"),)),
        ("control_request/ask/request.more", (Span("2.0.11", "2.0.20", "2.0.10", None),)),
        ("message/told", (Span("2.0.9", "2.0.11", None, None),)),
        ("event/session.error", (Span("2.0.10", "2.0.11", "2.0.9", "2.0.20"),)),
    ],
)
def test_spans(key: str, expected: tuple[Span, ...]) -> None:
    assert HISTORY.entries[key].spans == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("control_request/ask", ("2.0.11", "2.0.20")),
        ("control_request/ask/request.it", ("2.0.11", "2.0.20")),
        ("control_request/ask/response", ("2.0.11",)),
        ("event/session.error", ("2.0.11",)),
        ("message/told.pet", ("2.0.11",)),
        ("message/told.pet.lives", ()),
    ],
)
def test_releases_with_a_change_inside(key: str, expected: tuple[str, ...]) -> None:
    assert HISTORY.entries[key].changed == expected


def test_without_comparison_nothing_is_said_of_changes() -> None:
    assert all(not entry.changed for entry in history(ALL).entries.values())


def test_a_request_without_a_name_makes_the_missing_ones_unknown() -> None:
    unread = replace(SECOND, unresolved=(Unresolved("control_request", "why"), Unresolved("stream/stdout", "why")))
    found = history([FIRST, replace(unread, messages=())])
    assert found.entries["control_request/told_by_agent"].states[1] == "unknown"
    assert found.entries["message/told"].states[1] == "unknown"
    assert found.entries["slash_command/clear"].states[1] == "declared"


def test_a_field_that_could_not_be_read_is_unknown_and_its_neighbours_are_not() -> None:
    unread = replace(SECOND, unresolved=(Unresolved("control_request/ask/request.it", "why"),))
    bare = replace(unread, control_requests=(ControlRequest("ask", "client", obj(), "acknowledgement"),))
    found = history([SECOND, replace(bare, release="2.0.12")])
    assert found.entries["control_request/ask/request.it"].states == ("declared", "unknown")
    assert found.entries["control_request/ask/request.more"].states == ("declared", "missing")


def test_an_answer_that_is_not_declared_is_unknown_with_all_its_fields() -> None:
    silent = replace(FIRST, release="2.0.8", control_requests=(ControlRequest("ask", "client", obj(), "undeclared"),))
    found = history([silent, FIRST])
    assert found.entries["control_request/ask/response"].states == ("unknown", "declared")
    assert found.entries["control_request/ask/response.ok"].states == ("unknown", "declared")
    assert found.entries["control_request/ask/request.it"].states == ("missing", "declared")


def test_an_incomplete_release_denies_nothing() -> None:
    found = history([FIRST, Inventory("2.0.12", lost=("stdout union",))])
    assert {entry.states[1] for key, entry in found.entries.items()} == {"unknown"}


def test_two_inventories_of_one_release_and_none_are_refused() -> None:
    with pytest.raises(InputError, match=r"2\.0\.10: is given twice"):
        history([FIRST, SECOND, FIRST])
    with pytest.raises(InputError, match="no inventory"):
        history([])


def test_sizes_are_counts_or_unknown() -> None:
    assert size(FIRST).requests == {"client": 1, "agent": 1, "both": 0, "unknown": 0}
    assert (size(FIRST).messages, size(FIRST).events, size(FIRST).dispatch_only) == (1, 1, 1)
    assert (size(CODE_ONLY).requests, size(CODE_ONLY).messages, size(CODE_ONLY).dispatch_only) == (None, None, 2)
    assert size(BEFORE).requests == {"client": 0, "agent": 0, "both": 0, "unknown": 0}
    inferred = ControlRequest("x", None, obj(), "undeclared", direction=Direction("agent", "inferred"))
    plain = ControlRequest("y", None, obj(), "undeclared")
    assert size(Inventory("1", (inferred, plain))).requests == {"client": 0, "agent": 1, "both": 0, "unknown": 1}
    assert size(THIRD).messages == 0


STATES: st.SearchStrategy[list[State]] = st.lists(
    st.sampled_from(("declared", "seen", "missing", "unknown")), max_size=9
)


@given(STATES)
def test_spans_cover_exactly_what_is_there_and_are_bounded_by_what_is_not(states: list[State]) -> None:
    releases = [f"1.0.{n}" for n in range(len(states))]
    found = list(spans(releases, states))
    told = [(release, state in HAS_IT) for release, state in zip(releases, states, strict=True) if state != "unknown"]
    names = [release for release, _ in told]
    covered: list[str] = []
    for span in found:
        start, end = names.index(span.since), names.index(span.until)
        covered += names[start : end + 1]
        assert span.before == (names[start - 1] if start else None)
        assert span.after == (names[end + 1] if end + 1 < len(names) else None)
    assert covered == [release for release, has_it in told if has_it]


@given(st.permutations(ALL))
def test_the_order_of_reading_does_not_matter(order: list[Inventory]) -> None:
    assert history(order).entries == history(ALL).entries


def test_an_entry_history_is_the_same_for_equal_facts() -> None:
    assert HISTORY.entries["event/session.error"] == EntryHistory(
        "event/session.error",
        ("missing", "missing", "declared", "declared", "missing"),
        (Span("2.0.10", "2.0.11", "2.0.9", "2.0.20"),),
        ("2.0.11",),
    )
