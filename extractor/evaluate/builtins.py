"""The built-ins that schema code is written with, over abstract values: globals, their members, and their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate import strings
from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.arrays import ARRAY_METHODS, distinct
from extractor.evaluate.assignments import MUTATORS, make_incomplete
from extractor.evaluate.literals import regex_source
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

CONSTRUCTED = frozenset({"Set", "Map", "RegExp", "Date", "Error", "WeakMap", "WeakSet"})
"""Built-ins that are called with `new` and are never a schema."""

_PURE = ("JSON.", "Math.", "Number", "console.", "Symbol", "parseInt", "parseFloat", "isNaN")
"""Built-ins that change nothing of what they are given."""

_CONSTANTS: dict[str, Value] = {
    "Number.MAX_SAFE_INTEGER": Const(2**53 - 1),
    "Number.MIN_SAFE_INTEGER": Const(-(2**53 - 1)),
    "Number.MAX_VALUE": Const(1.7976931348623157e308),
    "Number.EPSILON": Const(2.0**-52),
    "Number.POSITIVE_INFINITY": Const(float("inf")),
    "Number.NEGATIVE_INFINITY": Const(float("-inf")),
    "Infinity": Const(float("inf")),
    "NaN": Const(float("nan")),
    "Number.NaN": Const(float("nan")),
}


def named(name: str) -> Value:
    """What the name of a built-in stands for."""
    return _CONSTANTS.get(name) or Global(name)


def member(value: Value, name: str) -> Value:
    """A property of a primitive, an array or a built-in."""
    if isinstance(value, Global):
        path = f"{value.path}.{name}"
        return _CONSTANTS.get(path) or Global(path)
    if isinstance(value, Arr):
        if name == "length" if value.kind == "array" else name == "size":
            return Const(len(value.items)) if value.complete else Unknown("the length of something unknown")
        return Unknown(f"property {name} of an array")
    if isinstance(value, Const) and isinstance(value.value, str) and name == "length":
        return Const(strings.length(value.value))
    if isinstance(value, RegExp) and name in ("source", "flags"):
        return Const(value.source if name == "source" else value.flags)
    return value if isinstance(value, Unknown) else Unknown(f"property {name} of something unknown")


def construct(name: str, arguments: list[Argument]) -> Value:
    """`new Set(...)`, `new Map(...)`, `new RegExp(...)`."""
    given = force(arguments[0]) if arguments else UNDEFINED
    if name in ("Set", "Map"):
        kind = name.lower()
        if given == UNDEFINED:
            return Arr([], kind=kind)
        if not isinstance(given, Arr):
            return Arr([], complete=False, kind=kind)
        return Arr(distinct(given.items) if kind == "set" else list(given.items), given.complete, kind)
    if name == "RegExp" and isinstance(given, RegExp):
        return _with_flags(given.source, given.flags, arguments)
    if name == "RegExp" and isinstance(given, Const):
        return _with_flags(regex_source(as_string(given)), "", arguments)
    return Unknown(f"a new {name}")


def _with_flags(source: str, own: str, arguments: list[Argument]) -> Value:
    flags = force(arguments[1]) if len(arguments) > 1 else UNDEFINED
    if flags == UNDEFINED:
        return RegExp(source, own)
    if isinstance(flags, Const) and isinstance(flags.value, str):
        return RegExp(source, flags.value)
    return Unknown("flags that are not known")


def call_global(evaluator: Evaluator, path: str, arguments: list[Argument]) -> Value:
    """`Object.keys(x)` and the like."""
    if path == "RegExp":
        return construct("RegExp", arguments)
    handler = _GLOBAL_CALLS.get(path)
    values = [force(value) for value in arguments]
    if handler is None:
        is_pure = path.startswith(_PURE)
        return Unknown(f"{path} is not evaluated") if is_pure else evaluator.lost(f"{path} is not evaluated", values)
    result = handler(evaluator, values)
    return evaluator.lost(result.reason, values) if isinstance(result, Unknown) else result


def call_method(evaluator: Evaluator, receiver: Value, method: str, arguments: list[Argument]) -> Value:
    """A method of an array or a string."""
    values = [force(value) for value in arguments]
    if isinstance(receiver, Arr):
        handler = ARRAY_METHODS.get(method)
        result = handler(evaluator, receiver, values) if handler is not None and receiver.complete else None
        if result is not None and not isinstance(result, Unknown):
            return result
        if method in MUTATORS:
            make_incomplete(receiver)
    elif isinstance(receiver, Const) and isinstance(receiver.value, str):
        return strings.call_method(receiver.value, method, values)
    return evaluator.lost(f"method {method} is not evaluated", values)


def _is_array(evaluator: Evaluator, values: list[Value]) -> Value:
    if values and isinstance(values[0], Unknown):
        return values[0]
    return Const(bool(values) and isinstance(values[0], Arr) and values[0].kind == "array")


def _array_from(evaluator: Evaluator, values: list[Value]) -> Value:
    if values and isinstance(values[0], Arr):
        copied = Arr(list(values[0].items), values[0].complete)
        return copied if len(values) == 1 else call_method(evaluator, copied, "map", [values[1]])
    return Unknown("Array.from something unknown")


def _to_string(evaluator: Evaluator, values: list[Value]) -> Value:
    if not values:
        return Const("")
    return Const(as_string(values[0])) if isinstance(values[0], Const) else Unknown("String of something")


def _to_boolean(evaluator: Evaluator, values: list[Value]) -> Value:
    known = truth(values[0]) if values else False
    return Unknown("Boolean of something") if known is None else Const(known)


_GLOBAL_CALLS: dict[str, GlobalCall] = {
    **OBJECT_CALLS, "Array.isArray": _is_array, "Array.from": _array_from, "String": _to_string, "Boolean": _to_boolean,
    "Array.of": lambda evaluator, values: Arr(list(values)),
}  # fmt: skip
