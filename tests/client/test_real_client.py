"""The real program understands what the models say, and every frame that it sends is what they expect."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from extractor.acquire import acquire
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from extractor.validate import to_text, validate_files
from tests.client.conversation import PROMPTS, Conversation, converse
from tests.support.packages import import_package
from tests.support.real_program import real_program

pytestmark = pytest.mark.program

RELEASE = "2.1.235"
UNDECLARED = {("get_context_usage", "autocompactSource")}
"""Fields of responses that the program sends and its own schemas of the wire do not have."""


@pytest.fixture(scope="module")
def executable() -> Path:
    """The program itself."""
    return real_program(RELEASE)


@pytest.fixture(scope="module")
def inventory(executable: Path) -> Inventory:
    """What the extractor reads in that very file."""
    found = extract(acquire(str(executable)))
    assert (found.release, found.lost) == (RELEASE, ())
    return found


@pytest.fixture(scope="module")
def package(inventory: Inventory, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The generated package, imported."""
    return import_package(inventory, tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def conversation(package: Any, executable: Path, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    """What was said."""
    note = tmp_path_factory.mktemp("files") / "note.txt"
    note.write_text("a note\n", "utf-8")
    return converse(package, executable, note)


def test_every_request_is_answered_and_every_turn_ends(conversation: Conversation) -> None:
    assert len(conversation.asked) > 12
    assert conversation.unanswered == []
    assert conversation.finished_turns == len(PROMPTS)
    verdicts = Counter(frame["response"]["subtype"] for frame in responses(conversation))
    assert verdicts["success"] > 20
    assert not any("Unsupported" in frame["response"].get("error", "") for frame in responses(conversation))


def test_every_frame_there_and_back(package: Any, conversation: Conversation) -> None:
    for stream, line in conversation.lines:
        message = (package.parse_stdin if stream == "stdin" else package.parse_stdout)(line)
        assert not type(message).__name__.startswith("Unknown"), line[:300]
        assert message.model_dump(by_alias=True, exclude_unset=True) == json.loads(line)
        assert json.loads(message.model_dump_json()) == json.loads(line)
        assert list(undeclared(message)) == []


def test_many_kinds_of_frames_came(conversation: Conversation) -> None:
    kinds = Counter((frame["type"], frame.get("subtype")) for frame in conversation.frames("stdout"))
    wanted = {
        ("system", "init"), ("system", "status"), ("system", "api_retry"), ("result", "success"), ("assistant", None),
        ("user", None), ("stream_event", None), ("control_request", None), ("control_response", None),
    }  # fmt: skip
    assert wanted <= kinds.keys()


def test_each_response_is_what_its_request_declares(package: Any, conversation: Conversation) -> None:
    checked, extra = Counter[str](), set()
    for frame in responses(conversation):
        response = frame["response"]
        subtype = conversation.asked[response["request_id"]]
        spec = package.CONTROL_REQUESTS[subtype]
        if response["subtype"] == "error":
            assert response["error"]
            checked["error"] += 1
        elif spec.response is None:
            assert spec.response_kind == "undeclared" or not response.get("response")
            checked[spec.response_kind] += 1
        else:
            message = spec.response.model_validate(response["response"])
            assert message.model_dump(by_alias=True, exclude_unset=True) == response["response"]
            extra |= {(subtype, name) for name in undeclared(message)}
            checked["schema"] += 1
    assert checked["schema"] > 12
    assert checked["acknowledgement"] > 3
    assert extra <= UNDECLARED


def test_the_recording_is_valid(inventory: Inventory, conversation: Conversation, tmp_path: Path) -> None:
    report = validate_files(inventory, [conversation.write(tmp_path / "recording.ndjson")])
    assert report.frames == len(conversation.lines) > 80
    assert report.exit_code() == 0, to_text(report)
    assert {problem.name for problem in report.of_grade("unknown")} <= {name for _, name in UNDECLARED}
    assert report.of_grade("warning") == []
    assert report.files[0].unanswered == 0
    assert not report.unchecked


def responses(conversation: Conversation) -> list[dict[str, Any]]:
    """The program's answers to what was asked here."""
    return [
        frame
        for frame in conversation.frames("stdout")
        if frame["type"] == "control_response" and frame["response"]["request_id"] in conversation.asked
    ]


def undeclared(value: Any) -> list[str]:
    """The names of fields in a model, and in the models inside it, that are not declared there."""
    if isinstance(value, BaseModel):
        fields = [getattr(value, name) for name in value.model_fields_set if name in type(value).model_fields]
        return [*(value.model_extra or {}), *(name for part in fields for name in undeclared(part))]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [name for part in parts for name in undeclared(part)]
