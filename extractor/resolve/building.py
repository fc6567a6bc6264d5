"""What a dialect is: its name, and a function that says what a construction builds, if it is one of its schemas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from extractor.evaluate import Evaluator, Func, Instance, Value
from extractor.model.schema import Schema
from extractor.resolve.shapes import SchemaValue


class Builder(Protocol):
    """What dialects need of the library that holds them."""

    def lower(self, value: Value, evaluator: Evaluator) -> Schema:
        """The shape of a value that should be a schema; a hole with the reason where it is none."""

    def later(self, getter: Func, evaluator: Evaluator) -> Schema:
        """A reference to the schema that `getter` will return, resolved once everything else is."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect. `construct` returns None for a construction that is not one of its schemas."""

    name: str
    construct: Callable[[Instance, Evaluator, Builder], SchemaValue | None]
