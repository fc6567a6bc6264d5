"""Checks of scalars: a schema of strings, numbers or literals comes in, a closure that finds flaws goes out."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from extractor.model.schema import Json, Literal, Number, Scalar, String
from extractor.validate.flaw import Flaw, Flaws
from extractor.validate.formats import Test

Check: TypeAlias = Callable[[Json], Flaws | None]
"""Finds what is wrong with a value: None when nothing is."""

_SAFE = 2**53 - 1
_FLOAT32 = 3.4028234663852886e38
_RANGES: dict[str, tuple[float, float]] = {
    "safeint": (-_SAFE, _SAFE),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "float32": (-_FLOAT32, _FLOAT32),
}
_WHOLE = ("int", "safeint", "int32", "uint32")


def anything(value: Json) -> Flaws | None:
    """Accepts every value."""
    return None


def nothing(value: Json) -> Flaws | None:
    """Refuses every value."""
    return [Flaw("unexpected_value", "nothing at all", value)]


def is_boolean(value: Json) -> Flaws | None:
    """Accepts true and false."""
    if value is True or value is False:
        return None
    return [Flaw("wrong_type", "a boolean", value)]


def is_string(value: Json) -> Flaws | None:
    """Accepts every string."""
    return None if type(value) is str else [Flaw("wrong_type", "a string", value)]


def code_units(text: str) -> int:
    """The length of a text as JavaScript counts it: in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def string_check(schema: String, tests: tuple[tuple[str, Test], ...]) -> Check:
    """The check of a string with lengths and with `tests`: pairs of what is expected, and whether a text is that."""
    low, high = schema.min_length, schema.max_length
    if low is None and high is None and not tests:
        return is_string

    def check(value: Json) -> Flaws | None:
        if type(value) is not str:
            return [Flaw("wrong_type", "a string", value)]
        if low is not None and len(value) < low and code_units(value) < low:
            return [Flaw("out_of_bounds", f"a string of at least {low} characters", value)]
        if high is not None and code_units(value) > high:
            return [Flaw("out_of_bounds", f"a string of at most {high} characters", value)]
        for expected, test in tests:
            if not test(value):
                return [Flaw("wrong_format", expected, value)]
        return None

    return check


def number_check(schema: Number) -> Check:
    """The check of a number, as the double that JavaScript reads."""
    kind = schema.format
    expected = "an integer" if kind in _WHOLE else "a number"
    bounds = _bounds(schema)

    def check(value: Json) -> Flaws | None:
        if type(value) is int:
            number: float = value if -_SAFE <= value <= _SAFE else _as_double(value)
        elif type(value) is float:
            number = value
        else:
            return [Flaw("wrong_type", expected, value)]
        if not math.isfinite(number):
            return [Flaw("out_of_bounds", f"{expected} that a double can hold", value)]
        if kind in _WHOLE and number != math.floor(number):
            return [Flaw("wrong_type", expected, value)]
        for wanted, is_within in bounds:
            if not is_within(number):
                return [Flaw("out_of_bounds", wanted, value)]
        return None

    return check


def _bounds(schema: Number) -> tuple[tuple[str, Callable[[float], bool]], ...]:
    bounds: list[tuple[str, Callable[[float], bool]]] = []
    span = _RANGES.get(schema.format or "")
    if span is not None:
        least, most = span
        bounds.append((f"a number from {least:g} to {most:g} ({schema.format})", lambda x: least <= x <= most))
    if (low := schema.minimum) is not None:
        bounds.append((f"at least {low:g}", lambda x: x >= low))
    if (high := schema.maximum) is not None:
        bounds.append((f"at most {high:g}", lambda x: x <= high))
    if (above := schema.exclusive_minimum) is not None:
        bounds.append((f"more than {above:g}", lambda x: x > above))
    if (below := schema.exclusive_maximum) is not None:
        bounds.append((f"less than {below:g}", lambda x: x < below))
    if (step := schema.multiple_of) is not None:
        bounds.append((f"a multiple of {step:g}", lambda x: _is_multiple(x, step)))
    return tuple(bounds)


def _as_double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _is_multiple(value: float, step: float) -> bool:
    try:
        return step != 0 and Decimal(repr(value)) % Decimal(repr(step)) == 0
    except InvalidOperation:
        return math.fmod(value, step) == 0


def literal_check(schema: Literal) -> Check:
    """The check of one of some values; 1 is 1.0, and neither is true."""
    expected, allowed = one_of(schema.values), tuple(shown(value) for value in schema.values)
    texts = frozenset(value for value in schema.values if type(value) is str)
    numbers = frozenset(value for value in schema.values if type(value) in (int, float))
    takes = {kind: any(value is kind for value in schema.values) for kind in (None, True, False)}

    def check(value: Json) -> Flaws | None:
        if type(value) is str:
            if value in texts:
                return None
        elif value is None or value is True or value is False:
            if takes[value]:
                return None
        elif type(value) in (int, float) and value in numbers:
            return None
        return [Flaw("unexpected_value", expected, value, allowed=allowed)]

    def check_texts(value: Json) -> Flaws | None:
        if type(value) is str and value in texts:
            return None
        return [Flaw("unexpected_value", expected, value, allowed=allowed)]

    return check_texts if len(texts) == len(schema.values) else check


def shown(value: Scalar) -> str:
    """A scalar as JSON writes it, in ASCII."""
    if value is None:
        return "null"
    if value is True or value is False:
        return str(value).lower()
    return ascii_text(value) if isinstance(value, str) else f"{value}"


def ascii_text(text: str, limit: int = 60) -> str:
    """A text in double quotes with nothing but printable ASCII in it, cut after `limit` characters."""
    cut = text if len(text) <= limit else text[:limit] + "..."
    escaped = "".join(char if " " <= char <= "~" and char not in '"\\' else _escape(char) for char in cut)
    return f'"{escaped}"'


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\u{{{ord(char):x}}}"


def one_of(values: tuple[Scalar, ...], most: int = 12) -> str:
    """`"a", "b" or "c"`; the rest of a long list is counted."""
    texts = [shown(value) for value in values[:most]]
    if len(values) > most:
        return f"one of {', '.join(texts)} and {len(values) - most} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
