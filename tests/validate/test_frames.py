"""Tests of how frames find their model: types, subtypes, streams, events, and what is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.model.inventory import Dispatch, Emitter, Inventory, Stream
from extractor.model.schema import Json
from extractor.validate.frames import FrameChecker
from tests.validate.vocabulary import INVENTORY, checker, told


def check(frame: dict[str, Json], stream: Stream | None = None) -> tuple[str, Stream | None, list[str]]:
    """The verdict on one frame of a fresh conversation."""
    verdict = checker().check(frame, stream, 1)
    return verdict.model, verdict.stream, told(verdict)


def test_a_subtype_has_a_model_of_its_own() -> None:
    frame: dict[str, Json] = {"uuid": "u", "busy": True, "subtype": "status", "type": "system"}
    assert check(frame, "stdout") == ("system/status", "stdout", [])
    assert check({**frame, "busy": 1}, "stdout") == ("system/status", "stdout", ["$.busy wrong_type"])


def test_the_stream_of_a_bare_frame_follows_from_its_type() -> None:
    assert check({"type": "system", "subtype": "init", "uuid": "u"})[1] == "stdout"
    assert check({"type": "keep_alive"}) == ("keep_alive", None, [])


def test_one_key_may_have_a_shape_on_each_stream() -> None:
    sent: dict[str, Json] = {"type": "user", "message": {}, "session_id": ""}
    replayed: dict[str, Json] = {"type": "user", "message": {}, "isReplay": True, "uuid": "u"}
    assert check(sent, "stdin")[2] == check(replayed, "stdout")[2] == []
    assert "$.isReplay missing" in check(sent, "stdout")[2]
    assert check(replayed, "stdin")[2] == ["$.isReplay unknown_field", "$.uuid unknown_field"]
    assert check(sent)[2] == check(replayed)[2] == []


def test_a_frame_on_the_wrong_stream_is_checked_all_the_same() -> None:
    frame: dict[str, Json] = {"type": "system", "subtype": "status", "uuid": 5, "busy": True}
    assert check(frame, "stdin")[2] == ["$.uuid wrong_type", "$ wrong_stream"]
    assert check({"type": "system", "subtype": "hidden", "uuid": "u"}, "stdout")[2] == ["$ wrong_stream"]


def test_a_stream_that_a_release_has_no_schemas_for_is_not_checked() -> None:
    written = tuple(replace(one, streams=("stdout",)) for one in INVENTORY.messages if "stdout" in one.streams)
    alone = FrameChecker(replace(INVENTORY, messages=written))
    frame: dict[str, Json] = {"type": "user", "message": {}, "session_id": ""}
    assert told(alone.check(frame, "stdin", 1)) == []
    assert "$.isReplay missing" in told(alone.check(frame, "stdout", 1))


def test_what_is_not_known_is_told_apart() -> None:
    assert check({"type": "news"}) == ("(unknown)", None, ["$.type unknown_type"])
    new: dict[str, Json] = {"type": "result", "subtype": "new", "uuid": "u", "turns": 1}
    assert check(new) == ("result/(unknown)", None, ["$.subtype unknown_subtype"])
    assert check({"type": "system", "subtype": "new", "uuid": "u"})[2] == ["$.subtype unknown_subtype"]


def test_a_new_subtype_is_held_to_what_all_its_siblings_require() -> None:
    assert check({"type": "result", "subtype": "new"})[2] == [
        "$.subtype unknown_subtype",
        "$.turns missing",
        "$.uuid missing",
    ]


@pytest.mark.parametrize(
    ("frame", "flaw"),
    [
        ({}, "$.type missing"),
        ({"type": 5}, "$.type wrong_type"),
        ({"type": ["user"]}, "$.type wrong_type"),
        ({"type": "result"}, "$.subtype missing"),
        ({"type": "result", "subtype": None}, "$.subtype wrong_type"),
        ({"type": "result", "subtype": {}}, "$.subtype wrong_type"),
    ],
)
def test_frames_without_a_usable_type(frame: dict[str, Json], flaw: str) -> None:
    assert check(frame)[2] == [flaw]


def test_events_are_known_by_name() -> None:
    assert check({"type": "agent.message", "content": []}) == ("event/agent.message", None, [])
    assert check({"type": "session.idled"})[2] == []
    assert check({"type": "session.archived"})[2] == check({"type": "agent.mesage"})[2] == ["$.type unknown_type"]
    assert check({"type": "event_start", "event": {"type": "agent.message"}})[2] == []
    assert check({"type": "event_start", "event": {"type": "agent.mesage"}})[2] == ["$.event.type unknown_type"]
    assert check({"type": "ping"})[2] == []


def test_deep_nesting_ends_in_a_flaw() -> None:
    deep: Json = {}
    for _ in range(100_000):
        deep = {"next": deep}
    assert check({"type": "user", "message": {"deep": deep}, "session_id": ""}, "stdin")[2] == []


def test_a_release_without_schemas_is_checked_by_name() -> None:
    early = Inventory(
        "1.0.0",
        dispatches=(Dispatch("worker", ("interrupt",)),),
        emitters=(Emitter("result/success", ("result", "session_id")), Emitter("user", ("message",))),
    )

    def tell(frame: dict[str, Json]) -> tuple[str, list[str]]:
        verdict = FrameChecker(early).check(frame, None, 1)
        return verdict.model, told(verdict)

    assert tell({"type": "user", "message": {}}) == ("user", [])
    assert tell({"type": "result", "subtype": "success", "result": ""}) == (
        "result/success",
        ["$.session_id absent_any"],
    )
    assert tell({"type": "news"}) == ("(unknown)", ["$.type unknown_type"])
    ask: dict[str, Json] = {"type": "control_request", "request_id": "1", "request": {"subtype": "interrupt"}}
    assert tell(ask) == ("control_request/interrupt", [])
    assert tell({**ask, "request": {"subtype": "news"}})[1] == ["$.request.subtype unknown_subtype"]


def test_recursion_in_a_schema_ends_in_a_flaw() -> None:
    from extractor.model.inventory import Message
    from extractor.model.schema import Field, Literal, Object, Optional, Ref

    tree = Object((Field("type", Optional(Literal(("tree",)))), Field("next", Optional(Ref("tree")))))
    inventory = replace(INVENTORY, messages=(Message("tree", Ref("tree"), ("stdout",)),), definitions={"tree": tree})
    deep: dict[str, Json] = {}
    for _ in range(5_000):
        deep = {"next": deep}
    verdict = FrameChecker(inventory).check({"type": "tree", **deep}, None, 1)
    assert (verdict.model, told(verdict)) == ("tree", ["$ too_deep"])


def test_a_value_that_programs_send_beyond_their_own_list_is_shown_and_let_through() -> None:
    from extractor.model.inventory import Message
    from extractor.model.schema import Literal
    from tests.validate.vocabulary import shape

    init = shape("system", "init", apiKeySource=Literal(("user", "oauth")), mode=Literal(("default", "plan")))
    inventory = replace(INVENTORY, messages=(Message("system/init", init, ("stdout",)),))
    frame: dict[str, Json] = {"type": "system", "subtype": "init", "apiKeySource": "none", "mode": "plan"}

    def tell(**fields: Json) -> list[str]:
        return told(FrameChecker(inventory).check({**frame, **fields}, "stdout", 1))

    assert tell() == ["$.apiKeySource unknown_value"]
    assert tell(apiKeySource=5) == ["$.apiKeySource unexpected_value"]
    assert tell(mode="yolo") == ["$.apiKeySource unknown_value", "$.mode unexpected_value"]
