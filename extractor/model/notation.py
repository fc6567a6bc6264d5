"""Writes a shape as text people read: in one short line, or one field a line; free of order and definition names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import assert_never

from extractor.model.normal import Both, Core, Normal, Normaliser, json_text
from extractor.model.schema import Any, Array, Boolean, Literal, Number, Object, Record, Schema, String, Tuple
from extractor.model.shape_path import PLAIN_NAME

BRIEF_DEPTH = 2
BRIEF_LENGTH = 200
BRIEF_FIELDS = 8
BRIEF_VALUES = 12
BRIEF_PARTS = 300
"""A brief text is made of this many parts at most; what is left is `...`."""

DEEPEST_LINE = 4
"""Lists of lists stand on one line up to this depth."""

SHORT_LIST = 60
"""Literals that fit in this many characters stand on one line."""

MOST_LINES = 1500
"""A shape longer than this is cut where it reaches it, and says so."""


def brief(schema: Schema, normal: Normaliser) -> str:
    """One line of about 200 characters at most: the deeper levels of a large shape are `{...}`."""
    writer = _Writer(normal)
    return _short(lambda depth: writer.brief_line(schema, depth))


def brief_core(core: Core, normal: Normaliser) -> str:
    """One line for a single alternative of a shape."""
    writer = _Writer(normal)
    return _short(lambda depth: writer.brief_core(core, depth))


def _short(write: Callable[[int], str]) -> str:
    """The deepest text that is short enough; the shallowest, cut, if none is."""
    text = ""
    for depth in range(BRIEF_DEPTH, -1, -1):
        text = write(depth)
        if len(text) <= BRIEF_LENGTH:
            return text
    return text[:BRIEF_LENGTH] + "..."


def lines(schema: Schema, normal: Normaliser) -> tuple[str, ...]:
    """The whole shape, one field a line and two spaces an indent; a shape inside itself is `(recursive)`."""
    writer = _Writer(normal)
    found: list[str] = []
    for text in writer.block(schema, "", "", ""):
        if len(found) == MOST_LINES:
            found.append("... (cut here: the shape is longer than can be shown)")
            break
        found.append(text)
    return tuple(found)


def constraints(core: String | Number | Array) -> str:
    """What bounds a string, a number or an array, in parentheses; empty where nothing does."""
    match core:
        case String(form, shortest, longest, patterns):
            parts = [form, _part("min", shortest), _part("max", longest)]
            parts += [f"pattern {json.dumps(pattern, ensure_ascii=True)}" for pattern in sorted(patterns)]
        case Number(form, low, high, above, below, multiple):
            parts = [None if form in ("int", "safeint") else form, _part(">=", low), _part("<=", high)]
            parts += [_part(">", above), _part("<", below), _part("multiple of", multiple)]
        case Array(_, fewest, most):
            parts = [_part("min", fewest), _part("max", most)]
        case _:
            assert_never(core)
    shown = [part for part in parts if part]
    return f"({', '.join(shown)})" if shown else ""


def _part(word: str, value: float | None) -> str | None:
    return None if value is None else f"{word} {json_text(value)}"


def _name(field: str) -> str:
    return field if PLAIN_NAME.match(field) else json.dumps(field, ensure_ascii=True)


class _Writer:
    """Writes shapes of one inventory; `_open` are the places being written, to stop at recursion."""

    def __init__(self, normal: Normaliser) -> None:
        self._normal = normal
        self._open: list[int] = []
        self._left = 0

    def brief_line(self, schema: Schema, depth: int) -> str:
        """One line of bounded length."""
        self._left = BRIEF_PARTS
        return self.line(schema, depth)

    def brief_core(self, core: Core, depth: int) -> str:
        """One line of bounded length for one alternative."""
        self._left = BRIEF_PARTS
        return self.core(core, depth)

    def line(self, schema: Schema, depth: int) -> str:
        place, shape = id(self._normal.heart(schema)), self._normal(schema)
        if place in self._open:
            return _wrapped("(recursive)", shape)
        self._open.append(place)
        text = " | ".join(sorted(self.core(option.core, depth) for option in shape.options)) or "never"
        self._open.pop()
        return _wrapped(text, shape)

    def core(self, core: Core, depth: int) -> str:
        self._left -= 1
        if self._left < 0:
            return "..."
        match core:
            case Any():
                return "any"
            case Boolean():
                return "boolean"
            case String():
                return "string" + constraints(core)
            case Number(form):
                return ("integer" if form in ("int", "safeint") else "number") + constraints(core)
            case Literal(values):
                shown = sorted(json_text(value) for value in values)
                left = len(shown) - BRIEF_VALUES
                return " | ".join(shown[:BRIEF_VALUES]) + (f" | ... {left} more" if left > 0 else "")
            case Array(element):
                return _bracketed(self.line(element, depth)) + "[]" + constraints(core)
            case Tuple(items, rest):
                shown = [self.line(item, depth) for item in items]
                return "[" + ", ".join(shown + ([f"...{self.line(rest, depth)}"] if rest is not None else [])) + "]"
            case Record(key, value, exhaustive):
                colon = ":" if exhaustive else "?:"
                return "{" + f"[{self.line(key, depth)}]{colon} {self.line(value, depth)}" + "}"
            case Object():
                return self._object(core, depth)
            case Both(left, right):
                return " & ".join(sorted((_bracketed(self.line(left, depth)), _bracketed(self.line(right, depth)))))
            case _:
                assert_never(core)

    def _object(self, core: Object, depth: int) -> str:
        if depth == 0 and core.fields:
            return "{...}"
        fields = sorted(core.fields, key=lambda field: field.name)
        shown = [self._field(field.name, field.schema, depth - 1) for field in fields[:BRIEF_FIELDS]]
        if len(fields) > BRIEF_FIELDS:
            shown.append(f"... {len(fields) - BRIEF_FIELDS} more")
        if core.rest is not None:
            shown.append(f"[other]: {self.line(core.rest, depth - 1)}")
        return _prefix(core) + "{" + ", ".join(shown) + "}"

    def _field(self, name: str, schema: Schema, depth: int) -> str:
        mark = "?" if self._normal(schema).may_be_absent else ""
        return f"{_name(name)}{mark}: {self.line(schema, depth)}"

    def block(self, schema: Schema, indent: str, lead: str, tail: str) -> Iterator[str]:
        """The lines of a shape after `lead` (a field's name), the last one ending in `tail`."""
        place, shape = id(self._normal.heart(schema)), self._normal(schema)
        if place in self._open:
            yield f"{indent}{lead}{_wrapped('(recursive)', shape)}{tail}"
            return
        self._open.append(place)
        ordered = list(shape.options)
        if len(ordered) > 1:
            ordered.sort(key=lambda option: self.brief_core(option.core, BRIEF_DEPTH))
        suffix = _wrapped("", shape)
        if not ordered:
            yield f"{indent}{lead}never{suffix}{tail}"
        for place_in, option in enumerate(ordered):
            is_last = place_in == len(ordered) - 1
            start = lead if place_in == 0 else "| "
            end = suffix + tail if is_last else ""
            yield from self._core_block(option.core, indent, start, end)
        self._open.pop()

    def _core_block(self, core: Core, indent: str, lead: str, tail: str) -> Iterator[str]:
        inner = indent + "  "
        match core:
            case Object(fields, _, rest) if fields or rest is not None:
                yield f"{indent}{lead}{_prefix(core)}{{"
                for field in sorted(fields, key=lambda field: field.name):
                    mark = "?" if self._normal(field.schema).may_be_absent else ""
                    yield from self.block(field.schema, inner, f"{_name(field.name)}{mark}: ", "")
                if rest is not None:
                    yield from self.block(rest, inner, "[other]: ", "")
                yield f"{indent}}}{tail}"
            case Array(element) if self._is_composite(element):
                yield f"{indent}{lead}array of"
                yield from self.block(element, inner, "", constraints(core) + tail)
            case Record(key, value, exhaustive) if self._is_composite(value):
                colon = ":" if exhaustive else "?:"
                yield f"{indent}{lead}record [{self.brief_line(key, BRIEF_DEPTH)}]{colon}"
                yield from self.block(value, inner, "", tail)
            case Tuple(items, rest_item):
                yield f"{indent}{lead}tuple ["
                for item in items:
                    yield from self.block(item, inner, "", "")
                if rest_item is not None:
                    yield from self.block(rest_item, inner, "...", "")
                yield f"{indent}]{tail}"
            case Both(left, right):
                first, second = sorted((left, right), key=lambda side: self.brief_line(side, BRIEF_DEPTH))
                yield from self.block(first, indent, lead, "")
                yield from self.block(second, indent, "& ", tail)
            case Literal(values) if len(values) > 1 and len(self.brief_core(core, 0)) > SHORT_LIST:
                for number, text in enumerate(sorted(json_text(value) for value in values)):
                    yield f"{indent}{lead if number == 0 else '| '}{text}{tail if number == len(values) - 1 else ''}"
            case _:
                yield f"{indent}{lead}{self.brief_core(core, BRIEF_DEPTH)}{tail}"

    def _is_composite(self, schema: Schema, depth: int = DEEPEST_LINE) -> bool:
        """Whether a shape needs lines of its own: an object with fields, a tuple, several alternatives, deep lists."""
        shape = self._normal(schema)
        if len(shape.options) != 1:
            return len(shape.options) > 1
        match shape.options[0].core:
            case Object(fields):
                return bool(fields)
            case Tuple() | Both():
                return True
            case Array(element) | Record(_, element):
                return depth == 0 or self._is_composite(element, depth - 1)
            case _:
                return False


def _prefix(core: Object) -> str:
    match core.unknown_keys:
        case "strict":
            return "closed "
        case "passthrough":
            return "open "
        case "strip":
            return ""
        case _:
            assert_never(core.unknown_keys)


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text and not text.startswith(("{", "[")) else text


def _wrapped(text: str, shape: Normal) -> str:
    """Adds to the text of the alternatives what else a shape says: null, default, fallback, further checks."""
    if shape.may_be_null and not shape.is_anything:
        text += " | null"
    if shape.default is not None:
        text += f" = {shape.default}"
    if shape.fallback is not None:
        text += f" (else {shape.fallback})"
    if shape.effects:
        text += f" ({', '.join(sorted(shape.effects))})"
    return text
