"""Ties the requests inside envelopes (`message/control_request.request<...>`) to the requests themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from extractor.diff.sides import request_flow
from extractor.model.change import Change, Flow, Shared
from extractor.model.inventory import Inventory
from extractor.model.shape_path import without_labels

_ENVELOPED = re.compile(r"\.request<subtype=([A-Za-z0-9_.:-]+)>")
_REQUEST = re.compile(r"control_request/([^/]+)/request")


def tied_to_requests(changes: Iterable[Change], old: Inventory, new: Inventory) -> Iterator[Change]:
    """The changes; one inside an enveloped request travels as that request does and is grouped with it.

    An envelope goes both ways, and holds the shape of every request: judged by the envelope alone, a field
    that only clients send would seem to be received as well. That an envelope holds a request more, or one
    less, is said by the request itself.
    """
    flows = _flows(old, new)
    came_or_went = {one.subtype for one in old.control_requests} ^ {one.subtype for one in new.control_requests}
    for change in changes:
        enveloped = _ENVELOPED.search(change.path)
        direct = _REQUEST.match(change.path)
        if enveloped is not None and enveloped[1] in flows and change.path.startswith("message/"):
            rest = change.path[enveloped.end() :]
            if rest or enveloped[1] not in came_or_went:
                yield _tied(change, enveloped[1], rest, flows[enveloped[1]])
        elif direct is not None and direct[1] in flows:
            yield _tied(change, direct[1], change.path[direct.end() :], change.flow)
        else:
            yield change


def _tied(change: Change, subtype: str, rest: str, flow: Flow) -> Change:
    """The change with the flow of its request; the request itself is its home, unless a shape inside the request is."""
    if change.flow == "inside":
        flow = "inside"
    shared = change.shared
    if shared is None or without_labels(shared.path) == without_labels(rest):
        shared = Shared(f"control_request/{subtype}/request", rest)
    return replace(change, flow=flow, shared=shared)


def _flows(old: Inventory, new: Inventory) -> dict[str, Flow]:
    """The way each request travels, in both releases or in the one that has it."""
    before = {request.subtype: request for request in old.control_requests}
    after = {request.subtype: request for request in new.control_requests}
    return {
        subtype: request_flow(*(one[subtype] for one in (before, after) if subtype in one))
        for subtype in before.keys() | after.keys()
    }
