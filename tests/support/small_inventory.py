"""One small inventory that has something in every section, for golden files."""

from __future__ import annotations

from extractor.model.inventory import (
    ControlRequest,
    Direction,
    Dispatch,
    Emitter,
    Event,
    Evidence,
    Gate,
    Inventory,
    Message,
    Subtype,
    Unresolved,
)
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Field,
    FrozenObject,
    Intersection,
    Literal,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Union,
)


def shape(**fields: Schema) -> Object:
    """An object with these fields."""
    return Object(tuple(Field(*item) for item in fields.items()))


RULE = shape(tool=String(), pattern=Optional(String(patterns=("^[a-z|]+$",))))
TREE = shape(name=String(), children=Optional(Array(Ref("Tree"))))
CHOICE = Union(
    (
        shape(kind=Literal(("allow",)), rules=Array(Ref("Rule"), 1)),
        shape(kind=Literal(("deny",)), reason=Optional(String(max_length=10))),
    ),
    "kind",
)
ASK = Object(
    (
        Field("subtype", Literal(("ask",))),
        Field("tool-name", String(min_length=1)),
        Field("class", Optional(Literal(("a", "b", None)))),
        Field("limit", Default(Number("int", minimum=0), 5)),
        Field("choice", Optional(CHOICE)),
        Field("pair", Optional(Tuple((String(), Number()), Boolean()))),
        Field("extra", Optional(Effect(Record(String(), Any()), ("refinement",)))),
    ),
    "strict",
)
PING = shape(subtype=Literal(("ping",)))
SET = shape(subtype=Literal(("set",)), to=Default(Object(()), FrozenObject(())))
RESULT = shape(
    type=Literal(("result",)), subtype=Literal(("error_a", "error_b")), usage=Optional(Record(String(), Number()))
)
USER = Intersection(
    shape(type=Literal(("user",)), text=Union((String(), Array(Ref("Tree"))))),
    shape(uuid=String("uuid"), at=Catch(Nullable(Number()), None)),
)

SMALL = Inventory(
    release="1.2.3",
    control_requests=(
        ControlRequest("ask", "client", ASK, "schema", shape(ok=Boolean(), tree=Ref("Tree"))),
        ControlRequest("ping", None, PING, "acknowledgement", None, Direction("agent", "inferred")),
        ControlRequest("set", "both", SET, "undeclared"),
    ),
    messages=(
        Message("control_request", shape(
            type=Literal(("control_request",)), request_id=String(),
            request=Union((ASK, PING), "subtype")), ("stdin", "stdout")),
        Message("control_response", shape(type=Literal(("control_response",)), response=Union((
            shape(subtype=Literal(("success",)), request_id=String(), response=Optional(Record(String(), Any()))),
            shape(subtype=Literal(("error",)), request_id=String(), error=String())), "subtype")), ("stdin", "stdout")),
        Message("result/error_a", RESULT, ("stdout",)),
        Message("result/error_b", RESULT, ("stdout",)),
        Message("system/inside", shape(type=Literal(("system",)), subtype=Literal(("inside",))), ()),
        Message("user", USER, ("stdin", "stdout")),
        Message("user", shape(type=Literal(("user",)), replay=Literal((True,)), list=Array(Any())), ("stdout",)),
    ),
    subtypes=(
        Subtype("ask", ("control_request",)),
        Subtype("inside", ("observation",)),
        Subtype("ping", ("control_request",)),
        Subtype("success", ("verdict",)),
    ),
    dispatches=(
        Dispatch("bridge", ("old",)),
        Dispatch("sdk_host", ("ping",)),
        Dispatch("worker", ("ask", "bare"), (Gate("bare", "a && (b | c)"),)),
    ),
    events=(Event("session.error", "sse_parser"), Event("session.archived", "lexical_false_positive")),
    beside_events=("ping",),
    slash_commands=("clear", "help"),
    hook_events=("PreToolUse",),
    emitters=(Emitter("stream", ("type",), ("event",)), Emitter("user", ("type", "uuid"), ("secret",))),
    definitions={"Rule": RULE, "Tree": TREE, "Level": Literal(("low", "high"))},
    unresolved=(Unresolved("message/odd", "a call `x|y` that is not known"),),
    absent=(("registry", "this one <b>has</b> none"),),
    dialect="zod 4",
    evidence={"message/user": (Evidence("cli.js", 10, 20, "schemas"),)},
)  # fmt: skip
