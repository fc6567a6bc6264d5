"""Cut shapes at the depth where the contract's documents end: what lies deeper is said to be cut, and is anything.

The documents of the contract walk each message of the live schemas down to LEVELS and no further. Only envelopes
that hold other messages are that deep; what is cut in them stands whole in the document under the request that
it belongs to, and in the inventory and the models everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from extractor.model.schema import (
    Any,
    Array,
    Catch,
    Default,
    Effect,
    Field,
    Intersection,
    Nullable,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    Tuple,
    Union,
)

LEVELS = 13
"""The deepest level that is said; the schema of a message is level 0."""

CUT: Schema = Effect(Any(), ("cut",))
_ENDLESS = 1 << 20
_STEPS = frozenset({"lazy", "transform", "preprocess", "pipe"})


class DepthLimit:
    """Cuts the shapes of one inventory. A part that fits is left as it is, references included."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._heights: dict[str, int] = {}

    def message(self, schema: Schema) -> Schema:
        """A message's shape, cut; where shapes share the key, each of them is a message of its own."""
        joined = schema
        while isinstance(joined, Ref):
            joined = self._definitions[joined.name]
        if not isinstance(joined, Union):
            return self.cut(schema)
        options = tuple(self.cut(option) for option in joined.options)
        return schema if options == joined.options else replace(joined, options=options)

    def cut(self, schema: Schema, level: int = 0) -> Schema:
        """The shape with everything below LEVELS cut; definitions are written out where they do not fit."""
        if level > LEVELS:
            return CUT
        if level + self._height(schema) <= LEVELS:
            return schema
        match schema:
            case Ref(name):
                return schema if self._height(schema) >= _ENDLESS else self.cut(self._definitions[name], level)
            case Effect(inner, effects):
                return replace(schema, inner=self.cut(inner, level + sum(kind in _STEPS for kind in effects)))
            case Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner):
                return replace(schema, inner=self.cut(inner, level + 1))
            case Object(fields, _, rest):
                cut = tuple(Field(field.name, self.cut(field.schema, level + 1)) for field in fields)
                return replace(schema, fields=cut, rest=self.cut(rest, level + 1) if rest is not None else None)
            case Array(element):
                return replace(schema, element=self.cut(element, level + 1))
            case Record(_, value):
                return replace(schema, value=self.cut(value, level + 1))
            case Tuple(items, rest):
                inside = tuple(self.cut(item, level + 1) for item in items)
                return Tuple(inside, self.cut(rest, level + 1) if rest is not None else None)
            case Union(options):
                return replace(schema, options=tuple(self.cut(option, level + 1) for option in options))
            case Intersection(left, right):
                return Intersection(self.cut(left, level + 1), self.cut(right, level + 1))
            case _:
                return schema

    def _height(self, schema: Schema) -> int:
        """How many levels a shape has below its own; _ENDLESS for one that holds itself."""
        match schema:
            case Ref(name):
                if name not in self._heights:
                    self._heights[name] = _ENDLESS
                    self._heights[name] = self._height(self._definitions[name])
                return self._heights[name]
            case Effect(inner, effects):
                return self._height(inner) + sum(kind in _STEPS for kind in effects)
            case Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner):
                return 1 + self._height(inner)
            case Object(fields, _, rest):
                inside = [field.schema for field in fields] + ([rest] if rest is not None else [])
                return 1 + max(map(self._height, inside), default=-1)
            case Array(element):
                return 1 + self._height(element)
            case Record(_, value):
                return 1 + self._height(value)
            case Tuple(items, rest):
                return 1 + max(map(self._height, (*items, *([rest] if rest is not None else []))), default=-1)
            case Union(options):
                return 1 + max(map(self._height, options), default=-1)
            case Intersection(left, right):
                return 1 + max(self._height(left), self._height(right))
            case _:
                return 0
