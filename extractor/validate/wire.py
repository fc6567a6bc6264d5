"""The wire's vocabulary of one inventory: an inventory comes in, models by type and subtype go out, compiled on use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from extractor.model.inventory import ControlRequest, EventEvidence, Inventory, Stream
from extractor.model.schema import Any, Effect, Field, Intersection, Object, Ref, Schema, Union
from extractor.validate.absence import absence
from extractor.validate.compiled import Compiler
from extractor.validate.scalars import Check


@dataclass(slots=True)
class Model:
    """What frames of one type and subtype are checked against: one shape, or several that share the key, each on its
    own streams. `name` is the key, `streams` are those of any shape."""

    name: str
    shapes: list[tuple[Schema, tuple[Stream, ...]]] = field(default_factory=list)
    streams: tuple[Stream, ...] = ()
    checks: dict[Stream | None, Check] = field(default_factory=dict)

    def add(self, schema: Schema, streams: tuple[Stream, ...]) -> None:
        """One more shape under the same key."""
        self.shapes.append((schema, streams))
        self.streams = tuple(dict.fromkeys((*self.streams, *streams)))

    def schema(self, stream: Stream | None) -> Schema:
        """What a frame on `stream` may be: the shapes declared there, or any where none is or the stream is unknown."""
        own = [schema for schema, streams in self.shapes if stream is None or stream in streams]
        schemas = own or [schema for schema, _ in self.shapes]
        return schemas[0] if len(schemas) == 1 else Union(tuple(schemas))


@dataclass(slots=True)
class TypeModels:
    """The models of one `type`: the one without a subtype, those by subtype, and what all of the latter require."""

    plain: Model | None = None
    by_subtype: dict[str, Model] = field(default_factory=dict)
    common: tuple[str, ...] = ()


class Wire:
    """Finds the model of a frame. What has no schema in the release is known by name only."""

    def __init__(self, inventory: Inventory) -> None:
        self.release = inventory.release
        self.compiler = Compiler(inventory.definitions, inventory.dialect)
        self._definitions = inventory.definitions
        self.types: dict[str, TypeModels] = {}
        for message in inventory.messages:
            self._model(message.key).add(message.schema, message.streams)
        for models in self.types.values():
            models.common = self._common(models)
        self.streams = frozenset(stream for message in inventory.messages for stream in message.streams)
        self.requests: Mapping[str, ControlRequest] = {one.subtype: one for one in inventory.control_requests}
        self.dispatched = frozenset(name for dispatch in inventory.dispatches for name in dispatch.subtypes)
        self.events: Mapping[str, EventEvidence] = {event.name: event.evidence for event in inventory.events}
        self.beside_events = frozenset(inventory.beside_events)
        self.emitted = {emitter.key: emitter.always for emitter in inventory.emitters}
        self._checks: dict[str, Check] = {}

    def definition(self, name: str) -> Schema | None:
        """The schema that a reference names."""
        return self._definitions.get(name)

    def is_request(self, subtype: str) -> bool:
        """Whether the release knows a control request of this subtype, declared or only dispatched."""
        return subtype in self.requests or subtype in self.dispatched

    def check_of(self, model: Model, stream: Stream | None) -> Check:
        """The check of a model's frames on one stream (None: on either)."""
        check = model.checks.get(stream)
        if check is None:
            check = model.checks[stream] = self.compiler.check(model.schema(stream))
        return check

    def named_check(self, name: str, schema: Schema) -> Check:
        """The check of a schema that is no message of its own, kept under `name`."""
        if name not in self._checks:
            self._checks[name] = self.compiler.check(schema)
        return self._checks[name]

    def envelope(self, model: Model, content: str, stream: Stream | None) -> Check:
        """The check of a model's frame with its field `content` left unlooked at (but it must be there)."""
        name = f"envelope/{model.name}/{stream}"
        if name not in self._checks:
            self._checks[name] = self.compiler.check(self._without(model.schema(stream), content))
        return self._checks[name]

    def _model(self, key: str) -> Model:
        kind, slash, subtype = key.partition("/")
        models = self.types.setdefault(kind, TypeModels())
        if slash:
            return models.by_subtype.setdefault(subtype, Model(key))
        if models.plain is None:
            models.plain = Model(key)
        return models.plain

    def _common(self, models: TypeModels) -> tuple[str, ...]:
        """The fields that every shape of a type with subtypes requires: a new subtype can be held to them."""
        wired = [model for model in models.by_subtype.values() if model.streams]
        required = [self._required(model.schema(None)) for model in wired]
        return tuple(sorted(frozenset.intersection(*required) - {"type", "subtype"})) if len(required) > 1 else ()

    def _required(self, schema: Schema, depth: int = 0) -> frozenset[str]:
        match schema:
            case Object(fields):
                names = (one.name for one in fields if absence(one.schema, self._definitions) == "refused")
                return frozenset(names)
            case Ref(name) if name in self._definitions and depth < 8:
                return self._required(self._definitions[name], depth + 1)
            case Effect(inner):
                return self._required(inner, depth)
            case Intersection(left, right):
                return self._required(left, depth) | self._required(right, depth)
            case Union(options) if options:
                return frozenset.intersection(*(self._required(option, depth) for option in options))
            case _:
                return frozenset()

    def _without(self, schema: Schema, content: str, depth: int = 0) -> Schema:
        match schema:
            case Object(fields, unknown_keys, rest):
                left = tuple(Field(one.name, Any()) if one.name == content else one for one in fields)
                return Object(left, unknown_keys, rest)
            case Ref(name) if name in self._definitions and depth < 8:
                return self._without(self._definitions[name], content, depth + 1)
            case Effect(inner, effects):
                return Effect(self._without(inner, content, depth), effects)
            case Intersection(left_side, right_side):
                return Intersection(self._without(left_side, content, depth), self._without(right_side, content, depth))
            case Union(options, discriminator):
                return Union(tuple(self._without(option, content, depth) for option in options), discriminator)
            case _:
                return schema
