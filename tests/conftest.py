"""Options and fixtures of the whole test suite."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--refresh-golden`: golden files are rewritten from what the code makes now, to be read in the diff."""
    parser.addoption("--refresh-golden", action="store_true", help="rewrite the golden files instead of comparing")


@pytest.fixture
def refresh_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are rewritten in this run."""
    return bool(request.config.getoption("--refresh-golden"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With EXTRACTOR_NO_SKIP set, as in CI, a test that is skipped has failed: what it needs should have been there."""
    report = yield
    if report.skipped and os.environ.get("EXTRACTOR_NO_SKIP") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {call.excinfo.value if call.excinfo else 'no reason given'}"
    return report
