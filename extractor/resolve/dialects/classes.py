"""The program's own successor of zod: a class for each kind, whose `type` getter returns the kind's name.

Read from an instance's fields as its constructor sets them: `values` (literal), `options` or `entries` (enum), `element`
(array), `items` and `restType` (tuple), `keyType`, `valueType` and `isPartial` (record), `options` and
`discriminator` (union), `left` and `right`, `innerType` (wrappers), `getter` (lazy), `in` and `out` (pipe),
`shape` and `others` (object), `prefix` (template literal), `fallback` (default, catch), and `checks`, each a rule
of kind length, above, below, integer, format, url, refine, superRefine, custom or rewrite.
"""

from __future__ import annotations

from collections.abc import Callable

from extractor.evaluate import (
    UNDEFINED,
    Arr,
    Class,
    Const,
    Evaluator,
    Func,
    Host,
    Instance,
    Obj,
    RegExp,
    Value,
    is_nullish,
)
from extractor.evaluate.classes import build, chain, members
from extractor.model import schema as ir
from extractor.resolve import constraints, objects, parts
from extractor.resolve.building import Builder, Dialect
from extractor.resolve.shapes import Refusal, SchemaValue, hole, kind_of

NAME = "classes"
_MARKS = frozenset({"safeParse", "optional", "nullable"})


class _Built:
    """An instance with the means to read its fields."""

    def __init__(self, instance: Instance, evaluator: Evaluator, builder: Builder) -> None:
        self.instance, self.evaluator, self.builder = instance, evaluator, builder

    def get(self, name: str) -> Value:
        return self.evaluator.member(self.instance, name)

    def schema(self, name: str) -> ir.Schema:
        return self.builder.lower(self.get(name), self.evaluator)

    def has(self, name: str) -> bool:
        value = self.instance.fields.get(name)
        return value is not None and not is_nullish(self.get(name))


def construct(instance: Instance, evaluator: Evaluator, builder: Builder) -> SchemaValue | None:
    """The schema that `new X(...)` builds where X is a schema class; None where it is not."""
    callee = instance.callee.get()
    if not isinstance(callee, Class):
        return None
    kind, coerces = _kind(callee, evaluator)
    if kind is None:
        return None
    reader = _READERS.get(kind)
    built = _Built(instance, evaluator, builder)
    try:
        if reader is None:
            raise Refusal(f"a schema class of type {kind}")
        build(evaluator, instance)
        schema = _checked(reader(built), built)
        if coerces:
            schema = constraints.effect(schema, "coerce")
    except Refusal as refusal:
        schema = hole(str(refusal))
    return SchemaValue(schema, NAME, kind=kind)


def _kind(cls: Class, evaluator: Evaluator) -> tuple[str | None, bool]:
    """The string that a schema class's `type` getter returns, and whether it reads its input in another way first."""
    known = cls.node.notes.get("kind")
    if known is None:
        known = cls.node.notes["kind"] = _read_kind(cls, evaluator)
    assert isinstance(known, tuple)
    return known


def _read_kind(cls: Class, evaluator: Evaluator) -> tuple[str | None, bool]:
    kind: str | None = None
    coerces, names = False, set()
    for owner in chain(evaluator, cls):
        for member in members(owner):
            if member.is_static:
                continue
            names.add(member.name)
            if member.name == "type" and member.kind == "get" and kind is None:
                value = evaluator.call(Func(member.node, owner.chunk, owner.frame), [], UNDEFINED)
                kind = value.value if isinstance(value, Const) and isinstance(value.value, str) else None
            elif member.name == "read" and kind is None:
                coerces = coerces or "super.read(" in member.node.text or "Boolean(" in member.node.text
    return (kind, coerces) if kind is not None and names >= _MARKS else (None, False)


def _checked(schema: ir.Schema, built: _Built) -> ir.Schema:
    if not built.has("checks"):
        return schema
    checks = built.get("checks")
    if not isinstance(checks, Arr) or not checks.complete:
        raise Refusal("a list of checks that is not known")
    for check in checks.items:
        schema = rule(schema, check, built.evaluator)
    return schema


def rule(schema: ir.Schema, check: Value, evaluator: Evaluator) -> ir.Schema:
    """The shape narrowed by one check object `{rule: {kind, ...}}`."""
    given = evaluator.member(check, "rule") if isinstance(check, Obj) else UNDEFINED
    if not isinstance(given, Obj):
        raise Refusal(f"a check that is not known: {parts.reason(given)}")
    kind = parts.text(evaluator.member(given, "kind"))

    def get(name: str) -> Value:
        return evaluator.member(given, name)

    if kind == "length":
        return _between(schema, parts.number(get("minimum")), parts.number(get("maximum")))
    if kind in ("above", "below"):
        narrow = constraints.at_least if kind == "above" else constraints.at_most
        return narrow(schema, parts.number(get("bound")), inclusive=get("inclusive") == Const(True))
    if kind == "integer":
        return constraints.number_format(schema, parts.text(get("format")))
    if kind in ("format", "url"):
        return _format(schema, parts.text(get("format")), get("pattern"))
    if kind in ("refine", "superRefine", "custom"):
        return constraints.effect(schema, "refinement")
    if kind == "rewrite":
        return constraints.effect(schema, "rewrite")
    raise Refusal(f"check {kind}")


def _between(schema: ir.Schema, low: float, high: float) -> ir.Schema:
    if low != float("-inf"):
        schema = constraints.at_least(schema, low)
    return schema if high == float("inf") else constraints.at_most(schema, high)


def _format(schema: ir.Schema, name: str, pattern: Value) -> ir.Schema:
    if name in ("regex", "starts_with", "ends_with", "includes"):
        if not isinstance(pattern, RegExp):
            raise Refusal("a pattern that is not known")
        return constraints.matching(schema, parts.pattern(pattern))
    return constraints.string_format(schema, name)


def _enum(built: _Built) -> ir.Schema:
    """The values that an enum lists for itself; of one that keeps no list, those of its entries."""
    if built.has("options"):
        return parts.literal(built.get("options"))
    return parts.enumeration(built.get("entries"), built.evaluator)


def _object(built: _Built) -> ir.Schema:
    others = built.get("others")
    rest = built.schema("others") if isinstance(others, Host | Instance) else None
    return parts.object_of(built.get("shape"), rest, built.evaluator, built.builder)


def _record(built: _Built) -> ir.Schema:
    return parts.record(
        built.schema("keyType"), built.schema("valueType"), exhaustive_keys=built.get("isPartial") != Const(True)
    )


def _tuple(built: _Built) -> ir.Schema:
    items = parts.options(built.get("items"), built.evaluator, built.builder)
    return ir.Tuple(items, built.schema("restType") if built.has("restType") else None)


def _union(built: _Built) -> ir.Schema:
    discriminator = built.get("discriminator") if "discriminator" in built.instance.fields else UNDEFINED
    return ir.Union(
        parts.options(built.get("options"), built.evaluator, built.builder),
        discriminator.value if isinstance(discriminator, Const) and isinstance(discriminator.value, str) else None,
    )


def _lazy(built: _Built) -> ir.Schema:
    getter = built.get("getter")
    if not isinstance(getter, Func):
        raise Refusal("a lazy schema whose getter is not known")
    return built.builder.later(getter, built.evaluator)


def _pipe(built: _Built) -> ir.Schema:
    first, last = built.get("in"), built.get("out")
    if kind_of(first) == "transform":
        return constraints.effect(built.schema("out"), "preprocess")
    return constraints.effect(built.schema("in"), "transform" if kind_of(last) == "transform" else "pipe")


def _wrapped(wrap: Callable[[ir.Schema], ir.Schema]) -> Callable[[_Built], ir.Schema]:
    return lambda built: wrap(built.schema("innerType"))


def _prefixed(built: _Built) -> ir.Schema:
    return ir.String(patterns=(f"^{parts.escaped(parts.text(built.get('prefix')))}[\\s\\S]{{0,}}$",))


_READERS: dict[str, Callable[[_Built], ir.Schema]] = {
    "string": lambda built: ir.String(), "number": lambda built: ir.Number(), "boolean": lambda built: ir.Boolean(),
    "null": lambda built: ir.Literal((None,)), "undefined": lambda built: ir.Undefined(),
    "any": lambda built: ir.Any(), "unknown": lambda built: ir.Any(), "never": lambda built: ir.Never(),
    "custom": lambda built: ir.Effect(ir.Any(), ("custom",)),
    "literal": lambda built: parts.literal(built.get("values")),
    "enum": _enum,
    "template_literal": _prefixed, "array": lambda built: ir.Array(built.schema("element")),
    "object": _object, "record": _record, "tuple": _tuple, "union": _union,
    "intersection": lambda built: ir.Intersection(built.schema("left"), built.schema("right")),
    "optional": _wrapped(ir.Optional), "nullable": _wrapped(ir.Nullable), "readonly": _wrapped(lambda inner: inner),
    "nonoptional": _wrapped(objects.without_optional),
    "default": lambda built: parts.default(built.schema("innerType"), built.get("fallback"), built.evaluator),
    "prefault": lambda built: parts.default(built.schema("innerType"), built.get("fallback"), built.evaluator),
    "catch": lambda built: parts.default(
        built.schema("innerType"), built.get("fallback"), built.evaluator, ir.Catch
    ),
    "lazy": _lazy, "pipe": _pipe, "transform": lambda built: ir.Effect(ir.Any(), ("transform",)),
}  # fmt: skip

DIALECT = Dialect(NAME, construct)
