"""Writes the path of a place inside a shape: `.agents.*.model`, `.content[]<type=text>.text`."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import assert_never

from extractor.model.normal import Both, Core, Normal, Normaliser, json_text
from extractor.model.schema import Any, Array, Boolean, Literal, Number, Object, Record, String, Tuple

ELEMENT = "[]"
"""The step into an array's elements."""

VALUE = ".*"
"""The step into the values of a record, or of the undeclared fields of an object."""

KEY = ".*(key)"
"""The step to what a record's keys must be."""

REST = "[...]"
"""The step to what follows the fixed items of a tuple."""

PLAIN_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]*\Z")
"""A field name that is written as it is; any other is quoted."""

_FIRST_TAGS = ("type", "subtype")


def field_step(name: str) -> str:
    """The step into a field; a name that could be misread is quoted."""
    return f".{name}" if PLAIN_NAME.match(name) else f"[{json.dumps(name, ensure_ascii=True)}]"


def item_step(index: int) -> str:
    """The step into a tuple's item."""
    return f"[{index}]"


def without_labels(path: str) -> str:
    """The path with the `<...>` that tells alternatives apart left out."""
    return re.sub(r"<(?:[^<>\"]|\"(?:[^\"\\]|\\.)*\")*>", "", path)


def is_within(path: str, outer: str) -> bool:
    """Whether `path` is `outer` or lies below it."""
    return path == outer or (path.startswith(outer) and path[len(outer)] in "/.[<")


def parent(path: str) -> str:
    """The path of the object that the field at `path` stands in; empty for a path without fields."""
    cut = path.rfind('["') if path.endswith('"]') else path.rfind(".")
    return path[: max(cut, 0)]


def kind_of(core: Core) -> str:
    """The word for what a core is."""
    match core:
        case Any():
            return "any"
        case Boolean():
            return "boolean"
        case String():
            return "string"
        case Number():
            return "number"
        case Literal():
            return "literal"
        case Array():
            return "array"
        case Tuple():
            return "tuple"
        case Record():
            return "record"
        case Object():
            return "object"
        case Both():
            return "both"
        case _:
            assert_never(core)


def tags(core: Core, normal: Normaliser) -> dict[str, str]:
    """The fields of an object that have exactly one value, as JSON text: `type` and `subtype` first, then by name."""
    if not isinstance(core, Object):
        return {}
    found: dict[str, str] = {}
    for field in core.fields:
        shape = normal(field.schema)
        if shape.may_be_absent or shape.may_be_null or len(shape.options) != 1:
            continue
        only = shape.options[0].core
        if isinstance(only, Literal) and len(only.values) == 1:
            found[field.name] = json_text(only.values[0])
    order = sorted(found, key=lambda name: (name not in _FIRST_TAGS, name != "type", name))
    return {name: found[name] for name in order}


def labels(shape: Normal, normal: Normaliser) -> tuple[str, ...]:
    """What is written in the path for each alternative: empty for one that is alone in its kind.

    Several objects are told apart by the value of a literal field, else by their required fields, else by a
    field that only one has. Only where nothing of this helps does a label count the alternatives in order.
    """
    kinds = Counter(kind_of(option.core) for option in shape.options)
    names = [label_of(option.core, normal) if kinds[kind_of(option.core)] > 1 else "" for option in shape.options]
    for name, count in Counter(names).items():
        if name and count > 1:
            places = [place for place, other in enumerate(names) if other == name]
            told = _told_apart([shape.options[place].core for place in places])
            for place, ending in zip(places, told, strict=True):
                names[place] = f"{name[:-1]}{ending}>"
    return tuple(names)


def _told_apart(cores: list[Core]) -> list[str]:
    """Endings for alternatives with one label: `+field` for a field that no other has, else `#2`, `#3`, ..."""
    owners = Counter(field.name for core in cores if isinstance(core, Object) for field in core.fields)
    endings: list[str] = []
    plain = 0
    for core in cores:
        own = sorted(field.name for field in core.fields if owners[field.name] == 1) if isinstance(core, Object) else []
        if own:
            endings.append(f"+{_word(json_text(own[0]))}")
        else:
            plain += 1
            endings.append(f"#{plain}" if plain > 1 else "")
    return endings


def label_of(core: Core, normal: Normaliser) -> str:
    """The label of one alternative beside others of its kind."""
    known = tags(core, normal)
    if known:
        first = [name for name in _FIRST_TAGS if name in known] or list(known)[:1]
        return "<" + ",".join(f"{name}={_word(known[name])}" for name in first) + ">"
    if isinstance(core, Object):
        needed = sorted(field.name for field in core.fields if not normal(field.schema).may_be_absent)
        return "<object:" + ",".join(_word(json_text(name)) for name in needed[:4]) + ">" if needed else "<object>"
    return f"<{kind_of(core)}>"


def _word(text: str) -> str:
    return text[1:-1] if text.startswith('"') and re.fullmatch(r'"[A-Za-z0-9_./:-]+"', text) else text
