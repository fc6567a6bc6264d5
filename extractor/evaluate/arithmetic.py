"""Operators on abstract values: a result only where JavaScript would certainly give it."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal

from extractor.evaluate.literals import MOST_TEXT, joined
from extractor.evaluate.values import (
    UNDEFINED,
    Arr,
    Class,
    Const,
    Func,
    Global,
    Host,
    Instance,
    Namespace,
    Obj,
    RegExp,
    Undefined,
    Unknown,
    Value,
    is_there,
    truth,
)

_CONSTRUCTORS = frozenset(
    {
        "Object",
        "Array",
        "String",
        "Number",
        "Boolean",
        "Symbol",
        "Date",
        "Set",
        "Map",
        "BigInt",
        "RegExp",
        "Error",
        "Promise",
    }
)
_NAMESPACES = frozenset({"Object.prototype", "Math", "JSON", "Reflect", "globalThis"})
_OBJECTS = (Obj, Arr, Func, Class, Instance, RegExp)
_ALIKE = (Func, Host, RegExp, Global, Namespace)
"""Values that may be the same where they are not the same object here: they are made anew for each access."""


def unary(operator: str, value: Value) -> Value:
    """`! - + ~ void typeof` on a value."""
    if operator == "void":
        return UNDEFINED
    if operator == "!":
        known = truth(value)
        return Unknown("a condition that is not known") if known is None else Const(not known)
    if operator == "typeof":
        return _typeof(value)
    number = value.value if isinstance(value, Const) and _is_number(value.value) else None
    if isinstance(number, int | float):
        if operator == "-":
            return Const(-number)
        if operator == "+":
            return value
        if operator == "~" and abs(number) < 2**31:
            return Const(~int(number))
    return Unknown(f"operator {operator}")


def binary(operator: str, left: Value, right: Value) -> Value:
    """Equality, `+`, comparisons and plain arithmetic on two values."""
    if operator in ("===", "==", "!==", "!="):
        same = _equal(left, right, loose=len(operator) == 2)
        if same is None:
            return Unknown("a comparison that is not known")
        return Const(same == (operator[0] == "="))
    if not isinstance(left, Const) or not isinstance(right, Const):
        return Unknown(f"operator {operator}")
    a, b = left.value, right.value
    if operator == "+" and (isinstance(a, str) or isinstance(b, str)):
        one, other = as_string(left), as_string(right)
        if len(one) + len(other) > MOST_TEXT:
            return Unknown("a text that is too long")
        return Const(joined(one + other))
    if not _is_number(a) or not _is_number(b):
        return Unknown(f"operator {operator}")
    return _arithmetic(operator, a, b)  # type: ignore[arg-type]


def as_string(value: Const) -> str:
    """The primitive as JavaScript's `String()` writes it (integral and simple decimal numbers)."""
    if isinstance(value.value, str):
        return value.value
    if value.value is None:
        return "null"
    if isinstance(value.value, bool):
        return "true" if value.value else "false"
    return number_text(value.value)


def number_text(value: float) -> str:
    """A finite number as JavaScript writes it: no exponent from 1e-6 up to 1e21."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value)) if abs(value) < 1e21 else _exponential(float(value))
    if math.isnan(value) or math.isinf(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return format(Decimal(repr(value)), "f") if abs(value) >= 1e-6 else _exponential(value)


def _exponential(value: float) -> str:
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits))
    power = exponent + len(text) - 1
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{'+' if power >= 0 else '-'}{abs(power)}"


_OPERATIONS: dict[str, Callable[[float, float], float | None]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: math.fmod(a, b),
    "**": lambda a, b: a**b if abs(b) <= 1024 and abs(a) <= 2**53 else None,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<<": lambda a, b: int(a) << int(b) if 0 <= b < 31 and abs(int(a)) << int(b) < 2**31 else None,
    "|": lambda a, b: int(a) | int(b) if max(abs(a), abs(b)) < 2**31 else None,
    "&": lambda a, b: int(a) & int(b) if max(abs(a), abs(b)) < 2**31 else None,
}


def _arithmetic(operator: str, a: float, b: float) -> Value:
    if operator == "/" and b == 0 and a != 0:
        return Const(float("inf") if a > 0 else float("-inf"))
    operation = _OPERATIONS.get(operator)
    try:
        result = operation(a, b) if operation is not None else None
    except (ArithmeticError, ValueError):
        result = None
    if result is None or isinstance(result, complex):
        return Unknown(f"operator {operator}")
    if isinstance(result, bool):
        return Const(result)
    if abs(result) > 2**53:
        result = float(result)
    return Const(int(result) if abs(result) < 2**63 and result == int(result) else result)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _typeof(value: Value) -> Value:
    if isinstance(value, Undefined):
        return Const("undefined")
    if isinstance(value, Const):
        kind = value.value
        if kind is None:
            return Const("object")
        return Const("string" if isinstance(kind, str) else "boolean" if isinstance(kind, bool) else "number")
    if isinstance(value, Func | Class):
        return Const("function")
    if isinstance(value, Global):
        kind = "function" if value.path in _CONSTRUCTORS else "object" if value.path in _NAMESPACES else None
        return Unknown("typeof something unknown") if kind is None else Const(kind)
    return Const("object") if isinstance(value, Obj | Arr | Instance) else Unknown("typeof something unknown")


def _equal(left: Value, right: Value, *, loose: bool) -> bool | None:
    nothing = (left == UNDEFINED or left == Const(None)) and (right == UNDEFINED or right == Const(None))
    if loose and nothing:
        return True
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if left == UNDEFINED and right == UNDEFINED:
        return True
    if isinstance(left, Const) and isinstance(right, Const):
        if loose and type(left.value) is not type(right.value):
            return None
        return (type(left.value) is type(right.value) and left.value == right.value) or (
            _is_number(left.value) and _is_number(right.value) and left.value == right.value
        )
    if left is right:
        return True
    if isinstance(left, Global) and isinstance(right, Global) and left == right:
        return True
    return None if isinstance(left, _ALIKE) and isinstance(right, _ALIKE) else _same_object(left, right)


def _same_object(left: Value, right: Value) -> bool | None:
    """Whether two values that are not primitives alike are the same: a built-in reached by a path may be anything."""
    for value in (left, right):
        if isinstance(value, Global) and not is_there(value):
            return None
    return False
