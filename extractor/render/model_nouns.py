"""The nouns of a generated package: classes with fields, aliases, and the modules that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.schema import Scalar
from extractor.render.code import Expression

ModuleName: TypeAlias = Choice["shapes", "requests", "messages"]
MODULES: tuple[ModuleName, ...] = ("shapes", "requests", "messages")
"""In order of import: a module uses names of those before it."""

Presence: TypeAlias = Choice["needed", "fixed", "maybe", "given"]
"""`needed` must be there; `fixed` too, and has one value; `maybe` may be absent; `given` has a default value."""


@dataclass(slots=True)
class ModelField:
    """One field: its name on the wire, its attribute, its type, and what absence means."""

    wire: str
    type: Expression
    presence: Presence
    default: Scalar = None
    attribute: str = ""


@dataclass(slots=True)
class ModelClass:
    """A class: fields for an object, or `root` for anything else. `extra` is the type of undeclared fields."""

    name: str
    about: str
    fields: list[ModelField] = field(default_factory=list)
    extra: Expression | None = None
    root: Expression | None = None


@dataclass(frozen=True, slots=True)
class ModelAlias:
    """A second name for a class (`same_as`), or the name of a type that is no class."""

    name: str
    about: str
    value: Expression
    same_as: bool = False


ModelItem: TypeAlias = ModelClass | ModelAlias
