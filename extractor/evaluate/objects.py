"""The functions of `Object` over abstract values: keys, entries, assign, descriptors, create."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.values import (
    INHERITED,
    UNDEFINED,
    Arr,
    Const,
    Func,
    Global,
    Obj,
    Property,
    Unknown,
    Value,
    truth,
)

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

GlobalCall: TypeAlias = Callable[["Evaluator", list[Value]], Value]
PLAIN_PROTOTYPE = Global("Object.prototype")


def property_order(subject: Obj) -> list[str]:
    """The names of an object's enumerable properties in JavaScript's order."""
    return ordered(name for name, found in subject.properties.items() if found.enumerable)


def ordered(names: Iterable[str]) -> list[str]:
    """Property names in JavaScript's order: array indices first, ascending, then as they were given."""
    given = list(names)
    indices = sorted((name for name in given if _is_index(name)), key=int)
    return indices + [name for name in given if not _is_index(name)] if indices else given


def spread(target: Obj, value: Value) -> None:
    """`{...value}` into an object under construction: names that it had keep their place.

    What is spread without being known may hide any of them. A getter stays one, so that what it
    refers to may be under construction itself; it is read on access.
    """
    if isinstance(value, Obj):
        if not value.complete:
            target.properties.clear()
        for name in property_order(value):
            target.properties[name] = value.properties[name]
        target.complete = target.complete and value.complete
    elif isinstance(value, Arr) and value.kind == "array":
        for index, item in enumerate(value.items):
            target.properties[str(index)] = Property(item)
        target.complete = target.complete and value.complete
    elif isinstance(value, Const) and isinstance(value.value, str):
        for index, character in enumerate(value.value):
            target.properties[str(index)] = Property(Const(character))
    elif not _has_no_properties(value):
        target.properties.clear()
        target.complete = False


def _has_no_properties(value: Value) -> bool:
    return value == UNDEFINED or (isinstance(value, Const) and not isinstance(value.value, str))


def _is_index(name: str) -> bool:
    is_whole = len(name) <= 10 and name.isascii() and name.isdigit() and (name == "0" or name[0] != "0")
    return is_whole and int(name) < 2**32 - 1


def _known(values: list[Value]) -> Obj | None:
    return values[0] if values and isinstance(values[0], Obj) and values[0].complete else None


def _names(values: list[Value]) -> list[str] | None:
    subject = _known(values)
    return property_order(subject) if subject is not None else None


def _keys(evaluator: Evaluator, values: list[Value]) -> Value:
    names = _names(values)
    return Unknown("the properties of something unknown") if names is None else Arr([Const(name) for name in names])


def _pairs(evaluator: Evaluator, values: list[Value]) -> list[tuple[str, Value]] | None:
    subject, names = _known(values), _names(values)
    if subject is None or names is None:
        return None
    return [(name, evaluator.member(subject, name)) for name in names]


def _values(evaluator: Evaluator, values: list[Value]) -> Value:
    pairs = _pairs(evaluator, values)
    return Unknown("the properties of something unknown") if pairs is None else Arr([value for _, value in pairs])


def _entries(evaluator: Evaluator, values: list[Value]) -> Value:
    pairs = _pairs(evaluator, values)
    if pairs is None:
        return Unknown("the properties of something unknown")
    return Arr([Arr([Const(name), value]) for name, value in pairs])


def _from_entries(evaluator: Evaluator, values: list[Value]) -> Value:
    if not values or not isinstance(values[0], Arr) or not values[0].complete:
        return Unknown("an object made of unknown entries")
    result = Obj()
    for entry in values[0].items:
        if not isinstance(entry, Arr) or len(entry.items) != 2 or not isinstance(entry.items[0], Const):
            return Unknown("an object made of unknown entries")
        result.properties[as_string(entry.items[0])] = Property(entry.items[1])
    return result


def _assign(evaluator: Evaluator, values: list[Value]) -> Value:
    if not values or not isinstance(values[0], Obj):
        return Unknown("Object.assign to something unknown")
    for value in values[1:]:
        spread(values[0], value)
    return values[0]


def _described(descriptor: Value, present: Property | None) -> Property | None:
    """The property that a descriptor object describes, or None where that is not known."""
    if not isinstance(descriptor, Obj) or not descriptor.complete:
        return None
    getter = descriptor.own("get")
    if getter is not None and getter != UNDEFINED and not isinstance(getter, Func):
        return None
    value = descriptor.properties.get("value")
    seen = descriptor.own("enumerable")
    is_enumerable = truth(seen) if seen is not None else present is not None and present.enumerable
    if is_enumerable is None:
        return None
    known = value.value if value is not None else UNDEFINED
    return Property(known, getter if isinstance(getter, Func) else None, is_enumerable)


def _define_property(evaluator: Evaluator, values: list[Value]) -> Value:
    if len(values) != 3 or not isinstance(values[0], Obj) or not isinstance(values[1], Const):
        return Unknown("a property defined on something unknown")
    name = as_string(values[1])
    described = _described(values[2], values[0].properties.get(name))
    if described is None:
        values[0].complete = False
        return Unknown("a property whose descriptor is not known")
    values[0].properties[name] = described
    return values[0]


def _define_properties(evaluator: Evaluator, values: list[Value]) -> Value:
    if len(values) != 2 or not isinstance(values[0], Obj) or not isinstance(values[1], Obj):
        return Unknown("properties defined on something unknown")
    if not values[1].complete:
        values[0].complete = False
    for name in values[1].properties:
        described = _described(evaluator.member(values[1], name), values[0].properties.get(name))
        if described is None:
            values[0].complete = False
            return Unknown("a property whose descriptor is not known")
        values[0].properties[name] = described
    return values[0]


def _descriptor(found: Property) -> Obj:
    described = {"enumerable": Property(Const(found.enumerable)), "configurable": Property(Const(True))}
    if found.getter is not None:
        return Obj({"get": Property(found.getter), "set": Property(UNDEFINED), **described})
    return Obj({"value": Property(found.value), "writable": Property(Const(True)), **described})


def _get_descriptors(evaluator: Evaluator, values: list[Value]) -> Value:
    if not values or not isinstance(values[0], Obj):
        return Unknown("the descriptors of something unknown")
    found = {name: Property(_descriptor(one)) for name, one in values[0].properties.items()}
    return Obj(found, values[0].complete)


def _get_descriptor(evaluator: Evaluator, values: list[Value]) -> Value:
    if len(values) != 2 or not isinstance(values[0], Obj) or not isinstance(values[1], Const):
        return Unknown("the descriptor of something unknown")
    found = values[0].properties.get(as_string(values[1]))
    if found is not None:
        return _descriptor(found)
    return UNDEFINED if values[0].complete else Unknown("the descriptor of something unknown")


def _create(evaluator: Evaluator, values: list[Value]) -> Value:
    if not values or values[0] not in (Const(None), PLAIN_PROTOTYPE):
        return Unknown("an object with an unknown prototype")
    made = Obj(is_bare=values[0] == Const(None))
    return _define_properties(evaluator, [made, values[1]]) if len(values) > 1 and values[1] != UNDEFINED else made


def _prototype(evaluator: Evaluator, values: list[Value]) -> Value:
    if values and isinstance(values[0], Obj):
        return Const(None) if values[0].is_bare else PLAIN_PROTOTYPE
    return Unknown("the prototype of something")


def _has_own(evaluator: Evaluator, values: list[Value]) -> Value:
    if len(values) != 2 or not isinstance(values[1], Const):
        return Unknown("whether something has a property")
    name = as_string(values[1])
    if values[0] == PLAIN_PROTOTYPE:
        return Const(name in INHERITED)
    return has_own(values[0], name)


def has_own(value: Value, name: str) -> Value:
    """Whether an object has a property of its own."""
    if isinstance(value, Obj) and (value.complete or name in value.properties):
        return Const(name in value.properties)
    return Unknown("whether something has a property")


def _same(evaluator: Evaluator, values: list[Value]) -> Value:
    return values[0] if values else UNDEFINED


OBJECT_CALLS: dict[str, GlobalCall] = {
    "Object.keys": _keys, "Object.values": _values, "Object.entries": _entries, "Object.fromEntries": _from_entries,
    "Object.assign": _assign, "Object.defineProperty": _define_property, "Object.defineProperties": _define_properties,
    "Object.getOwnPropertyDescriptors": _get_descriptors, "Object.getOwnPropertyDescriptor": _get_descriptor,
    "Object.create": _create, "Object.getPrototypeOf": _prototype, "Object.freeze": _same, "Object.seal": _same,
    "Object.prototype.hasOwnProperty.call": _has_own, "Object.hasOwn": _has_own,
    "Object.getOwnPropertyNames": _keys, "Reflect.ownKeys": _keys, "Object": _same,
}  # fmt: skip
"""By the path that they are called by; each is given its arguments computed."""
