"""Which releases have everything a program uses, and what the others lack or cannot tell."""

from __future__ import annotations

from extractor.history.support import support
from extractor.history.timeline import history
from extractor.model.history import Lack
from extractor.model.uses import Uses
from tests.history.build import ALL, CODE_ONLY, FIRST, SECOND, THIRD

HISTORY = history(ALL)


def test_the_oldest_release_from_which_all_is_there() -> None:
    found = support(HISTORY, Uses("uses.yaml", ("control_request/ask", "control_request/ask/request.more")))
    assert (found.source, found.oldest, found.never) == ("uses.yaml", "2.0.11", ())
    assert found.lacks == (
        Lack("1.9.0", ("control_request/ask", "control_request/ask/request.more"), ()),
        Lack("2.0.9", (), ("control_request/ask/request.more",)),
        Lack("2.0.10", ("control_request/ask/request.more",), ()),
    )


def test_a_use_that_is_gone_again_has_no_oldest_release() -> None:
    found = support(HISTORY, Uses("u", ("event/session.error",)))
    assert found.oldest is None
    assert [one.release for one in found.lacks] == ["1.9.0", "2.0.9", "2.0.20"]
    assert found.never == ()


def test_a_newest_release_that_cannot_tell_is_not_taken_for_a_yes() -> None:
    found = support(HISTORY, Uses("u", ("message/told",)))
    assert found.oldest is None
    assert found.lacks[-1] == Lack("2.0.20", (), ("message/told",))


def test_a_use_that_no_release_has_is_named() -> None:
    found = support(HISTORY, Uses("u", ("control_request/ask", "control_request/ask/request.nope", "event/none")))
    assert found.never == ("control_request/ask/request.nope", "event/none")


def test_a_request_that_is_only_answered_counts_and_its_fields_cannot_be_told() -> None:
    found = support(history([CODE_ONLY]), Uses("u", ("control_request/hidden", "control_request/hidden/request.x")))
    assert found.lacks == (Lack("2.0.9", (), ("control_request/hidden/request.x",)),)


def test_labels_may_be_written_or_left_out() -> None:
    found = history([FIRST, SECOND])
    for path in ("message/told.pet<type=dog>.barks", "message/told.pet.barks"):
        assert support(found, Uses("u", (path,))).oldest == "2.0.11"
    assert support(found, Uses("u", ("message/told<type=told>.pet",))).oldest == "2.0.10"


def test_everything_in_the_only_release() -> None:
    found = support(history([THIRD]), Uses("u", ("slash_command/compact",)))
    assert (found.oldest, found.lacks) == ("2.0.20", ())
