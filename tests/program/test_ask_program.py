"""The asker itself, tried on a small program that speaks the protocol, and on real programs where there are any."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.ask_program import Program, ask
from tests.support.real_program import real_program

DATA = Path(__file__).parents[1] / "data" / "dispatch"
SMALL = """
import json, sys
for line in sys.stdin:
    frame = json.loads(line)
    key, name = frame["request_id"], frame["request"]["subtype"]
    if name == "crash":
        sys.exit(3)
    if name == "quiet":
        continue
    known = name in ("initialize", "set_model")
    refusal = {"subtype": "error", "error": "Unsupported control request subtype: " + name}
    reply = {"subtype": "success"} if known else refusal
    if name == "broken":
        reply = {"subtype": "error", "error": "a string is needed"}
    print(json.dumps({"type": "control_response", "response": {**reply, "request_id": key}}), flush=True)
"""


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    (tmp_path / "small.py").write_text(SMALL)
    return [sys.executable, str(tmp_path / "small.py")]


def test_answers_refusals_and_silence_are_told_apart(small: list[str]) -> None:
    said = ask(small, ["set_model", "initialize", "broken", "no_such", "quiet"], patience=0.3)
    assert said.answered == ("broken", "initialize", "set_model")
    assert (said.refused, said.silent) == (("no_such",), ("quiet",))


def test_a_program_that_ends_silences_what_is_asked_after_it(small: list[str]) -> None:
    said = ask(small, ["set_model", "crash", "no_such"], patience=0.3)
    assert said.answered == ("set_model",)
    assert said.silent == ("crash", "no_such")


def test_many_questions_do_not_block_the_pipes(small: list[str]) -> None:
    names = [f"name_{index}" for index in range(20_000)]
    assert len(ask(small, names, patience=2).refused) == len(names)


def test_the_scratch_folder_goes_away(small: list[str]) -> None:
    with Program(small) as program:
        assert program.request("set_model") is not None
        scratch = program._scratch
        assert scratch.is_dir()
    assert not scratch.exists()


def _real() -> list[tuple[str, list[str]]]:
    """Releases unpacked under $EXTRACTOR_PROGRAMS as <release>/package/claude or cli.js."""
    folder = Path(os.environ.get("EXTRACTOR_PROGRAMS", "/nonexistent"))
    found = []
    for path in sorted(DATA.glob("*.yaml")):
        package = folder / path.stem / "package"
        if (package / "claude").is_file():
            found.append((path.stem, [str(package / "claude")]))
        elif (package / "cli.js").is_file():
            found.append((path.stem, ["node", str(package / "cli.js")]))
    return found


REAL = _real()
ALWAYS = "2.1.235"
"""The release whose program is fetched where no folder of programs is named."""


@pytest.mark.program
@pytest.mark.parametrize("release", [release for release, _ in REAL] or [ALWAYS])
def test_a_real_program_answers_what_the_data_says(release: str) -> None:
    command = dict(REAL).get(release) or [str(real_program(release))]
    told = yaml.safe_load((DATA / f"{release}.yaml").read_text())
    blocking = {"end_session", "interrupt", *told.get("answered_only_with_a_body", [])}
    said = ask(command, [name for name in told["answered"] + told["refused"] if name not in blocking])
    assert set(said.answered) == set(told["answered"]) - blocking
    assert set(said.refused) == set(told["refused"])
