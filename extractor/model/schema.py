"""The intermediate representation of a message shape, as the schema library itself enforces it on input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
"""A JSON scalar. `-0`, NaN, infinities and bigints never occur: such a schema is unresolved."""

Json: TypeAlias = "Scalar | list[Json] | dict[str, Json]"


@dataclass(frozen=True, slots=True)
class Any:
    """Anything at all, absent included when it is an object's field (zod `any`, `unknown`)."""


@dataclass(frozen=True, slots=True)
class Never:
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Undefined:
    """Only `undefined`: in JSON, an absent field (zod `undefined`, `void`)."""


@dataclass(frozen=True, slots=True)
class Boolean:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class String:
    """A string. Lengths count UTF-16 code units; `patterns` are ECMAScript regular expression sources."""

    format: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    patterns: tuple[str, ...] = ()


NumberFormat: TypeAlias = Choice["int", "safeint", "int32", "uint32", "float32", "float64"]


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number. `int` is any integer, `safeint` one within +-(2**53 - 1)."""

    format: NumberFormat | None = None
    minimum: float | None = None
    maximum: float | None = None
    exclusive_minimum: float | None = None
    exclusive_maximum: float | None = None
    multiple_of: float | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """One of these values (a literal or an enum); never empty, no value twice, in the source's order."""

    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Array:
    element: Schema
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Tuple:
    items: tuple[Schema, ...]
    rest: Schema | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """An object with arbitrary keys. `exhaustive`: every key that a literal `key` names must be present."""

    key: Schema
    value: Schema
    exhaustive: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One declared property; `is_required` in `presence` says whether it may be absent."""

    name: str
    schema: Schema


UnknownKeys: TypeAlias = Choice["strip", "strict", "passthrough"]


@dataclass(frozen=True, slots=True)
class Object:
    """Declared fields in source order. `rest` is the schema of undeclared keys where one was given."""

    fields: tuple[Field, ...]
    unknown_keys: UnknownKeys = "strip"
    rest: Schema | None = None

    def field(self, name: str) -> Field | None:
        """The field called `name`, or None."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True, slots=True)
class Union:
    options: tuple[Schema, ...]
    discriminator: str | None = None


@dataclass(frozen=True, slots=True)
class Intersection:
    left: Schema
    right: Schema


@dataclass(frozen=True, slots=True)
class Optional:
    """`inner`, or absent."""

    inner: Schema


@dataclass(frozen=True, slots=True)
class Nullable:
    """`inner`, or null."""

    inner: Schema


@dataclass(frozen=True, slots=True)
class Default:
    """`inner`, or absent and then `value`; `known` is False where the value is computed at run time."""

    inner: Schema
    value: FrozenJson = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Catch:
    """`inner`; anything else is replaced by `value` instead of being refused."""

    inner: Schema
    value: FrozenJson = None
    known: bool = True


EffectKind: TypeAlias = Choice[
    "transform",
    "refinement",
    "preprocess",
    "coerce",
    "custom",
    "pipe",
    "rewrite",
    "lazy",
    "cut",
    "description",
    "unresolved",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """`inner` on the wire, and beyond it something that JSON Schema cannot say.

    `lazy` only says that the schema was written as a lazy one; `unresolved` that the shape is not known;
    `cut`, only in an exported document, that it goes no deeper there. `description`, only in local output that was
    asked for, carries the vendor's sentence in `note`: it is never stored.
    """

    inner: Schema
    effects: tuple[EffectKind, ...]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Ref:
    """The definition called `name` in the same inventory."""

    name: str


Schema: TypeAlias = (
    Any
    | Never
    | Undefined
    | Boolean
    | String
    | Number
    | Literal
    | Array
    | Tuple
    | Record
    | Object
    | Union
    | Intersection
    | Optional
    | Nullable
    | Default
    | Catch
    | Effect
    | Ref
)

FrozenJson: TypeAlias = "Scalar | tuple[FrozenJson, ...] | FrozenObject"


@dataclass(frozen=True, slots=True)
class FrozenObject:
    """A JSON object kept hashable: (key, value) pairs in source order."""

    items: tuple[tuple[str, FrozenJson], ...]
