"""A loopback stand-in for the Messages API: whole turns of a real program complete offline against it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE: dict[str, Any] = {
    "input_tokens": 12,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 5,
    "service_tier": "standard",
}
TOOL_BLOCK = {"type": "tool_use", "id": "toolu_mock_1", "name": "Bash", "input": {}}
TOOL_INPUT = json.dumps({"command": "touch made.txt && ls", "description": "make a file"})


def start() -> int:
    """Serve on a free loopback port in a daemon thread, and return the port.

    A prompt with "run it" gets one Bash tool call, one with "FAIL529" an overloaded service, any other "done".
    """
    server = _Server(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return int(server.server_address[1])


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a program ends in the middle of a call."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent: tests read stderr."""

    def do_GET(self) -> None:
        self._reply({})

    def do_POST(self) -> None:
        body = self._body()
        if "count_tokens" in self.path:
            self._reply({"input_tokens": 10})
        elif "/v1/messages" not in self.path:
            self._reply({})
        elif "FAIL529" in json.dumps(body.get("messages", [])):
            overloaded = {"type": "overloaded_error", "message": "Overloaded"}
            self._reply({"type": "error", "error": overloaded}, code=529)
        elif body.get("stream"):
            self._send(b"".join(map(_server_sent, _events(body))), "text/event-stream", 200)
        else:
            self._reply(_message(body, [{"type": "text", "text": "done"}], "end_turn"))

    def _body(self) -> dict[str, Any]:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw)
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    def _reply(self, value: dict[str, Any], code: int = 200) -> None:
        self._send(json.dumps(value).encode(), "application/json", code)

    def _send(self, body: bytes, content_type: str, code: int) -> None:
        self.send_response(code)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.send_header("request-id", "req_mock")
        self.end_headers()
        self.wfile.write(body)


def _server_sent(event: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event["type"].encode(), json.dumps(event).encode())


def _message(body: dict[str, Any], content: list[dict[str, Any]], stop: str | None) -> dict[str, Any]:
    return {
        "id": "msg_mock",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "m"),
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": USAGE,
    }


def _wants_tool(body: dict[str, Any]) -> bool:
    messages = body.get("messages", [])
    tools = {tool.get("name") for tool in body.get("tools", [])}
    answered = bool(messages) and "tool_result" in json.dumps(messages[-1])
    return not answered and "Bash" in tools and "run it" in json.dumps(messages[-2:])


def _events(body: dict[str, Any]) -> list[dict[str, Any]]:
    if _wants_tool(body):
        block: dict[str, Any] = TOOL_BLOCK
        delta, stop = {"type": "input_json_delta", "partial_json": TOOL_INPUT}, "tool_use"
    else:
        block = {"type": "text", "text": ""}
        delta, stop = {"type": "text_delta", "text": "done"}, "end_turn"
    return [
        {"type": "message_start", "message": _message(body, [], None)},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
