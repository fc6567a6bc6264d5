"""Compare, side by side in one run: our validation of a recording, and the official Python SDK's parser on the same.

    python benchmarks/validate_throughput.py [--release 2.1.235] [--runs N] [--megabytes N] [--big MEGABYTES]

The recording is the stdout messages of tests/data/frames, repeated; the SDK (PyPI claude-agent-sdk) is installed into a
virtual environment of its own and is given each line as `json.loads` reads it, as its own transport does. Every figure
is of a whole process, the median of N runs taken in turn; all of them keep one core busy, so rates are per second of
CPU, which a busy machine does not blur, and without what the same process takes for an empty recording. What the two
do differs: the SDK makes objects of what it knows and passes over the rest; we check every field and keep count. At
the end one big file shows that our memory does not grow with the recording.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from measure import Run, measure, median

from extractor.paths import cache_directory

ROOT = Path(__file__).parents[1]
FRAMES = ROOT / "tests" / "data" / "frames" / "2.1.235.ndjson"

_JSON = """
import json, sys
for line in open(sys.argv[1], "rb"): json.loads(line)
"""
_SDK = """
import json, sys
from claude_agent_sdk._internal.message_parser import parse_message
for line in open(sys.argv[1], encoding="utf-8"): parse_message(json.loads(line))
"""
_OURS = """
import sys
from pathlib import Path
from extractor.inventory import read_inventory
from extractor.validate import validate_files
report = validate_files(read_inventory(Path(sys.argv[2])), [sys.argv[1]])
assert report.invalid == 0, report.of_grade("invalid")
"""


def main() -> None:
    """Measure and print one table, then the memory of one big file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", default="2.1.235", help="the release whose kept inventory is used")
    parser.add_argument("--runs", type=int, default=5, help="runs of each command (default 5)")
    parser.add_argument("--megabytes", type=int, default=64, help="size of the recording compared on (default 64)")
    parser.add_argument("--big", type=int, default=1024, help="size of the big recording (default 1024, 0: none)")
    options = parser.parse_args()
    inventory = ROOT / "inventories" / options.release
    with tempfile.TemporaryDirectory() as scratch:
        recording, frames = write_recording(Path(scratch) / "recording.ndjson", options.megabytes)
        compare(recording, frames, inventory, options.runs)
        recording.unlink()
        if options.big:
            big, frames = write_recording(Path(scratch) / "big.ndjson", options.big)
            run = measure(ours(big, inventory))
            rate = f"{frames / run.cpu:,.0f} frames/s"
            print(f"\n{options.big} MB, {frames:,} frames: {run.cpu:.1f} s, {rate}, {run.memory:.0f} MiB at the peak")


def compare(recording: Path, frames: int, inventory: Path, runs: int) -> None:
    """Run everything in turn, on the recording and on nothing, and print medians with ratios to ours."""
    nothing = recording.with_name("empty.ndjson")
    nothing.touch()
    taken: dict[tuple[str, Path], list[Run]] = {}
    for _ in range(runs):
        for path in (nothing, recording):
            for name, command in commands(path, inventory).items():
                taken.setdefault((name, path), []).append(measure(command))
    size = recording.stat().st_size / 1e6
    print(f"{frames:,} frames, {size:.0f} MB, median of {runs}; rates and ratio without the start-up")
    print(f"{'':<32} {'start-up s':>10} {'CPU s':>8} {'frames/s':>10} {'MB/s':>7} {'peak MiB':>9} {'ours = 1':>9}")
    ours_alone = 0.0
    for name in commands(recording, inventory):
        start, run = median(taken[name, nothing]), median(taken[name, recording])
        alone = max(1e-9, run.cpu - start.cpu)
        ours_alone = ours_alone or alone
        rates = f"{frames / alone:>10,.0f} {size / alone:>7.1f}"
        print(f"{name:<32} {start.cpu:>10.2f} {run.cpu:>8.2f} {rates} {run.memory:>9.0f} {alone / ours_alone:>9.2f}")


def commands(recording: Path, inventory: Path) -> dict[str, list[str]]:
    """What is compared: ours first."""
    return {
        "extractor validate": ours(recording, inventory),
        "claude-agent-sdk parse_message": [str(sdk_python()), "-c", _SDK, str(recording)],
        "json.loads alone": [sys.executable, "-c", _JSON, str(recording)],
    }


def ours(recording: Path, inventory: Path) -> list[str]:
    """The command that validates a recording against a kept inventory."""
    return [sys.executable, "-c", _OURS, str(recording), str(inventory)]


def sdk_python() -> Path:
    """The Python of an environment that holds the official SDK, made on first use."""
    home = cache_directory(None) / "benchmark-sdk"
    python = home / "bin" / "python"
    if not (home / "done").exists():
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "claude-agent-sdk"], check=True)
        (home / "done").touch()
    return python


def write_recording(path: Path, megabytes: int) -> tuple[Path, int]:
    """A recording of bare stdout messages of about this size, and how many frames it has."""
    entries = [json.loads(line) for line in FRAMES.read_text("utf-8").splitlines()]
    frames = [entry["frame"] for entry in entries if entry["direction"] == "stdout"]
    messages = [frame for frame in frames if not frame["type"].startswith("control_")]
    block = "".join(json.dumps(frame) + "\n" for frame in messages).encode()
    times = max(1, megabytes * 1_000_000 // len(block))
    with path.open("wb") as file:
        for _ in range(times):
            file.write(block)
    return path, times * len(messages)


if __name__ == "__main__":
    main()
