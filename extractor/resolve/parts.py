"""Pieces that every dialect builds shapes from: literals, enums, objects, unions, records, from evaluated values."""

from __future__ import annotations

import re

from extractor.evaluate import UNDEFINED, Arr, Const, Evaluator, Func, Obj, RegExp, Undefined, Unknown, Value, plain
from extractor.evaluate.objects import property_order
from extractor.evaluate.values import force
from extractor.model import schema as ir
from extractor.resolve.building import Builder
from extractor.resolve.constraints import beneath
from extractor.resolve.shapes import Refusal, SchemaValue, hole


def frozen(value: object) -> ir.FrozenJson:
    """A JSON value made hashable."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return ir.FrozenObject(tuple((key, frozen(item)) for key, item in value.items()))
    assert value is None or isinstance(value, str | int | float | bool)
    return value


def literal(values: Value) -> ir.Schema:
    """A literal of an array of constants; `undefined` among them makes it optional."""
    if not isinstance(values, Arr) or not values.complete:
        return hole(f"a literal whose values are not known: {reason(values)}")
    scalars: list[ir.Scalar] = []
    for item in values.items:
        if isinstance(item, Const):
            scalars.append(item.value)
        elif not isinstance(item, Undefined):
            return hole(f"a literal whose value is not known: {reason(item)}")
    distinct = distinct_scalars(scalars)
    inner = ir.Literal(distinct) if distinct else ir.Undefined()
    return ir.Optional(inner) if UNDEFINED in values.items and distinct else inner


def enumeration(entries: Value, evaluator: Evaluator) -> ir.Schema:
    """An enum of an object of entries, as TypeScript enums compile: names that number entries map back to are left out."""
    if not isinstance(entries, Obj) or not entries.complete:
        return hole(f"an enum whose entries are not known: {reason(entries)}")
    found: list[tuple[str, ir.Scalar]] = []
    for name in property_order(entries):
        value = evaluator.member(entries, name)
        if not isinstance(value, Const):
            return hole(f"an enum entry is not known: {reason(value)}")
        found.append((name, value.value))
    numbers = {str(value) for _, value in found if isinstance(value, int) and not isinstance(value, bool)}
    values = distinct_scalars([value for name, value in found if name not in numbers])
    return ir.Literal(values) if values else ir.Never()


def entries(subject: SchemaValue, evaluator: Evaluator) -> dict[str, ir.Scalar]:
    """The entries of an enum schema, by the names that it is asked for them; Refusal where they are not known."""
    inner = beneath(subject.schema)
    if not isinstance(inner, ir.Literal):
        raise Refusal("the entries of something that is no enum")
    given = subject.definition.properties.get("entries") if subject.definition is not None else None
    written = force(given.value) if given is not None else UNDEFINED
    found: dict[str, ir.Scalar] = {}
    for name in property_order(written) if isinstance(written, Obj) else ():
        value = evaluator.member(written, name)
        if isinstance(value, Const) and value.value in inner.values:
            found[name] = value.value
    if {*found.values()} == {*inner.values}:
        return found
    return {str(value): value for value in inner.values}


def distinct_scalars(values: list[ir.Scalar]) -> tuple[ir.Scalar, ...]:
    """The values without repetitions, in order; `1` and `true` are two values."""
    return tuple({(type(value) is bool, value): value for value in values}.values())


def fields(shape: Value, evaluator: Evaluator, builder: Builder) -> tuple[ir.Field, ...]:
    """The fields of an object shape; Refusal where its keys are not all known."""
    if not isinstance(shape, Obj):
        raise Refusal(f"an object whose shape is not known: {reason(shape)}")
    if not shape.complete:
        raise Refusal("an object into whose shape something unknown is spread")
    result = []
    for name in property_order(shape):
        found = shape.properties[name]
        if found.getter is not None:
            result.append(ir.Field(name, builder.later(found.getter, evaluator)))
        else:
            result.append(ir.Field(name, builder.lower(force(found.value), evaluator)))
    return tuple(result)


def object_of(shape: Value, catchall: ir.Schema | None, evaluator: Evaluator, builder: Builder) -> ir.Schema:
    """An object with what its catchall says of undeclared keys."""
    declared = fields(shape, evaluator, builder)
    return with_catchall(ir.Object(declared), catchall)


def with_catchall(subject: ir.Object, catchall: ir.Schema | None) -> ir.Object:
    """The same object, its undeclared keys refused (never), kept (any) or checked (another schema)."""
    if catchall is None:
        return ir.Object(subject.fields)
    if isinstance(catchall, ir.Never):
        return ir.Object(subject.fields, "strict")
    if isinstance(catchall, ir.Any):
        return ir.Object(subject.fields, "passthrough")
    return ir.Object(subject.fields, "passthrough", catchall)


def options(value: Value, evaluator: Evaluator, builder: Builder) -> tuple[ir.Schema, ...]:
    """The schemas of an array; Refusal where some are not known."""
    if not isinstance(value, Arr) or not value.complete:
        raise Refusal(f"a list of schemas that is not known: {reason(value)}")
    return tuple(builder.lower(item, evaluator) for item in value.items)


def record(key: ir.Schema, value: ir.Schema, *, exhaustive_keys: bool) -> ir.Schema:
    """A record. Literal keys are all required where the dialect says so, unless the key also allows never."""
    if isinstance(key, ir.Union) and any(isinstance(option, ir.Never) for option in key.options):
        rest = tuple(option for option in key.options if not isinstance(option, ir.Never))
        return ir.Record(rest[0] if len(rest) == 1 else ir.Union(rest), value)
    return ir.Record(key, value, exhaustive_keys and key_values(key) is not None)


def key_values(key: ir.Schema) -> tuple[ir.Scalar, ...] | None:
    """The finite list of values of a key schema, or None."""
    if isinstance(key, ir.Literal):
        return key.values
    if isinstance(key, ir.Union):
        found: list[ir.Scalar] = []
        for option in key.options:
            values = key_values(option)
            if values is None:
                return None
            found.extend(values)
        return distinct_scalars(found)
    return None


MOST_IN_DEFAULT = 10_000
"""A default with more values in it, however few of them are written, is refused."""


def _size(value: Value, known: dict[int, tuple[Value, int]]) -> int:
    """How many values there are in a value when it is written out."""
    if not isinstance(value, Arr | Obj):
        return 1
    if id(value) not in known:
        inside = (
            value.items if isinstance(value, Arr) else [one for name in value.properties if (one := value.own(name))]
        )
        known[id(value)] = (value, MOST_IN_DEFAULT)
        known[id(value)] = (value, 1 + sum(_size(one, known) for one in inside))
    return known[id(value)][1]


def default(
    inner: ir.Schema, value: Value, evaluator: Evaluator, kind: type[ir.Default] | type[ir.Catch] = ir.Default
) -> ir.Schema:
    """A default or catch, its value kept where it is plain JSON; a function's where it gives the same each time."""
    if isinstance(value, Func):
        value = evaluator.call(value, [])
    if _size(value, {}) > MOST_IN_DEFAULT:
        raise Refusal("a default with too many values in it")
    try:
        return kind(inner, frozen(plain(value)))
    except ValueError:
        return kind(inner, None, known=False)


LONGEST_PATTERN = 10_000
"""In characters; the longest that a release has is less than a tenth of this."""


def pattern(value: Value) -> str:
    """An ECMAScript pattern with its flags, if any matter, written into it; Refusal where it is not known."""
    if not isinstance(value, RegExp):
        raise Refusal(f"a pattern that is not known: {reason(value)}")
    if len(value.source) > LONGEST_PATTERN:
        raise Refusal("a pattern that is too long")
    flags = "".join(flag for flag in "ims" if flag in value.flags)
    return f"(?{flags}:{value.source})" if flags else value.source


def escaped(text: str) -> str:
    """Text as a pattern that matches just it."""
    return re.sub(r"[.*+?^${}()|[\]\\/]", lambda found: "\\" + found[0], text)


def number(value: Value) -> float:
    """A known number; Refusal where it is none."""
    if isinstance(value, Const) and isinstance(value.value, int | float) and not isinstance(value.value, bool):
        return value.value
    raise Refusal(f"a bound that is not known: {reason(value)}")


def text(value: Value) -> str:
    """A known string; Refusal where it is none."""
    if isinstance(value, Const) and isinstance(value.value, str):
        return value.value
    raise Refusal(f"a string that is not known: {reason(value)}")


def reason(value: Value) -> str:
    """Why a value is not what was wanted."""
    return value.reason if isinstance(value, Unknown) else f"it is {type(value).__name__.lower()}"
