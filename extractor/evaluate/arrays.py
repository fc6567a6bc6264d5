"""The methods of arrays, sets and maps over abstract values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.literals import MOST_TEXT
from extractor.evaluate.values import UNDEFINED, Arr, Const, Undefined, Unknown, Value, truth

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

ArrayMethod: TypeAlias = Callable[["Evaluator", Arr, list[Value]], Value]


def _mapped(evaluator: Evaluator, array: Arr, values: list[Value]) -> list[Value]:
    callback = values[0] if values else UNDEFINED
    return [evaluator.call(callback, [item, Const(index), array]) for index, item in enumerate(array.items)]


def _map(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return Arr(_mapped(evaluator, array, values))


def _for_each(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if array.kind == "map":
        return Unknown("forEach of a map")
    _mapped(evaluator, array, values)
    return UNDEFINED


def _filter(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    kept: list[Value] = []
    if values and getattr(values[0], "path", "") == "Boolean":
        answers = [truth(item) for item in array.items]
    else:
        answers = [truth(value) for value in _mapped(evaluator, array, values)]
    for item, known in zip(array.items, answers, strict=True):
        if known is None:
            return Unknown("a filter that is not known")
        if known:
            kept.append(item)
    return Arr(kept)


def _reduce(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    items = list(enumerate(array.items))
    if len(values) > 1:
        total = values[1]
    elif items:
        total = items.pop(0)[1]
    else:
        return Unknown("a reduce of nothing")
    for index, item in items:
        total = evaluator.call(values[0], [total, item, Const(index), array])
    return total


def _test(evaluator: Evaluator, array: Arr, values: list[Value], *, every: bool) -> Value:
    for value in _mapped(evaluator, array, values):
        known = truth(value)
        if known is None:
            return Unknown("a test that is not known")
        if known != every:
            return Const(not every)
    return Const(every)


def _find(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    for item, value in zip(array.items, _mapped(evaluator, array, values), strict=True):
        known = truth(value)
        if known is None:
            return Unknown("a search that is not known")
        if known:
            return item
    return UNDEFINED


def _flat_map(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return _flat(evaluator, Arr(_mapped(evaluator, array, values)), [])


def _flat(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if values and values[0] != Const(1):
        return Unknown("a deep flat")
    items: list[Value] = []
    for item in array.items:
        if isinstance(item, Unknown) or (isinstance(item, Arr) and not item.complete):
            return Unknown("an array of unknown parts")
        items.extend(item.items if isinstance(item, Arr) and item.kind == "array" else [item])
    return Arr(items)


def _concat(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return _flat(evaluator, Arr([array, *values]), [])


def _slice(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    bounds = [value.value for value in values if isinstance(value, Const) and type(value.value) is int]
    if len(bounds) != len(values) or len(bounds) > 2:
        return Unknown("a slice that is not known")
    return Arr(array.items[slice(*bounds)] if len(bounds) == 2 else array.items[bounds[0] if bounds else 0 :])


def _push(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    array.items.extend(values)
    return Const(len(array.items))


def _unshift(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    array.items[:0] = values
    return Const(len(array.items))


def _includes(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    known = (Const, Undefined)
    if values and isinstance(values[0], known) and all(isinstance(item, known) for item in array.items):
        return Const(values[0] in array.items)
    return Unknown("whether an array holds something")


def _join(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    parts = [as_string(item) for item in array.items if isinstance(item, Const) and item.value is not None]
    separator = values[0] if values else Const(",")
    if len(parts) != len(array.items) or not isinstance(separator, Const):
        return Unknown("a join of unknown parts")
    if sum(map(len, parts)) + len(parts) * len(as_string(separator)) > MOST_TEXT:
        return Unknown("a text that is too long")
    return Const(as_string(separator).join(parts))


def _add(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if array.kind != "set" or not values or not isinstance(values[0], Const):
        array.complete = False
    elif values[0] not in array.items:
        array.items.append(values[0])
    return array


def _entry(array: Arr, key: Value) -> Value | None:
    """The value of a key in a map's entries; None where that is not known."""
    found: Value = UNDEFINED
    for item in array.items:
        if not isinstance(item, Arr) or len(item.items) != 2 or not isinstance(item.items[0], Const):
            return None
        if item.items[0] == key:
            found = item.items[1]
    return found


def _get(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    found = _entry(array, values[0]) if array.kind == "map" and values and isinstance(values[0], Const) else None
    return found if found is not None else Unknown("an entry that is not known")


def _has(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if array.kind == "map":
        found = _entry(array, values[0]) if values and isinstance(values[0], Const) else None
        return Unknown("whether a map holds something") if found is None else Const(found != UNDEFINED)
    return _includes(evaluator, array, values)


def _keys(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if array.kind == "array":
        return Arr([Const(index) for index in range(len(array.items))])
    if array.kind == "set":
        return Arr(list(array.items))
    return _column(array, 0)


def _values(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    return _column(array, 1) if array.kind == "map" else Arr(list(array.items))


def _column(array: Arr, index: int) -> Value:
    if all(isinstance(item, Arr) and len(item.items) == 2 for item in array.items):
        return Arr([item.items[index] for item in array.items if isinstance(item, Arr)])
    return Unknown("the entries of a map")


def _entries(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    if array.kind == "array":
        return Arr([Arr([Const(index), item]) for index, item in enumerate(array.items)])
    return Arr(list(array.items)) if array.kind == "map" else Unknown("the entries of a set")


def _at(evaluator: Evaluator, array: Arr, values: list[Value]) -> Value:
    index = values[0].value if values and isinstance(values[0], Const) else None
    if type(index) is not int:
        return Unknown("an item of something unknown")
    return array.items[index] if -len(array.items) <= index < len(array.items) else UNDEFINED


def distinct(items: list[Value]) -> list[Value]:
    """The items without repetitions of primitives, in order, as a Set keeps them."""
    kept: list[Value] = []
    seen: set[Value] = set()
    for item in items:
        if isinstance(item, Const | Undefined):
            if item in seen:
                continue
            seen.add(item)
        kept.append(item)
    return kept


ARRAY_METHODS: dict[str, ArrayMethod] = {
    "map": _map, "filter": _filter, "flatMap": _flat_map, "flat": _flat, "concat": _concat, "slice": _slice,
    "includes": _includes, "has": _has, "join": _join, "forEach": _for_each, "reduce": _reduce, "find": _find,
    "some": lambda evaluator, array, values: _test(evaluator, array, values, every=False),
    "every": lambda evaluator, array, values: _test(evaluator, array, values, every=True),
    "push": _push, "unshift": _unshift, "add": _add, "get": _get, "at": _at,
    "values": _values, "keys": _keys, "entries": _entries,
}  # fmt: skip
"""By name; each is given an array whose items are all known, and its arguments computed."""
