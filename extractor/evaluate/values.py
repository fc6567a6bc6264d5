"""Abstract JavaScript values: what an expression is known to be before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from extractor.model.bundle import Chunk
from extractor.syntax import Branch


@dataclass(frozen=True, slots=True)
class Undefined:
    """JavaScript's `undefined`."""


UNDEFINED = Undefined()


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    """A known primitive; JavaScript numbers are int where they are integral, else float. `1` is not `true`."""

    value: str | int | float | bool | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class RegExp:
    """A regular expression literal."""

    source: str
    flags: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be known statically, and why."""

    reason: str


UNDER_WAY = Unknown("it is defined by itself")
"""A value that is asked for while it is being computed. At the left of `||` and `??` it is `undefined`, as it is there."""


@dataclass(eq=False, slots=True)
class Frame:
    """The local names of one function call, or of a block in it; `this` is the receiver.

    `assigned` are the names that the function, or a function in it, assigns anew: what refers to them must be
    computed at once.
    """

    names: dict[str, Value | Deferred]
    parent: Frame | None = None
    this: Value = UNDEFINED
    home: Class | None = None
    assigned: frozenset[str] = frozenset()
    is_block: bool = False

    def holder(self, name: str) -> Frame | None:
        """The nearest frame that has a name, or None."""
        frame: Frame | None = self
        while frame is not None and name not in frame.names:
            frame = frame.parent
        return frame


class Context(NamedTuple):
    """Where an expression stands: its chunk, and the local names it can see."""

    chunk: Chunk
    frame: Frame | None = None


@dataclass(eq=False, slots=True)
class Deferred:
    """A value computed when first asked for; `node` is the expression it comes from, where it comes from one."""

    compute: Callable[[], Value]
    node: Branch | None = None
    value: Value | None = None
    running: bool = False

    def get(self) -> Value:
        if self.value is None:
            if self.running:
                return UNDER_WAY
            self.running = True
            try:
                self.value = self.compute()
            finally:
                self.running = False
        return self.value


@dataclass(eq=False, slots=True)
class Property:
    """One property of an object: its value, or a getter (which runs at each access); only enumerable ones are copied."""

    value: Value | Deferred
    getter: Func | None = None
    enumerable: bool = True


@dataclass(eq=False, slots=True)
class Obj:
    """An object literal. `complete` is False where something unknown was spread into it.

    `is_bare` marks one without a prototype, as `Object.create(null)` makes it.
    """

    properties: dict[str, Property] = field(default_factory=dict)
    complete: bool = True
    is_bare: bool = False

    def own(self, name: str) -> Value | None:
        """The value of an own data property, or None."""
        found = self.properties.get(name)
        if found is None or found.getter is not None:
            return None
        return force(found.value)


@dataclass(eq=False, slots=True)
class Arr:
    """An array, a Set (`kind` "set") or a Map's entries (`kind` "map"). `complete` as for Obj."""

    items: list[Value]
    complete: bool = True
    kind: str = "array"


@dataclass(eq=False, slots=True)
class Func:
    """A function with the names it closes over; `this` is set for methods and arrows."""

    node: Branch
    chunk: Chunk
    frame: Frame | None = None
    this: Value = UNDEFINED
    home: Class | None = None


@dataclass(eq=False, slots=True)
class Class:
    """A class declaration or expression; `name` is what the top level of its chunk calls it, or ""."""

    node: Branch
    chunk: Chunk
    frame: Frame | None = None
    name: str = ""
    statics: dict[str, Value] = field(default_factory=dict)
    chain: tuple[Class, ...] | None = None


@dataclass(eq=False, slots=True)
class Instance:
    """What `new callee(...arguments)` gives; `fields` are set by its constructor, when asked for.

    `is_named` says that the callee is written as a name of its chunk's top level; `is_lost` why its fields are not
    known, where its constructor cannot be followed to its end.
    """

    callee: Deferred
    arguments: list[Argument]
    fields: dict[str, Value | Deferred] = field(default_factory=dict)
    is_built: bool = False
    is_named: bool = False
    is_lost: Value | None = None


@dataclass(eq=False, slots=True)
class Namespace:
    """A module's namespace object."""

    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Global:
    """A built-in reached by name or by path: `Object`, `Array.isArray`."""

    path: str


@dataclass(eq=False, slots=True)
class Host:
    """A value of the library that is being recognised; only the library knows what `payload` is."""

    payload: object


Value: TypeAlias = (
    Undefined | Const | RegExp | Unknown | Obj | Arr | Func | Class | Instance | Namespace | Global | Host
)

Argument: TypeAlias = "Value | Deferred"
"""A call's argument: computed only where the callee looks at it."""


def force(value: Argument) -> Value:
    """The value itself, computed now where it was put off."""
    return value.get() if isinstance(value, Deferred) else value


def is_nullish(value: Value) -> bool:
    """Whether a value is certainly null or undefined."""
    return isinstance(value, Undefined) or (isinstance(value, Const) and value.value is None)


INHERITED = frozenset(
    {"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"}
)
"""What every plain object has from its prototype."""


def is_there(value: Global) -> bool:
    """Whether a built-in reached by a path certainly exists, and so is an object or a function."""
    return "." not in value.path or value.path == "Object.prototype"


def truth(value: Value) -> bool | None:
    """Whether a value is truthy, or None where that is unknown: a built-in reached by a path may not be there."""
    if isinstance(value, Global) and not is_there(value):
        return None
    if isinstance(value, Undefined):
        return False
    if isinstance(value, Const):
        return bool(value.value) and value.value == value.value
    return None if isinstance(value, Unknown) else True


def plain(value: Value) -> object:
    """The JSON value that a value certainly is.

    Raises ValueError, with the reason, where it is not known or is no JSON value.
    """
    if isinstance(value, Const):
        if isinstance(value.value, float) and value.value - value.value != 0:
            raise ValueError("it is a number that JSON does not have")
        return value.value
    if isinstance(value, Arr) and value.complete and value.kind == "array":
        return [plain(item) for item in value.items]
    if isinstance(value, Obj) and value.complete:
        result: dict[str, object] = {}
        for name in value.properties:
            own = value.own(name)
            if own is None:
                raise ValueError("it has a getter")
            if not isinstance(own, Undefined):
                result[name] = plain(own)
        return result
    raise ValueError(value.reason if isinstance(value, Unknown) else "it is not a JSON value")
