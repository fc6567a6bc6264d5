"""Checks control traffic: requests against the shape of their subtype, responses against what their request is
declared to be answered with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from extractor.model.inventory import ControlRequest, Originator, Stream
from extractor.model.schema import Json
from extractor.validate.flaw import Flaw, Flaws, is_refused
from extractor.validate.guess import guess_response
from extractor.validate.pending import Asked, Match, Pending
from extractor.validate.wire import Wire

Answer: TypeAlias = tuple[str, Stream | None, Flaws | None]
"""The model's name, the stream as far as it is known, the flaws."""

_STREAM_OF: Mapping[Originator | None, Stream | None] = {"client": "stdin", "agent": "stdout", "both": None, None: None}
_REQUEST, _RESPONSE = "control_request", "control_response"


class Control:
    """The control traffic of one conversation; `pending` holds what is not answered yet."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.pending = Pending()

    def request(self, frame: dict[str, Json], stream: Stream | None, line: int) -> Answer:
        """Check a control request, and remember it for its response."""
        body = frame.get("request")
        subtype = body.get("subtype") if isinstance(body, dict) else None
        if type(subtype) is not str or not isinstance(body, dict):
            return _REQUEST, stream, self._whole(_REQUEST, frame, stream) or [_no_subtype(body)]
        declared = self.wire.requests.get(subtype)
        flaws: Flaws | None
        if declared is not None:
            name = f"{_REQUEST}/{subtype}"
            flaws = self._envelope(frame, stream)
            inner = self.wire.named_check(name, declared.request)(body)
            flaws = _joined(flaws, inner, "request")
            stream, astray = _side(declared, stream)
            flaws = _with(flaws, astray)
        else:
            name, flaws = self._undeclared(frame, subtype, stream)
        return name, stream, _with(flaws, self._remember(frame, subtype, stream, line))

    def _undeclared(self, frame: dict[str, Json], subtype: str, stream: Stream | None) -> tuple[str, Flaws | None]:
        """A request that the registry does not have: one the message's own union takes, one that is dispatched
        without a declared shape, or one that the release refuses."""
        whole = self._whole(_REQUEST, frame, stream)
        if _REQUEST in self.wire.types and not is_refused(whole):
            return f"{_REQUEST}/{subtype}", whole
        if subtype in self.wire.dispatched:
            return f"{_REQUEST}/{subtype}", self._envelope(frame, stream)
        known = tuple(sorted({*self.wire.requests, *self.wire.dispatched}))
        kind = "unknown_request" if self.wire.requests else "unknown_subtype"
        flaw = Flaw("unknown_request", found=subtype, name=subtype, allowed=known)
        if kind == "unknown_subtype":
            flaw = Flaw("unknown_subtype", found=subtype, name=f"{_REQUEST}/{subtype}", allowed=known)
        return f"{_REQUEST}/(unknown)", _with(self._envelope(frame, stream), flaw.at("request", "subtype"))

    def _remember(self, frame: Mapping[str, Json], subtype: str, stream: Stream | None, line: int) -> Flaw | None:
        request_id = frame.get("request_id")
        if not isinstance(request_id, str):
            return None
        earlier = self.pending.ask(request_id, Asked(subtype, stream, line))
        if earlier is None:
            return None
        state = "answered" if earlier.is_answered else "not answered yet"
        note = f"line {earlier.line} asked {earlier.subtype} with the same id ({state})"
        return Flaw("duplicate_id", name=request_id, note=note).at("request_id")

    def cancel(self, frame: Mapping[str, Json], stream: Stream | None) -> None:
        """Note that a request is taken back: it is no longer one without an answer."""
        request_id = frame.get("request_id")
        if isinstance(request_id, str):
            self.pending.cancel(request_id, stream)

    def response(self, frame: dict[str, Json], stream: Stream | None, line: int) -> Answer:
        """Check a control response: its frame, and its payload as the answer to its request."""
        flaws = self._whole(_RESPONSE, frame, stream)
        body = frame.get("response")
        if not isinstance(body, dict):
            return _RESPONSE, stream, flaws or [Flaw("missing", name="response").at("response")]
        request_id = body.get("request_id")
        match = self.pending.answer(request_id, stream) if isinstance(request_id, str) else None
        if match is not None and stream is None and match.asked.stream is not None:
            stream = "stdin" if match.asked.stream == "stdout" else "stdout"
        if match is not None:
            return self._matched(body, match, stream, flaws)
        if body.get("subtype") == "error":
            return f"{_RESPONSE}/error", stream, _with(flaws, _unmatched(request_id, ""))
        return self._unasked(body, request_id, stream, flaws)

    def _matched(self, body: dict[str, Json], match: Match, stream: Stream | None, flaws: Flaws | None) -> Answer:
        subtype = match.asked.subtype
        if match.standing == "answered":
            note = f"the request of line {match.asked.line} ({subtype}) was answered before"
            flaws = _with(flaws, Flaw("duplicate_response", name=str(body.get("request_id")), note=note))
        if body.get("subtype") != "success":
            return f"{_RESPONSE}/error", stream, flaws
        declared = self.wire.requests.get(subtype)
        if declared is not None:
            flaws = _joined(flaws, self.payload(declared, body), "response")
        return f"{_RESPONSE}/{subtype if self.wire.is_request(subtype) else '(unknown)'}", stream, flaws

    def payload(self, declared: ControlRequest, body: Mapping[str, Json]) -> Flaws | None:
        """What is wrong with the payload of a success as the answer to one request; an absent payload is `{}`."""
        payload = body.get("response")
        if payload is None:
            payload = {}
        match declared.response_kind:
            case "schema" if declared.response is not None:
                flaws = self.wire.named_check(f"{_RESPONSE}/{declared.subtype}", declared.response)(payload)
                return _joined(None, flaws, "response")
            case "acknowledgement" if isinstance(payload, dict) and payload:
                return [Flaw("unknown_field", name=key).at("response", key) for key in list(payload)[:8]]
            case _:
                return None

    def _unasked(self, body: dict[str, Json], request_id: Json, stream: Stream | None, flaws: Flaws | None) -> Answer:
        """A response without its request in this recording: its payload may still say what it answers."""
        flaws = _with(flaws, _unmatched(request_id, "success"))
        guessed = guess_response(self.wire, body.get("response"), stream)
        if guessed is None:
            return f"{_RESPONSE}/success", stream, flaws
        return f"{_RESPONSE}/{guessed.subtype}", stream, _joined(flaws, self.payload(guessed, body), "response")

    def _whole(self, kind: str, frame: dict[str, Json], stream: Stream | None) -> Flaws | None:
        models = self.wire.types.get(kind)
        return None if models is None or models.plain is None else self.wire.check_of(models.plain, stream)(frame)

    def _envelope(self, frame: dict[str, Json], stream: Stream | None) -> Flaws | None:
        models = self.wire.types.get(_REQUEST)
        if models is None or models.plain is None:
            return None
        return self.wire.envelope(models.plain, "request", stream)(frame)


def _no_subtype(body: Json | None) -> Flaw:
    if not isinstance(body, dict):
        return Flaw("wrong_type", "an object", body).at("request")
    return Flaw("missing", name="subtype").at("request", "subtype")


def _side(declared: ControlRequest, stream: Stream | None) -> tuple[Stream | None, Flaw | None]:
    """The stream of a request, and what is wrong when it is not the one of its originator."""
    originator = declared.originator
    if originator is None and declared.direction is not None and declared.direction.grade == "declared":
        originator = declared.direction.value
    own = _STREAM_OF[originator]
    if own is None or stream == own:
        return stream, None
    if stream is None:
        return own, None
    note = f"it is the {'client' if own == 'stdin' else 'program'} that sends {declared.subtype}, on {own}"
    return stream, Flaw("wrong_stream", name=declared.subtype, note=note).at("request", "subtype")


def _unmatched(request_id: Json, verdict: str) -> Flaw:
    name = request_id if isinstance(request_id, str) else ""
    return Flaw("unmatched_response", name=name, note=verdict).at("response", "request_id")


def _joined(flaws: Flaws | None, inner: Flaws | None, step: str) -> Flaws | None:
    for flaw in inner or ():
        flaw.path.append(step)
    return [*(flaws or ()), *(inner or ())] or None


def _with(flaws: Flaws | None, one: Flaw | None) -> Flaws | None:
    return flaws if one is None else [*(flaws or ()), one]
