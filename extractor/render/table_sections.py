"""Describes one shape for the reference tables: its fields row by row, the shapes it names, and an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from extractor.model.parts import parts
from extractor.model.schema import Default, Object, Optional, Ref, Schema, Union
from extractor.render.examples import Examples, Impossible, Json
from extractor.render.intersections import merged
from extractor.render.markdown import Markdown, anchor, cell, code, fenced
from extractor.render.presence import is_optional
from extractor.render.type_text import json_text, type_text


@dataclass(frozen=True, slots=True)
class Row:
    """One field."""

    name: Markdown
    presence: Markdown
    type: Markdown


@dataclass(frozen=True, slots=True)
class Form:
    """One object, field by field (`rows`), or any other shape in one line; `note` is about unknown fields."""

    rows: tuple[Row, ...]
    line: Markdown
    note: Markdown


@dataclass(frozen=True, slots=True)
class Shape:
    """What a section says of a shape. `uses` links the shapes it names."""

    forms: tuple[Form, ...]
    uses: Markdown


NOTES = {
    "strip": Markdown(""),
    "strict": Markdown("Unknown fields are refused."),
    "passthrough": Markdown("Unknown fields are kept."),
}
NOTHING = Markdown("")


def described(schema: Schema, definitions: Mapping[str, Schema]) -> Shape:
    """The description of a shape."""
    shape = merged(schema, definitions)
    options = shape.options if isinstance(shape, Union) else (shape,)
    objects = [merged(option, definitions) for option in options]
    if all(isinstance(one, Object) for one in objects):
        forms = tuple(_form(one, definitions) for one in objects if isinstance(one, Object))
    else:
        forms = (Form((), code(type_text(schema)), NOTHING),)
    return Shape(forms, links(_names(schema) if isinstance(shape, Object | Union) else _names(shape)))


def links(names: list[str]) -> Markdown:
    """Links to the sections of shapes."""
    return Markdown(", ".join(f"[{code(name)}](shapes.md#{anchor(name)})" for name in names))


def _form(shape: Object, definitions: Mapping[str, Schema]) -> Form:
    rows = tuple(_row(field.name, field.schema, definitions) for field in shape.fields)
    note = NOTES[shape.unknown_keys]
    if shape.rest is not None:
        note = Markdown(f"Unknown fields are {code(type_text(shape.rest))}.")
    return Form(rows, NOTHING, note)


def _row(name: str, schema: Schema, definitions: Mapping[str, Schema]) -> Row:
    inner = schema.inner if isinstance(schema, Optional | Default) else schema
    if isinstance(schema, Default):
        presence = Markdown(f"default {cell(json_text(schema.value))}" if schema.known else "default, computed")
    else:
        presence = Markdown("optional" if is_optional(schema, definitions) else "required")
    return Row(cell(name), presence, cell(type_text(inner)))


def _names(schema: Schema) -> list[str]:
    """The definitions that a schema names, in order, those behind them left out."""
    found: dict[str, None] = {}
    waiting = [schema]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, Ref):
            found[one.name] = None
        waiting[:0] = parts(one)
    return list(found)


def request_frame(payload: Json) -> Json:
    """A control request that carries a payload."""
    return {"type": "control_request", "request_id": "1", "request": payload}


def response_frame(payload: Json | None, *, bare: bool = False) -> Json:
    """The control response that answers it."""
    answer: dict[str, Json] = {"subtype": "success", "request_id": "1"}
    return {"type": "control_response", "response": answer if bare else {**answer, "response": payload}}


def example_of(schema: Schema, examples: Examples) -> Json | None:
    """An example value, or None where none can be made."""
    try:
        return examples.example(schema)
    except Impossible:
        return None


def shown(frame: Json | None) -> Markdown:
    """A frame as a block, or a sentence where there is none."""
    return Markdown("No example can be made.") if frame is None else fenced(frame)
