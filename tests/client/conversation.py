"""A conversation with a real program: a generated package and an executable come in, all that was said goes out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tests.support.ask_program import HOOKS, Program

SECONDS = 120
"""How long a whole conversation may last."""

OFFLINE = {"HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1"}
"""Nothing listens there: what would leave the machine fails at once."""

PROMPTS = ("run it", "/cost", "FAIL529")
"""A turn with a tool that needs permission, a command, and a turn in which the service is overloaded."""


@dataclass(slots=True)
class Conversation:
    """Every line with its stream, in order, and the ids that were given to the requests by subtype."""

    lines: list[tuple[Literal["stdin", "stdout"], str]]
    asked: dict[str, str] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)
    finished_turns: int = 0

    def frames(self, stream: str) -> Iterator[dict[str, Any]]:
        """The frames of one stream."""
        return (json.loads(line) for said_on, line in self.lines if said_on == stream)

    def write(self, path: Path) -> Path:
        """The recording as a file that `validate` reads."""
        rows = (f'{{"direction": "{stream}", "frame": {line.strip()}}}\n' for stream, line in self.lines)
        path.write_text("".join(rows), "utf-8")
        return path


def requests(package: Any, note: Path) -> list[Any]:
    """Requests that change nothing outside of the session, as models. `note` is a file that exists."""
    return [
        package.InitializeRequest(hooks=HOOKS),
        package.GetBinaryVersionRequest(),
        package.GetContextUsageRequest(),
        package.GetSessionCostRequest(),
        package.GetSettingsRequest(),
        package.GetUsageRequest(),
        package.GetWorkspaceDiffRequest(),
        package.GetPlanRequest(),
        package.ListModelsRequest(),
        package.McpStatusRequest(),
        package.McpSetServersRequest(servers={}),
        package.ReloadSkillsRequest(),
        package.ReloadPluginsRequest(),
        package.FileSuggestionsRequest(query="a"),
        package.ReadFileRequest(path=str(note)),
        package.SetModelRequest(model="claude-sonnet-4-5"),
        package.SetPermissionModeRequest(mode="default"),
        package.SetMaxThinkingTokensRequest(max_thinking_tokens=1024),
        package.RenameSessionRequest(title="a title"),
        package.ApplyFlagSettingsRequest(settings={}),
        package.BackgroundTasksRequest(),
        package.CancelAsyncMessageRequest(message_uuid="00000000-0000-4000-8000-000000000000"),
        package.RewindFilesRequest(user_message_id="00000000-0000-4000-8000-000000000000", dry_run=True),
        package.StopTaskRequest(task_id="none"),
        package.McpToggleRequest(serverName="none", enabled=True),
    ]


def converse(package: Any, executable: Path, note: Path) -> Conversation:
    """Starts the program, sends each request and waits for its answer, then has a turn for each prompt."""
    end = time.monotonic() + SECONDS
    asked: dict[str, str] = {}
    unanswered: list[str] = []

    def waited(program: Program, done: Callable[[], bool]) -> bool:
        return program.wait(done, max(0.0, min(30.0, end - time.monotonic())))

    with Program([str(executable)], OFFLINE) as program:
        for number, request in enumerate(requests(package, note)):
            key = f"ask-{number}"
            asked[key] = request.subtype
            program.send(package.ControlRequestMessage(request_id=key, request=request).model_dump())
            if not waited(program, lambda key=key: key in program.answers):
                unanswered.append(request.subtype)
        for turn, prompt in enumerate(PROMPTS, 1):
            program.send(user_message(package, prompt))
            waited(program, lambda turn=turn: _results(program) >= turn)
        lines, results = list(program.recording), _results(program)
    return Conversation(lines, asked, unanswered, results)


def user_message(package: Any, prompt: str) -> dict[str, Any]:
    """A prompt as a frame, as the models say it."""
    said = {"type": "user", "message": {"role": "user", "content": prompt}, "parent_tool_use_id": None}
    frame: dict[str, Any] = package.parse_stdin(said).model_dump()
    return frame


def _results(program: Program) -> int:
    return sum(frame.get("type") == "result" for frame in program.frames)
