"""A small inventory of a made-up release, with one of everything that the validation of streams has to tell apart."""

from __future__ import annotations

from extractor.model.inventory import ControlRequest, Dispatch, Event, Inventory, Message
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Field,
    Literal,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Schema,
    String,
    Union,
)
from extractor.validate.frames import FrameChecker, Verdict
from extractor.validate.wording import flaw_path

ANYTHING = Record(String(), Any())


def shape(type_name: str, subtype: str | None = None, **fields: Schema) -> Object:
    """A message's shape."""
    tags = [Field("type", Literal((type_name,)))] + ([Field("subtype", Literal((subtype,)))] if subtype else [])
    return Object((*tags, *(Field(name, schema) for name, schema in fields.items())))


def request(subtype: str, **fields: Schema) -> Object:
    """A request's shape."""
    return Object((Field("subtype", Literal((subtype,))), *(Field(name, one) for name, one in fields.items())))


ALLOW = Object((Field("behavior", Literal(("allow",))), Field("updatedInput", ANYTHING)))
DENY = Object((Field("behavior", Literal(("deny",))), Field("message", String())))
USAGE = request("get_usage", since=Optional(Number()))
PERMISSION = request("can_use_tool", tool_name=String(), input=ANYTHING)
SET_MODE = request("set_mode", mode=Literal(("default", "plan")))
HOOK = request("hook_callback", callback_id=String())

SUCCESS = Object(
    (
        Field("subtype", Literal(("success",))),
        Field("request_id", String()),
        Field("response", Optional(ANYTHING)),
        Field("pending_permission_requests", Optional(Array(Any()))),
    )
)
ERROR = Object((Field("subtype", Literal(("error",))), Field("request_id", String()), Field("error", String())))

INVENTORY = Inventory(
    release="9.9.9",
    control_requests=(
        ControlRequest("can_use_tool", "agent", PERMISSION, "schema", Union((ALLOW, DENY))),
        ControlRequest(
            "get_usage",
            "client",
            USAGE,
            "schema",
            Object((Field("tokens", Number()), Field("cost", Optional(Number())))),
        ),
        ControlRequest("hook_callback", "both", HOOK, "undeclared"),
        ControlRequest("set_mode", "client", SET_MODE, "acknowledgement"),
    ),
    messages=(
        Message("control_cancel_request", shape("control_cancel_request", request_id=String()), ("stdin", "stdout")),
        Message(
            "control_request",
            shape(
                "control_request", request_id=String(), request=Union((USAGE, PERMISSION, SET_MODE, HOOK), "subtype")
            ),
            ("stdin", "stdout"),
        ),
        Message("control_response", shape("control_response", response=Union((SUCCESS, ERROR))), ("stdin", "stdout")),
        Message("keep_alive", shape("keep_alive"), ("stdin", "stdout")),
        Message(
            "result/error_max_turns", shape("result", "error_max_turns", uuid=String(), turns=Number()), ("stdout",)
        ),
        Message(
            "result/success",
            shape("result", "success", uuid=String(), turns=Number(), result=Nullable(String())),
            ("stdout",),
        ),
        Message("system/hidden", shape("system", "hidden", uuid=String()), ()),
        Message(
            "system/init", shape("system", "init", uuid=String(), claude_code_version=Optional(String())), ("stdout",)
        ),
        Message("system/status", shape("system", "status", uuid=String(), busy=Boolean()), ("stdout",)),
        Message("user", shape("user", message=ANYTHING, isReplay=Literal((True,)), uuid=String()), ("stdout",)),
        Message("user", shape("user", message=ANYTHING, session_id=Optional(String())), ("stdin",)),
    ),
    dispatches=(Dispatch("worker", ("end_session", "get_usage", "set_mode")),),
    events=(
        Event("agent.message", "sse_parser"),
        Event("session.archived", "lexical_false_positive"),
        Event("session.idled", "webhook_only"),
    ),
    beside_events=("event_start", "ping"),
    dialect="zod4",
)


def checker() -> FrameChecker:
    """A checker at the start of a conversation."""
    return FrameChecker(INVENTORY)


def told(verdict: Verdict) -> list[str]:
    """The flaws of a verdict as `path kind`."""
    return [f"{flaw_path(flaw)} {flaw.kind}" for flaw in verdict.flaws or ()]
