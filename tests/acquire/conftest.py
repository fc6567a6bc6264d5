"""Fixtures of the acquire tests: an empty cache, and an npm that serves only what a test publishes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acquire.fake_npm import FakeNpm


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeNpm:
    """The only npm on PATH; temporary files go to a directory of the test."""
    fake = FakeNpm(tmp_path / "npm")
    monkeypatch.setenv("PATH", str(fake.bin))
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    return fake


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache directory that does not exist yet."""
    return tmp_path / "cache"
