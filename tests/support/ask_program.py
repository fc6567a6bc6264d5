"""Talk to a real CLI program offline: a command comes in, a conversation and its answers go out.

The program runs in a scratch home and folder, with a dummy key, against loopback_api; run the whole test in a
network namespace of its own (`unshare -n`, loopback up) to be certain that nothing leaves the machine.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from tests.support import loopback_api

REFUSAL = "Unsupported control request subtype"
FLAGS = (
    "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
    "--include-partial-messages", "--replay-user-messages", "--permission-prompt-tool", "stdio",
)  # fmt: skip
ENVIRONMENT = {
    "ANTHROPIC_API_KEY": "sk-none",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "IS_SANDBOX": "1",
    "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS": "1",
    "CLAUDE_CODE_MAX_RETRIES": "2",
}
HOOKS = {"PreToolUse": [{"matcher": "Bash", "hookCallbackIds": ["h1"]}], "Stop": [{"hookCallbackIds": ["h2"]}]}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What a program said to each subtype it was asked: an answer, a refusal by name, or nothing at all."""

    answered: tuple[str, ...]
    refused: tuple[str, ...]
    silent: tuple[str, ...]


class Program:
    """One running CLI program; use as a context manager. `frames` keeps what it wrote, `answers` its control
    responses by request id, `recording` every line of the conversation with the stream it went over."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None, flags: Sequence[str] = FLAGS):
        self.frames: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.recording: list[tuple[Literal["stdin", "stdout"], str]] = []
        self._scratch = Path(tempfile.mkdtemp(prefix="program-"))
        home, folder = self._scratch / "home", self._scratch / "work"
        home.mkdir()
        folder.mkdir()
        base = {"PATH": os.environ["PATH"], "HOME": str(home), **ENVIRONMENT}
        base["ANTHROPIC_BASE_URL"] = f"http://127.0.0.1:{loopback_api.start()}"
        self._process = subprocess.Popen(
            [*command, *flags], cwd=folder, env={**base, **(env or {})}, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, *frames: dict[str, Any]) -> None:
        """Queue frames for the program's stdin; a program that has ended does not hear them."""
        lines = [json.dumps(frame) + "\n" for frame in frames]
        self.recording += [("stdin", line) for line in lines]
        self._outbox.put("".join(lines))

    def wait(self, done: Callable[[], bool], seconds: float) -> bool:
        """Wait until `done`, the end of the program or the time: what `done` says then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not done() and self.is_running:
            time.sleep(0.02)
        return done()

    def request(self, subtype: str, seconds: float = 6, **fields: Any) -> dict[str, Any] | None:
        """Send one control request: its response, or None when none came in time."""
        key = f"q-{subtype}"
        self.send(control_request(subtype, **fields))
        self.wait(lambda: key in self.answers, seconds)
        return self.answers.get(key)

    def close(self, seconds: float = 3) -> None:
        """End the conversation and the program, and remove its scratch folders."""
        self._outbox.put(None)
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            while (text := self._outbox.get()) is not None:
                self._process.stdin.write(text)
                self._process.stdin.flush()
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.recording.append(("stdout", line))
            try:
                frame = json.loads(line)
            except ValueError:
                continue
            if not isinstance(frame, dict):
                continue
            self.frames.append(frame)
            if frame.get("type") == "control_response":
                self.answers[str(frame["response"].get("request_id"))] = frame["response"]
            elif frame.get("type") == "control_request":
                self.send({"type": "control_response", "response": _host_reply(frame)})


def control_request(subtype: str, **fields: Any) -> dict[str, Any]:
    """A control request frame; its id is `q-` and the subtype."""
    return {
        "type": "control_request",
        "request_id": f"q-{subtype}",
        "request": {"subtype": subtype, **fields},
    }


def ask(
    command: Sequence[str],
    subtypes: Iterable[str],
    env: Mapping[str, str] | None = None,
    flags: Sequence[str] = FLAGS,
    patience: float = 4,
    initialize: Mapping[str, Any] | None = None,
) -> Verdicts:
    """Send every subtype, with an empty body, to one fresh program, and sort the names by what it said.

    All are sent at once; silence is judged after `patience` seconds without any new answer. A request that ends
    or blocks the session silences those behind it: ask those again, apart.
    """
    wanted = list(dict.fromkeys(subtypes))
    with Program(command, env, flags) as program:
        fields = dict(initialize) if initialize is not None else {"hooks": HOOKS}
        program.request("initialize", 30, **fields)
        rest = [name for name in wanted if name != "initialize"]
        program.send(*(control_request(name) for name in rest))
        heard = -1
        while program.is_running and heard < len(program.answers) and not _all_heard(program, wanted):
            heard = len(program.answers)
            program.wait(lambda: _all_heard(program, wanted), patience)
        answers = {name: program.answers.get(f"q-{name}") for name in wanted}
    return sort_answers(answers)


def sort_answers(answers: Mapping[str, Mapping[str, Any] | None]) -> Verdicts:
    """Sort (subtype, response or None) pairs: refused are those whose error has the words of a refusal."""
    refused = {name for name, reply in answers.items() if reply is not None and REFUSAL in str(reply.get("error", ""))}
    silent = {name for name, reply in answers.items() if reply is None}
    answered = set(answers) - refused - silent
    return Verdicts(tuple(sorted(answered)), tuple(sorted(refused)), tuple(sorted(silent)))


def _all_heard(program: Program, names: Sequence[str]) -> bool:
    return all(f"q-{name}" in program.answers for name in names)


def _host_reply(frame: Mapping[str, Any]) -> dict[str, Any]:
    request, reply = frame["request"], {"subtype": "success", "request_id": frame["request_id"]}
    match request["subtype"]:
        case "can_use_tool":
            reply["response"] = {"behavior": "allow", "updatedInput": request["input"]}
        case "hook_callback":
            reply["response"] = {}
        case _:
            reply |= {"subtype": "error", "error": "unsupported"}
    return reply
