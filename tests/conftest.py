"""Options and fixtures of the whole test suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--refresh-golden`: golden files are rewritten from what the code makes now, to be read in the diff."""
    parser.addoption("--refresh-golden", action="store_true", help="rewrite the golden files instead of comparing")


@pytest.fixture
def refresh_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are rewritten in this run."""
    return bool(request.config.getoption("--refresh-golden"))
