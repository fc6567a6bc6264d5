"""Gives the Python types of scalars and the words that constrain them, and joins types that are alternatives."""

from __future__ import annotations

import re
from collections.abc import Mapping

from extractor.model.schema import (
    Boolean,
    FrozenJson,
    FrozenObject,
    Literal,
    Number,
    NumberFormat,
    Scalar,
    Schema,
    String,
)
from extractor.render.code import NONE, Call, Constant, Either, Expression, Name, Sequence, Subscript, literal

ANYTHING = Name("Any")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
NUMBER_TYPES: Mapping[NumberFormat | None, str] = {
    None: "Number",
    "float64": "Number",
    "float32": "Float32",
    "int": "Integer",
    "safeint": "SafeInteger",
    "int32": "Int32",
    "uint32": "UnsignedInt32",
}


def either(*options: Expression) -> Expression:
    """One type that accepts what any of the options accepts; each is said once, texts together, None last."""
    spread: list[Expression] = []
    for option in options:
        spread.extend(option.options if isinstance(option, Either) else [option])
    distinct = list(dict.fromkeys(_with_joined_literals(spread)))
    if NONE in distinct:
        distinct.remove(NONE)
        distinct.append(NONE)
    if distinct[-1:] == [NONE] and ANYTHING in distinct:
        distinct.pop()
    return distinct[0] if len(distinct) == 1 else Either(tuple(distinct))


def _with_joined_literals(options: list[Expression]) -> list[Expression]:
    """The options, with all plain literals joined into the first."""
    literals = [one for one in options if isinstance(one, Subscript) and one.base == "Literal"]
    if len(literals) < 2:
        return options
    values = dict.fromkeys(value for one in literals for value in one.arguments)
    joined = Subscript("Literal", tuple(values))
    others = [
        one for one in options if one is literals[0] or not (isinstance(one, Subscript) and one.base == "Literal")
    ]
    return [joined if one is literals[0] else one for one in others]


def keywords(**values: str | float | None) -> tuple[tuple[str, Expression], ...]:
    return tuple((name, Constant(literal(value))) for name, value in values.items() if value is not None)


def string_type(schema: String) -> Expression:
    patterns = Sequence(tuple(Constant(literal(pattern)) for pattern in schema.patterns))
    rules = keywords(format=schema.format, shortest=schema.min_length, longest=schema.max_length)
    if schema.patterns:
        rules = (*rules, ("patterns", patterns))
    return Subscript("Annotated", (Name("str"), Call("Text", (), rules))) if rules else Name("str")


def number_type(schema: Number) -> Expression:
    base = Name(NUMBER_TYPES[schema.format])
    bounds = keywords(
        minimum=schema.minimum,
        maximum=schema.maximum,
        above=schema.exclusive_minimum,
        below=schema.exclusive_maximum,
        step=schema.multiple_of,
    )
    return Subscript("Annotated", (base, Call("Bounds", (), bounds))) if bounds else base


def literal_type(values: tuple[Scalar, ...]) -> Expression:
    """Texts are a Literal; a marker keeps true from 1 and lets 1.0 be 1, as in JavaScript."""
    given = [value for value in values if value is not None]
    texts = tuple(Constant(literal(value)) for value in given if is_whole_text(value))
    others = [value for value in given if not is_whole_text(value)]
    exact = tuple(Constant(literal(value)) for value in others)
    found: list[Expression] = [Subscript("Literal", texts)] if texts else []
    if others:
        has_float = any(isinstance(value, float) and not value.is_integer() for value in others)
        said: Expression = Name("Number") if has_float else Subscript("Literal", exact)
        found.append(Subscript("Annotated", (said, Call("OneOf", exact))))
    if len(given) < len(values):
        found.append(NONE)
    return either(*found)


def is_whole_text(value: Scalar) -> bool:
    """Whether a value is text without half a surrogate pair, which pydantic's own literals cannot hold."""
    return isinstance(value, str) and not _HALF_PAIR.search(value)


def is_fixed(schema: Schema) -> bool:
    """Whether a field has one value, so that a caller need not say it."""
    return isinstance(schema, Literal) and len(schema.values) == 1 and schema.values[0] is not None


def is_simple(schema: Schema, value: FrozenJson) -> bool:
    """Whether a default is a scalar that the schema under it plainly accepts."""
    match schema:
        case Boolean():
            return isinstance(value, bool)
        case String(None, None, None, ()):
            return isinstance(value, str)
        case Number(None, None, None, None, None, None):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case Literal(values):
            return any(type(one) is type(value) and one == value for one in values)
        case _:
            return False


def scalar_value(value: FrozenJson) -> Scalar:
    assert not isinstance(value, tuple | FrozenObject)
    return value
