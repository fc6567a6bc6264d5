"""Classes over abstract values: constructors run for the fields they set, methods and getters found up the chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Class,
    Frame,
    Func,
    Instance,
    Obj,
    Property,
    Unknown,
    Value,
    force,
)
from extractor.syntax import Node, content

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Context, Evaluator

_CHAIN = 32


def class_of(instance: Instance) -> Class | None:
    """The class of an instance, where it is known."""
    callee = instance.callee.get()
    return callee if isinstance(callee, Class) else None


def chain(evaluator: Evaluator, cls: Class) -> Iterator[Class]:
    """A class and its known ancestors, nearest first."""
    from extractor.evaluate.evaluator import Context

    current: Class | None = cls
    for _ in range(_CHAIN):
        if current is None:
            return
        yield current
        heritage = next((child for child in current.node.named_children if child.type == "class_heritage"), None)
        parent: Value = UNDEFINED
        if heritage is not None:
            parent = evaluator.evaluate(heritage.named_children[0], Context(current.chunk, current.frame))
        current = parent if isinstance(parent, Class) else None


def members(cls: Class) -> Iterator[tuple[str, Node, bool, str]]:
    """A class's own members: name, node, whether static, and `get`, `set`, `method` or `field`."""
    body = cls.node.child_by_field_name("body")
    for child in body.named_children if body is not None else []:
        marks = {part.type for part in child.children if not part.is_named}
        if child.type == "method_definition":
            kind = "get" if "get" in marks else "set" if "set" in marks else "method"
            yield content(child.child_by_field_name("name")), child, "static" in marks or _is_static(child), kind
        elif child.type == "field_definition":
            yield content(child.child_by_field_name("property")), child, "static" in marks or _is_static(child), "field"


def _is_static(node: Node) -> bool:
    return any(part.type == "static" for part in node.children)


def find_method(evaluator: Evaluator, cls: Class, name: str, kinds: tuple[str, ...] = ("method", "get")) -> tuple[Func, str, Class] | None:
    """The nearest method or getter called `name`, its kind, and the class that has it."""
    for owner in chain(evaluator, cls):
        for member, node, is_static, kind in members(owner):
            if member == name and not is_static and kind in kinds:
                return Func(node, owner.chunk, owner.frame, home=owner), kind, owner
    return None


def instance_member(evaluator: Evaluator, instance: Instance, name: str) -> Value:
    """A field, getter or method of an instance."""
    cls = class_of(instance)
    if cls is None:
        return Unknown("a property of an instance of an unknown class")
    build(evaluator, instance)
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
    from extractor.evaluate.calls import bind
    from extractor.evaluate.evaluator import Context, arguments_of

    if not classes:
        return
    cls, ancestors = classes[0], classes[1:]
    constructor = next((node for name, node, static, _ in members(cls) if name == "constructor" and not static), None)
    if constructor is None:
        _construct(evaluator, instance, ancestors, arguments)
        _set_fields(evaluator, instance, cls)
        return
    function = Func(constructor, cls.chunk, cls.frame, home=cls)
    frame = Frame({}, cls.frame, instance, cls)
    bind(evaluator, function, arguments, frame)
    context = Context(cls.chunk, frame)
    body = constructor.child_by_field_name("body")
    statements = list(body.named_children) if body is not None else []
    inherited = next((found for found in map(_super_call, statements) if found is not None), None)
    if inherited is not None:
        given = arguments_of(evaluator, inherited, context)
        _construct(evaluator, instance, ancestors, given if given is not None else [])
    _set_fields(evaluator, instance, cls)
    for statement in statements:
        if statement.type == "expression_statement":
            evaluator.evaluate(statement.named_children[0], context)
        elif statement.type in ("lexical_declaration", "variable_declaration"):
            from extractor.evaluate.calls import declare

            for declarator in statement.named_children:
                declare(evaluator, declarator, context, function)


def _super_call(statement: Node) -> Node | None:
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
    from extractor.evaluate.evaluator import Context

    context = Context(cls.chunk, Frame({}, cls.frame, instance, cls))
    for name, node, is_static, kind in members(cls):
        if kind == "field" and not is_static:
            value = node.child_by_field_name("value")
            instance.fields.setdefault(name, evaluator.defer(value, context) if value is not None else UNDEFINED)


def static_member(evaluator: Evaluator, cls: Class, name: str) -> Value:
    """A static member of a class, inherited ones included."""
    from extractor.evaluate.evaluator import Context

    for owner in chain(evaluator, cls):
        if name in owner.statics:
            return owner.statics[name]
        for member, node, is_static, kind in members(owner):
            if member == name and is_static:
                if kind == "field":
                    value = node.child_by_field_name("value")
                    return evaluator.evaluate(value, Context(owner.chunk, owner.frame)) if value else UNDEFINED
                function = Func(node, owner.chunk, owner.frame, home=owner)
                return evaluator.call(function, [], cls) if kind == "get" else function
        assigned = evaluator.source.assigned_property(owner.chunk, owner.name, name) if owner.name else None
        if assigned is not None:
            owner.statics[name] = evaluator.evaluate(assigned, Context(owner.chunk))
            return owner.statics[name]
    return Unknown(f"a class has no static member {name} that is known")


def export_table(evaluator: Evaluator, node: Node, context: Context) -> Value:
    """The object an export helper makes of `{name: () => value, ...}`: each property is what its getter gives."""
    table = evaluator.evaluate(node, context)
    if not isinstance(table, Obj):
        return Unknown("an export table that is no object")
    for found in table.properties.values():
        value = force(found.value)
        if isinstance(value, Func):
            found.value, found.getter = UNDEFINED, value
    return Obj({name: Property(UNDEFINED, found.getter) for name, found in table.properties.items()}, table.complete)
