"""Checks the recorded frames: real ones pass at their release, and each one marked wrong is reported with a reason."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any as Untyped

import pytest

from extractor.inventory import read_inventory
from extractor.model.inventory import Inventory
from extractor.model.schema import Field, Object, Optional, Schema, Union
from extractor.validate import Report, validate_files
from tests.support.protocol_inventory import expected_inventory

FRAMES = Path(__file__).parents[1] / "data" / "frames"
COLLECTED = [json.loads(line) for line in (FRAMES / "collected.ndjson").read_text("utf-8").splitlines()]


@cache
def inventory(release: str) -> Inventory:
    """The inventory of a release whose protocol document is among the test data."""
    return expected_inventory(release)


def of_kind(*kinds: str) -> list[tuple[int, dict[str, Untyped]]]:
    """The collected frames of some kinds, with their line numbers."""
    return [(number, entry) for number, entry in enumerate(COLLECTED, 1) if entry["kind"] in kinds]


def check(entry: dict[str, Untyped], folder: Path, against: Inventory) -> Report:
    """The report on one collected frame."""
    path = folder / "one.ndjson"
    path.write_text(json.dumps({"direction": entry["direction"], "frame": entry["frame"]}) + "\n", "utf-8")
    return validate_files(against, [path])


def reasons(report: Report, *grades: str) -> list[str]:
    """What is said of the first occurrence of each problem of some grades, with its path and hint."""
    problems = [problem for problem in report.problems.values() if problem.grade in grades]
    return [f"{one.path} {one.message}; {one.hint}" for problem in problems for one in problem.occurrences[:1]]


def test_the_whole_recorded_conversation_passes_but_for_the_request_no_release_knows() -> None:
    report = validate_files(inventory("2.1.235"), [FRAMES / "2.1.235.ndjson"])
    assert report.frames == 114
    assert [(one.line, one.path) for problem in report.of_grade("invalid") for one in problem.occurrences] == [
        (113, "$.request.subtype")
    ]
    assert "no control request `no_such`" in reasons(report, "invalid")[0]
    assert report.exit_code() == 1


def test_every_response_of_the_conversation_is_matched_to_its_request() -> None:
    report = validate_files(inventory("2.1.235"), [FRAMES / "2.1.235.ndjson"])
    assert [problem for problem in report.of_grade("warning") if problem.kind == "unmatched_response"] == []
    answered = {model for model, _ in report.summaries if model.startswith("control_response/")}
    asked = {model for model, _ in report.summaries if model.startswith("control_request/")} - {
        "control_request/(unknown)"
    }
    assert {model.split("/")[1] for model in answered} - {"error"} == {model.split("/")[1] for model in asked}
    assert report.files[0].unanswered == 0


def test_what_the_release_does_not_declare_is_counted_in_the_conversation() -> None:
    report = validate_files(inventory("2.1.235"), [FRAMES / "2.1.235.ndjson"])
    assert [(problem.model, problem.name) for problem in report.of_grade("unknown")] == [
        ("control_response/get_context_usage", "autocompactSource")
    ]


OF_THE_TIME = ("2.1.207", "2.1.220", "2.1.228", "2.1.229", "2.1.233", "2.1.283", "2.1.294")
NEAR = [(number, entry) for number, entry in of_kind("recorded", "quoted") if entry["release"] in OF_THE_TIME]


@pytest.mark.parametrize(("number", "entry"), NEAR, ids=[f"line {number}" for number, _ in NEAR])
def test_a_real_frame_of_the_time_is_not_refused(number: int, entry: dict[str, Untyped], tmp_path: Path) -> None:
    assert reasons(check(entry, tmp_path, inventory("2.1.235")), "invalid") == []


CLIENT = of_kind("built-by-client")


@pytest.mark.parametrize(("number", "entry"), CLIENT, ids=[f"line {number}" for number, _ in CLIENT])
def test_what_clients_build_is_right_in_its_keys(number: int, entry: dict[str, Untyped], tmp_path: Path) -> None:
    report = check(entry, tmp_path, inventory("2.1.235"))
    assert reasons(report, "unknown") == []
    assert {problem.kind for problem in report.of_grade("invalid")} <= {"wrong_type"}


EVENTS = of_kind("managed-agents")


@pytest.mark.parametrize(("number", "entry"), EVENTS, ids=[f"line {number}" for number, _ in EVENTS])
def test_session_events_are_known_by_name(number: int, entry: dict[str, Untyped], tmp_path: Path) -> None:
    report = check(entry, tmp_path, inventory("2.1.235"))
    assert reasons(report, "invalid", "unknown") == []
    assert {model for model, _ in report.summaries} == {f"event/{entry['frame']['type']}"}


KEPT = Path(__file__).parents[2] / "inventories"


@pytest.mark.skipif(not (KEPT / "2.1.235").is_dir(), reason="the inventory of 2.1.235 is not kept here")
def test_the_kept_inventory_judges_the_conversation_as_its_document_does() -> None:
    report = validate_files(read_inventory(KEPT / "2.1.235"), [FRAMES / "2.1.235.ndjson"])
    same = validate_files(inventory("2.1.235"), [FRAMES / "2.1.235.ndjson"])
    assert reasons(report, "invalid", "unknown", "warning") == reasons(same, "invalid", "unknown", "warning")
    assert report.unchecked == set()


def _at_2_1_156() -> Inventory:
    """An inventory of the time when a permission had to be given with its input."""
    given = inventory("2.1.113")

    def strict(schema: Schema | None) -> Schema | None:
        if isinstance(schema, Union):
            return Union(tuple(option for one in schema.options if (option := strict(one)) is not None))
        if isinstance(schema, Object):
            fields = (
                Field(one.name, one.schema.inner)
                if one.name == "updatedInput" and isinstance(one.schema, Optional)
                else one
                for one in schema.fields
            )
            return replace(schema, fields=tuple(fields))
        return schema

    allow = next(one for one in inventory("2.1.235").control_requests if one.subtype == "can_use_tool")
    others = tuple(one for one in given.control_requests if one.subtype != "can_use_tool")
    return replace(given, control_requests=(*others, replace(allow, response=strict(allow.response))))


WRONG = {
    96: ("invalid", "$.request_id `request_id` is missing; there is one at $.request.request_id, where it is not read"),
    97: ("invalid", "$.request.systemPrompt expected an array, got the string"),
    98: ("invalid", "$.uuid `uuid` is missing"),
    99: ("unknown", "does not know the type `sdk_control_request`; did you mean `control_request`?"),
    100: ("invalid", "$.response `response` is missing"),
    101: ("invalid", "$.rate_limit_info `rate_limit_info` is missing"),
    102: ("unknown", "$.response.result `result` is not a field"),
    103: ("invalid", "$.request.hooks.PreToolUse[0].hookCallbackIds `hookCallbackIds` is missing"),
    104: ("invalid", "has no control request `tool_use`"),
    105: ("invalid", "$.request_id `request_id` is missing"),
    106: ("invalid", "$.response.response.updatedInput `updatedInput` is missing"),
    107: ("unknown", "does not know `result/completed` (known:"),
    108: ("unknown", "does not know `result/claude_code_result` (known:"),
}
CONTRADICTIONS = of_kind("wrong")


@pytest.mark.parametrize(("number", "entry"), CONTRADICTIONS, ids=[f"line {number}" for number, _ in CONTRADICTIONS])
def test_a_frame_marked_wrong_is_reported_with_a_reason(number: int, entry: dict[str, Untyped], tmp_path: Path) -> None:
    against = _at_2_1_156() if entry["release"] == "2.1.156" else inventory("2.1.235")
    grade, reason = WRONG[number]
    assert [said for said in reasons(check(entry, tmp_path, against), grade) if reason in said] != []


def test_a_payload_under_the_wrong_key_draws_the_right_hint(tmp_path: Path) -> None:
    report = check(COLLECTED[101], tmp_path, inventory("2.1.235"))
    assert any("belongs under `response`, not under `result`" in said for said in reasons(report, "warning"))


@pytest.mark.parametrize("release", ["2.1.113", "2.1.235", "2.1.245"])
def test_known_traps_are_no_traps(release: str, tmp_path: Path) -> None:
    tool_results: list[Untyped] = ["text", {"stdout": ""}, [{"type": "text", "text": "a"}]]
    for result in tool_results:
        frame = {
            "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": []}]},
            "tool_use_result": result,
            "parent_tool_use_id": None,
            "session_id": "s",
            "uuid": "00000000-0000-4000-8000-000000000000",
            "type": "user",
        }
        assert reasons(check({"direction": "stdout", "frame": frame}, tmp_path, inventory(release)), "invalid") == []


def test_an_error_result_may_say_that_it_is_none_and_has_no_result(tmp_path: Path) -> None:
    frame = json.loads(json.dumps(next(entry["frame"] for _, entry in NEAR if entry["frame"]["type"] == "result")))
    frame |= {"subtype": "error_during_execution", "is_error": False, "errors": []}
    frame.pop("result", None)
    assert reasons(check({"direction": "stdout", "frame": frame}, tmp_path, inventory("2.1.235")), "invalid") == []


def test_each_request_names_a_server_in_its_own_way(tmp_path: Path) -> None:
    against = inventory("2.1.235")

    def ask(subtype: str, **fields: Untyped) -> list[str]:
        frame = {"type": "control_request", "request_id": "1", "request": {"subtype": subtype, **fields}}
        return reasons(check({"direction": None, "frame": frame}, tmp_path, against), "invalid")

    assert ask("mcp_reconnect", serverName="s") == []
    assert ask("mcp_reconnect", server_name="s") == [
        "$.request.serverName `serverName` is missing; `server_name` is spelled `serverName` here"
    ]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert ask("mcp_message", server_name="s", message=message) == []
    assert "`serverName` is spelled `server_name` here" in ask("mcp_message", serverName="s", message=message)[0]
