"""Run one command as a process of its own and measure it: wall seconds, CPU seconds, peak memory, copies of it included."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_PAUSE = 0.004


@dataclass(frozen=True)
class Run:
    """One finished process: seconds of wall and CPU time (its copies' too), its own peak resident memory in MiB."""

    wall: float
    cpu: float
    memory: float


def measure(command: list[str], env: dict[str, str] | None = None, limit: float = 600) -> Run:
    """One run of `command`, its output thrown away; RuntimeError with its stderr where it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **(env or {})}
    )
    assert process.stderr is not None
    deadline = time.monotonic() + limit
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or time.monotonic() > deadline:
        raise RuntimeError(f"{command[0]} failed ({process.returncode}): {message.decode(errors='replace')[-400:]}")
    return Run(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def peak_memory(command: list[str]) -> float | None:
    """The peak in MiB of what a command and the processes it starts hold together, shared pages once (their PSS).

    None where the system does not tell. Looked at every few milliseconds, so a run for this is not one for times.
    """
    if not (_PROC / "self" / "smaps_rollup").exists():
        return None
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(_proportional, _family(process.pid))))
        time.sleep(_PAUSE)
    return peak / 1024


def _family(process: int) -> list[int]:
    """A process and all that it has started, directly or not."""
    try:
        children = (_PROC / str(process) / "task" / str(process) / "children").read_text().split()
    except OSError:
        return [process]
    return [process, *(one for child in children for one in _family(int(child)))]


def _proportional(process: int) -> int:
    """The KiB of a process, of what it shares its part."""
    try:
        lines = (_PROC / str(process) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def median(runs: list[Run]) -> Run:
    """The medians of several runs, figure by figure."""
    return Run(*(statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu", "memory")))


__all__ = ["Run", "measure", "median", "peak_memory"]
