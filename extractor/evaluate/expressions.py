"""What each kind of expression evaluates to: literals, names, access, operators, objects, arrays, functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from extractor.evaluate import assignments, builtins, calls, operators, structures
from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.literals import (
    MOST_TEXT,
    identifier_name,
    joined,
    number_value,
    raw_text,
    string_value,
    template_text,
)
from extractor.evaluate.values import (
    UNDEFINED,
    Arr,
    Const,
    Context,
    Global,
    RegExp,
    Unknown,
    Value,
    force,
    is_nullish,
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
        if len(text) > MOST_TEXT:
            return Unknown("a text that is too long")
    return Const(joined(text + cook(written)))


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


def _regex(self: Evaluator, node: Branch, context: Context) -> Value:
    return RegExp(node.text_of("pattern"), node.text_of("flags"))


def _this(self: Evaluator, node: Branch, context: Context) -> Value:
    return context.frame.this if context.frame is not None else Unknown("`this` outside a function")


def _inner(self: Evaluator, node: Branch, context: Context) -> Value:
    return self.evaluate(node.named_children[-1], context)


def _literal(self: Evaluator, node: Branch, context: Context) -> Value:
    """The value of a string or a number, read once."""
    known = node.notes.get("value")
    if known is None:
        known = node.notes["value"] = _string(node.text) if node.type == "string" else _number(node.text)
    assert isinstance(known, Const | Unknown)
    return known


def _string(text: str) -> Value:
    try:
        return Const(string_value(text))
    except ValueError as error:
        return Unknown(str(error))


def _number(text: str) -> Value:
    try:
        return Unknown("a bigint") if text.endswith("n") else Const(number_value(text))
    except ValueError as error:
        return Unknown(f"not a number literal: {error}")


Handler: TypeAlias = Callable[["Evaluator", Branch, Context], Value]
HANDLERS: dict[str, Handler] = {
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "undefined": lambda self, node, context: UNDEFINED,
    "string": _literal,
    "number": _literal,
    "true": lambda self, node, context: Const(True),
    "false": lambda self, node, context: Const(False),
    "null": lambda self, node, context: Const(None),
    "regex": _regex,
    "template_string": _template,
    "object": structures.object_expression,
    "array": structures.array_expression,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": calls.call_expression,
    "new_expression": calls.new_expression,
    "arrow_function": structures.function_expression,
    "function_expression": structures.function_expression,
    "class": structures.class_expression,
    "parenthesized_expression": _inner,
    "await_expression": _inner,
    "sequence_expression": operators.sequence,
    "ternary_expression": operators.ternary,
    "binary_expression": operators.binary_expression,
    "unary_expression": operators.unary_expression,
    "assignment_expression": assignments.assign,
    "augmented_assignment_expression": assignments.assign,
    "update_expression": assignments.update,
    "this": _this,
}
"""By the kind of node; any other kind is not evaluated."""
