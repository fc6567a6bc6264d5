"""Checks frames one by one: an object and its stream come in, the model that applies and the flaws go out."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.model.inventory import Inventory, Stream
from extractor.model.schema import Json
from extractor.validate.contradictions import let_through
from extractor.validate.flaw import Flaw, Flaws
from extractor.validate.requests import Control
from extractor.validate.scalars import one_of
from extractor.validate.wire import Model, TypeModels, Wire

Frame = dict[str, Json]

UNTYPED = "(no type)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a frame was checked as, on which stream it runs (None: either), and its flaws, if any."""

    model: str
    stream: Stream | None
    flaws: Flaws | None


class FrameChecker:
    """Checks the frames of one conversation, in order, against one inventory."""

    def __init__(self, inventory: Inventory, wire: Wire | None = None) -> None:
        self.wire = wire or Wire(inventory)
        self.control = Control(self.wire)

    def knows(self, frame: Frame) -> bool:
        """Whether the inventory has the frame's type at all."""
        kind = frame.get("type")
        return isinstance(kind, str) and (kind in self.wire.types or kind in self.wire.events)

    def check(self, frame: Frame, stream: Stream | None, line: int) -> Verdict:
        """The verdict on one frame. `stream` is where it was recorded, None when the recording does not say."""
        try:
            model, known_stream, flaws = self._check(frame, stream, line)
        except RecursionError:
            kind = frame.get("type")
            return Verdict(kind if isinstance(kind, str) else UNTYPED, stream, [Flaw("too_deep")])
        return Verdict(model, known_stream, flaws or None)

    def _check(self, frame: Frame, stream: Stream | None, line: int) -> tuple[str, Stream | None, Flaws | None]:
        kind = frame.get("type")
        if type(kind) is not str:
            return UNTYPED, stream, [self._no_type(frame)]
        if kind == "control_request":
            return self.control.request(frame, stream, line)
        if kind == "control_response":
            return self.control.response(frame, stream, line)
        models = self.wire.types.get(kind)
        if models is None:
            return self._nameless(frame, kind, stream)
        if stream is not None and stream not in self.wire.streams:
            return kind, stream, None
        if kind == "control_cancel_request":
            self.control.cancel(frame, stream)
        return self._message(frame, kind, models, stream)

    def _no_type(self, frame: Frame) -> Flaw:
        if "type" in frame:
            return Flaw("wrong_type", "a string", frame["type"]).at("type")
        return Flaw("missing", name="type").at("type")

    def _message(
        self, frame: Frame, kind: str, models: TypeModels, stream: Stream | None
    ) -> tuple[str, Stream | None, Flaws | None]:
        subtype = frame.get("subtype")
        model = models.by_subtype.get(subtype) if type(subtype) is str else None
        if model is None:
            model = models.plain
        if model is None:
            return self._no_subtype(frame, kind, models, stream)
        flaws = self.wire.check_of(model, stream)(frame)
        if flaws is not None:
            flaws = let_through(model.name, flaws)
        if stream is not None and stream not in model.streams:
            flaws = [*(flaws or ()), self._astray(model, stream)]
        elif stream is None and len(model.streams) == 1:
            stream = model.streams[0]
        return model.name, stream, flaws

    def _astray(self, model: Model, stream: Stream) -> Flaw:
        if not model.streams:
            note = f"{self.wire.release} declares this shape, but on neither stream"
        else:
            note = f"{self.wire.release} declares it on {model.streams[0]}, not on {stream}"
        return Flaw("wrong_stream", name=model.name, note=note)

    def _no_subtype(
        self, frame: Frame, kind: str, models: TypeModels, stream: Stream | None
    ) -> tuple[str, Stream | None, Flaws | None]:
        known = tuple(sorted(name for name, model in models.by_subtype.items() if model.streams))
        subtype = frame.get("subtype")
        if "subtype" not in frame:
            return kind, stream, [Flaw("missing", one_of(known), name="subtype").at("subtype")]
        if type(subtype) is not str:
            return kind, stream, [Flaw("wrong_type", "a string", subtype).at("subtype")]
        flaws = [Flaw("unknown_subtype", one_of(known), subtype, name=f"{kind}/{subtype}", allowed=known).at("subtype")]
        for name in models.common:
            if name not in frame:
                flaws.append(Flaw("missing", name=name, note=f"every known {kind} has it").at(name))
        return f"{kind}/(unknown)", stream, flaws

    def _nameless(self, frame: Frame, kind: str, stream: Stream | None) -> tuple[str, Stream | None, Flaws | None]:
        """A frame whose type has no schema: an event known by name, a message seen only where it is written, or new."""
        evidence = self.wire.events.get(kind)
        if evidence is not None and evidence != "lexical_false_positive":
            return f"event/{kind}", stream, None
        if kind in self.wire.beside_events:
            return f"event/{kind}", stream, self._wrapped_event(frame)
        subtype = frame.get("subtype")
        for key in (f"{kind}/{subtype}", kind):
            if (always := self.wire.emitted.get(key)) is not None:
                absent = [name for name in always if name not in frame]
                return key, stream, [Flaw("absent_any", name=name).at(name) for name in absent]
        known = tuple(sorted({*self.wire.types, *self.wire.events, *(key.split("/")[0] for key in self.wire.emitted)}))
        return "(unknown)", stream, [Flaw("unknown_type", found=kind, name=kind, allowed=known).at("type")]

    def _wrapped_event(self, frame: Frame) -> Flaws | None:
        event = frame.get("event")
        if not isinstance(event, dict) or not isinstance(kind := event.get("type"), str):
            return None
        if kind in self.wire.beside_events or self.wire.events.get(kind) not in (None, "lexical_false_positive"):
            return None
        known = tuple(sorted(self.wire.events))
        return [Flaw("unknown_type", found=kind, name=kind, allowed=known).at("event", "type")]
