"""The few built-ins that schema code is written with: Object, Array, Set, Map and the methods of arrays and strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.objects import OBJECT_CALLS, GlobalCall
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Const,
    Global,
    RegExp,
    Unknown,
    Value,
    force,
    truth,
)

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

GLOBALS = frozenset(
    {"Object", "Array", "String", "Number", "Boolean", "Symbol", "Math", "JSON", "Date", "Set", "Map", "Infinity",
     "NaN", "BigInt", "RegExp", "Error", "globalThis", "process", "Reflect", "Promise", "File", "Buffer", "URL"}
)  # fmt: skip

_CONSTANTS: dict[str, Value] = {
    "Number.MAX_SAFE_INTEGER": Const(2**53 - 1),
    "Number.MIN_SAFE_INTEGER": Const(-(2**53 - 1)),
    "Number.MAX_VALUE": Const(1.7976931348623157e308),
}


def member(value: Value, name: str) -> Value:
    """A property of a primitive, an array or a built-in."""
    if isinstance(value, Global):
        path = f"{value.path}.{name}"
        return _CONSTANTS.get(path, Global(path))
    if isinstance(value, Arr):
        if name in ("length", "size"):
            return Const(len(value.items)) if value.complete else Unknown("the length of something unknown")
        return Unknown(f"property {name} of an array")
    if isinstance(value, Const) and isinstance(value.value, str) and name == "length":
        return Const(len(value.value.encode("utf-16-le")) // 2)
    if isinstance(value, RegExp) and name in ("source", "flags"):
        return Const(value.source if name == "source" else value.flags)
    return value if isinstance(value, Unknown) else Unknown(f"property {name} of something unknown")


def construct(name: str, arguments: list[Argument]) -> Value:
    """`new Set(...)`, `new Map(...)`, `new RegExp(...)`."""
    given = force(arguments[0]) if arguments else UNDEFINED
    if name == "Set":
        if given == UNDEFINED:
            return Arr([], kind="set")
        return Arr(_distinct(given.items), given.complete, "set") if isinstance(given, Arr) else Arr([], False, "set")
    if name == "Map":
        if given == UNDEFINED:
            return Arr([], kind="map")
        return Arr(list(given.items), given.complete, "map") if isinstance(given, Arr) else Arr([], False, "map")
    if name == "RegExp" and isinstance(given, Const | RegExp):
        flags = force(arguments[1]) if len(arguments) > 1 else Const("")
        source = given.source if isinstance(given, RegExp) else as_string(given)
        return RegExp(source, as_string(flags)) if isinstance(flags, Const) else Unknown("flags that are not known")
    return Unknown(f"a new {name}")


def call_global(evaluator: Evaluator, path: str, arguments: list[Argument]) -> Value:
    """`Object.keys(x)` and the like."""
    handler = _GLOBAL_CALLS.get(path)
    if handler is None:
        return Unknown(f"{path} is not evaluated")
    return handler(evaluator, [force(value) for value in arguments])


def call_method(evaluator: Evaluator, receiver: Value, method: str, arguments: list[Argument]) -> Value:
    """A method of an array or a string."""
    values = [force(value) for value in arguments]
    if isinstance(receiver, Arr):
        handler = _ARRAY_METHODS.get(method)
        if handler is not None and receiver.complete:
            return handler(evaluator, receiver, values)
    elif isinstance(receiver, Const) and isinstance(receiver.value, str):
        return _string_method(receiver.value, method, values)
    return Unknown(f"method {method} is not evaluated")


def _distinct(items: list[Value]) -> list[Value]:
    kept: list[Value] = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept


def _string_method(text: str, method: str, values: list[Value]) -> Value:
    strings = [value.value for value in values if isinstance(value, Const) and isinstance(value.value, str)]
    if method in ("toString", "trim") and not values:
        return Const(text.strip() if method == "trim" else text)
    if method == "split" and len(strings) == 1 and strings[0]:
        return Arr([Const(part) for part in text.split(strings[0])])
    if method == "concat" and len(strings) == len(values):
        return Const(text + "".join(strings))
    return Unknown(f"method {method} of a string is not evaluated")


def _is_array(evaluator: Evaluator, values: list[Value]) -> Value:
    if values and isinstance(values[0], Unknown):
        return values[0]
    return Const(bool(values) and isinstance(values[0], Arr) and values[0].kind == "array")


def _array_from(evaluator: Evaluator, values: list[Value]) -> Value:
    if len(values) == 1 and isinstance(values[0], Arr):
        return Arr(list(values[0].items), values[0].complete)
    return Unknown("Array.from something unknown")


def _to_string(evaluator: Evaluator, values: list[Value]) -> Value:
    return Const(as_string(values[0])) if values and isinstance(values[0], Const) else Unknown("String of something")


def _map(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return Arr([evaluator.call(values[0], [item, Const(i)]) for i, item in enumerate(array.items)]) if values else array


def _filter(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    kept: list[Value] = []
    for item in array.items:
        known = truth(evaluator.call(values[0], [item])) if values else None
        if known is None:
            return Unknown("a filter that is not known")
        if known:
            kept.append(item)
    return Arr(kept)


def _flat_map(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    mapped = _map(evaluator, array, values)
    return _flat(evaluator, mapped, []) if isinstance(mapped, Arr) else mapped


def _flat(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    items: list[Value] = []
    for item in array.items:
        if isinstance(item, Unknown) or (isinstance(item, Arr) and not item.complete):
            return Unknown("an array of unknown parts")
        items.extend(item.items if isinstance(item, Arr) else [item])
    return Arr(items)


def _concat(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return _flat(evaluator, Arr([array, *values]), [])


def _slice(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    bounds = [value.value for value in values if isinstance(value, Const) and isinstance(value.value, int)]
    return Arr(array.items[slice(*bounds) if len(bounds) == 2 else slice(bounds[0], None)]) if bounds else Arr(list(array.items))


def _includes(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if values and isinstance(values[0], Const) and all(isinstance(item, Const) for item in array.items):
        return Const(values[0] in array.items)
    return Unknown("whether an array holds something")


def _join(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    parts = [as_string(item) for item in array.items if isinstance(item, Const)]
    separator = values[0] if values else Const(",")
    if len(parts) != len(array.items) or not isinstance(separator, Const):
        return Unknown("a join of unknown parts")
    return Const(as_string(separator).join(parts))


_ArrayMethod = Callable[["Evaluator", Arr, list[Value]], Value]
_GLOBAL_CALLS: dict[str, GlobalCall] = {
    **OBJECT_CALLS,
    "Array.isArray": _is_array, "Array.from": _array_from, "String": _to_string,
}  # fmt: skip
_ARRAY_METHODS: dict[str, _ArrayMethod] = {
    "map": _map, "filter": _filter, "flatMap": _flat_map, "flat": _flat, "concat": _concat, "slice": _slice,
    "includes": _includes, "has": _includes, "join": _join,
    "values": lambda evaluator, array, values: array, "keys": lambda evaluator, array, values: Unknown("keys"),
}  # fmt: skip
