"""Run one command as a process of its own and measure it: wall seconds, CPU seconds, peak memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """One finished process: seconds of wall and CPU time, peak resident memory in MiB."""

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


def median(runs: list[Run]) -> Run:
    """The medians of several runs, figure by figure."""
    return Run(*(statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu", "memory")))


__all__ = ["Run", "measure", "median"]
