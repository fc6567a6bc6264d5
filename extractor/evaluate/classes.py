"""Classes over abstract values: constructors run for the fields they set, methods and getters found up the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from extractor.evaluate.assignments import assigned_names
from extractor.evaluate.binding import bind_arguments
from extractor.evaluate.calls import arguments_of
from extractor.evaluate.fields import set_names, settings
from extractor.evaluate.statements import Lost, Return, execute
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Class,
    Context,
    Frame,
    Func,
    Instance,
    Obj,
    Property,
    Unknown,
    Value,
    force,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

_CHAIN = 32


def class_of(instance: Instance) -> Class | None:
    """The class of an instance, where it is known."""
    callee = instance.callee.get()
    return callee if isinstance(callee, Class) else None


def chain(evaluator: Evaluator, cls: Class) -> tuple[Class, ...]:
    """A class and its known ancestors, nearest first."""
    if cls.chain is None:
        found: list[Class] = []
        current: Class | None = cls
        while current is not None and len(found) < _CHAIN:
            found.append(current)
            current = _parent(evaluator, current)
        cls.chain = tuple(found)
    return cls.chain


def _parent(evaluator: Evaluator, cls: Class) -> Class | None:
    heritage = next((child for child in cls.node.named_children if child.type == "class_heritage"), None)
    if heritage is None:
        return None
    parent = evaluator.evaluate(heritage.named_children[0], Context(cls.chunk, cls.frame))
    return parent if isinstance(parent, Class) else None


class Member(NamedTuple):
    """One member of a class body. `kind` is `get`, `set`, `method` or `field`."""

    name: str
    node: Branch
    is_static: bool
    kind: str


def members(cls: Class) -> list[Member]:
    """A class's own members, as they are written."""
    known = cls.node.notes.get("members")
    if known is None:
        body = cls.node.child_by_field_name("body")
        listed = [_member(child) for child in (body.named_children if body is not None else [])]
        known = cls.node.notes["members"] = [member for member in listed if member is not None]
    assert isinstance(known, list)
    return known


def _member(node: Branch) -> Member | None:
    if node.type == "method_definition":
        kind = "get" if node.has_child("get") else "set" if node.has_child("set") else "method"
        return Member(node.text_of("name"), node, node.has_child("static"), kind)
    if node.type == "field_definition":
        return Member(node.text_of("property"), node, node.has_child("static"), "field")
    return None


class _Plan(NamedTuple):
    """What making an instance of a class takes: its constructor, the arguments that this gives on, and the fields."""

    constructor: Branch | None
    inherited: Branch | None
    fields: tuple[Member, ...]


def _plan(cls: Class) -> _Plan:
    known = cls.node.notes.get("plan")
    if known is None:
        own = [member for member in members(cls) if not member.is_static]
        constructor = next((member.node for member in own if member.name == "constructor"), None)
        body = constructor.child_by_field_name("body") if constructor is not None else None
        calls = map(_super_call, body.named_children if body is not None else ())
        fields = tuple(member for member in own if member.kind == "field")
        known = cls.node.notes["plan"] = _Plan(constructor, next(filter(None, calls), None), fields)
    assert isinstance(known, _Plan)
    return known


def find_method(
    evaluator: Evaluator, cls: Class, name: str, kinds: tuple[str, ...] = ("method", "get")
) -> tuple[Func, str, Class] | None:
    """The nearest method or getter called `name`, its kind, and the class that has it."""
    for owner in chain(evaluator, cls):
        for member in members(owner):
            if member.name == name and not member.is_static and member.kind in kinds:
                return Func(member.node, owner.chunk, owner.frame, home=owner), member.kind, owner
    return None


def instance_member(evaluator: Evaluator, instance: Instance, name: str) -> Value:
    """A field, getter or method of an instance."""
    cls = class_of(instance)
    if cls is None:
        return Unknown("a property of an instance of an unknown class")
    build(evaluator, instance)
    if instance.is_lost is not None:
        return instance.is_lost
    if name in instance.fields:
        return force(instance.fields[name])
    found = find_method(evaluator, cls, name)
    if found is None:
        return Unknown(f"an instance has no member {name} that is known")
    function, kind, _ = found
    return evaluator.call(function, [], instance) if kind == "get" else function


def build(evaluator: Evaluator, instance: Instance) -> None:
    """Run the constructors of an instance for the fields they set."""
    cls = class_of(instance)
    if instance.is_built or cls is None:
        return
    instance.is_built = True
    _construct(evaluator, instance, list(chain(evaluator, cls)), instance.arguments)


def _construct(evaluator: Evaluator, instance: Instance, classes: list[Class], arguments: list[Argument]) -> None:
    if not classes:
        return
    cls, ancestors = classes[0], classes[1:]
    plan = _plan(cls)
    constructor = plan.constructor
    if constructor is None:
        _construct(evaluator, instance, ancestors, arguments)
        _set_fields(evaluator, instance, cls)
        return
    frame = Frame({}, cls.frame, instance, cls, assigned_names(constructor))
    context = Context(cls.chunk, frame)
    bind_arguments(evaluator, constructor, arguments, context)
    body = constructor.child_by_field_name("body")
    statements = body.named_children if body is not None else []
    if plan.inherited is not None:
        given = arguments_of(evaluator, plan.inherited, context)
        _construct(evaluator, instance, ancestors, given if given is not None else [])
    _set_fields(evaluator, instance, cls)
    try:
        for statement in statements:
            if not _set_later(evaluator, statement, instance, context):
                execute(evaluator, statement, context)
    except Lost as lost:
        instance.is_lost = lost.value
    except Return:
        return


def _set_later(evaluator: Evaluator, statement: Branch, instance: Instance, context: Context) -> bool:
    """Set the fields of a statement that only sets some, each value put off: most are never asked for."""
    cls = class_of(instance)
    assert cls is not None
    known = cls.node.notes.setdefault("settings", {})
    assert isinstance(known, dict)
    found = known.get(statement)
    if found is None:
        bodies = [owner.node.child_by_field_name("body") for owner in chain(evaluator, cls)]
        names = set_names([body for body in bodies if body is not None])
        found = known[statement] = settings(statement, names)
    for name, value in found:
        instance.fields[name] = evaluator.defer(value, context)
    return bool(found)


def _super_call(statement: Branch) -> Branch | None:
    """The arguments node of `super(...)` in a statement."""
    stack = [statement]
    while stack:
        node = stack.pop()
        callee = node.child_by_field_name("function") if node.type == "call_expression" else None
        if callee is not None and callee.type == "super":
            return node.child_by_field_name("arguments")
        if node.type in ("expression_statement", "sequence_expression", "call_expression", "parenthesized_expression"):
            stack.extend(node.named_children)
    return None


def _set_fields(evaluator: Evaluator, instance: Instance, cls: Class) -> None:
    fields = _plan(cls).fields
    context = Context(cls.chunk, Frame({}, cls.frame, instance, cls)) if fields else None
    for member in fields:
        value = member.node.child_by_field_name("value")
        given = evaluator.defer(value, context) if value is not None and context is not None else UNDEFINED
        instance.fields[member.name] = given


def static_member(evaluator: Evaluator, cls: Class, name: str) -> Value:
    """A static member of a class, inherited ones included."""
    for owner in chain(evaluator, cls):
        if name in owner.statics:
            return owner.statics[name]
        for member in members(owner):
            if member.name == name and member.is_static:
                return _static(evaluator, owner, cls, member)
        assigned = evaluator.source.assigned_property(owner.chunk, owner.name, name) if owner.name else None
        if assigned is not None:
            owner.statics[name] = evaluator.written(assigned, Context(owner.chunk))
            return owner.statics[name]
    return Unknown(f"a class has no static member {name} that is known")


def _static(evaluator: Evaluator, owner: Class, receiver: Class, member: Member) -> Value:
    if member.kind == "field":
        value = member.node.child_by_field_name("value")
        return evaluator.evaluate(value, Context(owner.chunk, owner.frame)) if value is not None else UNDEFINED
    function = Func(member.node, owner.chunk, owner.frame, home=owner)
    return evaluator.call(function, [], receiver) if member.kind == "get" else function


def export_table(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """The object an export helper makes of `{name: () => value, ...}`: each property is what its getter gives."""
    table = evaluator.evaluate(node, context)
    if not isinstance(table, Obj):
        return Unknown("an export table that is no object")
    for found in table.properties.values():
        value = force(found.value)
        if isinstance(value, Func):
            found.value, found.getter = UNDEFINED, value
    return Obj({name: Property(UNDEFINED, found.getter) for name, found in table.properties.items()}, table.complete)
