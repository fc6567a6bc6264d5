"""Plans a generated package: which class stands for each request, response and message, and which streams hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from extractor.model.inventory import ControlRequest, Inventory, Message, Originator, ResponseKind, Stream
from extractor.model.schema import Object, Ref, Schema, Union
from extractor.render.discriminators import literal_values
from extractor.render.intersections import merged
from extractor.render.model_shapes import ModelShapes
from extractor.render.names import ClassNames, class_part, words
from extractor.render.options import option_words
from extractor.render.presence import may_be_absent

NESTED = "subtype"
"""What tells apart the requests and responses that a message carries in one of its fields."""


@dataclass(frozen=True, slots=True)
class RequestEntry:
    """One control request and the classes that stand for it."""

    subtype: str
    request: str
    response: str | None
    originator: Originator | None
    response_kind: ResponseKind


@dataclass(frozen=True, slots=True)
class MessageEntry:
    """One message key of a stream: its classes, and the subtypes known in each field that carries another message."""

    kind: str
    subtype: str | None
    classes: tuple[str, ...]
    nested: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Package:
    """Everything a generated package holds, before it is laid out."""

    shapes: ModelShapes
    names: ClassNames
    requests: tuple[RequestEntry, ...]
    streams: dict[Stream, tuple[MessageEntry, ...]]


def plan_package(inventory: Inventory) -> Package:
    """The classes and tables of the package of one inventory."""
    names = ClassNames()
    partial_tuples = inventory.dialect is None or "3" not in inventory.dialect
    shapes = ModelShapes(inventory.definitions, names, partial_tuples)
    planned = [_request_names(request, shapes, names) for request in inventory.control_requests]
    groups = _groups(inventory.messages)
    forms = [_forms(group, shapes, names) for group in groups]
    shapes.add_definitions()
    shapes.module = "requests"
    requests = tuple(
        _add_request(request, shapes, *given)
        for request, given in zip(inventory.control_requests, planned, strict=True)
    )
    shapes.module = "messages"
    classes = {}
    for group, named in zip(groups, forms, strict=True):
        found = _add_message(group, named, shapes)
        classes.update({id(message): found for message in group})
    streams = {stream: _stream(inventory, stream, classes) for stream in ("stdin", "stdout")}
    return Package(shapes, names, requests, streams)  # type: ignore[arg-type]


def _name(names: ClassNames, shapes: ModelShapes, schema: Schema, *parts: str) -> str:
    """The name for an entry's class: that of its definition, when it is called the same, or a new one."""
    wanted = "".join(map(class_part, parts))
    if shapes.class_of_definition(schema) == wanted:
        return wanted
    return names.take(*parts, "Value") if isinstance(schema, Ref) and names.is_taken(wanted) else names.take(*parts)


def _request_names(request: ControlRequest, shapes: ModelShapes, names: ClassNames) -> tuple[str, str | None]:
    own = _name(names, shapes, request.request, request.subtype, "Request")
    if request.response is None:
        return own, None
    return own, _name(names, shapes, request.response, request.subtype, "Response")


def _add_request(request: ControlRequest, shapes: ModelShapes, name: str, response: str | None) -> RequestEntry:
    own = shapes.add_entry(name, f"The control request {request.subtype}.", request.request)
    answer = None
    if request.response is not None and response is not None:
        answer = shapes.add_entry(response, f"The response to the request {request.subtype}.", request.response)
    return RequestEntry(request.subtype, own, answer, request.originator, request.response_kind)


def _groups(messages: Sequence[Message]) -> list[list[Message]]:
    """The messages that share a shape, in the order of their first key."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        found.setdefault(repr(message.schema), []).append(message)
    return list(found.values())


def _common(group: Sequence[Message]) -> list[str]:
    """The words that the keys of messages with one shape have in common: what that shape is called by."""
    keys = list(dict.fromkeys(message.key for message in group))
    rows = [words(key) for key in keys]
    shared = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False))]
    return shared or [keys[0]]


def _forms(group: Sequence[Message], shapes: ModelShapes, names: ClassNames) -> list[tuple[str, Schema]]:
    """What a message may be, each with a name: several objects, or one shape of any kind."""
    common = _common(group)
    schema = group[0].schema
    options = _alternatives(schema, shapes)
    if len(options) == 1 or not all(isinstance(merged(option, shapes.definitions), Object) for option in options):
        return [(_name(names, shapes, schema, *common, "Message"), schema)]
    return [
        (shapes.class_of_definition(option) or names.take(*common, "Message", word), option)
        for option, word in zip(options, option_words(options, shapes.definitions), strict=True)
    ]


def _add_message(group: Sequence[Message], forms: Sequence[tuple[str, Schema]], shapes: ModelShapes) -> tuple[str, ...]:
    keys = ", ".join(dict.fromkeys(message.key for message in group))
    about = f"The message {keys}." if len(forms) == 1 else f"One form of the message {keys}."
    return tuple(dict.fromkeys(shapes.add_entry(name, about, schema) for name, schema in forms))


def _alternatives(schema: Schema, shapes: ModelShapes) -> list[Schema]:
    shape = merged(schema, shapes.definitions)
    if not isinstance(shape, Union):
        return [schema]
    return [inner for option in shape.options for inner in _alternatives(option, shapes)]


def _stream(inventory: Inventory, stream: Stream, classes: dict[int, tuple[str, ...]]) -> tuple[MessageEntry, ...]:
    by_key: dict[str, list[Message]] = {}
    for message in inventory.messages:
        if stream in message.streams:
            by_key.setdefault(message.key, []).append(message)
    entries = []
    for key, messages in by_key.items():
        kind, slash, subtype = key.partition("/")
        found = tuple(dict.fromkeys(name for message in messages for name in classes[id(message)]))
        nested = _nested([message.schema for message in messages], inventory)
        entries.append(MessageEntry(kind, subtype if slash else None, found, nested))
    return tuple(entries)


def _nested(schemas: Sequence[Schema], inventory: Inventory) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fields that carry a message of their own, when every shape says which subtypes it may be of."""
    definitions = inventory.definitions
    known: dict[str, set[str]] | None = None
    for schema in schemas:
        shape = merged(schema, definitions)
        fields: dict[str, set[str]] = {}
        for field in shape.fields if isinstance(shape, Object) else ():
            values = literal_values(field.schema, NESTED, definitions)
            if values is not None and not may_be_absent(field.schema, definitions):
                fields[field.name] = {value for _, value in values if isinstance(value, str)}
        if known is None:
            known = fields
        else:
            known = {name: known[name] | fields[name] for name in known if name in fields}
    return tuple((name, tuple(sorted(values))) for name, values in sorted((known or {}).items()))
