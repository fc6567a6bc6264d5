"""The workflow that docs/ offers: its scripts are run against stand-ins for npm, gh and the command."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

WORKFLOW = Path(__file__).parent.parent.parent / "docs" / "workflows" / "protocol-watch.yml"
LOADED: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))
STEPS: dict[str, dict[str, Any]] = {step["name"]: step for step in LOADED["jobs"]["watch"]["steps"] if "name" in step}

STAND_INS = {
    "npm": 'echo "2.1.245"',
    "gh": 'echo "$@" >> gh.log; if [ "$1 $2" = "issue list" ]; then printf "%s" "$OPEN_ISSUE"; fi',
    "extractor": """echo "$@" >> extractor.log; code=0
        while [ $# -gt 0 ]; do
          if [ "$1" = --output ]; then echo "# report" > "$2"; fi
          if [ "$1" = --fail-on ]; then code="${STATUS:-0}"; fi
          shift
        done
        exit "$code" """,
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project that uses the workflow, with the stand-ins on its PATH."""
    (tmp_path / "bin").mkdir()
    for name, script in STAND_INS.items():
        file = tmp_path / "bin" / name
        file.write_text(f"#!/usr/bin/env bash\n{script}\n")
        file.chmod(0o755)
    (tmp_path / ".claude-code-release").write_text("2.1.235\n")
    return tmp_path


def run(step: str, place: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a step's script as a GitHub runner does: bash -e, outputs and summary in files."""
    env = {
        "PATH": f"{place / 'bin'}:{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(place / "outputs"),
        "GITHUB_STEP_SUMMARY": str(place / "summary"),
        **{name: str(value) for name, value in LOADED["env"].items()},
        **environment,
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]]
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False, timeout=30)


def outputs(place: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (place / "outputs").read_text().splitlines())


def test_it_runs_daily_and_by_hand_and_may_only_write_issues() -> None:
    assert set(LOADED[True]) == {"schedule", "workflow_dispatch"}
    assert LOADED["permissions"] == {"contents": "read", "issues": "write"}


def test_no_script_has_a_value_of_github_pasted_into_it() -> None:
    assert all("${{" not in step.get("run", "") for step in LOADED["jobs"]["watch"]["steps"])


@pytest.mark.parametrize(("wanted", "expected"), [("", "2.1.245"), ("2.1.300", "2.1.300")])
def test_the_releases_are_the_kept_one_and_the_latest_or_the_wanted(place: Path, wanted: str, expected: str) -> None:
    assert run("Find the two releases", place, WANTED=wanted).returncode == 0
    assert outputs(place) == {"old": "2.1.235", "new": expected}


@pytest.mark.parametrize("kept", ["", "latest", "2.1.235; rm -rf x", "$(id)"])
def test_what_is_no_release_number_is_refused(place: Path, kept: str) -> None:
    (place / ".claude-code-release").write_text(kept)
    found = run("Find the two releases", place, WANTED="")
    assert found.returncode == 1 and "::error::" in found.stdout
    assert not (place / "outputs").exists()


@pytest.mark.parametrize("status", ["0", "1"])
def test_the_report_is_made_with_what_the_project_keeps(place: Path, status: str) -> None:
    (place / "protocol-uses.yaml").touch()
    (place / "protocol-waivers.yaml").touch()
    assert run("Compare them", place, OLD="2.1.235", NEW="2.1.245", STATUS=status).returncode == 0
    calls = (place / "extractor.log").read_text().splitlines()
    assert len(calls) == 3
    kept = "--uses protocol-uses.yaml --waivers protocol-waivers.yaml"
    assert all(call.startswith(f"diff 2.1.235 2.1.245 {kept} --format ") for call in calls)
    assert outputs(place) == {"status": status}
    assert (place / "summary").read_text() == "# report\n"


def test_without_files_nothing_is_passed(place: Path) -> None:
    assert run("Compare them", place, OLD="2.1.235", NEW="2.1.245").returncode == 0
    assert "--uses" not in (place / "extractor.log").read_text()


@pytest.mark.parametrize("status", ["2", "3"])
def test_a_comparison_that_could_not_work_fails_the_run_and_opens_nothing(place: Path, status: str) -> None:
    assert run("Compare them", place, OLD="2.1.235", NEW="2.1.245", STATUS=status).returncode == int(status)
    assert not (place / "outputs").exists()


@pytest.mark.parametrize(("open_issue", "expected"), [("", "issue create --title"), ("17", "issue edit 17 --title")])
def test_there_is_one_issue_opened_or_updated(place: Path, open_issue: str, expected: str) -> None:
    (place / "report.md").write_text("# report\n")
    found = run(
        "Open or update the issue", place, OLD="2.1.235", NEW="2.1.245", OPEN_ISSUE=open_issue, RUN="https://x.test/1"
    )
    assert found.returncode == 0
    calls = (place / "gh.log").read_text().splitlines()
    assert calls[-1].startswith(f"{expected} Claude Code 2.1.245: protocol changes since 2.1.235")
    assert sum(call.startswith(("issue create", "issue edit")) for call in calls) == 1
    assert "https://x.test/1" in (place / "report.md").read_text()


def test_only_unaccepted_changes_fail_the_run(place: Path) -> None:
    assert STEPS["Fail on what is not accepted"]["if"] == "steps.compare.outputs.status == '1'"
    assert run("Fail on what is not accepted", place).returncode == 1
