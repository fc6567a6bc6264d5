"""Compares the literals of two shapes with what else the shapes accept: a string accepts every string literal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice

from extractor.model.normal import Normal, json_text
from extractor.model.schema import Boolean, Literal, Number, Scalar, String

Primitive = Choice["string", "number", "boolean"]
PRIMITIVES: tuple[Primitive, ...] = ("boolean", "number", "string")


@dataclass(slots=True)
class LiteralChanges:
    """Literals that came and went; kinds whose literals became the whole type, and the reverse.

    `has_common` is whether any kind of primitive is accepted, by literal or as a type, on both sides.
    """

    has_common: bool = False
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    widened: dict[Primitive, str] = field(default_factory=dict)
    narrowed: dict[Primitive, str] = field(default_factory=dict)


def literal_changes(old: Normal, new: Normal) -> LiteralChanges:
    """What happened to the literals of a shape; what the other side accepts as a whole type is no change."""
    found = LiteralChanges()
    ours, theirs = _literals(old), _literals(new)
    old_types, new_types = _types(old), _types(new)
    for kind in PRIMITIVES:
        left, right = ours[kind], theirs[kind]
        if (left or kind in old_types) and (right or kind in new_types):
            found.has_common = True
        was_all, is_all = old_types.get(kind, False), new_types.get(kind, False)
        if not (was_all or is_all):
            found.removed += sorted(left - right)
            found.added += sorted(right - left)
        elif kind not in old_types and left and not right:
            found.widened[kind] = " | ".join(sorted(left))
        elif kind not in new_types and right and not left:
            found.narrowed[kind] = " | ".join(sorted(right))
    return found


def homes_of_literals(shape: Normal) -> str | None:
    """The definition that all literals of a shape were reached through, if there is one."""
    return next((option.home for option in shape.options if isinstance(option.core, Literal)), None)


def _literals(shape: Normal) -> dict[Primitive, set[str]]:
    found: dict[Primitive, set[str]] = {kind: set() for kind in PRIMITIVES}
    for option in shape.options:
        if isinstance(option.core, Literal):
            for value in option.core.values:
                found[_kind(value)].add(json_text(value))
    return found


def _kind(value: Scalar) -> Primitive:
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "number"


def _types(shape: Normal) -> dict[Primitive, bool]:
    """The primitive types that are accepted, each with whether every value of it is: then its literals say nothing."""
    found: dict[Primitive, bool] = {}
    for option in shape.options:
        match option.core:
            case String() as core:
                found["string"] = found.get("string", False) or core == String()
            case Number() as core:
                found["number"] = found.get("number", False) or core == Number()
            case Boolean():
                found["boolean"] = True
            case _:
                pass
    return found
