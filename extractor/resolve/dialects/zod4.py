"""zod 4: every constructor is given one definition object whose `type` names what is built.

Known types: string number boolean null undefined void any unknown never literal enum object array tuple record
union intersection optional nullable default prefault catch nonoptional readonly lazy pipe transform custom
template_literal success promise. Others (bigint symbol date map set function file nan) have no JSON form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from extractor.evaluate import Arr, Const, Evaluator, Func, Host, Instance, Obj, Undefined, Value
from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.values import force
from extractor.model import schema as ir
from extractor.resolve import checks, constraints, objects, parts
from extractor.resolve.building import Builder, Dialect
from extractor.resolve.shapes import CheckValue, Constructor, Refusal, SchemaValue, hole, kind_of

NAME = "zod4"
_Reader = Callable[["_Definition"], ir.Schema]


class _Definition:
    """A definition object with the means to read it."""

    def __init__(self, definition: Obj, evaluator: Evaluator, builder: Builder) -> None:
        self.definition, self.evaluator, self.builder = definition, evaluator, builder

    def get(self, name: str) -> Value:
        return self.evaluator.member(self.definition, name)

    def schema(self, name: str) -> ir.Schema:
        return self.builder.lower(self.get(name), self.evaluator)

    def text(self, name: str) -> str | None:
        found = self.definition.own(name)
        return found.value if isinstance(found, Const) and isinstance(found.value, str) else None


def construct(instance: Instance, evaluator: Evaluator, builder: Builder) -> SchemaValue | None:
    """The schema that `new X({type: "...", ...})` builds; None where the argument is no such definition."""
    if not instance.arguments:
        return None
    given = force(instance.arguments[0])
    is_copying = isinstance(given, Obj | Host) and not instance.is_named
    callee = instance.callee.get() if is_copying else None
    if isinstance(callee, Host) and isinstance(callee.payload, Constructor):
        copied = rebuilt(callee.payload.owner, given, evaluator, builder).payload
        assert isinstance(copied, SchemaValue)
        return copied
    return _read_definition(given, evaluator, builder) if isinstance(given, Obj) else None


def _is_reached(instance: Instance) -> bool:
    """Whether the constructor is reached as a property: only so do schemas give theirs, and a name is slow to look up."""
    return instance.callee.node is not None and instance.callee.node.type != "identifier"


def rebuilt(owner: SchemaValue, given: Value, evaluator: Evaluator, builder: Builder) -> Host:
    """What the constructor of `owner` builds of a definition: a copy of it, or a schema of its kind."""
    is_same = given is owner.definition and not owner.is_changed
    if is_same or (isinstance(given, Host) and getattr(given.payload, "owner", None) is owner):
        return Host(replace(owner, is_partial_key=False))
    found = _read_definition(given, evaluator, builder) if isinstance(given, Obj) else None
    return Host(found or SchemaValue(hole(f"a definition that is not known: {parts.reason(given)}"), owner.dialect))


def _read_definition(given: Obj, evaluator: Evaluator, builder: Builder) -> SchemaValue | None:
    definition = _Definition(given, evaluator, builder)
    kind = definition.text("type")
    if kind is None or (kind not in _READERS and kind not in _NO_JSON):
        return None
    schema = hole(f"{kind} has no JSON form") if kind in _NO_JSON else _read(kind, definition)
    return SchemaValue(schema, NAME, given, kind=kind)


SHARED_TRAITS = frozenset({"$ZodType", "ZodType", "ZodMiniType"})
"""What every schema is; the constructors of schemas are made by a function that is told what they make."""


def trait_of(constructor: Func) -> str | None:
    """The trait that a constructor gives what it makes: the name among the local values that it closes over."""
    frame = constructor.frame
    for value in frame.names.values() if frame is not None else ():
        if isinstance(value, Const) and isinstance(value.value, str) and "Zod" in value.value:
            return value.value
    return None


def check_of(instance: Instance) -> CheckValue | None:
    """The check that `new X({check: "...", ...})` builds, where it is no schema."""
    given = force(instance.arguments[0]) if instance.arguments else None
    name = given.own("check") if isinstance(given, Obj) else None
    if isinstance(given, Obj) and isinstance(name, Const) and isinstance(name.value, str):
        return CheckValue(name.value, given)
    return None


def _read(kind: str, definition: _Definition) -> ir.Schema:
    try:
        schema = _READERS[kind](definition)
        if kind not in ("custom", "string", "number") and "checks" in definition.definition.properties:
            schema = checks.all_of(schema, definition.get("checks"), definition.evaluator)
    except Refusal as refusal:
        return hole(str(refusal))
    return schema


def _scalar(base: ir.Schema) -> _Reader:
    def read(definition: _Definition) -> ir.Schema:
        schema = base
        if definition.definition.own("coerce") == Const(True):
            schema = constraints.effect(schema, "coerce")
        name = definition.text("check")
        if name is not None:
            schema = checks.named(schema, name, definition.definition, definition.evaluator)
        if "checks" in definition.definition.properties:
            schema = checks.all_of(schema, definition.get("checks"), definition.evaluator)
        return schema

    return read


def _object(definition: _Definition) -> ir.Schema:
    catchall = definition.get("catchall") if "catchall" in definition.definition.properties else None
    known = catchall is not None and not isinstance(catchall, Undefined)
    rest = definition.builder.lower(catchall, definition.evaluator) if known and catchall is not None else None
    return parts.object_of(definition.get("shape"), rest, definition.evaluator, definition.builder)


def _record(definition: _Definition) -> ir.Schema:
    key = definition.get("keyType")
    is_marked = isinstance(key, Host) and isinstance(key.payload, SchemaValue) and key.payload.is_partial_key
    is_partial = is_marked or definition.definition.own("partial") == Const(True)
    if definition.text("mode") == "loose" and definition.schema("keyType") != ir.String():
        return ir.Effect(ir.Record(ir.String(), ir.Any()), ("refinement",))
    return parts.record(definition.schema("keyType"), definition.schema("valueType"), exhaustive_keys=not is_partial)


def _tuple(definition: _Definition) -> ir.Schema:
    rest = definition.get("rest")
    has_rest = isinstance(rest, Host)
    items = parts.options(definition.get("items"), definition.evaluator, definition.builder)
    return ir.Tuple(items, definition.schema("rest") if has_rest else None)


def _union(definition: _Definition) -> ir.Schema:
    return ir.Union(
        parts.options(definition.get("options"), definition.evaluator, definition.builder),
        definition.text("discriminator"),
    )


def _wrapped(wrap: Callable[[ir.Schema], ir.Schema]) -> _Reader:
    return lambda definition: wrap(definition.schema("innerType"))


def _default(definition: _Definition) -> ir.Schema:
    return parts.default(definition.schema("innerType"), definition.get("defaultValue"), definition.evaluator)


def _catch(definition: _Definition) -> ir.Schema:
    return parts.default(definition.schema("innerType"), definition.get("catchValue"), definition.evaluator, ir.Catch)


def _lazy(definition: _Definition) -> ir.Schema:
    getter = definition.get("getter")
    if not isinstance(getter, Func):
        raise Refusal(f"a lazy schema whose getter is not known: {parts.reason(getter)}")
    return definition.builder.later(getter, definition.evaluator)


def _pipe(definition: _Definition) -> ir.Schema:
    first, last = definition.schema("in"), definition.schema("out")
    if kind_of(definition.get("in")) == "transform":
        return constraints.effect(last, "preprocess")
    return constraints.effect(first, "transform" if kind_of(definition.get("out")) == "transform" else "pipe")


def _template_literal(definition: _Definition) -> ir.Schema:
    pieces = definition.get("parts")
    if not isinstance(pieces, Arr) or not pieces.complete:
        raise Refusal("a template literal whose parts are not known")
    pattern = "".join(_piece(piece, definition) for piece in pieces.items)
    if len(pattern) > parts.LONGEST_PATTERN:
        raise Refusal("a template literal that is too long")
    return ir.String(patterns=(f"^{pattern}$",))


def _piece(piece: Value, definition: _Definition) -> str:
    """The pattern of one part; Refusal for parts whose patterns differ between versions of the library."""
    if isinstance(piece, Const):
        return parts.escaped(as_string(piece))
    schema = definition.builder.lower(piece, definition.evaluator)
    if isinstance(schema, ir.Literal):
        choice = "|".join(parts.escaped(as_string(Const(value))) for value in schema.values)
        return choice if schema.values == (None,) and kind_of(piece) == "null" else f"({choice})"
    if isinstance(schema, ir.String) and schema.format is None and not schema.patterns:
        most = "" if schema.max_length is None else str(schema.max_length)
        return f"[\\s\\S]{{{schema.min_length or 0},{most}}}"
    if schema == ir.Number():
        return "-?\\d+(?:\\.\\d+)?"
    raise Refusal("a template literal with a part that is not known")


_NO_JSON = frozenset({"bigint", "symbol", "date", "map", "set", "function", "file", "nan"})
_READERS: dict[str, _Reader] = {
    "string": _scalar(ir.String()), "number": _scalar(ir.Number()), "int": _scalar(ir.Number("safeint")),
    "boolean": _scalar(ir.Boolean()),
    "null": lambda definition: ir.Literal((None,)), "undefined": lambda definition: ir.Undefined(),
    "void": lambda definition: ir.Undefined(), "any": lambda definition: ir.Any(),
    "unknown": lambda definition: ir.Any(), "never": lambda definition: ir.Never(),
    "literal": lambda definition: parts.literal(definition.get("values")),
    "enum": lambda definition: parts.enumeration(definition.get("entries"), definition.evaluator),
    "array": lambda definition: ir.Array(definition.schema("element")),
    "object": _object, "interface": _object, "record": _record, "tuple": _tuple, "union": _union,
    "intersection": lambda definition: ir.Intersection(definition.schema("left"), definition.schema("right")),
    "optional": _wrapped(ir.Optional), "nullable": _wrapped(ir.Nullable), "readonly": _wrapped(lambda inner: inner),
    "promise": _wrapped(lambda inner: inner), "success": _wrapped(lambda inner: ir.Any()),
    "nonoptional": _wrapped(objects.without_optional), "default": _default, "prefault": _default, "catch": _catch,
    "lazy": _lazy, "pipe": _pipe, "transform": lambda definition: ir.Effect(ir.Any(), ("transform",)),
    "custom": lambda definition: ir.Effect(ir.Any(), ("custom",)), "template_literal": _template_literal,
}  # fmt: skip

DIALECT = Dialect(NAME, construct)
