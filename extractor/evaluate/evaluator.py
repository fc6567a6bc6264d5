"""The evaluator: an expression's node and the names around it come in, an abstract value goes out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, Protocol

from extractor.evaluate import builtins, calls, classes
from extractor.evaluate.arithmetic import as_string, binary, unary
from extractor.evaluate.literals import number_value, string_value, template_text
from extractor.evaluate.objects import spread
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Class,
    Const,
    Deferred,
    Frame,
    Func,
    Global,
    Host,
    Instance,
    Namespace,
    Obj,
    Property,
    RegExp,
    Unknown,
    Value,
    force,
    truth,
)
from extractor.model.bundle import Chunk
from extractor.syntax import Definition, Missing, Node, Source, content

DEPTH = 600
STEPS = 20_000_000
_RECURSION = 30_000


class Context(NamedTuple):
    """Where an expression stands: its chunk, and the local names it can see."""

    chunk: Chunk
    frame: Frame | None = None


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


class Evaluator:
    """Evaluates expressions of one source. Everything is computed once and on demand; nothing is executed."""

    def __init__(self, source: Source, library: Library) -> None:
        self.source, self.library = source, library
        self._definitions: dict[tuple[str, int, str], Deferred] = {}
        self._depth = 0
        self._steps = 0
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))

    def name(self, chunk: Chunk, name: str) -> Value:
        """What a name means at the top level of a chunk."""
        found = self.source.lookup(chunk, name)
        if isinstance(found, Missing):
            return Unknown(f"a name cannot be resolved: {found.reason}")
        return self.definition(found)

    def definition(self, definition: Definition) -> Value:
        """The value of a definition."""
        key = (*definition.key, definition.kind)
        deferred = self._definitions.get(key)
        if deferred is None:
            deferred = self._definitions[key] = Deferred(lambda: self._define(definition))
        return deferred.get()

    def evaluate(self, node: Node, context: Context) -> Value:
        """The value of an expression."""
        self._steps += 1
        if self._depth >= DEPTH or self._steps > STEPS:
            return Unknown("it is nested too deeply" if self._depth >= DEPTH else "it takes too long to evaluate")
        handler = _HANDLERS.get(node.type)
        if handler is None:
            return Unknown(f"an expression of kind {node.type} is not evaluated")
        self._depth += 1
        try:
            return handler(self, node, context)
        finally:
            self._depth -= 1

    def defer(self, node: Node, context: Context) -> Deferred:
        """The value of an expression, computed when asked for."""
        return Deferred(lambda: self.evaluate(node, context), node)

    def call(self, function: Value, arguments: list[Argument], this: Value = UNDEFINED) -> Value:
        """What calling a value gives."""
        return calls.call(self, function, arguments, this)

    def member(self, value: Value, name: str) -> Value:
        """A property of a value."""
        if isinstance(value, Obj):
            found = value.properties.get(name)
            if found is None:
                return UNDEFINED if value.complete else Unknown(f"property {name} may come from an unknown spread")
            if found.getter is not None:
                return self.call(found.getter, [], value)
            return force(found.value)
        if isinstance(value, Host):
            return self.library.member(value, name, self)
        if isinstance(value, Instance):
            return classes.instance_member(self, value, name)
        if isinstance(value, Class):
            return classes.static_member(self, value, name)
        if isinstance(value, Namespace):
            found_definition = self.source.exported(value.chunk, name)
            if isinstance(found_definition, Missing):
                return Unknown(f"a name cannot be resolved: {found_definition.reason}")
            return self.definition(found_definition)
        return builtins.member(value, name)

    def _define(self, definition: Definition) -> Value:
        context = Context(definition.chunk)
        if definition.kind == "namespace":
            return Namespace(definition.chunk)
        node = definition.node
        if node is None:
            return UNDEFINED
        if definition.kind == "function":
            return Func(node, definition.chunk)
        if definition.kind == "class":
            return Class(node, definition.chunk, name=definition.name)
        if definition.kind == "exports":
            return classes.export_table(self, node, context)
        value = self.evaluate(node, context)
        if isinstance(value, Class):
            value.name = definition.name
        return value


def _identifier(self: Evaluator, node: Node, context: Context) -> Value:
    name = content(node)
    if name == "undefined":
        return UNDEFINED
    frame = context.frame
    while frame is not None:
        if name in frame.names:
            return force(frame.names[name])
        frame = frame.parent
    if name in builtins.GLOBALS:
        return Global(name)
    return self.name(context.chunk, name)


def _template(self: Evaluator, node: Node, context: Context) -> Value:
    parts: list[str] = []
    for child in node.named_children:
        if child.type == "template_substitution":
            value = self.evaluate(child.named_children[0], context)
            if not isinstance(value, Const):
                return Unknown("a template literal with an unknown part")
            parts.append(as_string(value))
        else:
            parts.append(content(child))
    return Const(template_text("".join(parts)) if "\\" in "".join(parts) else "".join(parts))


def _object(self: Evaluator, node: Node, context: Context) -> Value:
    result = Obj()
    for child in node.named_children:
        if child.type == "pair":
            key = property_key(self, child.child_by_field_name("key"), context)
            value = child.child_by_field_name("value")
            if key is None or value is None:
                result.complete = False
            else:
                result.properties[key] = Property(self.defer(value, context))
        elif child.type == "shorthand_property_identifier":
            result.properties[content(child)] = Property(self.defer(child, context))
        elif child.type == "method_definition":
            _method(self, child, context, result)
        elif child.type == "spread_element":
            spread(result, self.evaluate(child.named_children[0], context))
    return result


def _method(self: Evaluator, node: Node, context: Context, result: Obj) -> None:
    key = property_key(self, node.child_by_field_name("name"), context)
    if key is None:
        result.complete = False
        return
    function = Func(node, context.chunk, context.frame)
    if any(child.type == "get" for child in node.children):
        result.properties[key] = Property(UNDEFINED, getter=function)
    elif not any(child.type == "set" for child in node.children):
        result.properties[key] = Property(function)


def property_key(self: Evaluator, node: Node | None, context: Context) -> str | None:
    """The name that a property key certainly has, or None."""
    if node is None:
        return None
    if node.type in ("property_identifier", "private_property_identifier", "identifier"):
        return content(node)
    if node.type == "computed_property_name":
        value = self.evaluate(node.named_children[0], context)
    elif node.type in ("string", "number"):
        value = self.evaluate(node, context)
    else:
        return None
    return as_string(value) if isinstance(value, Const) else None


def _array(self: Evaluator, node: Node, context: Context) -> Value:
    result = Arr([])
    for child in node.named_children:
        if child.type == "spread_element":
            value = self.evaluate(child.named_children[0], context)
            if isinstance(value, Arr) and value.kind != "map":
                result.items.extend(value.items)
                result.complete = result.complete and value.complete
            else:
                result.complete = False
        elif child.type != "comment":
            result.items.append(self.evaluate(child, context))
    return result


def _member(self: Evaluator, node: Node, context: Context) -> Value:
    base = node.child_by_field_name("object")
    key = node.child_by_field_name("property")
    if base is None or key is None:
        return Unknown("a property access without a name")
    if base.type == "super":
        return Unknown("a property of super")
    value = self.evaluate(base, context)
    if _is_optional(node) and value in (UNDEFINED, Const(None)):
        return UNDEFINED
    return self.member(value, content(key))


def _subscript(self: Evaluator, node: Node, context: Context) -> Value:
    base, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if base is None or index is None:
        return Unknown("a subscript without an index")
    key = self.evaluate(index, context)
    if not isinstance(key, Const):
        return Unknown("an index that is not known")
    value = self.evaluate(base, context)
    if isinstance(value, Arr) and isinstance(key.value, int) and value.complete:
        return value.items[key.value] if 0 <= key.value < len(value.items) else UNDEFINED
    return self.member(value, as_string(key))


def _is_optional(node: Node) -> bool:
    return any(child.type == "optional_chain" for child in node.children)


def arguments_of(self: Evaluator, node: Node | None, context: Context) -> list[Argument] | None:
    """A call's arguments, each put off; None where an unknown number of them is spread in."""
    arguments: list[Argument] = []
    for child in node.named_children if node is not None else []:
        if child.type == "spread_element":
            value = self.evaluate(child.named_children[0], context)
            if not isinstance(value, Arr) or not value.complete:
                return None
            arguments.extend(value.items)
        elif child.type != "comment":
            arguments.append(self.defer(child, context))
    return arguments


def _call(self: Evaluator, node: Node, context: Context) -> Value:
    callee = node.child_by_field_name("function")
    given = node.child_by_field_name("arguments")
    if callee is None or given is None or given.type != "arguments":
        return Unknown("a tagged template")
    if callee.type == "super":
        return UNDEFINED
    arguments = arguments_of(self, given, context)
    if arguments is None:
        return Unknown("a call with an unknown number of arguments")
    while callee.type == "parenthesized_expression":
        callee = callee.named_children[0]
    if callee.type == "import" or content(callee) == "import.meta.require":
        return _dynamic_import(self, arguments, context)
    if callee.type == "member_expression":
        base, key = callee.child_by_field_name("object"), callee.child_by_field_name("property")
        if base is None or key is None:
            return Unknown("a call without a method name")
        if base.type == "super":
            return Unknown("a call of an inherited method")
        receiver = self.evaluate(base, context)
        if (_is_optional(callee) or _is_optional(node)) and receiver in (UNDEFINED, Const(None)):
            return UNDEFINED
        return calls.call_method(self, receiver, content(key), arguments)
    return self.call(self.evaluate(callee, context), arguments)


def _dynamic_import(self: Evaluator, arguments: list[Argument], context: Context) -> Value:
    path = force(arguments[0]) if arguments else UNDEFINED
    if isinstance(path, Const) and isinstance(path.value, str):
        target = self.source.module(context.chunk, path.value)
        if target is not None:
            return Namespace(target)
    return Unknown("a module loaded at run time")


def _new(self: Evaluator, node: Node, context: Context) -> Value:
    callee = node.child_by_field_name("constructor")
    arguments = arguments_of(self, node.child_by_field_name("arguments"), context)
    if callee is None or arguments is None:
        return Unknown("a construction that is not understood")
    instance = Instance(self.defer(callee, context), arguments)
    if callee.type == "identifier" and content(callee) in ("Set", "Map", "Date", "RegExp", "Error", "WeakMap", "WeakSet"):
        return builtins.construct(content(callee), arguments)
    return self.library.constructed(instance, self) or instance


def _function(self: Evaluator, node: Node, context: Context) -> Value:
    this = context.frame.this if context.frame is not None and node.type == "arrow_function" else UNDEFINED
    home = context.frame.home if context.frame is not None else None
    return Func(node, context.chunk, context.frame, this, home)


def _class(self: Evaluator, node: Node, context: Context) -> Value:
    return Class(node, context.chunk, context.frame)


def _sequence(self: Evaluator, node: Node, context: Context) -> Value:
    value: Value = UNDEFINED
    for child in node.named_children:
        value = self.evaluate(child, context)
    return value


def _ternary(self: Evaluator, node: Node, context: Context) -> Value:
    condition = node.child_by_field_name("condition")
    known = truth(self.evaluate(condition, context)) if condition is not None else None
    if known is None:
        return Unknown("it depends on a condition at run time")
    branch = node.child_by_field_name("consequence" if known else "alternative")
    return self.evaluate(branch, context) if branch is not None else UNDEFINED


def _binary(self: Evaluator, node: Node, context: Context) -> Value:
    left_node, right_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = content(node.child_by_field_name("operator"))
    if left_node is None or right_node is None:
        return Unknown("an operator without an operand")
    left = self.evaluate(left_node, context)
    if operator == "instanceof":
        return instance_of(left)
    if operator in ("&&", "||", "??"):
        return _logical(self, operator, left, right_node, context)
    return binary(operator, left, self.evaluate(right_node, context))


def instance_of(value: Value) -> Value:
    """`value instanceof X` for the classes such code asks about: those of the library, never those of plain data."""
    if isinstance(value, Host):
        return Const(True)
    if isinstance(value, Unknown | Instance):
        return Unknown("an instanceof that is not known")
    return Const(False)


def _logical(self: Evaluator, operator: str, left: Value, right: Node, context: Context) -> Value:
    if operator == "??":
        if isinstance(left, Unknown):
            return left
        return self.evaluate(right, context) if left in (UNDEFINED, Const(None)) else left
    known = truth(left)
    if known is None:
        return Unknown("it depends on a condition at run time")
    return self.evaluate(right, context) if known == (operator == "&&") else left


def _unary(self: Evaluator, node: Node, context: Context) -> Value:
    operand = node.child_by_field_name("argument")
    operator = content(node.child_by_field_name("operator"))
    if operand is None:
        return Unknown("an operator without an operand")
    if operator == "typeof" and operand.type == "identifier" and content(operand) in ("process", "window"):
        return Unknown("typeof a host object")
    return unary(operator, self.evaluate(operand, context))


def _assignment(self: Evaluator, node: Node, context: Context) -> Value:
    return calls.assign(self, node, context)


def _regex(self: Evaluator, node: Node, context: Context) -> Value:
    return RegExp(content(node.child_by_field_name("pattern")), content(node.child_by_field_name("flags")))


def _this(self: Evaluator, node: Node, context: Context) -> Value:
    return context.frame.this if context.frame is not None else Unknown("`this` outside a function")


def _inner(self: Evaluator, node: Node, context: Context) -> Value:
    return self.evaluate(node.named_children[-1], context)


_Handler = Callable[[Evaluator, Node, Context], Value]
_HANDLERS: dict[str, _Handler] = {
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "undefined": lambda self, node, context: UNDEFINED,
    "string": lambda self, node, context: Const(string_value(content(node))),
    "number": lambda self, node, context: Const(number_value(content(node))),
    "true": lambda self, node, context: Const(True),
    "false": lambda self, node, context: Const(False),
    "null": lambda self, node, context: Const(None),
    "regex": _regex,
    "template_string": _template,
    "object": _object,
    "array": _array,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": _call,
    "new_expression": _new,
    "arrow_function": _function,
    "function_expression": _function,
    "class": _class,
    "parenthesized_expression": _inner,
    "await_expression": _inner,
    "sequence_expression": _sequence,
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "this": _this,
}
