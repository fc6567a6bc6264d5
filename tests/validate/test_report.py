"""Tests of the report: groups, words, hints, the text for people and the JSON document."""

from __future__ import annotations

import io
import json
from pathlib import Path

from rich.console import Console

from extractor.model.schema import Json
from extractor.validate import Report, print_report, to_document, to_text, validate_files
from extractor.validate.flaw import Flaw
from extractor.validate.wording import described, hint, path_text
from tests.validate.vocabulary import INVENTORY


def report_of(folder: Path, *frames: Json) -> Report:
    """The report on a recording."""
    path = folder / "a.ndjson"
    path.write_text("".join(json.dumps(frame) + "\n" for frame in frames), "utf-8")
    return validate_files(INVENTORY, [path])


STATUS: dict[str, Json] = {"type": "system", "subtype": "status", "uuid": "u", "busy": "yes", "new": 1}


def test_a_problem_that_repeats_is_one_with_its_lines(tmp_path: Path) -> None:
    report = report_of(tmp_path, *[STATUS] * 30)
    [invalid], [unknown] = report.of_grade("invalid"), report.of_grade("unknown")
    assert (invalid.where, invalid.frames, len(invalid.occurrences)) == ("$.busy", 30, 20)
    assert (unknown.name, unknown.frames) == ("new", 30)


def test_the_text_names_line_model_path_and_what_is_wrong(tmp_path: Path) -> None:
    text = to_text(report_of(tmp_path, {"type": "keep_alive"}, STATUS, STATUS))
    assert (
        f"{tmp_path}/a.ndjson: 3 frames, 2 invalid, 2 with something unknown, 0 with a warning (release 9.9.9)" in text
    )
    assert 'system/status  $.busy\n      expected a boolean, got the string "yes"\n      line 2, 3\n' in text
    assert "`new` is not a field that 9.9.9 declares here" in text
    assert "keep_alive     -              1         0         0" in text


def test_the_document_is_stable_and_complete(tmp_path: Path) -> None:
    frames: list[Json] = [STATUS, {"type": "news"}, {"type": "keep_alive"}]
    document = to_document(report_of(tmp_path, *frames))
    assert json.dumps(document) == json.dumps(to_document(report_of(tmp_path, *frames)))
    assert list(document) == [
        "format", "valid", "frames", "invalid", "unknown", "files", "summary", "problems", "omitted", "unchecked"
    ]  # fmt: skip
    assert (document["valid"], document["frames"], document["invalid"], document["unknown"]) == (False, 3, 1, 2)
    problems = document["problems"]
    assert isinstance(problems, list)
    assert problems[0] == {
        "grade": "invalid",
        "kind": "wrong_type",
        "model": "system/status",
        "where": "$.busy",
        "name": "",
        "frames": 1,
        "count": 1,
        "occurrences": [
            {
                "file": f"{tmp_path}/a.ndjson",
                "line": 1,
                "path": "$.busy",
                "message": 'expected a boolean, got the string "yes"',
                "hint": None,
                "count": 1,
            }
        ],
    }


def test_a_console_gets_no_markup_and_no_escapes_from_a_recording(tmp_path: Path) -> None:
    evil = "[red]\x1b]0;title\x07[/red]\u202e"
    frame: dict[str, Json] = {**STATUS, evil: 1, "busy": evil}
    report = report_of(tmp_path, frame, {"type": evil}, {"type": "result", "subtype": evil})
    ask: Json = {"type": "control_request", "request_id": evil, "request": {"subtype": evil}}
    report = validate_files(INVENTORY, [tmp_path / "a.ndjson"]) if report_of(tmp_path, frame, ask) else report
    out = io.StringIO()
    print_report(report, Console(file=out, force_terminal=True, color_system="truecolor", width=40))
    plain = Console(file=(second := io.StringIO()), width=40)
    print_report(report, plain)
    assert "\x1b]" not in out.getvalue()
    assert "\u202e" not in out.getvalue()
    assert second.getvalue() == to_text(report)
    assert "[red]" in second.getvalue()


def test_several_files_are_told_apart(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text('{"type": 5}\n')
    text = to_text(validate_files(INVENTORY, [tmp_path / "one", tmp_path / "two"]))
    assert f"at {tmp_path}/one:1, {tmp_path}/two:1" in text


def test_requests_without_a_response_are_listed(tmp_path: Path) -> None:
    ask: Json = {"type": "control_request", "request_id": "1", "request": {"subtype": "get_usage"}}
    assert "1 request without a response: get_usage (line 1)" in to_text(report_of(tmp_path, ask))


def test_what_is_not_checked_is_said(tmp_path: Path) -> None:
    report = report_of(tmp_path, {"type": "keep_alive"})
    report.unchecked.add("pattern /\\p{L}/")
    assert "not checked: pattern /\\p{L}/" in to_text(report)
    assert to_document(report)["unchecked"] == ["pattern /\\p{L}/"]


def test_paths() -> None:
    assert path_text(()) == "$"
    assert path_text(("a", 0, "odd key", "$x", "1")) == '$.a[0]["odd key"].$x["1"]'
    assert path_text(("a\n\x1b",)) == '$["a\\n\\u001b"]'


def test_values_are_described_briefly() -> None:
    assert described({"a": 1, "b": 2}) == "an object (a, b)"
    assert described({str(number): 1 for number in range(9)}) == "an object (0, 1, 2, 3, 4, 5, ...)"
    assert [described(value) for value in ({}, [1], None, True, 1.5)] == [
        "an empty object", "an array of 1", "null", "true", "a number (1.5)"
    ]  # fmt: skip
    assert len(described("x" * 1000)) < 70
    assert described(10**5000) == "a huge number"


def test_hints() -> None:
    missing = Flaw("missing", name="serverName").at("request", "serverName")
    stray = Flaw("unknown_field", name="server_name").at("request", "server_name")
    assert hint(missing, [missing, stray]) == "`server_name` is spelled `serverName` here"
    assert hint(missing, [missing]) is None
    elsewhere = Flaw("unknown_field", name="serverName").at("serverName")
    assert hint(missing, [elsewhere]) == "there is one at $.serverName, where it is not read"
    unlike = Flaw("unknown_field", name="tokens").at("request", "tokens")
    assert hint(missing, [unlike]) is None
    close = Flaw("unexpected_value", found="acceptEdit", allowed=('"acceptEdits"', '"plan"'))
    assert hint(close, []) == "did you mean `acceptEdits`?"
    assert hint(Flaw("unexpected_value", found="yolo", allowed=('"acceptEdits"',)), []) is None
    assert hint(Flaw("unexpected_value", found=5, allowed=('"acceptEdits"',)), []) is None
