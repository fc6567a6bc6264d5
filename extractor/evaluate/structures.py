"""Objects, arrays, functions and classes as they are written: each becomes a value that knows the names around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate import assignments
from extractor.evaluate.arithmetic import as_string
from extractor.evaluate.literals import identifier_name
from extractor.evaluate.objects import spread
from extractor.evaluate.values import (
    UNDEFINED,
    Arr,
    Class,
    Const,
    Context,
    Frame,
    Func,
    Obj,
    Property,
    Unknown,
    Value,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator


ITEMS = 100_000
"""A list of more items is not known, nor an object of more properties: they would fill memory, and no schema has them."""


def object_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """An object literal: its properties put off, spreads taken in."""
    if node.raw.named_child_count > ITEMS:
        return Unknown("an object with too many properties")
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


def array_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """An array literal."""
    if node.raw.named_child_count > ITEMS:
        return Unknown("a list with too many items")
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


def function_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """A function with the names around it; `this` is kept for arrows."""
    this = context.frame.this if context.frame is not None and node.type == "arrow_function" else UNDEFINED
    home = context.frame.home if context.frame is not None else None
    made = Func(node, context.chunk, context.frame, this, home)
    own = node.text_of("name") if node.type == "function_expression" else ""
    if own:
        made.frame = _own_name(own, made, context)
    return made


def class_expression(self: Evaluator, node: Branch, context: Context) -> Value:
    """A class expression."""
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
