"""Compares two JSON Schemas of one shape, zod's own and the extractor's, as far as they are said in two ways.

What is normalised, on both sides unless it says otherwise:

- `$ref` is opened, so that it does not matter where a recursive shape is cut: two shapes are the same if no walk
  through both finds a difference.
- `anyOf` and `oneOf` are one list of alternatives, nested ones without a default opened; an alternative that
  accepts anything absorbs the others, one that accepts nothing (`undefined` too) is none.
- `const` and `enum` are one list of values; their `type` says nothing more and is dropped.
- A bound that a stricter one beside it implies is dropped (`minimum` beside a greater `exclusiveMinimum`).
- `allOf` in an intersection is flat, and adjacent plain objects without a common field in it are one object.
- Several `multipleOf` are one, their least common multiple; the bounds of every double are none.
- A default inside of what may not be absent (`nonoptional`, `required`) is dropped: it never applies.
- `propertyNames` of any string is dropped.
- Words are dropped: `$schema`, `title`, `description`, `readOnly`, `contentEncoding`, and `x-effects`, `x-catch`.
- zod's side: the hook of `zod4_schema.mjs` states what toJSONSchema leaves out or says in a way of its own.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import unquote

Json = dict[str, Any]
NEVER: Json = {"not": {}}
_WORDS = frozenset(
    {"$schema", "$defs", "title", "description", "readOnly", "contentEncoding", "x-effects", "x-catch", "x-needed"}
)
_MISSING = "(none)"
_COMPUTED = json.dumps("computed")
LIMIT = 8


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents, for its references."""

    document: Json

    def opened(self, node: Any) -> Json:
        """The node that a chain of references leads to; keywords beside a reference stay."""
        node = _as_object(node)
        beside: Json = {}
        for _ in range(64):
            if "$ref" not in node:
                return {**node, **beside}
            beside = {**{key: value for key, value in node.items() if key not in ("$ref", *_WORDS)}, **beside}
            target: Any = self.document
            for part in node["$ref"].lstrip("#").split("/")[1:]:
                target = target[_unquoted(part)]
            node = _as_object(target)
        return NEVER


def differences(want: Json, got: Json, *, is_lenient: bool = False) -> list[str]:
    """Where the two differ: a path, what zod says and what was extracted; empty where they are the same.

    With `is_lenient` a default may be extracted as computed at run time, whatever it is.
    """
    walk = _Walk(Side(want), Side(got), LIMIT, is_lenient)
    walk.compare(want, got, "")
    return walk.found


class _Walk:
    def __init__(self, want: Side, got: Side, limit: int, is_lenient: bool) -> None:
        self.want, self.got, self.limit, self.is_lenient = want, got, limit, is_lenient
        self.found: list[str] = []
        self._assumed: set[tuple[str, str]] = set()

    def compare(self, want: Any, got: Any, path: str) -> None:
        pair = (json.dumps(want, sort_keys=True), json.dumps(got, sort_keys=True))
        if pair in self._assumed or len(self.found) >= self.limit:
            return
        self._assumed.add(pair)
        left, right = _shape(self.want, want), _shape(self.got, got)
        if not (self.is_lenient and right.default == _COMPUTED):
            self._same(f"{path}(default)", left.default, right.default)
        self._same(f"{path}(discriminator)", left.discriminator, right.discriminator)
        if len(left.options) != len(right.options):
            self._note(path, left.options, right.options)
            return
        for index, (one, other) in enumerate(zip(left.options, right.options, strict=True)):
            self._option(one, other, path if len(left.options) == 1 else f"{path}|{index}")

    def _option(self, want: Json, got: Json, path: str) -> None:
        if _is_union(want) and _is_union(got):
            self.compare(want, got, path)
            return
        left, right = _plain(want), _plain(got)
        nested = {"properties", "items", "prefixItems", "additionalProperties", "propertyNames", "allOf"}
        for key in sorted({*left, *right}):
            if (key in left) != (key in right) or (key not in nested and left[key] != right[key]):
                self._note(f"{path}({key})", left.get(key, _MISSING), right.get(key, _MISSING))
                return
        for key in ("items", "additionalProperties", "propertyNames"):
            if key in left:
                self.compare(left[key], right[key], f"{path}/{key}")
        for key in ("prefixItems", "allOf"):
            if key in left:
                parts = left[key], right[key]
                if key == "allOf":
                    parts = _parts(self.want, left[key]), _parts(self.got, right[key])
                self._list(*parts, f"{path}/{key}")
        if "properties" in left:
            self._same(f"{path}(fields)", list(left["properties"]), list(right["properties"]))
            for name in left["properties"]:
                if name in right["properties"]:
                    self.compare(left["properties"][name], right["properties"][name], f"{path}.{name}")

    def _list(self, want: list[Any], got: list[Any], path: str) -> None:
        if len(want) != len(got):
            self._note(path, want, got)
            return
        for index, (one, other) in enumerate(zip(want, got, strict=True)):
            self.compare(one, other, f"{path}[{index}]")

    def _same(self, path: str, want: object, got: object) -> None:
        if want != got:
            self._note(path, want, got)

    def _note(self, path: str, want: object, got: object) -> None:
        if len(self.found) < self.limit:
            said, read = (json.dumps(one, ensure_ascii=True)[:700] for one in (want, got))
            self.found.append(f"{path or '.'}: zod says {said}, extracted {read}")


@dataclass(frozen=True, slots=True)
class _Shape:
    options: list[Json]
    default: str
    discriminator: str


def _shape(side: Side, node: Any) -> _Shape:
    opened = side.opened(node)
    if set(opened) & {"allOf"} and "type" not in opened:
        parts = _parts(side, opened["allOf"])
        if len(parts) == 1:
            beside = {key: value for key, value in opened.items() if key != "allOf"}
            opened = {**side.opened(parts[0]), **beside}
    default = opened.get("x-default", opened.get("default", _MISSING))
    options = _options(side, opened, 0)
    return _Shape(
        options or [NEVER],
        default if default == _MISSING else json.dumps(default, sort_keys=True),
        opened.get("x-discriminator", _MISSING),
    )


def _options(side: Side, opened: Json, depth: int) -> list[Json]:
    listed = opened.get("anyOf", opened.get("oneOf"))
    if listed is not None and opened.get("x-needed"):
        listed = [_without_default(side.opened(option)) for option in listed]
    if listed is None or depth > 32:
        return [] if opened.get("x-undefined") else [opened]
    found: list[Json] = []
    for option in listed:
        inner = side.opened(option)
        if "default" in inner or "x-default" in inner or "x-discriminator" in inner:
            found.append(inner)
        else:
            found += _options(side, inner, depth + 1)
    if any(_plain(one) == {} or (_is_union(one) and _options(side, one, depth + 1) == [{}]) for one in found):
        return [{}]
    return [one for one in found if _plain(one) != NEVER]


def _without_default(node: Json) -> Json:
    """An option of a union that may not be absent: no default of it ever applies."""
    if node.get("x-catch"):
        return node
    kept = {key: value for key, value in node.items() if key not in ("default", "x-default")}
    return {**kept, "x-needed": True}


def _is_union(node: Json) -> bool:
    return "anyOf" in node or "oneOf" in node


def _parts(side: Side, listed: list[Any]) -> list[Json]:
    """The parts of an intersection: nested ones opened, neighbours that are plain and disjoint objects made one."""
    flat: list[Json] = []
    for part in listed:
        opened = side.opened(part)
        inner = _parts(side, opened["allOf"]) if set(opened) - _WORDS == {"allOf"} else [opened]
        for one in inner:
            if flat and _is_plain_object(flat[-1]) and _is_plain_object(one):
                last = flat[-1]
                if not set(last["properties"]) & set(one["properties"]):
                    flat[-1] = {
                        "type": "object",
                        "properties": {**last["properties"], **one["properties"]},
                        "required": [*last.get("required", []), *one.get("required", [])],
                    }
                    continue
            flat.append(one)
    return flat


def _is_plain_object(node: Json) -> bool:
    kept = set(node) - _WORDS
    return {"type", "properties"} <= kept <= {"type", "properties", "required"}


def _plain(node: Json) -> Json:
    """An alternative's own keywords in one form."""
    said = {key: value for key, value in node.items() if key not in _WORDS and key not in ("default", "x-default")}
    if "const" in said or "enum" in said:
        values = said["enum"] if "enum" in said else [said["const"]]
        return {"values": [json.dumps(value) for value in values]}
    if said.get("type") == "null":
        return {"values": ["null"]}
    if said.get("x-undefined") or said.get("not") == {}:
        return NEVER
    match said.get("type"):
        case "string":
            return _string(said)
        case "number" | "integer":
            return _number(said)
        case "object":
            return _object(said)
        case "array":
            return _array(said)
    return said


def _string(said: Json) -> Json:
    patterns = said.pop("x-patterns", None)
    if patterns is None:
        patterns = [written for part in (said, *said.get("allOf", [])) if (written := _written(part)) is not None]
    form = said.pop("x-format", said.pop("format", None))
    kept = {key: value for key, value in said.items() if key not in ("pattern", "x-pattern", "allOf", "format")}
    return {**kept, "patterns": sorted(patterns), "format": form}


def _written(said: Json) -> str | None:
    """A pattern as the program wrote it, where an export says it in a form that more engines read."""
    pattern = said.get("x-pattern", said.get("pattern"))
    assert pattern is None or isinstance(pattern, str)
    return pattern


def _number(said: Json) -> Json:
    said = {key: _plain_number(value) for key, value in said.items()}
    if "multipleOf" in said:
        steps = said["multipleOf"] if isinstance(said["multipleOf"], list) else [said["multipleOf"]]
        exact = [Fraction(repr(step)) for step in steps]
        said["multipleOf"] = [
            math.lcm(*(one.numerator for one in exact)),
            math.gcd(*(one.denominator for one in exact)),
        ]
    said = {key: value for key, value in said.items() if key == "multipleOf" or abs_of(value) != sys.float_info.max}
    for bound, exclusive, sign in (("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1)):
        if bound in said and exclusive in said:
            del said[bound if sign * said[exclusive] >= sign * said[bound] else exclusive]
    return said


def abs_of(value: Any) -> float:
    """The size of a bound; 0 for what is none."""
    return abs(value) if isinstance(value, int | float) else 0


def _plain_number(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _object(said: Json) -> Json:
    if "propertyNames" in said and _plain(said["propertyNames"]) == _string({"type": "string"}):
        del said["propertyNames"]
    said["required"] = sorted(said.get("required", []))
    if said.get("additionalProperties") is True:
        said["additionalProperties"] = {}
    return said


def _array(said: Json) -> Json:
    if "prefixItems" in said:
        said.setdefault("items", False)
    if said.get("prefixItems") == []:
        del said["prefixItems"]
    if not said.get("minItems"):
        said.pop("minItems", None)
    return said


def _as_object(node: Any) -> Json:
    if node is True:
        return {}
    return dict(NEVER) if node is False else node


def _unquoted(part: str) -> str:
    return unquote(part).replace("~1", "/").replace("~0", "~")
