"""Call functions and methods over abstract values: known functions are followed, built-ins computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate import builtins
from extractor.evaluate.statements import run
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Class,
    Const,
    Context,
    Func,
    Global,
    Host,
    Instance,
    Namespace,
    Obj,
    RegExp,
    Unknown,
    Value,
    force,
    is_nullish,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator


def call(evaluator: Evaluator, function: Value, arguments: list[Argument], this: Value) -> Value:
    """What calling `function` gives; Unknown where the function is not known or does what is not followed."""
    if isinstance(function, Func):
        return run(evaluator, function, arguments, this)
    if isinstance(function, Global):
        return builtins.call_global(evaluator, function.path, arguments)
    if isinstance(function, Unknown):
        return evaluator.lost(function.reason, arguments)
    return evaluator.lost("something that is not a known function is called", arguments)


def call_method(evaluator: Evaluator, receiver: Value, method: str, arguments: list[Argument]) -> Value:
    """What `receiver.method(...arguments)` gives."""
    if isinstance(receiver, Host):
        return evaluator.library.call(receiver, method, arguments, evaluator)
    if isinstance(receiver, Unknown):
        return evaluator.lost(receiver.reason, arguments)
    if isinstance(receiver, Global):
        return builtins.call_global(evaluator, f"{receiver.path}.{method}", arguments)
    if isinstance(receiver, Func) and method in ("call", "apply", "bind"):
        return _applied(evaluator, receiver, method, arguments)
    if isinstance(receiver, RegExp):
        return Unknown("what a regular expression finds")
    if isinstance(receiver, Arr | Const):
        return builtins.call_method(evaluator, receiver, method, arguments)
    found = evaluator.member(receiver, method)
    if isinstance(found, Func):
        return run(evaluator, found, arguments, receiver)
    if isinstance(receiver, Class) and isinstance(found, Unknown):
        return Unknown(f"static method {method} is not known")
    if isinstance(receiver, Obj) and method == "hasOwnProperty" and found == UNDEFINED and len(arguments) == 1:
        name = force(arguments[0])
        return Const(name.value in receiver.properties) if isinstance(name, Const) else Unknown("a name")
    return call(evaluator, found, arguments, receiver)


def _applied(evaluator: Evaluator, function: Func, method: str, arguments: list[Argument]) -> Value:
    this = force(arguments[0]) if arguments else UNDEFINED
    if method == "call":
        return run(evaluator, function, arguments[1:], this)
    return evaluator.lost(f"a function's {method}", arguments)


def arguments_of(evaluator: Evaluator, node: Branch | None, context: Context) -> list[Argument] | None:
    """A call's arguments, each put off; None where an unknown number of them is spread in."""
    arguments: list[Argument] = []
    for child in node.named_children if node is not None else []:
        if child.type == "spread_element":
            value = evaluator.evaluate(child.named_children[0], context)
            if not isinstance(value, Arr) or not value.complete or value.kind == "map":
                return None
            arguments.extend(value.items)
        else:
            arguments.append(evaluator.defer(child, context))
    return arguments


def call_expression(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """A call as it is written: of a function, a method, an import, or a template tag."""
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee is None or given is None:
        return Unknown("a call without a function")
    if given.type == "template_string":
        return evaluator.tagged(callee, given, context)
    if callee.type == "super":
        return UNDEFINED
    arguments = arguments_of(evaluator, given, context)
    if arguments is None:
        return Unknown("a call with an unknown number of arguments")
    while callee.type == "parenthesized_expression":
        callee = callee.named_children[-1]
    if callee.type == "import" or callee.text == "import.meta.require":
        return _dynamic_import(evaluator, arguments, context)
    is_optional = is_chained(node)
    if callee.type in ("member_expression", "subscript_expression"):
        return _method_call(evaluator, callee, arguments, context, is_optional=is_optional)
    function = evaluator.evaluate(callee, context)
    return UNDEFINED if is_optional and is_nullish(function) else evaluator.call(function, arguments)


def is_chained(node: Branch) -> bool:
    """Whether `?.` stands in a chain of accesses and calls that ends in a node: then nothing of it runs on `undefined`."""
    known = node.notes.get("is chained")
    if known is None:
        known = node.notes["is chained"] = _has_optional_link(node)
    return known is True


def _has_optional_link(node: Branch) -> bool:
    current: Branch | None = node
    while current is not None and current.type in ("member_expression", "subscript_expression", "call_expression"):
        if current.has_child("optional_chain"):
            return True
        current = current.child_by_field_name("function" if current.type == "call_expression" else "object")
    return False


def _method_call(
    evaluator: Evaluator, callee: Branch, arguments: list[Argument], context: Context, *, is_optional: bool
) -> Value:
    base = callee.child_by_field_name("object")
    if base is None or base.type == "super":
        return Unknown("a call of an inherited method")
    receiver = evaluator.evaluate(base, context)
    if is_optional and is_nullish(receiver):
        return UNDEFINED
    method = callee.text_of("property")
    if callee.type == "subscript_expression":
        index = callee.child_by_field_name("index")
        key = evaluator.evaluate(index, context) if index is not None else UNDEFINED
        if not isinstance(key, Const) or not isinstance(key.value, str):
            return evaluator.lost("a call of a method whose name is not known", arguments)
        method = key.value
    if is_optional and isinstance(receiver, Obj) and evaluator.member(receiver, method) == UNDEFINED:
        return UNDEFINED
    return call_method(evaluator, receiver, method, arguments)


def _dynamic_import(evaluator: Evaluator, arguments: list[Argument], context: Context) -> Value:
    path = force(arguments[0]) if arguments else UNDEFINED
    if isinstance(path, Const) and isinstance(path.value, str):
        target = evaluator.source.module(context.chunk, path.value)
        if target is not None:
            return Namespace(target)
    return Unknown("a module loaded at run time")


def new_expression(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """`new callee(...)`: what the library knows, a built-in, or an instance."""
    callee = node.child_by_field_name("constructor")
    arguments = arguments_of(evaluator, node.child_by_field_name("arguments"), context)
    if callee is None or arguments is None:
        return Unknown("a construction that is not understood")
    if callee.type == "identifier" and callee.text in builtins.CONSTRUCTED:
        return builtins.construct(callee.text, arguments)
    is_local = context.frame is not None and context.frame.holder(callee.text) is not None
    is_named = callee.type == "identifier" and not is_local
    instance = Instance(evaluator.deferred(callee, context), arguments, is_named=is_named)
    return evaluator.library.constructed(instance, evaluator) or instance


def filled(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """The object that a call `(function (e) {...})(NAME || (NAME = {}))` fills, as enums are compiled."""
    callee = node.child_by_field_name("function")
    made = Obj()
    function = evaluator.evaluate(callee, context) if callee is not None else UNDEFINED
    if not isinstance(function, Func):
        return Unknown("an object that something unknown fills")
    given = evaluator.call(function, [made])
    return given if isinstance(given, Unknown) else made
