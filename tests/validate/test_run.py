"""Tests of whole recordings: counting, wrappers, transcripts, releases, and memory that does not grow."""

from __future__ import annotations

import gzip
import json
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.errors import InputError
from extractor.model.schema import Json
from extractor.validate import Options, Report, release_of_stream, validate_each, validate_files
from tests.validate.vocabulary import INVENTORY

KEEP_ALIVE: dict[str, Json] = {"type": "keep_alive"}
INIT: dict[str, Json] = {"type": "system", "subtype": "init", "uuid": "u", "claude_code_version": "9.9.9"}


def write(path: Path, *frames: Json, end: str = "\n") -> Path:
    """A recording with these lines."""
    path.write_text("".join(json.dumps(frame) + end for frame in frames), "utf-8")
    return path


def kinds(report: Report) -> list[str]:
    """The kinds of problem in a report."""
    return sorted(problem.kind for problem in report.problems.values())


def test_a_clean_recording(tmp_path: Path) -> None:
    report = validate_files(INVENTORY, [write(tmp_path / "a", KEEP_ALIVE, INIT)])
    assert (report.frames, report.invalid, report.unknown, report.exit_code()) == (2, 0, 0, 0)
    assert {(one.model, one.stream, one.frames) for one in report.summaries.values()} == {
        ("keep_alive", None, 1),
        ("system/init", "stdout", 1),
    }


def test_wrapped_and_bare_frames_may_be_mixed(tmp_path: Path) -> None:
    wrapped: Json = {"direction": "stdin", "frame": KEEP_ALIVE, "note": "anything"}
    unsaid: Json = {"direction": None, "frame": KEEP_ALIVE}
    report = validate_files(INVENTORY, [write(tmp_path / "a", wrapped, KEEP_ALIVE, unsaid)])
    assert kinds(report) == []
    assert {(one.stream, one.frames) for one in report.summaries.values()} == {("stdin", 1), (None, 2)}


def test_damaged_wrappers(tmp_path: Path) -> None:
    sideways: Json = {"direction": "up", "frame": KEEP_ALIVE}
    hollow: Json = {"direction": "stdin", "frame": "keep_alive"}
    assert kinds(validate_files(INVENTORY, [write(tmp_path / "a", sideways)])) == ["unexpected_value"]
    assert kinds(validate_files(INVENTORY, [write(tmp_path / "a", hollow)])) == ["malformed"]


def test_the_stream_of_bare_frames_can_be_given(tmp_path: Path) -> None:
    frame: Json = {"type": "user", "message": {}, "session_id": ""}
    path = write(tmp_path / "a", frame)
    assert validate_files(INVENTORY, [path], Options(stream="stdin")).exit_code() == 0
    assert validate_files(INVENTORY, [path], Options(stream="stdout")).exit_code() == 1


def test_a_malformed_line_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'{"type": "keep_alive"}\r\n\r\noops\n[1]\n5\n{"type": "keep_alive"}\n{"type": "keep_')
    report = validate_files(INVENTORY, [path])
    file = report.files[0]
    assert (file.lines, file.frames, file.malformed, file.invalid) == (6, 2, 4, 4)
    [problem] = report.of_grade("invalid")
    assert [one.line for one in problem.occurrences] == [3, 4, 5, 7]
    assert "one object a line" in problem.occurrences[1].message
    assert "the recording ends here" in problem.occurrences[3].message


def test_a_line_longer_than_the_limit_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "a", {"type": "keep_alive", "x": "x" * 10_000}, KEEP_ALIVE)
    report = validate_files(INVENTORY, [path], Options(line_limit=1_000))
    assert (report.frames, report.files[0].malformed) == (1, 1)


def test_repeated_keys_are_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text('{"type": "user", "type": "keep_alive"}\n')
    report = validate_files(INVENTORY, [path])
    assert (kinds(report), report.exit_code()) == (["duplicate_key"], 0)


def test_exit_codes(tmp_path: Path) -> None:
    unknown = write(tmp_path / "unknown", {"type": "news"})
    invalid = write(tmp_path / "invalid", {"type": 5})
    assert validate_files(INVENTORY, [unknown]).exit_code() == 0
    assert validate_files(INVENTORY, [unknown]).exit_code(fail_on_unknown=True) == 1
    assert validate_files(INVENTORY, [invalid]).exit_code() == 1
    assert validate_files(INVENTORY, [invalid, tmp_path / "missing"]).exit_code() == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    report = validate_files(INVENTORY, [tmp_path / "missing", write(tmp_path / "a", KEEP_ALIVE)])
    assert [file.format for file in report.files] == ["unreadable", "frames"]
    assert report.frames == 1
    [error] = report.errors
    assert str(tmp_path / "missing") in error


TRANSCRIPT: list[dict[str, Json]] = [
    {"type": "summary", "summary": "text", "leafUuid": "u"},
    {"type": "queue-operation", "operation": "enqueue", "sessionId": "s", "timestamp": "t"},
    {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}, "isSnapshotUpdate": False},
    {
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "sessionId": "s",
        "version": "2.1.1",
        "type": "user",
    },
]


@pytest.mark.parametrize("first", range(4))
def test_a_session_transcript_is_named_once(tmp_path: Path, first: int) -> None:
    lines = TRANSCRIPT[first:] + TRANSCRIPT[:first]
    report = validate_files(INVENTORY, [write(tmp_path / "a", *lines * 50)])
    assert report.files[0].format == "transcript"
    assert (report.problems, report.exit_code()) == ({}, 2)
    assert "session transcript" in report.errors[0]
    assert "stream-json" in report.errors[0]


def test_a_session_transcript_has_no_release_of_its_own_either(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="session transcript"):
        release_of_stream(write(tmp_path / "a", *TRANSCRIPT))


def test_transcript_lines_among_frames_are_counted_apart(tmp_path: Path) -> None:
    report = validate_files(INVENTORY, [write(tmp_path / "a", KEEP_ALIVE, *TRANSCRIPT, KEEP_ALIVE)])
    assert (report.frames, report.files[0].transcript_lines, report.exit_code()) == (2, 4, 0)


def test_frames_are_not_taken_for_a_transcript(tmp_path: Path) -> None:
    frame: Json = {"type": "user", "message": {}, "session_id": "s", "uuid": "u", "userType": "x", "sessionId": "s"}
    assert validate_files(INVENTORY, [write(tmp_path / "a", frame)]).files[0].format == "frames"


def test_the_release_is_read_from_the_stream(tmp_path: Path) -> None:
    later = {**INIT, "claude_code_version": "9.9.10"}
    assert release_of_stream(write(tmp_path / "a", KEEP_ALIVE, INIT, later)) == "9.9.9"
    assert release_of_stream(write(tmp_path / "b", {"direction": "stdout", "frame": later})) == "9.9.10"
    (tmp_path / "c").write_bytes(gzip.compress((tmp_path / "a").read_bytes()))
    assert release_of_stream(tmp_path / "c") == "9.9.9"


@pytest.mark.parametrize(
    "frame",
    [
        KEEP_ALIVE,
        {"type": "user", "message": {"claude_code_version": "1.2.3"}},
        {**INIT, "claude_code_version": 5},
        {**INIT, "claude_code_version": ""},
        ["claude_code_version"],
    ],
)
def test_a_stream_that_does_not_say_its_release(tmp_path: Path, frame: Json) -> None:
    with pytest.raises(InputError, match="no system/init frame says which release"):
        release_of_stream(write(tmp_path / "a", frame))


@pytest.mark.parametrize(
    "said", ["../../etc", "/etc/passwd", "latest", "installed", "1.2.3/../../x", "1.2.3\n", "\x1b[31m"]
)
def test_a_recording_cannot_name_a_path_as_its_release(tmp_path: Path, said: str) -> None:
    with pytest.raises(InputError, match="which is no version") as caught:
        release_of_stream(write(tmp_path / "a", {**INIT, "claude_code_version": said}))
    assert str(caught.value).isprintable()


def test_a_recording_of_another_release_is_said_so_once(tmp_path: Path) -> None:
    other = {**INIT, "claude_code_version": "1.0.0"}
    report = validate_files(INVENTORY, [write(tmp_path / "a", other, other)])
    [problem] = report.of_grade("warning")
    assert (problem.kind, problem.frames) == ("other_release", 1)


def test_a_recording_of_ever_new_releases_is_not_kept_count_of(tmp_path: Path) -> None:
    frames: list[Json] = [{**INIT, "claude_code_version": f"1.0.{number}"} for number in range(100)]
    [problem] = validate_files(INVENTORY, [write(tmp_path / "a", *frames)]).of_grade("warning")
    assert problem.frames == 15


def test_what_a_recording_calls_its_requests_names_no_model(tmp_path: Path) -> None:
    frames: list[Json] = []
    for number in range(50):
        name = f"request {number}"
        frames.append({"type": "control_request", "request_id": name, "request": {"subtype": name}})
        frames.append({"type": "control_response", "response": {"subtype": "success", "request_id": name}})
    report = validate_files(INVENTORY, [write(tmp_path / "a", *frames)])
    assert {model for model, _ in report.summaries} == {"control_request/(unknown)", "control_response/(unknown)"}


def test_each_recording_may_have_a_release_of_its_own(tmp_path: Path) -> None:
    newer = replace(INVENTORY, release="9.9.10", messages=())
    path = write(tmp_path / "a", KEEP_ALIVE)
    report = validate_each([(path, INVENTORY), (path, newer)])
    assert [(file.release, file.unknown) for file in report.files] == [("9.9.9", 0), ("9.9.10", 1)]


def test_each_recording_is_a_conversation_of_its_own(tmp_path: Path) -> None:
    ask: Json = {"type": "control_request", "request_id": "1", "request": {"subtype": "get_usage"}}
    report = validate_files(INVENTORY, [write(tmp_path / "a", ask), write(tmp_path / "b", ask)])
    assert kinds(report) == []
    assert [(file.unanswered, file.first_unanswered) for file in report.files] == [(1, [(1, "get_usage")])] * 2


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    path = write(tmp_path / "a", *[KEEP_ALIVE] * 40_000)
    validate_files(INVENTORY, [path], Options(progress=lambda name, lines: told.append((name, lines))))
    assert told == [(str(path), 20_000), (str(path), 40_000)]


def _hostile_frame(dice: random.Random, number: int) -> Json:
    """A frame that is new in every respect: type, fields, ids."""
    name = f"{dice.random()}" * 4
    choices: list[Json] = [
        {"type": name},
        {"type": "result", "subtype": name, name: name},
        {"type": "control_request", "request_id": name, "request": {"subtype": name}},
        {"type": "control_request", "request_id": name, "request": {"subtype": "get_usage", name: 1}},
        {"type": "control_response", "response": {"subtype": "success", "request_id": name, name: {}}},
        {"type": "keep_alive", **{f"{name}{index}": index for index in range(5)}},
        {"type": "user", "message": [name], name: number},
    ]
    return dice.choice(choices)


def test_memory_does_not_grow_with_the_recording(tmp_path: Path) -> None:
    """Every frame is wrong in a new way, so that anything kept for each would be seen."""
    dice = random.Random(1)
    path = tmp_path / "big"
    with path.open("w") as file:
        for number in range(60_000):
            file.write(json.dumps(_hostile_frame(dice, number)) + "\n")
    peaks = []

    def measure(name: str, lines: int) -> None:
        peaks.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    try:
        report = validate_files(INVENTORY, [path], Options(progress=measure))
    finally:
        tracemalloc.stop()
    assert report.frames == 60_000
    assert sum(report.omitted.values()) > 10_000
    assert peaks[2] - peaks[1] < 2_000_000, peaks
    assert len(report.summaries) < 30
