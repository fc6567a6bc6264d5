"""What the methods of object schemas do to a shape: extend, merge, pick, omit, partial, required, strictness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from extractor.evaluate import UNDEFINED, Const, Evaluator, Host, Obj, Value
from extractor.evaluate.objects import ordered, property_order
from extractor.evaluate.values import INHERITED, Property, truth
from extractor.model import schema as ir
from extractor.resolve import parts
from extractor.resolve.building import Builder
from extractor.resolve.constraints import beneath, rebuilt
from extractor.resolve.shapes import Refusal, SchemaValue

NEEDED = "!"
"""Ends the name of a reference to a shape that is made required once it is known."""

ObjectMethod = Callable[[ir.Object, list[Value], Evaluator, Builder], ir.Schema]


def apply(
    name: str, subject: SchemaValue, arguments: list[Value], evaluator: Evaluator, builder: Builder
) -> ir.Schema | None:
    """What object method `name` makes of a shape; None where there is no such method or no object."""
    method, inner = METHODS.get(name), beneath(subject.schema)
    if subject.dialect == "zod3":
        method = ZOD3_METHODS.get(name, method)
    if method is None or not isinstance(inner, ir.Object):
        return None
    return rebuilt(subject.schema, method(inner, arguments, evaluator, builder))


def without_optional(schema: ir.Schema) -> ir.Schema:
    """The shape with every way of being absent taken off the outside, but for a catch, which takes anything."""
    if isinstance(schema, ir.Optional | ir.Default):
        return without_optional(schema.inner)
    if isinstance(schema, ir.Ref):
        return schema if schema.name.endswith(NEEDED) else ir.Ref(schema.name + NEEDED)
    if isinstance(schema, ir.Nullable | ir.Effect):
        return replace(schema, inner=without_optional(schema.inner))
    if isinstance(schema, ir.Intersection):
        return ir.Intersection(without_optional(schema.left), schema.right) if _may_lack(schema.right) else schema
    if isinstance(schema, ir.Union):
        kept = tuple(without_optional(one) for one in schema.options if not isinstance(one, ir.Undefined))
        return replace(schema, options=kept) if kept else ir.Never()
    return ir.Never() if isinstance(schema, ir.Undefined) else schema


def _may_lack(schema: ir.Schema) -> bool:
    """Whether a shape has a word for an absent value, as far as it is known already."""
    if isinstance(schema, ir.Optional | ir.Default | ir.Catch | ir.Undefined | ir.Ref):
        return True
    if isinstance(schema, ir.Nullable | ir.Effect):
        return _may_lack(schema.inner)
    if isinstance(schema, ir.Union):
        return any(map(_may_lack, schema.options))
    return isinstance(schema, ir.Intersection) and _may_lack(schema.left) and _may_lack(schema.right)


def _extend(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    added = _shape_of(arguments[0] if arguments else UNDEFINED, evaluator, builder)
    return replace(subject, fields=_merged(subject.fields, added))


def _merge(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    other = arguments[0] if arguments else UNDEFINED
    inner = (
        beneath(other.payload.schema) if isinstance(other, Host) and isinstance(other.payload, SchemaValue) else None
    )
    if not isinstance(inner, ir.Object):
        raise Refusal(f"a merge with something unknown: {parts.reason(other)}")
    return ir.Object(_merged(subject.fields, inner.fields), inner.unknown_keys, inner.rest)


def _shape_of(value: Value, evaluator: Evaluator, builder: Builder) -> tuple[ir.Field, ...]:
    if isinstance(value, Host) and isinstance(value.payload, SchemaValue):
        inner = beneath(value.payload.schema)
        if isinstance(inner, ir.Object):
            return inner.fields
    return parts.fields(value, evaluator, builder)


def _merged(base: tuple[ir.Field, ...], added: tuple[ir.Field, ...]) -> tuple[ir.Field, ...]:
    found = {field.name: field for field in (*base, *added)}
    return tuple(found[name] for name in ordered(found))


def _mask(arguments: list[Value], evaluator: Evaluator) -> tuple[str, ...] | None:
    """The keys that a mask object chooses, in its order, or None where there is no mask."""
    mask = arguments[0] if arguments else UNDEFINED
    if mask == UNDEFINED:
        return None
    if not isinstance(mask, Obj) or not mask.complete:
        raise Refusal(f"a mask that is not known: {parts.reason(mask)}")
    chosen: list[str] = []
    for name in property_order(mask):
        known = truth(evaluator.member(mask, name))
        if known is None:
            raise Refusal("a mask that is not known")
        if known:
            chosen.append(name)
    return tuple(chosen)


def _pick(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    mask = _mask(arguments, evaluator) or ()
    found = {field.name: field for field in subject.fields}
    return replace(subject, fields=tuple(found[name] for name in mask if name in found))


def _omit(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    mask = _mask(arguments, evaluator) or ()
    return replace(subject, fields=tuple(field for field in subject.fields if field.name not in mask))


def _partial(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    mask = _mask(arguments, evaluator)
    return replace(subject, fields=tuple(
        field if mask is not None and field.name not in mask else ir.Field(field.name, ir.Optional(field.schema))
        for field in subject.fields
    ))  # fmt: skip


def _required(needed: Callable[[ir.Schema], ir.Schema]) -> ObjectMethod:
    def method(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
        mask = _mask(arguments, evaluator)
        fields = (
            field if mask is not None and field.name not in mask else ir.Field(field.name, needed(field.schema))
            for field in subject.fields
        )
        return replace(subject, fields=tuple(fields))

    return method


def _catchall(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    return parts.with_catchall(subject, builder.lower(arguments[0] if arguments else UNDEFINED, evaluator))


def _keyof(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    names = tuple(field.name for field in subject.fields)
    return ir.Literal(names) if names else ir.Never()


def _unknown_keys(kind: ir.UnknownKeys) -> ObjectMethod:
    return lambda subject, arguments, evaluator, builder: ir.Object(subject.fields, kind)


def _zod3_catchall(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    """There `never` is the catchall of every object without one, and leaves the policy for unknown keys."""
    rest = builder.lower(arguments[0] if arguments else UNDEFINED, evaluator)
    if isinstance(rest, ir.Never):
        return subject if subject.rest is None else ir.Object(subject.fields)
    return ir.Object(subject.fields, "passthrough", rest)


def _zod3_unknown_keys(kind: ir.UnknownKeys) -> ObjectMethod:
    """There a catchall outweighs the policy for unknown keys."""
    return lambda subject, arguments, evaluator, builder: (
        subject if subject.rest is not None else ir.Object(subject.fields, kind)
    )


def _zod3_masked(method: ObjectMethod) -> ObjectMethod:
    """A method with a mask, which zod 3 asks for a field's name without looking at whether it is the mask's own."""

    def masked(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
        mask = arguments[0] if arguments else UNDEFINED
        if isinstance(mask, Obj):
            inherited = {name: Property(Const(True)) for name in INHERITED if name not in mask.properties}
            mask = Obj({**mask.properties, **inherited}, mask.complete)
        return method(subject, [mask], evaluator, builder)

    return masked


def _unwrapped(schema: ir.Schema) -> ir.Schema:
    """A field of zod 3 made required: optionals around it are taken off, and nothing inside changes."""
    while isinstance(schema, ir.Optional):
        schema = schema.inner
    return schema


def _set_key(subject: ir.Object, arguments: list[Value], evaluator: Evaluator, builder: Builder) -> ir.Schema:
    if len(arguments) != 2:
        raise Refusal("a key that is not known")
    added = ir.Field(parts.text(arguments[0]), builder.lower(arguments[1], evaluator))
    return replace(subject, fields=_merged(subject.fields, (added,)))


METHODS: dict[str, ObjectMethod] = {
    "extend": _extend, "safeExtend": _extend, "augment": _extend, "merge": _merge, "pick": _pick, "omit": _omit,
    "partial": _partial, "required": _required(without_optional), "catchall": _catchall, "keyof": _keyof,
    "strict": _unknown_keys("strict"), "strip": _unknown_keys("strip"), "nonstrict": _unknown_keys("passthrough"),
    "passthrough": _unknown_keys("passthrough"), "loose": _unknown_keys("passthrough"),
}  # fmt: skip

ZOD3_METHODS: dict[str, ObjectMethod] = {
    "omit": _zod3_masked(_omit), "partial": _zod3_masked(_partial),
    "catchall": _zod3_catchall, "required": _required(_unwrapped), "setKey": _set_key, "strict": _zod3_unknown_keys("strict"),
    "strip": _zod3_unknown_keys("strip"), "passthrough": _zod3_unknown_keys("passthrough"),
    "nonstrict": _zod3_unknown_keys("passthrough"),
}  # fmt: skip
"""Methods that mean something else in zod 3, or are only there."""
