"""Makes an example value of a schema: the same one every time, short, and valid where that can be told."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TypeAlias

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Union,
)
from extractor.render.intersections import merged
from extractor.render.pattern_text import matching_text
from extractor.render.presence import is_optional

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

MOST_STEPS = 20_000_000
"""A search that may take more steps is not made: a pattern of a few letters can take longer than the sun has left."""

_MANY = re.compile(r"[*+?]|\{\d+,?\d*\}")
_NESTED = re.compile(r"\)[*+{]")

TEXTS: Mapping[str, str] = {
    "uuid": "00000000-0000-4000-8000-000000000000",
    "guid": "00000000-0000-4000-8000-000000000000",
    "url": "https://example.com/",
    "uri": "https://example.com/",
    "email": "someone@example.com",
    "date-time": "2025-01-01T00:00:00Z",
    "datetime": "2025-01-01T00:00:00Z",
    "date": "2025-01-01",
    "time": "00:00:00",
    "duration": "PT1S",
    "ip": "127.0.0.1",
    "ipv4": "127.0.0.1",
    "ipv6": "::1",
    "cidr": "127.0.0.0/8",
    "cidrv4": "127.0.0.0/8",
    "cidrv6": "::/0",
    "base64": "dGV4dA==",
    "base64url": "dGV4dA",
    "e164": "+15550100000",
    "jwt": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.AA",
    "cuid": "c00000000000000000000000",
    "cuid2": "a00000000000000000000000",
    "ulid": "00000000000000000000000000",
    "nanoid": "000000000000000000000",
    "emoji": "\N{WHITE HEAVY CHECK MARK}",
}
"""A text for each format that has one, by the names of zod and of JSON Schema."""

PLAIN_TEXT = "text"
DEEPEST_OPTIONAL = 1
"""Fields that may be absent are shown down to this depth, and only where they are plain."""


class Impossible(Exception):
    """No example can be made: nothing fits the schema, or it never ends."""


class Examples:
    """Makes examples for the schemas of one inventory."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._open: list[str] = []

    def example(self, schema: Schema) -> Json:
        """An example with every required field, and the optional ones that are plain; Impossible where none is."""
        return self._made(schema, 0)

    def _made(self, schema: Schema, depth: int) -> Json:
        match schema:
            case Any():
                return {}
            case Boolean():
                return True
            case String():
                return _text(schema)
            case Number():
                return _number(schema)
            case Literal(values):
                return values[0]
            case Optional(inner) | Default(inner) | Catch(inner) | Effect(inner):
                return self._made(inner, depth)
            case Nullable(inner):
                return self._first((inner, Literal((None,))), depth)
            case Ref(name):
                return self._definition(name, depth)
            case Array() | Tuple():
                return self._list(schema, depth)
            case Record() | Object():
                return self._mapping(schema, depth)
            case Union(options):
                return self._first(options, depth)
            case Intersection():
                return self._both(schema, depth)
            case _:
                raise Impossible

    def _definition(self, name: str, depth: int) -> Json:
        if name in self._open:
            raise Impossible
        self._open.append(name)
        try:
            return self._made(self._definitions[name], depth)
        finally:
            self._open.pop()

    def _list(self, schema: Array | Tuple, depth: int) -> Json:
        if isinstance(schema, Tuple):
            return [self._made(item, depth + 1) for item in schema.items]
        least, most = schema.min_items or 0, schema.max_items
        count = max(1, least) if most is None else min(max(1, least), most)
        if count < least:
            raise Impossible
        try:
            return [self._made(schema.element, depth + 1)] * count
        except Impossible:
            if schema.min_items:
                raise
            return []

    def _mapping(self, schema: Record | Object, depth: int) -> Json:
        if isinstance(schema, Record):
            return self._record(schema, depth)
        made: dict[str, Json] = {}
        for field in schema.fields:
            if not is_optional(field.schema, self._definitions):
                made[field.name] = self._made(field.schema, depth + 1)
            elif depth <= DEEPEST_OPTIONAL:
                try:
                    value = self._made(field.schema, depth + 1)
                except Impossible:
                    continue
                if not isinstance(value, list | dict):
                    made[field.name] = value
        return made

    def _record(self, schema: Record, depth: int) -> Json:
        keys = [key for key in self._keys(schema.key) if isinstance(key, str)]
        wanted = keys if schema.exhaustive and len(keys) > 1 else keys[:1]
        try:
            return {key: self._made(schema.value, depth + 1) for key in wanted}
        except Impossible:
            if schema.exhaustive:
                raise
            return {}

    def _keys(self, schema: Schema) -> list[Json]:
        match schema:
            case Literal(values):
                return list(values)
            case Union(options):
                return [key for option in options for key in self._keys(option)]
            case Ref(name):
                return self._keys(self._definitions[name])
            case _:
                return [self._made(schema, 0)]

    def _first(self, options: tuple[Schema, ...], depth: int) -> Json:
        for option in options:
            try:
                return self._made(option, depth)
            except Impossible:
                continue
        raise Impossible

    def _both(self, schema: Intersection, depth: int) -> Json:
        shape = merged(schema, self._definitions)
        if not isinstance(shape, Intersection):
            return self._made(shape, depth)
        left, right = self._made(shape.left, depth), self._made(shape.right, depth)
        if isinstance(left, dict) and isinstance(right, dict):
            return {**right, **left}
        return right if isinstance(shape.left, Any | String | Number) else left


def _text(schema: String) -> str:
    """A text of the format, or one that fits a pattern; without a pattern, brought to an allowed length."""
    if schema.format is not None and schema.format in TEXTS and not schema.patterns:
        return TEXTS[schema.format]
    if schema.max_length is not None and schema.max_length < (schema.min_length or 0):
        raise Impossible
    if not schema.patterns:
        return PLAIN_TEXT.ljust(schema.min_length or 0, "t")[: schema.max_length]
    attempts = [TEXTS.get(schema.format or "", PLAIN_TEXT), *map(matching_text, schema.patterns)]
    return next((attempt for attempt in attempts if _fits(schema, attempt)), attempts[-1])


def _fits(schema: String, text: str) -> bool:
    if len(text) < (schema.min_length or 0):
        return False
    if not all(_is_soon_known(pattern, text) for pattern in schema.patterns):
        return False
    try:
        return all(re.search(pattern, text) for pattern in schema.patterns)
    except (re.error, RecursionError, OverflowError):
        return False


def _is_soon_known(pattern: str, text: str) -> bool:
    """Whether a search ends soon even where it tries every way to share out the text among the pattern's repetitions."""
    many, size = len(_MANY.findall(pattern)), len(text)
    if size > 1000:
        return many == 0
    ways = 2**size if _NESTED.search(pattern) else math.comb(size + many, many)
    return ways * (size + 1) * len(pattern) <= MOST_STEPS


def _number(schema: Number) -> int | float:
    """The first of a few numbers that lies within the bounds."""
    lows = [bound for bound in (schema.minimum, schema.exclusive_minimum) if bound is not None]
    highs = [bound for bound in (schema.maximum, schema.exclusive_maximum) if bound is not None]
    whole = schema.format not in (None, "float32", "float64")
    steps = [schema.multiple_of] if schema.multiple_of else []
    near = [bound + offset for bound in (*lows, *highs) for offset in (0, 1, -1, 0.5, -0.5)]
    for value in (1, 0, *steps, *near):
        if whole and value != int(value):
            continue
        if (
            all(value >= low for low in lows)
            and all(value <= high for high in highs)
            and value not in (schema.exclusive_minimum, schema.exclusive_maximum)
            and (not schema.multiple_of or value % schema.multiple_of == 0)
        ):
            return int(value) if value == int(value) else value
    raise Impossible
