"""Real releases, fetched once into the user's cache: containers of every kind, the same program on each platform."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter

import pytest

from extractor.acquire import acquire
from extractor.model.bundle import Bundle

pytestmark = pytest.mark.release

NEWEST_CHECKED = "2.1.332"

_LOAD = """
import resource, sys, time
from extractor.acquire import acquire
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
started = time.perf_counter()
bundle = acquire(sys.argv[1])
seconds = time.perf_counter() - started
kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(len(bundle.blob), seconds, kib * 1024)
"""


def scripts(bundle: Bundle) -> list[bytes]:
    return [bundle.text(chunk) for chunk in bundle.chunks if chunk.kind == "script"]


def documents(bundle: Bundle) -> list[bytes]:
    return [bundle.text(chunk) for chunk in bundle.chunks if chunk.kind == "document"]


def imports(bundle: Bundle) -> set[str]:
    found = re.findall(rb'(?:from|import)"(/[^"]*)"', bundle.blob[: bundle.script_end])
    return {name.decode() for name in found}


def literals(bundle: Bundle) -> set[bytes]:
    """The subtypes that schemas of the release name."""
    return set(re.findall(rb'subtype:[\w$]+\("(\w+)"\)', bundle.blob[: bundle.script_end]))


def test_a_plain_release() -> None:
    bundle = acquire("2.1.63")
    assert (bundle.release, bundle.platform, bundle.entry, len(bundle.chunks)) == ("2.1.63", "any", "cli.js", 1)


def test_a_release_in_one_module() -> None:
    bundle = acquire("2.1.235")
    assert (bundle.release, bundle.platform, bundle.container) == ("2.1.235", "linux-x64", "elf section")
    assert bundle.entry is not None
    entry = bundle.chunk_named(bundle.entry)
    assert entry is not None
    assert len(bundle.text(entry)) > 20_000_000
    assert b'"control_request"' in bundle.text(entry)


def test_a_release_in_thousands_of_modules() -> None:
    bundle = acquire(NEWEST_CHECKED)
    assert len(scripts(bundle)) > 3000
    assert len(documents(bundle)) > 100
    assert bundle.entry is not None
    assert bundle.chunk_named(bundle.entry) is not None
    assert all(bundle.chunk_named(name) for name in imports(bundle) if name.endswith(".js"))
    assert any(b"webhook" in text for text in documents(bundle))
    bundle.blob.decode("utf-8")


@pytest.mark.parametrize(("platform", "container"), [("darwin-arm64", "mach-o section"), ("win32-x64", "pe section")])
def test_other_platforms_hold_the_same_program(platform: str, container: str) -> None:
    """Chunk names, minified names and code for one platform alone differ; documents and subtypes do not."""
    ours, other = acquire(NEWEST_CHECKED), acquire(NEWEST_CHECKED, platform=platform)
    assert (other.platform, other.container, other.entry) == (platform, container, ours.entry)
    assert Counter(documents(other)) == Counter(documents(ours))
    assert all(other.chunk_named(name) for name in imports(other) if name.endswith(".js"))
    assert abs(other.script_end - ours.script_end) < 0.02 * ours.script_end
    assert literals(other) == literals(ours)
    assert len(literals(ours)) > 100


@pytest.mark.parametrize(("release", "seconds"), [("2.1.235", 0.15), (NEWEST_CHECKED, 0.4)])
def test_loading_from_the_cache_is_fast_and_small(release: str, seconds: float) -> None:
    acquire(release)
    runs = []
    for _ in range(3):
        command = [sys.executable, "-c", _LOAD, release]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        runs.append([float(word) for word in done.stdout.split()])
    size = runs[0][0]
    assert min(run[1] for run in runs) < seconds
    assert min(run[2] for run in runs) < 1.5 * size
