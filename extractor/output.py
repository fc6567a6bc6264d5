"""Effects on the terminal and on files: results to stdout, progress and errors to stderr, files written atomically."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

from extractor.errors import ExtractorError, InputError

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Progress:
    """Shows on stderr what is being done: a bar on a terminal; elsewhere nothing, or the steps if EXTRACTOR_VERBOSE is set.

    `steps` is how many releases are worked through; the bar is shared out among them.
    """

    def __init__(self, steps: int = 1) -> None:
        self._steps, self._done = max(1, steps), 0
        self._bar: RichProgress | None = _bar() if sys.stderr.isatty() else None
        self._task = self._bar.add_task("starting", total=1.0) if self._bar is not None else None

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def report(self, text: str, share: float | None) -> None:
        """One step: what is being done, and the share of it done from 0 to 1, or None where that is not known."""
        if self._bar is not None and self._task is not None:
            is_known = share is not None or self._steps > 1
            done = (self._done + (share or 0.0)) / self._steps
            self._bar.update(self._task, description=text, total=1.0 if is_known else None, completed=done)
        elif os.environ.get("EXTRACTOR_VERBOSE"):
            print(text, file=sys.stderr)

    def step(self, text: str, done: int) -> None:
        """One of the `steps` is done."""
        self._done = done
        self.report(text, 0.0 if done < self._steps else None)


def _bar() -> RichProgress:
    """A progress bar on stderr. rich is slow to import, so only a terminal pays for it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def fail(error: ExtractorError) -> NoReturn:
    """Say what went wrong in one line on stderr, and exit with the error's code."""
    print(f"error: {error}", file=sys.stderr)
    sys.exit(error.exit_code)


def leave_closed_pipe() -> NoReturn:
    """End as other programs do when whoever reads the output has gone: silently, by the signal where there is one."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())  # what is left is written to nowhere at exit
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    sys.exit(0)


def emit(text: str, output: Path | None = None) -> None:
    """Write a result to stdout, or to a file, whole or not at all."""
    if output is not None:
        write_file(output, text)
        return
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def emit_json(document: object, output: Path | None = None) -> None:
    """Write one JSON document, the same bytes for the same document."""
    emit(json.dumps(document, indent=2, ensure_ascii=True) + "\n", output)


def write_file(path: Path, text: str) -> None:
    """Write a text file so that a reader sees the old text or the new one, never a part; InputError where it cannot."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            fresh.chmod(0o644)
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(str(path), f"it cannot be written ({error.strerror})", "choose another place") from error
