"""Run a function's body over abstract values: follow its statements until one returns or cannot be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate.assignments import MUTATORS, assigned_names
from extractor.evaluate.binding import bind, bind_arguments, declare
from extractor.evaluate.objects import property_order
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Class,
    Const,
    Context,
    Frame,
    Func,
    Host,
    Obj,
    Unknown,
    Value,
    truth,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

ROUNDS = 4096
"""A loop over more items than this is not followed."""

_FUNCTIONS = ("arrow_function", "function_expression", "function_declaration", "method_definition")
_EFFECTS = frozenset(
    {"return_statement", "assignment_expression", "augmented_assignment_expression", "update_expression",
     "break_statement", "continue_statement"}
)  # fmt: skip


class _Leave(Exception):
    """A `break` or a `continue` without a label was reached."""

    def __init__(self, *, is_break: bool) -> None:
        self.is_break = is_break


class Return(Exception):
    """A `return` was reached."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Lost(Return):
    """Something was reached that cannot be followed: what comes after it may change whatever the function can reach."""

    def __init__(self, reason: str) -> None:
        super().__init__(Unknown(reason))


def run(evaluator: Evaluator, function: Func, arguments: list[Argument], this: Value) -> Value:
    """What calling a function gives: once for a function that closes over nothing and is given only primitives.

    Only what the library makes is kept for the next such call: it never changes, as an object or an array may.
    """
    if function.frame is not None or this is not UNDEFINED or not all(isinstance(one, Const) for one in arguments):
        return _run(evaluator, function, arguments, this)
    kept = function.node.notes.setdefault("results", {})
    assert isinstance(kept, dict)
    key = tuple(arguments)
    found = kept.get(key)
    if found is None:
        found = _run(evaluator, function, arguments, this)
        if isinstance(found, Host):
            kept[key] = found
    assert found is not None
    result: Value = found
    return result


def _run(evaluator: Evaluator, function: Func, arguments: list[Argument], this: Value) -> Value:
    node = function.node
    if node.has_child("async") or node.has_child("*") or "generator" in node.type:
        return Unknown("an asynchronous function")
    receiver = function.this if node.type == "arrow_function" else this
    frame = Frame({}, function.frame, receiver, function.home, assigned_names(node))
    context = Context(function.chunk, frame)
    bind_arguments(evaluator, node, arguments, context)
    body = node.child_by_field_name("body")
    if body is None:
        return Unknown("a function without a body")
    if body.type != "statement_block":
        return evaluator.evaluate(body, context)
    try:
        _statements(evaluator, body, context)
    except Lost as lost:
        evaluator.forget(body, context)
        return lost.value
    except Return as reached:
        return reached.value
    return UNDEFINED


def execute(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    """Follow one statement; Return where it returns or cannot be followed."""
    handler = _HANDLERS.get(statement.type)
    if handler is None:
        raise Lost(f"a {statement.type.replace('_', ' ')} is not followed")
    handler(evaluator, statement, context)


def _statements(evaluator: Evaluator, block: Branch, context: Context) -> None:
    assert context.frame is not None
    for statement in block.named_children:
        if statement.type == "function_declaration":
            home = context.frame.home
            context.frame.names[statement.text_of("name")] = Func(statement, context.chunk, context.frame, home=home)
    for statement in block.named_children:
        execute(evaluator, statement, context)


def _block(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    outer = context.frame
    assert outer is not None
    inner = Frame({}, outer, outer.this, outer.home, outer.assigned, is_block=True)
    _statements(evaluator, statement, Context(context.chunk, inner))


def _return(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    given = statement.named_children
    raise Return(evaluator.evaluate(given[0], context) if given else UNDEFINED)


def _declaration(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    for declarator in statement.named_children:
        declare(evaluator, declarator, context, is_var=statement.type == "variable_declaration")


def _expression(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    evaluator.evaluate(statement.named_children[0], context)


def _class(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    assert context.frame is not None
    context.frame.names[statement.text_of("name")] = Class(statement, context.chunk, context.frame)


def _if(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    condition = statement.child_by_field_name("condition")
    known = truth(evaluator.evaluate(condition, context)) if condition is not None else None
    if known is None:
        if _may_matter(statement):
            raise Lost("it depends on a condition at run time")
        evaluator.forget(statement, context)
        return
    branch = statement.child_by_field_name("consequence" if known else "alternative")
    if branch is not None:
        execute(evaluator, branch.named_children[0] if branch.type == "else_clause" else branch, context)


def _may_matter(statement: Branch) -> bool:
    """Whether a branch returns, assigns or changes something: then what follows depends on it."""
    known = statement.notes.get("may matter")
    if known is None:
        stack = [statement]
        known = False
        while stack and not known:
            node = stack.pop()
            known = node.type in _EFFECTS or _is_mutation(node)
            if node.type not in _FUNCTIONS:
                stack.extend(node.named_children)
        statement.notes["may matter"] = known
    return known is True


def _is_mutation(node: Branch) -> bool:
    if node.type == "unary_expression":
        return node.text_of("operator") == "delete"
    callee = node.child_by_field_name("function") if node.type == "call_expression" else None
    return callee is not None and callee.type == "member_expression" and callee.text_of("property") in MUTATORS


def _for_in(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    """`for (x of list)` and `for (x in object)`, round by round where everything is known."""
    outer, left, right = context.frame, statement.child_by_field_name("left"), statement.child_by_field_name("right")
    body = statement.child_by_field_name("body")
    assert outer is not None
    items = _rounds(evaluator, statement, right, context)
    if items is None or left is None or body is None or statement.text_of("kind") not in ("let", "const", "var"):
        _skip(evaluator, statement, context)
        return
    for item in items:
        frame = Frame({}, outer, outer.this, outer.home, outer.assigned, is_block=True)
        bind(evaluator, left, item, Context(context.chunk, frame), frame)
        try:
            execute(evaluator, body, Context(context.chunk, frame))
        except _Leave as left_round:
            if left_round.is_break:
                return


def _rounds(evaluator: Evaluator, statement: Branch, right: Branch | None, context: Context) -> list[Value] | None:
    if right is None or statement.has_child("await"):
        return None
    value = evaluator.evaluate(right, context)
    items: list[Value] | None = None
    if statement.text_of("operator") == "of" and isinstance(value, Arr) and value.complete:
        items = value.items
    elif statement.text_of("operator") == "in" and isinstance(value, Obj) and value.complete:
        items = [Const(name) for name in property_order(value)]
    return items if items is not None and len(items) <= ROUNDS else None


def _parts(body: Branch) -> list[Branch]:
    stack, found = [body], []
    while stack:
        node = stack.pop()
        found.append(node)
        if node.type not in _FUNCTIONS:
            stack.extend(node.named_children)
    return found


def _leave(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    if statement.named_children:
        raise Lost("a labelled jump is not followed")
    raise _Leave(is_break=statement.type == "break_statement")


def _skip(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    """Pass over a loop: what it changes is no longer known, and it must not return."""
    if any(part.type == "return_statement" for part in _parts(statement)):
        raise Lost("a loop that returns is not followed")
    evaluator.forget(statement, context)


def _throw(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    raise Lost("the function throws")


def _nothing(evaluator: Evaluator, statement: Branch, context: Context) -> None:
    return


_HANDLERS = {
    "return_statement": _return,
    "lexical_declaration": _declaration,
    "variable_declaration": _declaration,
    "expression_statement": _expression,
    "if_statement": _if,
    "statement_block": _block,
    "class_declaration": _class,
    "for_in_statement": _for_in,
    "for_statement": _skip,
    "while_statement": _skip,
    "do_statement": _skip,
    "throw_statement": _throw,
    "break_statement": _leave,
    "continue_statement": _leave,
    "function_declaration": _nothing,
    "empty_statement": _nothing,
}
