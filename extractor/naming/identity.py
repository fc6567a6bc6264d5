"""Tells which shapes of an inventory are one shape: a schema comes in, a number out, equal for equal shapes."""

from __future__ import annotations

from dataclasses import fields

from extractor.model.parts import parts
from extractor.model.schema import Field, Ref, Schema
from extractor.naming.shapes import Shapes


class Identity:
    """Numbers for the shapes of one inventory: references are followed, so a name makes no difference.

    A reference to a definition that leads back to itself has a number of its own.
    """

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[int, tuple[Schema, int]] = {}
        self._recursive = {name for name in shapes.definitions if self._leads_back(name)}

    def __call__(self, schema: Schema) -> int:
        """The number of a shape. Raises InputError where a reference leads nowhere."""
        known = self._known.get(id(schema))
        if known is None:
            known = self._known[id(schema)] = (schema, self._number(schema))
        return known[1]

    def of_definition(self, name: str) -> int:
        """The number of what a definition stands for."""
        return self(self._shapes.body(name))

    def _number(self, schema: Schema) -> int:
        if not isinstance(schema, Ref):
            values = (self._part(getattr(schema, one.name)) for one in fields(schema))
            return self._intern(type(schema).__name__, *values)
        if schema.name in self._recursive:
            return self._intern("recursive", schema.name)
        return self.of_definition(schema.name)

    def _part(self, value: object) -> object:
        if isinstance(value, Schema):
            return ("shape", self(value))
        if isinstance(value, Field):
            return (value.name, self(value.schema))
        if isinstance(value, tuple):
            return tuple(map(self._part, value))
        return (type(value).__name__, value)

    def _intern(self, *parts_of_it: object) -> int:
        return self._numbers.setdefault(parts_of_it, len(self._numbers))

    def _leads_back(self, name: str) -> bool:
        waiting, seen = [self._shapes.body(name)], set[str]()
        while waiting:
            schema = waiting.pop()
            waiting.extend(parts(schema))
            if isinstance(schema, Ref):
                if schema.name == name:
                    return True
                if schema.name not in seen:
                    seen.add(schema.name)
                    waiting.append(self._shapes.body(schema.name))
        return False
