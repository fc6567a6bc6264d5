"""zod 3: every constructor is given one definition object whose `typeName` names its class.

Known classes: ZodString ZodNumber ZodBoolean ZodNull ZodUndefined ZodVoid ZodAny ZodUnknown ZodNever ZodLiteral
ZodEnum ZodNativeEnum ZodObject ZodArray ZodTuple ZodRecord ZodUnion ZodDiscriminatedUnion ZodIntersection
ZodOptional ZodNullable ZodDefault ZodCatch ZodReadonly ZodBranded ZodLazy ZodEffects ZodPipeline ZodPromise.
"""

from __future__ import annotations

from collections.abc import Callable

from extractor.evaluate import UNDEFINED, Arr, Const, Evaluator, Func, Host, Instance, Obj, Value
from extractor.evaluate.values import Global, force
from extractor.model import schema as ir
from extractor.resolve import constraints, parts
from extractor.resolve.building import Builder, Dialect
from extractor.resolve.shapes import Refusal, SchemaValue, hole
from extractor.syntax import Branch

NAME = "zod3"
_NO_JSON = frozenset({"ZodBigInt", "ZodSymbol", "ZodDate", "ZodMap", "ZodSet", "ZodFunction", "ZodNaN"})


class _Definition:
    """A definition object with the means to read it."""

    def __init__(self, definition: Obj, evaluator: Evaluator, builder: Builder) -> None:
        self.definition, self.evaluator, self.builder = definition, evaluator, builder

    def get(self, name: str) -> Value:
        return self.evaluator.member(self.definition, name)

    def schema(self, name: str) -> ir.Schema:
        return self.builder.lower(self.get(name), self.evaluator)


def construct(instance: Instance, evaluator: Evaluator, builder: Builder) -> SchemaValue | None:
    """The schema that `new X({typeName: Kinds.ZodX, ...})` builds; None where there is no such definition."""
    given = force(instance.arguments[0]) if instance.arguments else UNDEFINED
    if not isinstance(given, Obj) or "typeName" not in given.properties:
        return None
    name = type_name(evaluator, given)
    definition = _Definition(given, evaluator, builder)
    if name in _NO_JSON:
        return SchemaValue(hole(f"{name} has no JSON form"), NAME, given)
    reader = _READERS.get(name)
    if reader is None:
        return SchemaValue(hole(f"constructor {name or 'without a name'}"), NAME, given) if name else None
    try:
        schema = reader(definition)
    except Refusal as refusal:
        schema = hole(str(refusal))
    return SchemaValue(schema, NAME, given)


def type_name(evaluator: Evaluator, definition: Obj) -> str:
    """The class a definition names: the property name in `Kinds.ZodX` is enough, whatever `Kinds` is."""
    found = definition.properties["typeName"].value
    value = force(found)
    if isinstance(value, Const) and isinstance(value.value, str):
        return value.value
    node: Branch | None = getattr(found, "node", None)
    if isinstance(value, Global):
        return value.path.rsplit(".", 1)[-1]
    return node.text_of("property") if node is not None and node.type == "member_expression" else ""


def _scalar(base: ir.Schema) -> Callable[[_Definition], ir.Schema]:
    def read(definition: _Definition) -> ir.Schema:
        schema = base
        if definition.get("coerce") == Const(True):
            schema = constraints.effect(schema, "coerce")
        listed = definition.get("checks")
        for check in listed.items if isinstance(listed, Arr) else []:
            schema = _checked(schema, check, definition.evaluator)
        return schema

    return read


def _checked(schema: ir.Schema, check: Value, evaluator: Evaluator) -> ir.Schema:
    if not isinstance(check, Obj):
        raise Refusal("a check that is not known")
    kind = parts.text(evaluator.member(check, "kind"))
    if kind in ("min", "max"):
        inclusive = evaluator.member(check, "inclusive") != Const(False)
        narrow = constraints.at_least if kind == "min" else constraints.at_most
        return narrow(schema, parts.number(evaluator.member(check, "value")), inclusive=inclusive)
    if kind == "int":
        return constraints.number_format(schema, "int")
    if kind in constraints.KNOWN_FORMATS:
        return constraints.string_format(schema, "guid" if kind == "uuid" else kind)
    raise Refusal(f"check {kind}")


def _literal(definition: _Definition) -> ir.Schema:
    return parts.literal(Arr([definition.get("value")]))


def _enum(definition: _Definition) -> ir.Schema:
    values = definition.get("values")
    return parts.literal(values) if isinstance(values, Arr) else parts.enumeration(values, definition.evaluator)


def _object(definition: _Definition) -> ir.Schema:
    shape = definition.get("shape")
    if isinstance(shape, Func):
        shape = definition.evaluator.call(shape, [], definition.definition)
    declared = ir.Object(parts.fields(shape, definition.evaluator, definition.builder))
    rest = definition.schema("catchall")
    if not isinstance(rest, ir.Never):
        return ir.Object(declared.fields, "passthrough", rest)
    unknown_keys = definition.get("unknownKeys")
    if isinstance(unknown_keys, Const):
        if unknown_keys.value in ("strict", "passthrough", "strip"):
            return ir.Object(declared.fields, unknown_keys.value)  # type: ignore[arg-type]
        raise Refusal("an object whose policy for unknown keys is not known")
    return declared


def _array(definition: _Definition) -> ir.Schema:
    schema: ir.Schema = ir.Array(definition.schema("type"))
    for name, narrow in (("minLength", constraints.at_least), ("maxLength", constraints.at_most)):
        bound = definition.get(name)
        if isinstance(bound, Obj):
            schema = narrow(schema, parts.number(definition.evaluator.member(bound, "value")))
    return schema


def _tuple(definition: _Definition) -> ir.Schema:
    items = parts.options(definition.get("items"), definition.evaluator, definition.builder)
    return ir.Tuple(items, definition.schema("rest") if isinstance(definition.get("rest"), Host) else None)


def _union(definition: _Definition) -> ir.Schema:
    discriminator = definition.get("discriminator")
    return ir.Union(
        parts.options(definition.get("options"), definition.evaluator, definition.builder),
        discriminator.value if isinstance(discriminator, Const) and isinstance(discriminator.value, str) else None,
    )


def _wrapped(wrap: Callable[[ir.Schema], ir.Schema], key: str = "innerType") -> Callable[[_Definition], ir.Schema]:
    return lambda definition: wrap(definition.schema(key))


def _default(definition: _Definition) -> ir.Schema:
    return parts.default(definition.schema("innerType"), definition.get("defaultValue"), definition.evaluator)


def _catch(definition: _Definition) -> ir.Schema:
    return parts.default(definition.schema("innerType"), definition.get("catchValue"), definition.evaluator, ir.Catch)


def _lazy(definition: _Definition) -> ir.Schema:
    getter = definition.get("getter")
    if not isinstance(getter, Func):
        raise Refusal("a lazy schema whose getter is not known")
    return definition.builder.later(getter, definition.evaluator)


def _effects(definition: _Definition) -> ir.Schema:
    kind = definition.evaluator.member(definition.get("effect"), "type")
    if not isinstance(kind, Const) or kind.value not in ("refinement", "transform", "preprocess"):
        raise Refusal("an effect of an unknown kind")
    return constraints.effect(definition.schema("schema"), kind.value)  # type: ignore[arg-type]


_READERS: dict[str, Callable[[_Definition], ir.Schema]] = {
    "ZodString": _scalar(ir.String()), "ZodNumber": _scalar(ir.Number()), "ZodBoolean": _scalar(ir.Boolean()),
    "ZodNull": lambda definition: ir.Literal((None,)), "ZodUndefined": lambda definition: ir.Undefined(),
    "ZodVoid": lambda definition: ir.Undefined(), "ZodAny": lambda definition: ir.Any(),
    "ZodUnknown": lambda definition: ir.Any(), "ZodNever": lambda definition: ir.Never(),
    "ZodLiteral": _literal, "ZodEnum": _enum, "ZodNativeEnum": _enum, "ZodObject": _object, "ZodArray": _array,
    "ZodTuple": _tuple, "ZodUnion": _union, "ZodDiscriminatedUnion": _union,
    "ZodRecord": lambda definition: parts.record(
        definition.schema("keyType"), definition.schema("valueType"), exhaustive_keys=False
    ),
    "ZodIntersection": lambda definition: ir.Intersection(definition.schema("left"), definition.schema("right")),
    "ZodOptional": _wrapped(ir.Optional), "ZodNullable": _wrapped(ir.Nullable),
    "ZodReadonly": _wrapped(lambda inner: inner), "ZodBranded": _wrapped(lambda inner: inner, "type"),
    "ZodPromise": _wrapped(lambda inner: inner, "type"),
    "ZodDefault": _default, "ZodCatch": _catch,
    "ZodLazy": _lazy, "ZodEffects": _effects,
    "ZodPipeline": _wrapped(lambda inner: constraints.effect(inner, "pipe"), "in"),
}  # fmt: skip

DIALECT = Dialect(NAME, construct)
