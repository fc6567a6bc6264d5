"""Schemas under construction: the intermediate representation with holes where something could not be resolved."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.evaluate import Host, Obj, Value
from extractor.evaluate.values import Deferred
from extractor.model.schema import Schema


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a shape that could not be resolved, and why. Replaced before anything is stored."""

    reason: str


@dataclass(eq=False, slots=True)
class SchemaValue:
    """A schema of the library, as the evaluator carries it around.

    `definition` is the object it was built from, for code that copies schemas; `is_changed` where a method has
    made another schema of it since; `is_partial_key` where such code makes a record's key no longer exhaustive;
    `made_by` what it was constructed with,
    `kind` what its constructor calls it (`transform`, `null`) as long as no method has made another schema of it.
    """

    schema: Schema
    dialect: str
    definition: Obj | None = None
    is_partial_key: bool = False
    is_changed: bool = False
    made_by: Deferred | None = None
    kind: str = ""


def kind_of(value: Value) -> str:
    """What the constructor of a schema calls it; "" for what is none, or was made another since."""
    payload = value.payload if isinstance(value, Host) else None
    return payload.kind if isinstance(payload, SchemaValue) else ""


@dataclass(eq=False, slots=True)
class Internals:
    """What a schema's `_zod` or `_def` property gives: a way to its definition and its constructor."""

    owner: SchemaValue


@dataclass(eq=False, slots=True)
class ChangedDefinition:
    """The definition of a schema that methods have changed: only good for a copy of the whole schema."""

    owner: SchemaValue


@dataclass(eq=False, slots=True)
class Constructor:
    """The constructor of a schema, reached from an instance: calling it copies the schema."""

    owner: SchemaValue


@dataclass(eq=False, slots=True)
class CheckValue:
    """A check that is passed to `.check(...)`: a name and its parameters."""

    name: str
    definition: Obj


class Refusal(Exception):
    """A constructor, a method or an argument that is not understood; the message says which and why."""


def hole(reason: str) -> Schema:
    """A Hole, typed as the schema it stands for while shapes are built."""
    return Hole(reason)  # type: ignore[return-value]
