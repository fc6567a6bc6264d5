"""Says who may send a request, how well that is known, and which way its fields and its answer travel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as Choice

from extractor.model.change import Change, Flow
from extractor.model.inventory import ControlRequest

Side = Choice["client", "agent"]
SIDES: tuple[Side, ...] = ("client", "agent")


@dataclass(frozen=True, slots=True)
class Senders:
    """The sides that may send a request; `is_declared` is False for a guess from dispatch. Empty: not known."""

    sides: frozenset[Side]
    is_declared: bool

    @property
    def text(self) -> str | None:
        """The words for it, or None where nothing is known."""
        if not self.sides:
            return None
        word = "both" if len(self.sides) > 1 else next(iter(self.sides))
        return word if self.is_declared else f"{word} (inferred)"


def senders(request: ControlRequest) -> Senders:
    """What the registry says, else what the release's unions say, else what dispatch suggests."""
    value, is_declared = request.originator, True
    if value is None and request.direction is not None:
        value, is_declared = request.direction.value, request.direction.grade == "declared"
    if value is None:
        return Senders(frozenset(), False)
    return Senders(frozenset(SIDES if value == "both" else (value,)), is_declared)


def request_flow(*requests: ControlRequest) -> Flow:
    """The way the fields of a request travel in all these inventories; `inside` if no way is common to them."""
    common = set(SIDES)
    for request in requests:
        known = senders(request).sides
        if known:
            common &= known
    return _flow(common)


def _flow(sides: set[Side]) -> Flow:
    if len(sides) == len(SIDES):
        return "both"
    if not sides:
        return "inside"
    return "to_agent" if "client" in sides else "to_client"


def reversed_flow(flow: Flow) -> Flow:
    """The way the answer to something travels."""
    match flow:
        case "to_agent":
            return "to_client"
        case "to_client":
            return "to_agent"
        case "both" | "inside":
            return flow


def sender_changes(old: ControlRequest, new: ControlRequest, key: str) -> Iterator[Change]:
    """A side that may send the request now and might not before, and the reverse; what was only learned is apart."""
    before, after = senders(old), senders(new)
    if before.sides == after.sides:
        return
    words = (before.text, after.text)
    if not before.sides:
        yield Change("originator_declared", key, key, request_flow(new), *words)
    elif not after.sides:
        yield Change("originator_undeclared", key, key, request_flow(old), *words)
    elif not (before.is_declared and after.is_declared):
        yield Change("originator_corrected", key, key, "both", *words)
    else:
        for side in SIDES:
            flow: Flow = "to_agent" if side == "client" else "to_client"
            if side in after.sides - before.sides:
                yield Change("originator_gained", key, key, flow, *words)
            if side in before.sides - after.sides:
                yield Change("originator_lost", key, key, flow, *words)
