"""Builds what naming tests need: shapes, inventories, declaration files, and a comparison of shapes without names."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from extractor.model.inventory import ControlRequest, Inventory, Message
from extractor.model.schema import Field, Literal, Object, Ref, Schema
from extractor.naming import OfficialTypes, read_official_names


def shape(**given: Schema) -> Object:
    return Object(tuple(Field(name, schema) for name, schema in given.items()))


def tagged(tag: str, value: str, **given: Schema) -> Object:
    return shape(**{tag: Literal((value,))}, **given)


def inventory(
    messages: dict[str, Schema] | None = None,
    requests: dict[str, Schema | tuple[Schema, Schema]] | None = None,
    **definitions: Schema,
) -> Inventory:
    """An inventory of messages by key, requests (alone or with their response) by subtype, and definitions."""
    control = []
    for subtype, given in sorted((requests or {}).items()):
        request, response = given if isinstance(given, tuple) else (given, None)
        control.append(ControlRequest(subtype, None, request, "schema" if response else "undeclared", response))
    return Inventory(
        "1.2.3",
        control_requests=tuple(control),
        messages=tuple(Message(key, schema, ("stdout",)) for key, schema in sorted((messages or {}).items())),
        definitions=dict(sorted(definitions.items())),
    )


def types(folder: Path, text: str) -> OfficialTypes:
    """The official types that a declaration file of this text names."""
    path = folder / "sdk.d.ts"
    path.write_text(text, "utf-8")
    return read_official_names(path)


def roots(found: Inventory) -> list[Schema]:
    """Every shape that an entry has, in a fixed order."""
    answers = [request.response for request in found.control_requests if request.response is not None]
    requests = [request.request for request in found.control_requests]
    return [*requests, *answers, *(message.schema for message in found.messages)]


def same_shapes(one: Inventory, other: Inventory) -> bool:
    """Whether all entries have the same shapes, whatever definitions are called and whichever parts are definitions."""
    seen: set[tuple[str, str]] = set()

    def same(left: object, right: object) -> bool:
        if isinstance(left, Ref) and isinstance(right, Ref):
            if (left.name, right.name) in seen:
                return True
            seen.add((left.name, right.name))
        if isinstance(left, Ref):
            return same(one.definitions[left.name], right)
        if isinstance(right, Ref):
            return same(left, other.definitions[right.name])
        if isinstance(left, Field) and isinstance(right, Field):
            return left.name == right.name and same(left.schema, right.schema)
        if isinstance(left, tuple) and isinstance(right, tuple):
            return len(left) == len(right) and all(map(same, left, right))
        if isinstance(left, Schema) and isinstance(right, Schema):
            parts = [(getattr(left, part.name), getattr(right, part.name)) for part in fields(left)]
            return type(left) is type(right) and all(same(*pair) for pair in parts)
        return left == right

    return len(roots(one)) == len(roots(other)) and all(map(same, roots(one), roots(other)))
