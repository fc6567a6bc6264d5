"""What a program uses: the file that says so, and which changes touch it."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.diff.uses_file import read_uses_file
from extractor.errors import InputError
from extractor.model.change import Change, ChangeKind, Flow
from extractor.model.uses import Uses

FILE = """
control_requests:
  initialize: [hooks, agents.*.model, '["odd name"]']
  can_use_tool: {request: [tool_name], response: [behavior]}
  interrupt: {response:}
  set_model:
messages:
  system/init: [model]
  user:
events: [session.error]
hook_events: [PreToolUse]
slash_commands: [compact]
"""


def test_a_file_becomes_paths(tmp_path: Path) -> None:
    (tmp_path / "uses.yaml").write_text(FILE)
    assert read_uses_file(tmp_path / "uses.yaml") == Uses(
        "uses.yaml",
        (
            "control_request/can_use_tool/request.tool_name",
            "control_request/can_use_tool/response.behavior",
            "control_request/initialize/request.agents.*.model",
            "control_request/initialize/request.hooks",
            'control_request/initialize/request["odd name"]',
            "control_request/interrupt/response",
            "control_request/set_model",
            "event/session.error",
            "hook_event/PreToolUse",
            "message/system/init.model",
            "message/user",
            "slash_command/compact",
        ),
    )


def test_whole_entries_may_be_a_plain_list(tmp_path: Path) -> None:
    (tmp_path / "uses.yaml").write_text("control_requests: [interrupt]\n")
    assert read_uses_file(tmp_path / "uses.yaml").paths == ("control_request/interrupt",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names nothing"),
        ("[a]", "names nothing"),
        ("events: []", "names nothing"),
        ("requests: [a]", "unknown section 'requests'"),
        ("events: session.error", "must be a list of names"),
        ("messages: {user: 3}", "must be a list of names"),
        ("control_requests: {a: {answer: [x]}}", "must be a list of names"),
        ("events: [", "is not YAML"),
    ],
)
def test_each_mistake_is_one_line(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "uses.yaml").write_text(text)
    with pytest.raises(InputError, match=problem):
        read_uses_file(tmp_path / "uses.yaml")


R, M = "control_request/r/request", "message/m"
TOUCHED: list[tuple[str, ChangeKind, str, Flow, bool]] = [
    (f"{R}.a.b", "type_changed", f"{R}.a.b", "to_agent", True),
    (f"{R}.a.b", "value_added", f"{R}.a.b.c", "to_agent", True),
    (f"{R}.a.b", "field_removed", f"{R}.a", "to_agent", True),
    (f"{R}.a.b", "type_changed", f"{R}.a.bc", "to_agent", False),
    (f"{R}.a.b", "type_changed", f"{R}.z", "to_agent", False),
    (f"{R}.a.b", "field_added_required", f"{R}.z", "to_agent", True),
    (f"{R}.a.b", "field_added_required", f"{R}.a.z", "both", True),
    (f"{R}.a.b", "field_became_required", f"{R}.other.z", "to_agent", False),
    (f"{R}.a.b", "field_added_required", f"{R}.z", "to_client", False),
    (f"{R}.a.b", "field_added_optional", f"{R}.z", "to_agent", False),
    (f"{R}.a.b", "request_removed", "control_request/r", "to_agent", True),
    (f"{R}.a.b", "response_undeclared", "control_request/r/response", "to_client", False),
    ("control_request/r", "response_undeclared", "control_request/r/response", "to_client", True),
    ("control_request/r", "request_removed", "control_request/rr", "to_client", False),
    (f"{M}.x[].y", "type_changed", f"{M}.x[]<type=text>.y", "to_client", True),
    (f"{M}.x[]<type=text>.y", "type_changed", f"{M}.x[]<type=text>.y", "to_client", True),
    (f"{M}.x[]<type=text>.y", "type_changed", f"{M}.x[]<type=image>.y", "to_client", False),
    (M, "emitter_removed", "emitter/m", "to_client", True),
    ("event/a.b", "event_removed", "event/a.b", "to_client", True),
    ("event/a.b", "event_removed", "event/a.bc", "to_client", False),
    (f"{R}.a", "dispatch_removed", "dispatch/worker/r", "to_agent", True),
    (f"{R}.a", "dispatch_removed", "dispatch/worker/s", "to_agent", False),
    (M, "dispatch_removed", "dispatch/worker/m", "to_agent", False),
]


@pytest.mark.parametrize(("used", "kind", "path", "flow", "is_touched"), TOUCHED)
def test_what_touches_a_use(used: str, kind: ChangeKind, path: str, flow: Flow, is_touched: bool) -> None:
    key = "/".join(path.split("/")[:2]) if path.startswith("control_request") else path.split(".")[0]
    if path.startswith(("event", "dispatch")):
        key = path
    assert Uses("x", (used,)).is_touched_by(Change(kind, key, path, flow)) is is_touched


def test_a_whole_dispatcher_touches_what_it_answered() -> None:
    gone = Change("dispatcher_removed", "dispatch/worker", "dispatch/worker", "to_agent", "a, r")
    assert Uses("x", (f"{R}.a",)).is_touched_by(gone)
    assert not Uses("x", ("control_request/q",)).is_touched_by(gone)
