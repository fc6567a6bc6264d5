"""Makes the reference tables of a release, in Markdown: requests, messages, observations, events, drift, shapes."""

from __future__ import annotations

from collections.abc import Mapping

from extractor import __version__
from extractor.model.inventory import ControlRequest, Inventory, Message
from extractor.model.schema import Object, Schema, Union
from extractor.render.discriminators import literal_values
from extractor.render.examples import Examples, Json
from extractor.render.intersections import merged
from extractor.render.markdown import Markdown, anchor, cell, cells, code, codes, plain
from extractor.render.models import GENERATED
from extractor.render.references import reachable_names
from extractor.render.show import EVENT_EVIDENCE, answered_by, sender, worker_subtypes
from extractor.render.summary import counts
from extractor.render.table_sections import (
    described,
    example_of,
    request_frame,
    response_frame,
    shown,
)
from extractor.render.templates import markdown_from

EVENT_TITLES = {
    "sse_parser": "Named by the bundled parser of event streams",
    "webhook_only": "Only delivered by webhooks",
    "embedded_doc_only": "Only named by an embedded document",
    "lexical_false_positive": "Looks like an event and is none",
}
RESPONSES = {
    "schema": Markdown("has a schema"),
    "acknowledgement": Markdown("is a bare acknowledgement"),
    "undeclared": Markdown("is not declared"),
}


def render_tables(inventory: Inventory) -> Mapping[str, str]:
    """The documents of a release, by file name. Names and shapes only; the same bytes for the same inventory."""
    header = Markdown(
        f"<!-- {GENERATED} {plain(__version__)} from release {plain(inventory.release)}. Do not edit. -->"
    )
    views: dict[str, dict[str, object]] = {
        "README.md": _overview(inventory),
        "control-requests.md": {"requests": [_request(request, inventory) for request in inventory.control_requests]},
        "messages.md": {"messages": _messages(inventory)},
        "observations.md": {"rows": _observations(inventory)},
        "events.md": _events(inventory),
        "drift.md": _drift(inventory),
        "shapes.md": {"shapes": _shapes(inventory)},
        "commands.md": {"hooks": codes(inventory.hook_events), "commands": codes(inventory.slash_commands)},
    }
    release = plain(inventory.release)
    return {
        name: markdown_from(f"tables/{name}.jinja", header=header, release=release, **view)
        for name, view in sorted(views.items())
    }


def _overview(inventory: Inventory) -> dict[str, object]:
    return {
        "counts": [(Markdown(name), plain(str(value))) for name, value in counts(inventory)],
        "lost": [plain(name) for name in inventory.lost],
        "absent": [(plain(name), plain(sentence)) for name, sentence in inventory.absent],
        "unresolved": [(cell(entry.key), cell(entry.reason)) for entry in inventory.unresolved],
    }


def _request(request: ControlRequest, inventory: Inventory) -> dict[str, object]:
    examples = Examples(inventory.definitions)
    value = example_of(request.request, examples)
    answer = None
    if request.response is not None:
        payload = example_of(request.response, examples)
        answer = shown(None if payload is None else response_frame(payload))
    elif request.response_kind == "acknowledgement":
        answer = shown(response_frame(None, bare=True))
    return {
        "name": code(request.subtype),
        "cell": cell(request.subtype),
        "anchor": anchor(request.subtype),
        "sender": plain(sender(request)),
        "fields": cells(_field_names(request.request, inventory.definitions)),
        "response": RESPONSES[request.response_kind],
        "kind": Markdown(request.response_kind),
        "answers": _roles(answered_by(inventory, request.subtype)),
        "request": described(request.request, inventory.definitions),
        "answer": None if request.response is None else described(request.response, inventory.definitions),
        "example": shown(None if value is None else request_frame(value)),
        "answer_example": answer,
    }


def _roles(text: str) -> Markdown:
    """Roles in words."""
    return plain(text.replace("_", " ") or "nothing that was found")


def _field_names(schema: Schema, definitions: Mapping[str, Schema]) -> list[str]:
    """The fields of an object, or of every object of a union; those that may be absent with a question mark."""
    shape = merged(schema, definitions)
    options = shape.options if isinstance(shape, Union) else (shape,)
    names: dict[str, None] = {}
    for option in options:
        found = merged(option, definitions)
        for field in found.fields if isinstance(found, Object) else ():
            optional = "?" if type(field.schema).__name__ in ("Optional", "Default", "Catch") else ""
            names[f"{field.name}{optional}"] = None
    return list(names)


def _messages(inventory: Inventory) -> list[dict[str, object]]:
    by_key: dict[str, list[Message]] = {}
    for message in inventory.messages:
        by_key.setdefault(message.key, []).append(message)
    return [_message(key, messages, inventory) for key, messages in by_key.items()]


def _message(key: str, messages: list[Message], inventory: Inventory) -> dict[str, object]:
    streams = sorted({stream for message in messages for stream in message.streams})
    examples = Examples(inventory.definitions)
    return {
        "name": code(key),
        "cell": cell(key),
        "anchor": anchor(key),
        "streams": Markdown(" and ".join(streams)),
        "shapes": [
            {
                "streams": Markdown(" and ".join(message.streams)),
                "shape": described(message.schema, inventory.definitions),
                "example": shown(_example(message, examples, inventory)),
            }
            for message in messages
        ],
    }


def _example(message: Message, examples: Examples, inventory: Inventory) -> Json | None:
    """An example of a message; where the shape serves several keys, one of the key at hand."""
    value = example_of(message.schema, examples)
    _, slash, subtype = message.key.partition("/")
    known = literal_values(message.schema, "subtype", inventory.definitions) or frozenset()
    if slash and isinstance(value, dict) and (False, subtype) in known:
        value["subtype"] = subtype
    return value


def _observations(inventory: Inventory) -> list[dict[str, Markdown]]:
    rows = []
    by_subtype: dict[str, list[Message]] = {}
    for message in inventory.messages:
        by_subtype.setdefault(message.key.partition("/")[2], []).append(message)
    for subtype in inventory.subtypes:
        found = by_subtype.get(subtype.name, [])
        streams = sorted({stream for message in found for stream in message.streams})
        rows.append(
            {
                "name": cell(subtype.name),
                "categories": Markdown(", ".join(subtype.categories).replace("_", " ")),
                "messages": cells(list(dict.fromkeys(message.key for message in found))),
                "streams": Markdown(" and ".join(streams) or ("internal" if found else "")),
            }
        )
    return rows


def _events(inventory: Inventory) -> dict[str, object]:
    groups = []
    for kind in EVENT_EVIDENCE:
        names = [event.name for event in inventory.events if event.evidence == kind]
        groups.append({"title": Markdown(EVENT_TITLES[kind]), "names": [code(name) for name in names]})
    return {"groups": groups, "beside": codes(inventory.beside_events)}


def _drift(inventory: Inventory) -> dict[str, object]:
    declared = {request.subtype for request in inventory.control_requests}
    worker = worker_subtypes(inventory)
    fields: dict[str, set[str]] = {}
    for message in inventory.messages:
        names = _field_names(message.schema, inventory.definitions)
        fields.setdefault(message.key, set()).update(name.removesuffix("?") for name in names)
    written = [
        (cell(emitter.key), cells(sorted({*emitter.always, *emitter.sometimes} - fields[emitter.key])))
        for emitter in inventory.emitters
        if fields.get(emitter.key) and {*emitter.always, *emitter.sometimes} - fields[emitter.key]
    ]
    return {
        "undeclared": codes(sorted(worker - declared)),
        "unanswered": [(cell(name), _roles(answered_by(inventory, name))) for name in sorted(declared - worker)],
        "elsewhere": [
            (_roles(place.role), codes(sorted(set(place.subtypes) - declared - worker)))
            for place in inventory.dispatches
            if set(place.subtypes) - declared - worker
        ],
        "gated": [
            (cell(gate.subtype), _roles(place.role), cell(gate.condition))
            for place in inventory.dispatches
            for gate in place.gated
        ],
        "shapeless": [
            (cell(emitter.key), cells(emitter.always), cells(emitter.sometimes))
            for emitter in inventory.emitters
            if emitter.key not in fields
        ],
        "written": written,
    }


def _shapes(inventory: Inventory) -> list[dict[str, object]]:
    """The shared shapes that requests, responses and messages lead to."""
    roots: list[Schema] = [message.schema for message in inventory.messages]
    for request in inventory.control_requests:
        roots += [request.request] if request.response is None else [request.request, request.response]
    used = reachable_names(roots, inventory.definitions)
    return [
        {"name": code(name), "shape": described(schema, inventory.definitions)}
        for name, schema in inventory.definitions.items()
        if name in used
    ]
