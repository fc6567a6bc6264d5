"""Fixtures of the fuzzing: the workshop with real zod, esbuild and bun, installed once into a cache folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.fuzz.workshop import Workshop, open_workshop


@pytest.fixture(scope="session")
def workshop() -> Iterator[Workshop]:
    """Where programs are written, bundled and asked about; skipped where there is no npm to install it with."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("needs node and npm")
    opened = open_workshop()
    yield opened
    opened.close()
