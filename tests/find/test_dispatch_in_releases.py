"""Dispatch in real releases: what the programs themselves answered, the roles, the platforms, the audit, and time."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from extractor.acquire import acquire
from extractor.find import dispatch
from extractor.find.dispatch import FoundDispatch
from extractor.model.bundle import Bundle
from extractor.syntax import Source

pytestmark = pytest.mark.release

DATA = sorted((Path(__file__).parents[1] / "data" / "dispatch").glob("*.yaml"))
SECONDS = 4
"""A bound that only something gone quadratic passes: it takes well under one second."""


@cache
def bundle(release: str, platform: str | None = None) -> Bundle:
    return acquire(release, platform=platform)


@cache
def places(release: str) -> tuple[FoundDispatch, ...]:
    return tuple(dispatch.find(Source(bundle(release))))


def told(path: Path) -> dict[str, Any]:
    document = yaml.safe_load(path.read_text())
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("path", DATA, ids=[path.stem for path in DATA])
def test_the_worker_serves_what_the_program_answers(path: Path) -> None:
    said = told(path)
    (worker,) = [place for place in places(path.stem) if place.role == "worker"]
    assert {branch.subtype for branch in worker.branches} == {*said["answered"], *said["gated"]}
    gated = {branch.subtype for branch in worker.branches if branch.condition is not None}
    assert set(said["gated"]) <= gated


@pytest.mark.parametrize("path", DATA, ids=[path.stem for path in DATA])
def test_gates_name_what_opened_them_in_the_program(path: Path) -> None:
    """Environment variables and flags that made the running program answer stand in the condition."""
    (worker,) = [place for place in places(path.stem) if place.role == "worker"]
    conditions = {branch.subtype: branch.condition or "" for branch in worker.branches}
    for subtype, known in told(path)["gated"].items():
        words = [word.strip(",") for word in known.split() if "_" in word]
        named = conditions[subtype]
        assert words and (all(word in named for word in words) or "does not name" in named)


@pytest.mark.parametrize("release", ["2.0.77", "2.1.160", "2.1.300", "2.1.332"])
def test_gates_in_what_a_called_function_returns(release: str) -> None:
    """Programs answer `rewind_files` that it is not enabled, and `claim_session` that it is for waiting processes."""
    (worker,) = [place for place in places(release) if place.role == "worker"]
    conditions = {branch.subtype: branch.condition for branch in worker.branches}
    assert conditions["rewind_files"] is not None
    assert conditions.get("claim_session") in (None, 'launchOptions.spareClaimState() is "parked"')
    assert ("claim_session" in conditions) == (conditions.get("claim_session") is not None)
    assert conditions.get("stage_file") in (None, "env CLAUDE_CODE_REMOTE_SESSION_ID")
    assert ("stage_file" in conditions) == (conditions.get("stage_file") is not None)
    assert conditions.get("reload_plugins") is None, "only one of its fields may be refused"


def test_the_roles_of_one_release() -> None:
    found = {place.role: {branch.subtype for branch in place.branches} for place in places("2.1.235")}
    assert set(found) == {"worker", "bridge", "direct_connect", "remote_manager", "sdk_host"}
    assert found["sdk_host"] - found["worker"] == {
        "can_use_tool",
        "elicitation",
        "hook_callback",
        "host_auth_token_refresh",
        "oauth_token_refresh",
        "request_user_dialog",
    }
    assert found["bridge"] - found["worker"] == {"set_color"}
    assert found["direct_connect"] == {"can_use_tool"}
    assert found["remote_manager"] == {"can_use_tool", "request_user_dialog"}


@pytest.mark.parametrize("path", DATA, ids=[path.stem for path in DATA])
def test_no_minified_name_is_in_a_condition(path: Path) -> None:
    for place in places(path.stem):
        for branch in place.branches:
            for word in (branch.condition or "").replace("(", " ").replace(")", " ").replace(".", " ").split():
                assert len(word) > 3 or word in ("is", "not", "and", "or", "env", "on", "off", "by", "a", "the", "of")


@pytest.mark.parametrize("platform", ["darwin-arm64", "win32-x64"])
def test_every_platform_dispatches_the_same(platform: str) -> None:
    other = dispatch.find(Source(bundle("2.1.332", platform)))
    assert [place.entry() for place in other] == [place.entry() for place in places("2.1.332")]


@pytest.mark.parametrize("release", ["2.1.112", "2.1.235", "2.1.270"])
def test_the_audit_finds_the_same(release: str) -> None:
    audited = dispatch.find(Source(bundle(release), whole=True))
    assert [place.entry() for place in audited] == [place.entry() for place in places(release)]


@pytest.mark.parametrize("release", ["2.1.235", "2.1.332"])
def test_it_takes_little_time(release: str) -> None:
    source = Source(bundle(release))
    start = time.process_time()
    dispatch.find(source)
    assert time.process_time() - start < SECONDS
