"""The evaluator: an expression's node and the names around it come in, an abstract value goes out."""

from __future__ import annotations

from typing import Protocol

from extractor.evaluate import builtins, calls, classes, expressions
from extractor.evaluate.assignments import make_incomplete
from extractor.evaluate.binding import bind
from extractor.evaluate.forgetting import forget, forget_function
from extractor.evaluate.limits import deep_recursion
from extractor.evaluate.values import (
    INHERITED,
    UNDEFINED,
    Argument,
    Class,
    Context,
    Deferred,
    Frame,
    Func,
    Global,
    Host,
    Instance,
    Namespace,
    Obj,
    Unknown,
    Value,
    force,
)
from extractor.model.bundle import Chunk
from extractor.syntax import Branch, Definition, Missing, Node, Source

DEPTH = 600
STEPS, SHARE = 2_000_000, 400_000
"""Of all evaluation, and of one value that is asked for: some seconds. The largest release needs 76,000 for everything."""
_FRESH = frozenset({"object", "array", "template_string", "new_expression", "regex"})
"""Expressions that make a value of their own: nobody else holds it."""

_SETTLED = frozenset({"string", "number", "true", "false", "null", "arrow_function", "function_expression"})


class Library(Protocol):
    """What recognises the values of one kind of library (a schema library) among all others."""

    def constructed(self, instance: Instance, evaluator: Evaluator) -> Value | None:
        """The value that `new` makes here if the library knows it, else None."""

    def call(self, host: Host, method: str, arguments: list[Argument], evaluator: Evaluator) -> Value:
        """What calling `method` on one of the library's values gives."""

    def member(self, host: Host, name: str, evaluator: Evaluator) -> Value:
        """A property of one of the library's values."""

    def assign(self, host: Host, name: str, value: Value) -> None:
        """A property of one of the library's values is set."""

    def type_of(self, host: Host) -> str:
        """What `typeof` says of one of the library's values."""

    def is_instance(self, host: Host, cls: Value, evaluator: Evaluator) -> bool | None:
        """Whether one of the library's values is an instance of a class; None where that is not known."""


class Evaluator:
    """Evaluates expressions of one source. Everything is computed once and on demand; nothing is executed."""

    def __init__(self, source: Source, library: Library) -> None:
        self.source, self.library = source, library
        self._definitions: dict[tuple[str, int, str, str], Deferred] = {}
        self._named: dict[tuple[str, str], Deferred] = {}
        self._depth = 0
        self._steps = self._last_step = 0

    def name(self, chunk: Chunk, name: str) -> Value:
        """What a name means at the top level of a chunk."""
        known = self._named.get((chunk.name, name))
        if known is None:
            found = self.source.lookup(chunk, name)
            if isinstance(found, Missing):
                return Unknown(f"a name cannot be resolved: {found.reason}")
            known = self._named[chunk.name, name] = self._deferred_definition(found)
        return known.get()

    def definition(self, definition: Definition) -> Value:
        """The value of a definition."""
        return self._deferred_definition(definition).get()

    def _deferred_definition(self, definition: Definition) -> Deferred:
        key = (*definition.key, definition.kind, definition.name if definition.kind == "destructured" else "")
        deferred = self._definitions.get(key)
        if deferred is None:
            deferred = self._definitions[key] = Deferred(lambda: self._define(definition))
        return deferred

    def written(self, node: Node, context: Context) -> Value:
        """The value of an expression of a syntax tree."""
        return self.evaluate(Branch(node), context)

    def evaluate(self, node: Branch, context: Context) -> Value:
        """The value of an expression."""
        if self._depth == 0:
            return self._begin(node, context)
        self._steps += 1
        if self._depth > DEPTH or self._steps > self._last_step:
            return Unknown("it is nested too deeply" if self._depth > DEPTH else "it takes too long to evaluate")
        handler = expressions.HANDLERS.get(node.type)
        if handler is None:
            return self._lost_expression(node, context)
        self._depth += 1
        try:
            return handler(self, node, context)
        finally:
            self._depth -= 1

    def _begin(self, node: Branch, context: Context) -> Value:
        """The value of an expression that stands in none whose value is being computed, within its share of steps."""
        self._depth = 1
        self._last_step = min(self._steps + SHARE, STEPS)
        try:
            with deep_recursion():
                return self.evaluate(node, context)
        finally:
            self._depth = 0

    def defer(self, node: Branch, context: Context) -> Argument:
        """The value of an expression, computed when asked for, or now where a name in it may change before that."""
        frame = context.frame
        if node.type in _SETTLED and not (node.type == "string" and "\\" in node.text):
            return self.evaluate(node, context)
        if frame is not None:
            if node.type in ("identifier", "shorthand_property_identifier"):
                holder = frame.holder(node.text)
                if holder is not None:
                    return holder.names[node.text]
            elif frame.assigned and _mentions(node, frame):
                return self.evaluate(node, context)
        return self.deferred(node, context)

    def deferred(self, node: Branch, context: Context) -> Deferred:
        """The value of an expression, computed when asked for."""
        return Deferred(lambda: self.evaluate(node, context), node)

    def tagged(self, callee: Branch, node: Branch, context: Context) -> Value:
        """The value of a template with a tag."""
        return expressions.tagged(self, callee, node, context)

    def call(self, function: Value, arguments: list[Argument], this: Value = UNDEFINED) -> Value:
        """What calling a value gives."""
        return calls.call(self, function, arguments, this)

    def forget(self, code: Branch, context: Context) -> None:
        """Code may have run, or not: what it changes is no longer known."""
        forget(self, code, context)

    def lost(self, reason: str, arguments: list[Argument] | list[Value]) -> Unknown:
        """What calling something unknown gives: it may have changed what it was given, and called functions in it."""
        for argument in arguments:
            if isinstance(argument, Deferred) and argument.node is not None and argument.node.type in _FRESH:
                continue
            value = force(argument)
            if isinstance(value, Func):
                forget_function(self, value)
            else:
                make_incomplete(value)
        return Unknown(reason)

    def member(self, value: Value, name: str) -> Value:
        """A property of a value."""
        if isinstance(value, Obj):
            return self._property(value, name)
        if isinstance(value, Host):
            return self.library.member(value, name, self)
        if isinstance(value, Instance):
            return classes.instance_member(self, value, name)
        if isinstance(value, Class):
            return classes.static_member(self, value, name)
        if isinstance(value, Namespace):
            found = self.source.exported(value.chunk, name)
            if isinstance(found, Missing):
                return Unknown(f"a name cannot be resolved: {found.reason}")
            return self.definition(found)
        return builtins.member(value, name)

    def _property(self, value: Obj, name: str) -> Value:
        found = value.properties.get(name)
        if found is None and name in INHERITED and not value.is_bare and value.complete:
            return Global("Object" if name == "constructor" else f"Object.prototype.{name}")
        if found is None:
            return UNDEFINED if value.complete else Unknown(f"property {name} may come from an unknown spread")
        if found.getter is not None:
            return self.call(found.getter, [], value)
        return force(found.value)

    def _taken_apart(self, node: Branch, name: str, context: Context) -> Value:
        """What a pattern binds a name to."""
        is_declarator = node.type == "variable_declarator"
        pattern = node.child_by_field_name("name" if is_declarator else "left")
        value = node.child_by_field_name("value" if is_declarator else "right")
        frame = Frame({})
        if pattern is not None and value is not None:
            bind(self, pattern, self.defer(value, context), context, frame)
        return force(frame.names.get(name, Unknown("a pattern that is not followed")))

    def _lost_expression(self, node: Branch, context: Context) -> Value:
        self.forget(node, context)
        return Unknown(f"an expression of kind {node.type} is not evaluated")

    def _define(self, definition: Definition) -> Value:
        context = Context(definition.chunk)
        if definition.kind == "namespace":
            return Namespace(definition.chunk)
        if definition.node is None:
            return UNDEFINED
        node = Branch(definition.node)
        if definition.kind == "function":
            return Func(node, definition.chunk)
        if definition.kind == "class":
            return Class(node, definition.chunk, name=definition.name)
        if definition.kind == "exports":
            return classes.export_table(self, node, context)
        if definition.kind == "filled":
            return calls.filled(self, node, context)
        if definition.kind == "destructured":
            return self._taken_apart(node, definition.name, context)
        value = self.evaluate(node, context)
        if isinstance(value, Class):
            value.name = definition.name
        return value


def _mentions(node: Branch, frame: Frame) -> bool:
    """Whether an expression mentions a name that the function around it assigns anew, outside inner functions."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type == "identifier" and current.text in frame.assigned:
            return True
        if current.type not in ("arrow_function", "function_expression", "method_definition"):
            stack.extend(current.named_children)
    return False
