"""What an expression can stand for while a control request is followed through the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from typing import Literal as Choice

from extractor.model.bundle import Chunk
from extractor.syntax import Node

if TYPE_CHECKING:
    from extractor.find.dispatch.frames import Frame, Place


@dataclass(frozen=True, slots=True)
class Tracked:
    """A part of the request that is followed: the whole message, its `type`, its `request`, that one's `subtype`."""

    part: Choice["message", "kind", "request", "subtype"]


MESSAGE, KIND, REQUEST, SUBTYPE = Tracked("message"), Tracked("kind"), Tracked("request"), Tracked("subtype")


@dataclass(frozen=True, slots=True)
class Text:
    """A constant string."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function, method or arrow with the names it can see; `this` is the instance it belongs to, if known."""

    node: Node
    frame: Frame
    this: Value | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """An object or array literal, or a class, whose members are evaluated when they are asked for.

    `is_exports`: a table of what a module exports, in which each member is a function that returns it.
    """

    node: Node
    frame: Frame
    is_exports: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object that `new` made of a class, with the arguments it was made with."""

    of: Built
    arguments: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """The namespace of a chunk."""

    chunk: Chunk


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A value of a table, still unevaluated."""

    node: Node
    frame: Frame


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A set, array, map or object by the names it holds; `key` nodes are the evidence, entries what they map to."""

    keys: Mapping[str, Node]
    entries: Mapping[str, Entry]


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """What a table holds for the subtype at hand: nothing for a name that is not in it."""

    table: Table


@dataclass(frozen=True, slots=True, eq=False)
class Several:
    """One of these values, whichever it is at run time."""

    options: tuple[Value, ...]


Value: TypeAlias = Tracked | Text | Function | Built | Instance | Module | Table | Lookup | Several


def each(value: Value | None) -> tuple[Value, ...]:
    """The values that `value` may be, flattened."""
    if value is None:
        return ()
    if isinstance(value, Several):
        return tuple(one for option in value.options for one in each(option))
    return (value,)


_MOST = 16
"""So many values one expression may have: more say nothing, and cost time."""


def one_of(*values: Value | None) -> Value | None:
    """A value that is one of these; None where none is known."""
    known: list[Value] = []
    for value in values:
        for one in each(value):
            if len(known) < _MOST and not any(one is other for other in known):
                known.append(one)
    if not known:
        return None
    return known[0] if len(known) == 1 else Several(tuple(known))
