"""Operators and conditions: what they give where it is certain, and what is forgotten where a branch may have run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate import assignments
from extractor.evaluate.arithmetic import as_string, binary, unary
from extractor.evaluate.objects import has_own
from extractor.evaluate.values import (
    INHERITED,
    UNDEFINED,
    UNDER_WAY,
    Arr,
    Class,
    Const,
    Context,
    Func,
    Global,
    Host,
    Obj,
    RegExp,
    Undefined,
    Unknown,
    Value,
    is_nullish,
    truth,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator


def sequence(self: Evaluator, node: Branch, context: Context) -> Value:
    """`a, b`: the last value."""
    value: Value = UNDEFINED
    for child in node.named_children:
        value = self.evaluate(child, context)
    return value


def ternary(self: Evaluator, node: Branch, context: Context) -> Value:
    """`a ? b : c`."""
    condition = node.child_by_field_name("condition")
    known = truth(self.evaluate(condition, context)) if condition is not None else None
    if known is None:
        self.forget(node, context)
        return Unknown("it depends on a condition at run time")
    branch = node.child_by_field_name("consequence" if known else "alternative")
    return self.evaluate(branch, context) if branch is not None else UNDEFINED


def binary_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """Two operands and an operator between them."""
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


def unary_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """An operator before its operand; `!0`, `-1` and `void 0` are read once."""
    known = node.notes.get("value")
    if isinstance(known, Const | Undefined):
        return known
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
    result = unary(operator, value)
    if operand.type == "number":
        node.notes["value"] = result
    return result
