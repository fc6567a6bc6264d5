"""Tests of control traffic: requests, the responses that answer them, and responses that answer nothing."""

from __future__ import annotations

import pytest

from extractor.model.inventory import Stream
from extractor.model.schema import Json
from extractor.validate.frames import FrameChecker
from extractor.validate.pending import Asked, Pending
from tests.validate.vocabulary import checker, told


def ask(subtype: str, request_id: str = "1", **fields: Json) -> dict[str, Json]:
    """A control request."""
    return {"type": "control_request", "request_id": request_id, "request": {"subtype": subtype, **fields}}


def answer(payload: Json = None, request_id: str = "1", **beside: Json) -> dict[str, Json]:
    """A control response that says success; without a payload the key is left out."""
    body: dict[str, Json] = {"subtype": "success", "request_id": request_id, **beside}
    return {"type": "control_response", "response": body if payload is None else {**body, "response": payload}}


def tell(frames: FrameChecker, frame: dict[str, Json], stream: Stream | None = None) -> tuple[str, list[str]]:
    """The model of a frame and its flaws."""
    verdict = frames.check(frame, stream, 1)
    return verdict.model, told(verdict)


def test_a_request_is_checked_as_its_subtype() -> None:
    assert tell(checker(), ask("get_usage")) == ("control_request/get_usage", [])
    assert tell(checker(), ask("get_usage", since="x"))[1] == ["$.request.since wrong_type"]
    assert tell(checker(), ask("set_mode", mode="yolo"))[1] == ["$.request.mode unexpected_value"]
    assert tell(checker(), ask("can_use_tool", tool_name="Bash"))[1] == ["$.request.input missing"]


@pytest.mark.parametrize(
    ("frame", "flaw"),
    [
        ({"type": "control_request"}, "$.request missing"),
        ({"type": "control_request", "request_id": "1", "request": []}, "$.request wrong_type"),
        ({"type": "control_request", "request_id": "1", "request": {}}, "$.request.subtype missing"),
        ({"type": "control_request", "request_id": 1, "request": {"subtype": "get_usage"}}, "$.request_id wrong_type"),
        ({"type": "control_request", "request": {"subtype": "get_usage"}}, "$.request_id missing"),
    ],
)
def test_damaged_requests(frame: dict[str, Json], flaw: str) -> None:
    assert flaw in tell(checker(), frame)[1]


def test_an_unknown_request_is_refused_as_the_program_would() -> None:
    assert tell(checker(), ask("no_such")) == ("control_request/(unknown)", ["$.request.subtype unknown_request"])


def test_a_request_that_is_dispatched_without_a_shape_is_known_by_name() -> None:
    assert tell(checker(), ask("end_session", anything=1)) == ("control_request/end_session", [])


def test_a_request_tells_its_stream_and_belongs_on_it() -> None:
    assert checker().check(ask("get_usage"), None, 1).stream == "stdin"
    assert checker().check(ask("can_use_tool", tool_name="x", input={}), None, 1).stream == "stdout"
    assert checker().check(ask("hook_callback", callback_id="x"), None, 1).stream is None
    assert tell(checker(), ask("get_usage"), "stdout")[1] == ["$.request.subtype wrong_stream"]


def test_a_response_is_checked_as_the_answer_to_its_request() -> None:
    frames = checker()
    tell(frames, ask("get_usage"), "stdin")
    assert tell(frames, answer({"tokens": 5}), "stdout") == ("control_response/get_usage", [])
    tell(frames, ask("get_usage", "2"), "stdin")
    assert tell(frames, answer({"tokens": "5"}, "2"), "stdout")[1] == ["$.response.response.tokens wrong_type"]
    tell(frames, ask("get_usage", "3"), "stdin")
    assert tell(frames, answer(None, "3"), "stdout")[1] == ["$.response.response.tokens missing"]


def test_the_tool_decision_is_a_union_by_behavior() -> None:
    frames = checker()
    for number, (payload, flaws) in enumerate(
        [
            ({"behavior": "allow", "updatedInput": {}}, []),
            ({"behavior": "allow"}, ["$.response.response.updatedInput missing"]),
            ({"behavior": "ask"}, ["$.response.response.behavior unexpected_value"]),
            ({"behavior": "deny", "message": "no", "more": 1}, ["$.response.response.more unknown_field"]),
        ]
    ):
        tell(frames, ask("can_use_tool", str(number), tool_name="x", input={}), "stdout")
        assert tell(frames, answer(payload, str(number)), "stdin")[1] == flaws  # type: ignore[arg-type]


def test_an_acknowledgement_has_no_payload_to_speak_of() -> None:
    frames = checker()
    for number, (payload, flaws) in enumerate(
        [(None, []), ({}, []), ({"x": 1}, ["$.response.response.x unknown_field"])]
    ):
        tell(frames, ask("set_mode", str(number), mode="plan"), "stdin")
        assert tell(frames, answer(payload, str(number)), "stdout") == ("control_response/set_mode", flaws)  # type: ignore[arg-type]


def test_an_undeclared_response_may_hold_anything() -> None:
    frames = checker()
    tell(frames, ask("hook_callback", callback_id="x"), "stdout")
    assert tell(frames, answer({"anything": [1]}), "stdin") == ("control_response/hook_callback", [])


def test_an_error_needs_no_payload() -> None:
    frames = checker()
    tell(frames, ask("get_usage"), "stdin")
    error: dict[str, Json] = {"subtype": "error", "request_id": "1", "error": "no"}
    assert tell(frames, {"type": "control_response", "response": error}, "stdout") == ("control_response/error", [])
    del error["error"]
    assert tell(checker(), {"type": "control_response", "response": error})[1][0] == "$.response.error missing"


def test_pending_prompts_sit_beside_the_response() -> None:
    frames = checker()
    tell(frames, ask("get_usage"), "stdin")
    assert tell(frames, answer({"tokens": 1}, pending_permission_requests=[{}]), "stdout")[1] == []
    tell(frames, ask("get_usage"), "stdin")
    inside: Json = {"tokens": 1, "pending_permission_requests": []}
    assert "$.response.response.pending_permission_requests unknown_field" in tell(frames, answer(inside), "stdout")[1]


@pytest.mark.parametrize("frame", [{"type": "control_response"}, {"type": "control_response", "response": 5}])
def test_damaged_responses(frame: dict[str, Json]) -> None:
    assert any(flaw.startswith("$.response ") for flaw in tell(checker(), frame)[1])


def test_a_response_to_nothing_is_a_warning() -> None:
    verdict = checker().check(answer({"anything": 1}), "stdout", 1)
    assert told(verdict) == ["$.response.request_id unmatched_response"]
    assert {flaw.grade for flaw in verdict.flaws or ()} == {"warning"}


def test_a_tag_says_what_an_unmatched_response_answers() -> None:
    frame = answer({"behavior": "allow"})
    for stream in ("stdin", None):
        model, flaws = tell(checker(), frame, stream)  # type: ignore[arg-type]
        assert model == "control_response/can_use_tool"
        assert "$.response.response.updatedInput missing" in flaws
    assert tell(checker(), frame, "stdout")[0] == "control_response/success"


def test_each_side_numbers_its_own_requests() -> None:
    frames = checker()
    tell(frames, ask("get_usage"), "stdin")
    assert tell(frames, ask("can_use_tool", tool_name="x", input={}), "stdout")[1] == []
    assert tell(frames, answer({"behavior": "deny", "message": ""}), "stdin") == ("control_response/can_use_tool", [])
    assert tell(frames, answer({"tokens": 1}), "stdout") == ("control_response/get_usage", [])


def test_the_program_may_repeat_the_answer_it_was_given() -> None:
    frames = checker()
    tell(frames, ask("can_use_tool", tool_name="x", input={}), "stdout")
    given = answer({"behavior": "deny", "message": ""})
    assert tell(frames, given, "stdin")[1] == tell(frames, given, "stdout")[1] == []


def test_a_second_answer_and_a_second_request_with_the_same_id_are_warnings() -> None:
    frames = checker()
    tell(frames, ask("get_usage"), "stdin")
    tell(frames, answer({"tokens": 1}), "stdout")
    assert tell(frames, answer({"tokens": 1}), "stdout")[1] == ["$ duplicate_response"]
    assert tell(frames, ask("get_usage"), "stdin")[1] == ["$.request_id duplicate_id"]


def test_bare_frames_are_matched_too() -> None:
    frames = checker()
    tell(frames, ask("get_usage"))
    verdict = frames.check(answer({"tokens": 1}), None, 2)
    assert (verdict.model, verdict.stream, told(verdict)) == ("control_response/get_usage", "stdout", [])


def test_a_cancelled_request_is_not_waited_for() -> None:
    frames = checker()
    tell(frames, ask("can_use_tool", tool_name="x", input={}), "stdout")
    assert len(frames.control.pending.unanswered()) == 1
    assert tell(frames, {"type": "control_cancel_request", "request_id": "1"}, "stdout")[1] == []
    assert frames.control.pending.unanswered() == []


def test_ids_that_are_no_strings_are_not_remembered() -> None:
    frames = checker()
    for request_id in (None, 5, [], {}):
        tell(frames, {**ask("get_usage"), "request_id": request_id})
        tell(frames, {"type": "control_response", "response": {"subtype": "success", "request_id": request_id}})
    assert frames.control.pending.unanswered() == []


def test_the_table_of_requests_is_bounded() -> None:
    pending = Pending(open_limit=10, answered_limit=3)
    for number in range(100):
        pending.ask(str(number), Asked("get_usage", "stdin", number))
    assert (len(pending.unanswered()), pending.forgotten) == (10, 90)
    assert pending.answer("0", "stdout") is None
    for number in range(90, 100):
        assert pending.answer(str(number), "stdout") is not None
    assert pending.answer("90", "stdout") is None
    assert pending.answer("99", "stdout") is not None
