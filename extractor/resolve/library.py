"""The schema library as the evaluator sees it: constructions become schemas, methods change them."""

from __future__ import annotations

from extractor.evaluate import UNDEFINED, Arr, Class, Const, Evaluator, Func, Host, Instance, Obj, Unknown, Value
from extractor.evaluate.classes import chain
from extractor.evaluate.values import Argument, Property, force
from extractor.model import schema as ir
from extractor.resolve import constraints, methods, parts
from extractor.resolve.dialects import DIALECTS, zod4
from extractor.resolve.shapes import ChangedDefinition, Constructor, Hole, Internals, Refusal, SchemaValue, hole
from extractor.syntax import Branch


class SchemaLibrary:
    """Recognises schemas of every dialect. `pending` holds what lazy schemas refer to, by reference name.

    With `descriptions` the sentences of `.describe(...)` are kept in the shapes, for local output; else never read.
    """

    def __init__(self, *, descriptions: bool = False) -> None:
        self._descriptions = descriptions
        self.pending: dict[str, Func] = {}
        self._later: dict[str, dict[tuple[int, ...], int]] = {}
        self.dialects: dict[str, int] = {}

    def constructed(self, instance: Instance, evaluator: Evaluator) -> Value | None:
        for dialect in DIALECTS:
            built = dialect.construct(instance, evaluator, self)
            if built is not None:
                built.made_by = instance.callee
                self.dialects[dialect.name] = self.dialects.get(dialect.name, 0) + 1
                return Host(built)
        check = zod4.check_of(instance)
        return Host(check) if check is not None else None

    def call(self, host: Host, method: str, arguments: list[Argument], evaluator: Evaluator) -> Value:
        subject = host.payload
        if not isinstance(subject, SchemaValue):
            return Unknown(f"method {method} of a part of the schema library")
        if method in ("parse", "safeParse", "parseAsync", "safeParseAsync"):
            return Unknown("the result of a parse")
        if isinstance(subject.schema, Hole):
            return host
        if self._descriptions and method in ("describe", "meta"):
            return _described(host, subject, arguments, evaluator)
        if method == "clone" and arguments and force(arguments[0]) != UNDEFINED:
            return zod4.rebuilt(subject, force(arguments[0]), evaluator, self)
        try:
            changed = methods.apply(subject, method, arguments, evaluator, self)
        except Refusal as refusal:
            changed = hole(str(refusal))
        is_same = changed is subject.schema
        is_changed = subject.is_changed or (
            not is_same and constraints.beneath(changed) != constraints.beneath(subject.schema)
        )
        return Host(
            SchemaValue(
                changed,
                subject.dialect,
                subject.definition,
                is_changed=is_changed,
                made_by=subject.made_by,
                kind=subject.kind if is_same else "",
            )
        )

    def member(self, host: Host, name: str, evaluator: Evaluator) -> Value:
        subject = host.payload
        if isinstance(subject, Internals):
            if name == "def":
                return _definition(subject.owner)
            return Host(Constructor(subject.owner)) if name == "constr" else Unknown(f"property {name} of a schema")
        if isinstance(subject, ChangedDefinition):
            return _schema_member(subject.owner, name, evaluator)
        if not isinstance(subject, SchemaValue):
            return Unknown(f"property {name} of a part of the schema library")
        return _schema_member(subject, name, evaluator)

    def assign(self, host: Host, name: str, value: Value) -> None:
        subject = host.payload
        if isinstance(subject, Internals) and name == "values" and value == UNDEFINED:
            subject.owner.is_partial_key = True

    def type_of(self, host: Host) -> str:
        """What `typeof` says: every part of a schema is an object, but for its constructor."""
        return "function" if isinstance(host.payload, Constructor) else "object"

    def is_instance(self, host: Host, cls: Value, evaluator: Evaluator) -> bool | None:
        """Whether a schema is an instance of a class: known of the class that all schemas share, and of its own."""
        subject = host.payload
        if not isinstance(subject, SchemaValue) or subject.made_by is None:
            return None
        if isinstance(cls, Func):
            return True if zod4.trait_of(cls) in zod4.SHARED_TRAITS else None
        maker = subject.made_by.get()
        if not isinstance(cls, Class) or not isinstance(maker, Class):
            return None
        family = chain(evaluator, maker)
        if cls is family[-1]:
            return True
        return None if subject.is_changed else cls in family

    def lower(self, value: Value, evaluator: Evaluator) -> ir.Schema:
        """The shape of a value that should be a schema; a hole with the reason where it is none."""
        if isinstance(value, Host) and isinstance(value.payload, SchemaValue):
            return value.payload.schema
        if isinstance(value, Unknown):
            return hole(value.reason)
        return hole(f"{type(value).__name__.lower()} stands where a schema should")

    def later(self, getter: Func, evaluator: Evaluator) -> ir.Schema:
        """A reference, resolved once everything else is: lazy schemas may refer to what is being built."""
        place = f"@{getter.chunk.name}:{getter.node.start_byte}"
        same = self._later.setdefault(place, {})
        number = same.setdefault(_closed_over(getter), len(same))
        name = f"{place}:{number}" if number else place
        self.pending.setdefault(name, getter)
        return ir.Ref(name)


def _closed_over(getter: Func) -> tuple[int, ...]:
    """What tells two functions of the same text apart: the local values that they refer to."""
    names = getter.node.notes.get("names")
    if names is None:
        names = getter.node.notes["names"] = _mentioned(getter.node)
    assert isinstance(names, tuple)
    found: list[int] = []
    for name in names if getter.frame is not None else ():
        holder = getter.frame.holder(name) if getter.frame is not None else None
        if holder is not None:
            found.append(id(holder.names[name]))
    return tuple(found)


def _mentioned(node: Branch) -> tuple[str, ...]:
    names: dict[str, None] = {}
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type in ("identifier", "shorthand_property_identifier"):
            names.setdefault(current.text)
        stack.extend(reversed(current.named_children))
    return tuple(names)


def _described(host: Host, subject: SchemaValue, arguments: list[Argument], evaluator: Evaluator) -> Value:
    given = force(arguments[0]) if arguments else UNDEFINED
    text = evaluator.member(given, "description") if isinstance(given, Obj) else given
    if not isinstance(text, Const) or not isinstance(text.value, str):
        return host
    return Host(SchemaValue(constraints.described(subject.schema, text.value), subject.dialect, subject.definition))


def _schema_member(subject: SchemaValue, name: str, evaluator: Evaluator) -> Value:
    inner = constraints.beneath(subject.schema)
    if name in ("_zod", "_def", "def"):
        return Host(Internals(subject)) if name == "_zod" else _definition(subject)
    if name == "constructor":
        return Host(Constructor(subject))
    if name == "shape" and isinstance(inner, ir.Object):
        return Obj({field.name: Property(_host(field.schema, subject)) for field in inner.fields})
    if name == "options" and isinstance(inner, ir.Union):
        return Arr([_host(option, subject) for option in inner.options])
    if name == "element" and isinstance(inner, ir.Array):
        return _host(inner.element, subject)
    if isinstance(inner, ir.Literal):
        if name in ("options", "values"):
            return Arr([Const(value) for value in inner.values])
        if name == "value" and len(inner.values) == 1:
            return Const(inner.values[0])
        if name in ("enum", "Enum", "Values"):
            return Obj({key: Property(Const(value)) for key, value in parts.entries(subject, evaluator).items()})
    return Unknown(f"property {name} of a schema")


def _definition(subject: SchemaValue) -> Value:
    if subject.is_changed:
        return Host(ChangedDefinition(subject))
    return subject.definition or Unknown("the definition of a schema")


def _host(schema: ir.Schema, owner: SchemaValue) -> Value:
    return Host(SchemaValue(schema, owner.dialect, is_changed=True, made_by=owner.made_by))
