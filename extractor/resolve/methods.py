"""What the chained methods of schemas do to a shape; names are public, so they survive every minifier."""

from __future__ import annotations

from collections.abc import Callable

from extractor.evaluate import UNDEFINED, Arr, Const, Evaluator, Host, Obj, Value
from extractor.evaluate.values import Argument, force
from extractor.model import schema as ir
from extractor.resolve import constraints, objects, parts
from extractor.resolve.building import Builder
from extractor.resolve.shapes import Refusal, SchemaValue

SILENT = frozenset({"describe", "meta", "register", "brand", "readonly", "clone", "finite"})
"""Methods that change nothing on the wire. Their arguments, the vendor's sentences among them, are never read."""

Method = Callable[[SchemaValue, list[Value], Evaluator, Builder], ir.Schema]


def apply(
    subject: SchemaValue, name: str, arguments: list[Argument], evaluator: Evaluator, builder: Builder
) -> ir.Schema:
    """The shape that `subject.name(...arguments)` gives; Refusal where the method is not known."""
    if name in SILENT:
        return subject.schema
    values = [force(value) for value in arguments]
    method = METHODS.get(name)
    if method is not None:
        return method(subject, values, evaluator, builder)
    changed = objects.apply(name, subject, values, evaluator, builder)
    if changed is None and name in constraints.KNOWN_FORMATS:
        changed = constraints.string_format(subject.schema, name)
    if changed is None:
        raise Refusal(f"method {name} on {type(constraints.beneath(subject.schema)).__name__.lower()}")
    return changed


def _effect(kind: ir.EffectKind) -> Method:
    return lambda subject, values, evaluator, builder: constraints.effect(subject.schema, kind)


def _wrap(wrapper: Callable[[ir.Schema], ir.Schema]) -> Method:
    return lambda subject, values, evaluator, builder: wrapper(subject.schema)


def _at_least(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.at_least(subject.schema, parts.number(_first(values)))


def _above(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.at_least(subject.schema, parts.number(_first(values)), inclusive=False)


def _at_most(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.at_most(subject.schema, parts.number(_first(values)))


def _below(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.at_most(subject.schema, parts.number(_first(values)), inclusive=False)


def _length(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    size = parts.number(_first(values))
    return constraints.at_most(constraints.at_least(subject.schema, size), size)


def _against_zero(*, above: bool, inclusive: bool) -> Method:
    narrow = constraints.at_least if above else constraints.at_most
    return lambda subject, values, evaluator, builder: narrow(subject.schema, 0, inclusive=inclusive)


def _nonempty(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.at_least(subject.schema, 1)


def _integer(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.number_format(subject.schema, "int" if subject.dialect == "zod3" else "safeint")


def _safe(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    if subject.dialect != "zod3":
        return constraints.number_format(subject.schema, "safeint")
    bound = 2**53 - 1
    return constraints.at_most(constraints.at_least(subject.schema, -bound), bound)


def _step(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.multiple_of(subject.schema, parts.number(_first(values)))


def _regex(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.matching(subject.schema, parts.pattern(_first(values)))


def _affix(before: str, after: str) -> Method:
    def narrowed(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
        return constraints.matching(subject.schema, before + parts.escaped(parts.text(_first(values))) + after)

    return narrowed


def _default(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return parts.default(subject.schema, _first(values), evaluator)


def _catch(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return parts.default(subject.schema, _first(values), evaluator, ir.Catch)


def _or(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return ir.Union((subject.schema, builder.lower(_first(values), evaluator)))


def _and(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return ir.Intersection(subject.schema, builder.lower(_first(values), evaluator))


def _extract(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    entries, names = parts.entries(subject, evaluator), _names(_first(values))
    return parts.literal(Arr([Const(entries[name]) for name in names if name in entries]))


def _exclude(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    entries, names = parts.entries(subject, evaluator), _names(_first(values))
    left = tuple(dict.fromkeys(value for name, value in entries.items() if name not in names))
    return ir.Literal(left) if left else ir.Never()


def _names(names: Value) -> list[str]:
    if not isinstance(names, Arr) or not names.complete or not all(isinstance(one, Const) for one in names.items):
        raise Refusal("a choice among values that are not known")
    return [str(one.value) for one in names.items if isinstance(one, Const)]


def _rest(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    inner = constraints.beneath(subject.schema)
    if not isinstance(inner, ir.Tuple):
        raise Refusal("a rest on something that is no tuple")
    return constraints.rebuilt(subject.schema, ir.Tuple(inner.items, builder.lower(_first(values), evaluator)))


def _unwrap(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    if isinstance(subject.schema, ir.Optional | ir.Nullable | ir.Default | ir.Catch):
        return subject.schema.inner
    if isinstance(subject.schema, ir.Array):
        return subject.schema.element
    raise Refusal(f"unwrap of {type(subject.schema).__name__.lower()}")


def _nonoptional(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return objects.without_optional(subject.schema)


def _date_time(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    given = _first(values)
    if isinstance(given, Obj) and evaluator.member(given, "local") == Const(True):
        return constraints.effect(constraints.string_format(subject.schema, "datetime"), "refinement")
    return constraints.string_format(subject.schema, "datetime")


def _uuid(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.string_format(subject.schema, "guid" if subject.dialect == "zod3" else "uuid")


def _pipe(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return constraints.effect(subject.schema, "pipe")


def _apply_checks(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    from extractor.resolve import checks

    schema = subject.schema
    for value in values:
        schema = checks.apply(schema, value, evaluator)
    return schema


def _applied(subject: SchemaValue, values: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return builder.lower(evaluator.call(_first(values), [Host(subject)]), evaluator)


def _first(values: list[Value]) -> Value:
    return values[0] if values else UNDEFINED


METHODS: dict[str, Method] = {
    "optional": _wrap(ir.Optional), "exactOptional": _wrap(ir.Optional), "nullable": _wrap(ir.Nullable),
    "nullish": _wrap(lambda inner: ir.Optional(ir.Nullable(inner))), "array": _wrap(ir.Array),
    "default": _default, "prefault": _default, "catch": _catch, "or": _or, "and": _and,
    "refine": _effect("refinement"), "superRefine": _effect("refinement"), "refinement": _effect("refinement"),
    "check": _apply_checks, "apply": _applied, "transform": _effect("transform"), "pipe": _pipe, "overwrite": _effect("rewrite"),
    "trim": _effect("rewrite"), "toLowerCase": _effect("rewrite"), "toUpperCase": _effect("rewrite"),
    "normalize": _effect("rewrite"), "slugify": _effect("rewrite"),
    "min": _at_least, "gte": _at_least, "max": _at_most, "lte": _at_most, "gt": _above, "lt": _below,
    "minLength": _at_least, "maxLength": _at_most, "length": _length, "nonempty": _nonempty,
    "positive": _against_zero(above=True, inclusive=False), "nonnegative": _against_zero(above=True, inclusive=True),
    "negative": _against_zero(above=False, inclusive=False), "nonpositive": _against_zero(above=False, inclusive=True),
    "int": _integer, "safe": _safe, "multipleOf": _step, "step": _step, "regex": _regex,
    "startsWith": _affix("^", ".*"), "endsWith": _affix(".*", "$"), "includes": _affix("", ""),
    "datetime": _date_time, "uuid": _uuid, "extract": _extract, "exclude": _exclude, "rest": _rest,
    "unwrap": _unwrap, "removeDefault": _unwrap, "removeCatch": _unwrap, "innerType": _unwrap,
    "nonoptional": _nonoptional,
}  # fmt: skip
