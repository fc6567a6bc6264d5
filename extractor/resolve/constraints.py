"""Narrow a shape by one constraint, as the methods and checks of schema libraries do: length, bound, format, pattern."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from extractor.model import schema as ir
from extractor.resolve.shapes import Refusal

_TRANSPARENT = frozenset({"refinement", "rewrite", "coerce", "custom", "lazy", "description"})

FORMATS: dict[str, str] = {
    "url": "uri", "datetime": "date-time", "iso_datetime": "date-time", "uuidv4": "uuid", "uuidv6": "uuid",
    "uuidv7": "uuid", "ip": "ip", "cidrv4": "cidrv4", "cidrv6": "cidrv6",
}  # fmt: skip
"""Format names of the libraries that JSON Schema knows by another name; all others keep their own."""

KNOWN_FORMATS = frozenset(
    {"email", "url", "uuid", "uuidv4", "uuidv6", "uuidv7", "guid", "datetime", "date", "time", "duration", "ipv4",
     "ipv6", "ip", "cidr", "cidrv4", "cidrv6", "base64", "base64url", "nanoid", "cuid", "cuid2", "ulid", "xid",
     "ksuid", "emoji", "jwt", "e164", "mac", "hex", "hostname", "lowercase", "uppercase"}
)  # fmt: skip

_CASES = {"lowercase": "^[^A-Z]*$", "uppercase": "^[^a-z]*$"}


def beneath(schema: ir.Schema) -> ir.Schema:
    """The shape under refinements and rewrites, which constraints see through."""
    while isinstance(schema, ir.Effect) and set(schema.effects) <= _TRANSPARENT:
        schema = schema.inner
    return schema


def rebuilt(schema: ir.Schema, inner: ir.Schema) -> ir.Schema:
    """`schema` with what is beneath its refinements and rewrites replaced by `inner`."""
    if isinstance(schema, ir.Effect) and set(schema.effects) <= _TRANSPARENT:
        return replace(schema, inner=rebuilt(schema.inner, inner))
    return inner


def effect(schema: ir.Schema, kind: ir.EffectKind) -> ir.Schema:
    """The shape with one more effect noted on it; each kind is noted once."""
    if isinstance(schema, ir.Effect) and schema.note is None:
        return schema if kind in schema.effects else ir.Effect(schema.inner, (*schema.effects, kind))
    return ir.Effect(schema, (kind,))


def described(schema: ir.Schema, text: str) -> ir.Schema:
    """The shape with the sentence that describes it; a later one replaces an earlier one."""
    if isinstance(schema, ir.Effect) and schema.note is not None:
        schema = schema.inner
    return ir.Effect(schema, ("description",), text)


def at_least(schema: ir.Schema, bound: float, *, inclusive: bool = True) -> ir.Schema:
    """A lower bound: of a number, or of the length of a string or an array."""
    inner = beneath(schema)
    if isinstance(inner, ir.String):
        return rebuilt(schema, replace(inner, min_length=int(_greater(inner.min_length, bound + (not inclusive)))))
    if isinstance(inner, ir.Array):
        return rebuilt(schema, replace(inner, min_items=int(_greater(inner.min_items, bound + (not inclusive)))))
    if isinstance(inner, ir.Number):
        if inclusive:
            return rebuilt(schema, replace(inner, minimum=_greater(inner.minimum, bound)))
        return rebuilt(schema, replace(inner, exclusive_minimum=_greater(inner.exclusive_minimum, bound)))
    raise Refusal(f"a lower bound on {type(inner).__name__.lower()}")


def at_most(schema: ir.Schema, bound: float, *, inclusive: bool = True) -> ir.Schema:
    """An upper bound: of a number, or of the length of a string or an array."""
    inner = beneath(schema)
    if isinstance(inner, ir.String):
        return rebuilt(schema, replace(inner, max_length=int(_less(inner.max_length, bound - (not inclusive)))))
    if isinstance(inner, ir.Array):
        return rebuilt(schema, replace(inner, max_items=int(_less(inner.max_items, bound - (not inclusive)))))
    if isinstance(inner, ir.Number):
        if inclusive:
            return rebuilt(schema, replace(inner, maximum=_less(inner.maximum, bound)))
        return rebuilt(schema, replace(inner, exclusive_maximum=_less(inner.exclusive_maximum, bound)))
    raise Refusal(f"an upper bound on {type(inner).__name__.lower()}")


def multiple_of(schema: ir.Schema, step: float) -> ir.Schema:
    """A number that is a multiple of `step`, beside another step a multiple of both."""
    inner = beneath(schema)
    if not isinstance(inner, ir.Number):
        raise Refusal(f"a step on {type(inner).__name__.lower()}")
    if inner.multiple_of is not None and step > 0:
        both = Fraction(repr(inner.multiple_of)), Fraction(repr(step))
        least = Fraction(math.lcm(*(one.numerator for one in both)), math.gcd(*(one.denominator for one in both)))
        step = int(least) if least.denominator == 1 else float(least)
    return rebuilt(schema, replace(inner, multiple_of=step))


_LIMITS: dict[str, tuple[float, float]] = {
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "safeint": (-(2**53 - 1), 2**53 - 1),
    "int": (-(2.0**1023), 2.0**1023),
    "float32": (-3.4028234663852886e38, 3.4028234663852886e38),
    "float64": (-1.7976931348623157e308, 1.7976931348623157e308),
}
"""What each format allows, narrowest first among those of integers; `int` has no limits, only an order."""


def number_format(schema: ir.Schema, name: str) -> ir.Schema:
    """A number of one of the library's formats (`safeint`, `int32`, ...): beside another, what both allow."""
    inner = beneath(schema)
    if not isinstance(inner, ir.Number) or name not in _LIMITS:
        raise Refusal(f"number format {name}")
    if inner.format is None:
        return rebuilt(schema, replace(inner, format=name))  # type: ignore[arg-type]
    order = list(_LIMITS)
    first, second = sorted((inner.format, name), key=order.index)
    narrowed: ir.Schema = replace(inner, format=first)  # type: ignore[arg-type]
    if second != first and second != "int":
        low, high = _LIMITS[second]
        own_low, own_high = _LIMITS[first]
        narrowed = at_least(narrowed, low) if low > own_low else narrowed
        narrowed = at_most(narrowed, high) if high < own_high else narrowed
    return rebuilt(schema, narrowed)


def string_format(schema: ir.Schema, name: str) -> ir.Schema:
    """A string of one of the library's formats; case formats become patterns."""
    inner = beneath(schema)
    if not isinstance(inner, ir.String) or name not in KNOWN_FORMATS:
        raise Refusal(f"string format {name}")
    if name in _CASES:
        return matching(schema, _CASES[name])
    return rebuilt(schema, replace(inner, format=FORMATS.get(name, name)))


def matching(schema: ir.Schema, pattern: str) -> ir.Schema:
    """A string that also matches `pattern`."""
    inner = beneath(schema)
    if not isinstance(inner, ir.String):
        raise Refusal(f"a pattern on {type(inner).__name__.lower()}")
    patterns = inner.patterns if pattern in inner.patterns else (*inner.patterns, pattern)
    return rebuilt(schema, replace(inner, patterns=patterns))


def _greater(present: float | None, bound: float) -> float:
    return bound if present is None else max(present, bound)


def _less(present: float | None, bound: float) -> float:
    return bound if present is None else min(present, bound)
