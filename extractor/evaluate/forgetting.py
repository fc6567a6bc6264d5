"""Code that may have run, or not, or often: what it changes is no longer known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate.assignments import ASSIGNMENTS, MUTATORS, make_incomplete, target_of
from extractor.evaluate.binding import pattern_names
from extractor.evaluate.values import Context, Frame, Func, Unknown
from extractor.syntax import Branch, declared_names

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function_declaration", "method_definition"})
_HARMLESS = frozenset({"console", "Math", "JSON", "Object", "Number", "String"})
"""Built-ins whose methods change nothing of what they are given (or, as `Object.assign`, are known by their name)."""

_Within = frozenset[int]


def forget(evaluator: Evaluator, code: Branch, context: Context, within: _Within = frozenset()) -> None:
    """What `code` changes of what it can see is no longer known.

    `within` holds the places of the functions that are being forgotten already.
    """
    stack = [(code, context)]
    while stack:
        node, seen = stack.pop()
        inner = Context(seen.chunk, _own_frame(node, seen.frame)) if node.type in _FUNCTIONS else seen
        stack.extend((child, inner) for child in node.named_children)
        if node.type in ASSIGNMENTS or (node.type == "for_in_statement" and not node.text_of("kind")):
            _forget_target(evaluator, target_of(node), seen)
        elif node.type == "unary_expression" and node.text_of("operator") == "delete":
            _forget_target(evaluator, node.child_by_field_name("argument"), seen)
        elif node.type == "call_expression":
            _forget_call(evaluator, node, seen, within)


def forget_function(evaluator: Evaluator, function: Func, within: _Within = frozenset()) -> None:
    """A function may have been called, nobody knows how: what it changes outside itself is no longer known."""
    place, body = function.node.start_byte, function.node.child_by_field_name("body")
    if body is not None and function.frame is not None and place not in within:
        context = Context(function.chunk, _own_frame(function.node, function.frame))
        forget(evaluator, body, context, within | {place})


def _own_frame(function: Branch, outer: Frame | None) -> Frame:
    """A frame with a function's own names, so that they are not taken for those outside it."""
    names = function.notes.get("own names")
    if names is None:
        names = function.notes["own names"] = tuple(declared_names(function.raw))
    assert isinstance(names, tuple)
    return Frame({name: Unknown("a local name of code that is not followed") for name in names}, outer)


def _forget_call(evaluator: Evaluator, node: Branch, context: Context, within: _Within) -> None:
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee is None:
        return
    base = callee.child_by_field_name("object") if callee.type == "member_expression" else None
    if base is not None and callee.text_of("property") in MUTATORS:
        _forget_value(evaluator, base, context)
    elif callee.type == "identifier" and _is_reachable(callee, context):
        function = evaluator.evaluate(callee, context)
        if isinstance(function, Func):
            forget_function(evaluator, function, within)
    is_harmless = base is not None and base.text in _HARMLESS and callee.text_of("property") != "assign"
    for argument in given.named_children if given is not None and not is_harmless else ():
        _forget_value(evaluator, argument, context)


def _forget_target(evaluator: Evaluator, target: Branch | None, context: Context) -> None:
    if target is None:
        return
    base = target.child_by_field_name("object")
    if base is not None:
        _forget_value(evaluator, base, context)
        return
    for name in pattern_names(target):
        holder = context.frame.holder(name) if context.frame is not None else None
        if holder is not None:
            holder.names[name] = Unknown("it is assigned in code that is not followed")


def _forget_value(evaluator: Evaluator, expression: Branch, context: Context) -> None:
    """The object or array that an expression names may have been changed."""
    if _is_reachable(expression, context):
        make_incomplete(evaluator.evaluate(expression, context))


def _is_reachable(expression: Branch, context: Context) -> bool:
    """Whether an expression names something outside the code that is not followed: a local name known here."""
    while expression.type in ("member_expression", "subscript_expression"):
        inner = expression.child_by_field_name("object")
        if inner is None:
            return False
        expression = inner
    if expression.type != "identifier" or context.frame is None:
        return False
    return context.frame.holder(expression.text) is not None
