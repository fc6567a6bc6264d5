"""What each kind of expression evaluates to: literals, names, access, operators, objects, arrays, functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from extractor.evaluate import assignments, builtins, calls
from extractor.evaluate.arithmetic import as_string, binary, unary
from extractor.evaluate.literals import identifier_name, joined, number_value, raw_text, string_value, template_text
from extractor.evaluate.objects import has_own, spread
from extractor.evaluate.values import (
    INHERITED,
    UNDEFINED,
    UNDER_WAY,
    Arr,
    Class,
    Const,
    Context,
    Frame,
    Func,
    Global,
    Host,
    Obj,
    Property,
    RegExp,
    Unknown,
    Value,
    force,
    is_nullish,
    truth,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator


def _identifier(self: Evaluator, node: Branch, context: Context) -> Value:
    name = node.text
    holder = context.frame.holder(name) if context.frame is not None else None
    if holder is not None:
        return force(holder.names[name])
    if name == "undefined":
        return UNDEFINED
    if name in builtins.GLOBALS:
        return builtins.named(name)
    return self.name(context.chunk, name)


def _template(self: Evaluator, node: Branch, context: Context) -> Value:
    try:
        return _pieces(self, node, context, template_text)
    except ValueError as error:
        return Unknown(str(error))


def tagged(self: Evaluator, callee: Branch, node: Branch, context: Context) -> Value:
    """A template with a tag: only `String.raw` is known."""
    is_raw = self.evaluate(callee, context) == Global("String.raw")
    return _pieces(self, node, context, raw_text) if is_raw else Unknown("a tagged template")


def _pieces(self: Evaluator, node: Branch, context: Context, cook: Callable[[str], str]) -> Value:
    """The text of a template: `cook` is given what stands between its substitutions, as it is written."""
    written, text = "", ""
    for child in node.named_children:
        if child.type != "template_substitution":
            written += child.text
            continue
        value = self.evaluate(child.named_children[0], context)
        if not isinstance(value, Const):
            return Unknown("a template literal with an unknown part")
        text, written = text + cook(written) + as_string(value), ""
    return Const(joined(text + cook(written)))


def _object(self: Evaluator, node: Branch, context: Context) -> Value:
    result = Obj()
    for child in node.named_children:
        if child.type == "pair":
            key = property_key(self, child.child_by_field_name("key"), context)
            value = child.child_by_field_name("value")
            if key is None or value is None:
                assignments.make_incomplete(result)
            elif key != "__proto__":
                result.properties[key] = Property(self.defer(value, context))
        elif child.type == "shorthand_property_identifier":
            result.properties[identifier_name(child.text)] = Property(self.defer(child, context))
        elif child.type == "method_definition":
            _method(self, child, context, result)
        elif child.type == "spread_element":
            spread(result, self.evaluate(child.named_children[0], context))
        else:
            assignments.make_incomplete(result)
    return result


def _method(self: Evaluator, node: Branch, context: Context, result: Obj) -> None:
    key = property_key(self, node.child_by_field_name("name"), context)
    if key is None:
        assignments.make_incomplete(result)
        return
    function = Func(node, context.chunk, context.frame)
    if node.has_child("get"):
        result.properties[key] = Property(UNDEFINED, getter=function)
    elif not node.has_child("set"):
        result.properties[key] = Property(function)


def property_key(self: Evaluator, node: Branch | None, context: Context) -> str | None:
    """The name that a property key certainly has, or None."""
    if node is None:
        return None
    if node.type in ("property_identifier", "private_property_identifier", "identifier"):
        return identifier_name(node.text)
    if node.type == "computed_property_name":
        value = self.evaluate(node.named_children[0], context)
    elif node.type in ("string", "number"):
        value = self.evaluate(node, context)
    else:
        return None
    return as_string(value) if isinstance(value, Const) else None


ITEMS = 1_000_000
"""A list that spreads to more items is not known."""


def _array(self: Evaluator, node: Branch, context: Context) -> Value:
    result = Arr([])
    for child in node.named_children:
        if child.type == "spread_element":
            value = self.evaluate(child.named_children[0], context)
            if isinstance(value, Arr) and len(result.items) + len(value.items) > ITEMS:
                return Unknown("a list with too many items")
            if isinstance(value, Arr):
                result.items.extend(value.items)
                result.complete = result.complete and value.complete
            else:
                result.complete = False
        else:
            result.items.append(self.evaluate(child, context))
    return result


def _member(self: Evaluator, node: Branch, context: Context) -> Value:
    base = node.child_by_field_name("object")
    if base is None or base.type == "super":
        return Unknown("a property of super")
    value = self.evaluate(base, context)
    if is_nullish(value) and calls.is_chained(node):
        return UNDEFINED
    return self.member(value, identifier_name(node.text_of("property")))


def _subscript(self: Evaluator, node: Branch, context: Context) -> Value:
    base, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if base is None or index is None:
        return Unknown("a subscript without an index")
    value = self.evaluate(base, context)
    if is_nullish(value) and calls.is_chained(node):
        return UNDEFINED
    key = self.evaluate(index, context)
    if not isinstance(key, Const):
        return Unknown("an index that is not known")
    if isinstance(value, Arr) and type(key.value) is int and value.complete and value.kind == "array":
        return value.items[key.value] if 0 <= key.value < len(value.items) else UNDEFINED
    return self.member(value, as_string(key))


def _function(self: Evaluator, node: Branch, context: Context) -> Value:
    this = context.frame.this if context.frame is not None and node.type == "arrow_function" else UNDEFINED
    home = context.frame.home if context.frame is not None else None
    made = Func(node, context.chunk, context.frame, this, home)
    own = node.text_of("name") if node.type == "function_expression" else ""
    if own:
        made.frame = _own_name(own, made, context)
    return made


def _class(self: Evaluator, node: Branch, context: Context) -> Value:
    made = Class(node, context.chunk, context.frame)
    own = node.text_of("name")
    if own:
        made.frame = _own_name(own, made, context)
    return made


def _own_name(name: str, made: Func | Class, context: Context) -> Frame:
    """The name that a function or class expression has for itself, and nobody else for it."""
    outer = context.frame
    if outer is None:
        return Frame({name: made})
    return Frame({name: made}, outer, outer.this, outer.home, outer.assigned, is_block=True)


def _sequence(self: Evaluator, node: Branch, context: Context) -> Value:
    value: Value = UNDEFINED
    for child in node.named_children:
        value = self.evaluate(child, context)
    return value


def _ternary(self: Evaluator, node: Branch, context: Context) -> Value:
    condition = node.child_by_field_name("condition")
    known = truth(self.evaluate(condition, context)) if condition is not None else None
    if known is None:
        self.forget(node, context)
        return Unknown("it depends on a condition at run time")
    branch = node.child_by_field_name("consequence" if known else "alternative")
    return self.evaluate(branch, context) if branch is not None else UNDEFINED


def _binary(self: Evaluator, node: Branch, context: Context) -> Value:
    left_node, right_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.text_of("operator")
    if left_node is None or right_node is None:
        return Unknown("an operator without an operand")
    left = self.evaluate(left_node, context)
    if operator == "instanceof":
        return instance_of(self, left, self.evaluate(right_node, context))
    if operator in ("&&", "||", "??"):
        return _logical(self, operator, UNDEFINED if left is UNDER_WAY else left, right_node, context)
    right = self.evaluate(right_node, context)
    return _is_in(left, right) if operator == "in" else binary(operator, left, right)


def _is_in(left: Value, right: Value) -> Value:
    if not isinstance(left, Const):
        return Unknown("whether something has a property")
    name = as_string(left)
    if isinstance(right, Obj) and not right.is_bare and name in INHERITED:
        return Const(True)
    return has_own(right, name)


_INSTANCES: dict[type, tuple[str, ...]] = {
    Obj: ("Object",), Func: ("Function", "Object"), Class: ("Function", "Object"), RegExp: ("RegExp", "Object"),
}  # fmt: skip
_COLLECTIONS = {"array": "Array", "set": "Set", "map": "Map"}


def instance_of(self: Evaluator, value: Value, cls: Value) -> Value:
    """`value instanceof cls`, for the library's values and for plain data."""
    if isinstance(value, Const) or value == UNDEFINED:
        return Const(False)
    if isinstance(value, Host):
        known = self.library.is_instance(value, cls, self)
        return Unknown("an instanceof that is not known") if known is None else Const(known)
    if isinstance(value, Arr):
        own: tuple[str, ...] = (_COLLECTIONS.get(value.kind, ""), "Object")
    else:
        own = _INSTANCES.get(type(value), ())
    if not own or (isinstance(value, Obj) and value.is_bare):
        return Unknown("an instanceof that is not known")
    if isinstance(cls, Global):
        return Const(cls.path in own)
    return Const(False) if isinstance(cls, Class) else Unknown("an instanceof that is not known")


def _logical(self: Evaluator, operator: str, left: Value, right: Branch, context: Context) -> Value:
    if operator == "??":
        if isinstance(left, Unknown) or (isinstance(left, Global) and truth(left) is None):
            self.forget(right, context)
            return Unknown("it depends on a condition at run time")
        return self.evaluate(right, context) if is_nullish(left) else left
    known = truth(left)
    if known is None:
        self.forget(right, context)
        return Unknown("it depends on a condition at run time")
    return self.evaluate(right, context) if known == (operator == "&&") else left


def _unary(self: Evaluator, node: Branch, context: Context) -> Value:
    operand, operator = node.child_by_field_name("argument"), node.text_of("operator")
    if operand is None:
        return Unknown("an operator without an operand")
    if operator == "delete":
        return assignments.delete(self, operand, context)
    if operator == "typeof" and operand.type == "identifier" and operand.text in ("process", "window"):
        return Unknown("typeof a host object")
    value = self.evaluate(operand, context)
    if operator == "typeof" and isinstance(value, Host):
        return Const(self.library.type_of(value))
    return unary(operator, value)


def _regex(self: Evaluator, node: Branch, context: Context) -> Value:
    return RegExp(node.text_of("pattern"), node.text_of("flags"))


def _this(self: Evaluator, node: Branch, context: Context) -> Value:
    return context.frame.this if context.frame is not None else Unknown("`this` outside a function")


def _inner(self: Evaluator, node: Branch, context: Context) -> Value:
    return self.evaluate(node.named_children[-1], context)


def _string(self: Evaluator, node: Branch, context: Context) -> Value:
    try:
        return Const(string_value(node.text))
    except ValueError as error:
        return Unknown(str(error))


def _number(self: Evaluator, node: Branch, context: Context) -> Value:
    text = node.text
    try:
        return Unknown("a bigint") if text.endswith("n") else Const(number_value(text))
    except ValueError as error:
        return Unknown(f"not a number literal: {error}")


Handler: TypeAlias = Callable[["Evaluator", Branch, Context], Value]
HANDLERS: dict[str, Handler] = {
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "undefined": lambda self, node, context: UNDEFINED,
    "string": _string,
    "number": _number,
    "true": lambda self, node, context: Const(True),
    "false": lambda self, node, context: Const(False),
    "null": lambda self, node, context: Const(None),
    "regex": _regex,
    "template_string": _template,
    "object": _object,
    "array": _array,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": calls.call_expression,
    "new_expression": calls.new_expression,
    "arrow_function": _function,
    "function_expression": _function,
    "class": _class,
    "parenthesized_expression": _inner,
    "await_expression": _inner,
    "sequence_expression": _sequence,
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "assignment_expression": assignments.assign,
    "augmented_assignment_expression": assignments.assign,
    "update_expression": assignments.update,
    "this": _this,
}
"""By the kind of node; any other kind is not evaluated."""
