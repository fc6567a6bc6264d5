"""Compares the control requests of two inventories: which there are, who sends them, their fields and answers."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.diff.shapes import ShapeWalk
from extractor.diff.sides import request_flow, reversed_flow, sender_changes, senders
from extractor.model.change import Change, ChangeKind, Flow
from extractor.model.inventory import ControlRequest, Inventory
from extractor.model.normal import Normaliser
from extractor.model.notation import brief
from extractor.model.telling import tells, worker_subtypes


def request_changes(old: Inventory, new: Inventory, walk: ShapeWalk) -> Iterator[Change]:
    """Every change of a control request, its fields, its originator and its response."""
    ours = {request.subtype: request for request in old.control_requests}
    theirs = {request.subtype: request for request in new.control_requests}
    for subtype in sorted(ours.keys() | theirs.keys()):
        key = f"control_request/{subtype}"
        if subtype not in theirs:
            yield _removed(ours[subtype], new, key)
        elif subtype not in ours:
            yield _added(theirs[subtype], old, key)
        else:
            yield from _changed(ours[subtype], theirs[subtype], key, walk)


def _added(request: ControlRequest, old: Inventory, key: str) -> Change:
    """A request without a schema before: new, or answered already and now declared."""
    is_declared = request.subtype in worker_subtypes(old) or _is_untold(request, old)
    kind: ChangeKind = "request_declared" if is_declared else "request_added"
    return Change(kind, key, key, request_flow(request), None, senders(request).text)


def _removed(request: ControlRequest, new: Inventory, key: str) -> Change:
    is_undeclared = request.subtype in worker_subtypes(new) or _is_untold(request, new)
    kind: ChangeKind = "request_undeclared" if is_undeclared else "request_removed"
    return Change(kind, key, key, request_flow(request), senders(request).text, None)


def _is_untold(request: ControlRequest, inventory: Inventory) -> bool:
    """Whether an inventory cannot say if the release has the request.

    A release that declares no requests still dispatches those that a client sends, so only these are told.
    """
    if tells(inventory, "control_requests"):
        return False
    return not (worker_subtypes(inventory) and senders(request).sides == {"client"})


def _changed(old: ControlRequest, new: ControlRequest, key: str, walk: ShapeWalk) -> Iterator[Change]:
    yield from sender_changes(old, new, key)
    flow = request_flow(old, new)
    yield from walk.changes(old.request, new.request, key, f"{key}/request", flow)
    yield from _response_changes(old, new, key, reversed_flow(flow), walk)


def _response_changes(
    old: ControlRequest, new: ControlRequest, key: str, flow: Flow, walk: ShapeWalk
) -> Iterator[Change]:
    path = f"{key}/response"
    if old.response_kind == new.response_kind:
        if old.response is not None and new.response is not None:
            yield from walk.changes(old.response, new.response, key, path, flow)
        return
    match (old.response_kind, new.response_kind):
        case ("undeclared", _):
            kind: ChangeKind = "response_declared"
        case (_, "undeclared"):
            kind = "response_undeclared"
        case (_, "schema"):
            kind = "response_became_schema"
        case _:
            kind = "response_became_acknowledgement"
    yield Change(kind, key, path, flow, _text(old, walk.olds), _text(new, walk.news))


def _text(request: ControlRequest, normal: Normaliser) -> str:
    return request.response_kind if request.response is None else brief(request.response, normal)
