"""Requests: which there are, who sends them, and what their answers became, without claims that cannot be made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.model.change import Shared
from extractor.model.inventory import (
    ControlRequest,
    Direction,
    Dispatch,
    Inventory,
    Message,
    Originator,
    ResponseKind,
)
from extractor.model.schema import Literal, Number, Ref, Schema, String, Union
from tests.diff.build import changes, facts, obj


def request(
    subtype: str = "ask",
    by: Originator | None = "client",
    kind: ResponseKind = "acknowledgement",
    response: Schema | None = None,
    direction: Direction | None = None,
    **fields: Schema,
) -> ControlRequest:
    body = obj(subtype=Literal((subtype,)), **fields)
    return ControlRequest(subtype, by, body, kind, response, direction)


def release(*requests: ControlRequest, worker: tuple[str, ...] = (), absent: bool = False) -> Inventory:
    dispatches = (Dispatch("worker", worker),) if worker else ()
    return Inventory("1", requests, dispatches=dispatches, absent=(("schemas", "it has no schemas"),) if absent else ())


KEY = "control_request/ask"


def test_a_request_that_came_and_one_that_went() -> None:
    assert facts(release(), release(request(by="agent"))) == [("request_added", KEY, None, "agent")]
    assert facts(release(request()), release()) == [("request_removed", KEY, "client", None)]


def test_a_request_that_is_still_answered_is_only_no_longer_declared() -> None:
    worker = ("ask",)
    without, with_it = release(worker=worker), release(request(), worker=worker)
    assert facts(without, with_it) == [("request_declared", KEY, None, "client")]
    assert facts(with_it, without) == [("request_undeclared", KEY, "client", None)]


@pytest.mark.parametrize(
    ("by", "worker", "kind"),
    [
        ("client", ("other",), "request_added"),
        ("client", (), "request_declared"),
        ("agent", ("other",), "request_declared"),
    ],
)
def test_a_release_without_schemas_can_only_deny_what_its_worker_would_answer(
    by: Originator, worker: tuple[str, ...], kind: str
) -> None:
    old, new = release(worker=worker, absent=True), release(request(by=by), worker=worker)
    assert facts(old, new) == [(kind, KEY, None, by)]
    reverse = {"request_added": "request_removed", "request_declared": "request_undeclared"}[kind]
    assert facts(new, old) == [(reverse, KEY, by, None)]


DECLARED, INFERRED = Direction("client", "declared"), Direction("client", "inferred")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (request(), request(by="agent"), [("originator_gained", "to_client"), ("originator_lost", "to_agent")]),
        (request(by="client"), request(by="both"), [("originator_gained", "to_client")]),
        (request(by="both"), request(by="client"), [("originator_lost", "to_client")]),
        (request(by=None), request(by="agent"), [("originator_declared", "to_client")]),
        (request(by="agent"), request(by=None), [("originator_undeclared", "to_client")]),
        (request(by=None, direction=DECLARED), request(by="client"), []),
        (request(by=None, direction=INFERRED), request(by="client"), []),
        (request(by="client"), request(by=None, direction=INFERRED), []),
        (request(by=None, direction=INFERRED), request(by="both"), [("originator_corrected", "both")]),
        (
            request(by=None, direction=DECLARED),
            request(by="agent"),
            [("originator_gained", "to_client"), ("originator_lost", "to_agent")],
        ),
    ],
)  # fmt: skip
def test_who_sends_it(old: ControlRequest, new: ControlRequest, expected: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.flow) for one in changes(release(old), release(new))] == expected


def test_an_inferred_sender_is_shown_as_such() -> None:
    found = changes(release(request(by=None, direction=INFERRED)), release(request(by="both")))
    assert [(one.old, one.new) for one in found] == [("client (inferred)", "both")]


@pytest.mark.parametrize(
    ("old", "new", "kind", "words"),
    [
        ("undeclared", "acknowledgement", "response_declared", ("undeclared", "acknowledgement")),
        ("undeclared", "schema", "response_declared", ("undeclared", "{ok: string}")),
        ("acknowledgement", "schema", "response_became_schema", ("acknowledgement", "{ok: string}")),
        ("schema", "acknowledgement", "response_became_acknowledgement", ("{ok: string}", "acknowledgement")),
        ("schema", "undeclared", "response_undeclared", ("{ok: string}", "undeclared")),
        ("acknowledgement", "undeclared", "response_undeclared", ("acknowledgement", "undeclared")),
    ],
)
def test_what_the_answer_became(old: ResponseKind, new: ResponseKind, kind: str, words: tuple[str, str]) -> None:
    def of(answer: ResponseKind) -> Inventory:
        return release(request(kind=answer, response=obj(ok=String()) if answer == "schema" else None))

    found = changes(of(old), of(new))
    assert [(one.kind, one.path, one.flow, one.old, one.new) for one in found] == [
        (kind, f"{KEY}/response", "to_client", *words)
    ]


@pytest.mark.parametrize(
    ("old", "new", "asked", "answered"),
    [
        ("client", "client", "to_agent", "to_client"),
        ("agent", "agent", "to_client", "to_agent"),
        ("both", "both", "both", "both"),
        (None, None, "both", "both"),
        (None, "agent", "to_client", "to_agent"),
        ("both", "client", "to_agent", "to_client"),
        ("client", "agent", "inside", "inside"),
    ],
)
def test_fields_travel_with_the_sender_and_answers_against_him(
    old: Originator | None, new: Originator | None, asked: str, answered: str
) -> None:
    before = request(by=old, kind="schema", response=obj(ok=String()), it=String())
    after = request(by=new, kind="schema", response=obj(ok=Number()), it=Number())
    found = {one.path: one.flow for one in changes(release(before), release(after)) if one.kind == "type_changed"}
    assert found == {f"{KEY}/request.it": asked, f"{KEY}/response.ok": answered}


def enveloped(*requests: ControlRequest) -> Inventory:
    envelope = obj(type=Literal(("control_request",)), request=Union(tuple(one.request for one in requests)))
    return Inventory("1", requests, (Message("control_request", envelope, ("stdin", "stdout")),))


def test_a_request_in_its_envelope_travels_as_the_request_does_and_is_grouped_with_it() -> None:
    other = request("other", by="agent")
    found = changes(enveloped(request(it=String()), other), enveloped(request(), other))
    assert [(one.path, one.flow) for one in found] == [
        (f"{KEY}/request.it", "to_agent"),
        ("message/control_request.request<subtype=ask>.it", "to_agent"),
    ]
    assert len({one.shared for one in found}) == 1


def test_a_request_that_is_a_definition_in_its_envelope_is_grouped_with_it_all_the_same() -> None:
    def release(*fields: str) -> Inventory:
        inner: dict[str, Schema] = {name: Ref("Inner") for name in fields}
        asked, other = replace(request(), request=obj(subtype=Literal(("ask",)), **inner)), request("other")
        union = Union((Ref("Ask"), Ref("Other")))
        return Inventory(
            "1",
            (asked, other),
            (Message("control_request", obj(request=union), ("stdout",)),),
            definitions={"Ask": asked.request, "Other": other.request, "Inner": obj(x=String())},
        )

    found = changes(release("a"), release("a", "b"))
    assert {one.shared for one in found} == {Shared("control_request/ask/request", ".b")}
    assert len(found) == 2


def test_an_envelope_does_not_tell_again_that_a_request_came() -> None:
    others = (request("other"), request("more", it=String()))
    found = changes(enveloped(*others), enveloped(request(), *others))
    assert [(one.kind, one.path) for one in found] == [("request_added", KEY)]
