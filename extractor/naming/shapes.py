"""What a schema is beneath its wrappers: its heart, its alternatives, its parts, and whether it tells enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extractor.errors import InputError
from extractor.model.schema import (
    Array,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Nullable,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    Union,
)

FEWEST_VALUES = 3
"""An enum of fewer values is not known again by them."""

_DEEPEST = 200


class Shapes:
    """Looks into schemas that refer to definitions by name."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.definitions = definitions

    def body(self, name: str) -> Schema:
        """The schema of a definition. Raises InputError where there is none."""
        if name not in self.definitions:
            raise InputError("inventory", f"has no definition called {name!r}", "extract the release again")
        return self.definitions[name]

    def heart(self, schema: Schema, *, keep_null: bool = False) -> Schema:
        """What is inside all references and wrappers; with `keep_null`, inside all that do not add null."""
        for _ in range(_DEEPEST):
            match schema:
                case Ref(name):
                    schema = self.body(name)
                case Nullable(inner):
                    if keep_null:
                        break
                    schema = inner
                case Optional(inner) | Default(inner) | Catch(inner) | Effect(inner):
                    schema = inner
                case _:
                    break
        return schema

    def alternatives(self, schema: Schema, depth: int = 20) -> Iterator[Schema]:
        """The alternatives of a shape but null, unions in unions opened; references to what is no union are kept."""
        heart = self.heart(schema)
        if isinstance(heart, Union) and depth:
            for option in heart.options:
                yield from self.alternatives(option, depth - 1)
        elif heart != Literal((None,)):
            yield schema

    def intersected(self, schema: Schema, depth: int = 20) -> Iterator[Schema]:
        """The shapes that a value must have all of; references to what is no intersection are kept."""
        heart = self.heart(schema)
        if isinstance(heart, Intersection) and depth:
            yield from self.intersected(heart.left, depth - 1)
            yield from self.intersected(heart.right, depth - 1)
        else:
            yield schema

    def tells_enough(self, schema: Schema, depth: int = 6) -> bool:
        """Whether a shape can be known again: an object of two fields or with a tag, an enum, what holds one."""
        match self.heart(schema, keep_null=True):
            case Object(fields, _, rest):
                if len(fields) > 1 or any(isinstance(field.schema, Literal) for field in fields):
                    return True
                inside = [*(field.schema for field in fields), *([rest] if rest is not None else [])]
            case Literal(values):
                return len(values) >= FEWEST_VALUES
            case Nullable(inner):
                heart = self.heart(inner)
                return self.tells_enough(Literal((*heart.values, None)) if isinstance(heart, Literal) else heart, depth)
            case Array(element) | Record(_, element):
                inside = [element]
            case Union(options):
                hearts = [self.heart(option) for option in options]
                values = tuple(value for one in hearts if isinstance(one, Literal) for value in one.values)
                inside = [Literal(values), *options]
            case Intersection(left, right):
                inside = [left, right]
            case _:
                return False
        return depth > 0 and any(self.tells_enough(part, depth - 1) for part in inside)
