"""Assignments over abstract values: to local names and known objects; what cannot be followed is forgotten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extractor.evaluate.arithmetic import as_string, binary
from extractor.evaluate.binding import pattern_names
from extractor.evaluate.literals import identifier_name
from extractor.evaluate.values import (
    UNDEFINED,
    Arr,
    Class,
    Const,
    Context,
    Host,
    Instance,
    Obj,
    Property,
    Unknown,
    Value,
    is_nullish,
    truth,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

MUTATORS = frozenset(
    {
        "push",
        "pop",
        "shift",
        "unshift",
        "splice",
        "sort",
        "reverse",
        "fill",
        "copyWithin",
        "add",
        "delete",
        "set",
        "clear",
    }
)
"""Methods that change what they are called on."""

_ASSIGNMENT = re.compile(r"=(?![=>])(?:(?<![=!<>]=)|(?<=<<=)|(?<=>>=))")
_LOOP = re.compile(r"for(?<![\w$.]for)\s*(?:await\b\s*)?[(/]")
ASSIGNMENTS = ("assignment_expression", "augmented_assignment_expression", "update_expression")


def assigned_names(function: Branch) -> frozenset[str]:
    """The names that a function, or a function in it, assigns anew (declarations are none of them)."""
    known = function.notes.get("assigned")
    if known is None:
        found: set[str] = set()
        if _mentions_assignment(function):
            stack = list(function.named_children)
            while stack:
                node = stack.pop()
                if node.type in ASSIGNMENTS or (node.type == "for_in_statement" and not node.text_of("kind")):
                    target = target_of(node)
                    found.update(pattern_names(target) if target is not None else ())
                stack.extend(node.named_children)
        known = function.notes["assigned"] = frozenset(found)
    assert isinstance(known, frozenset)
    return known


def _mentions_assignment(function: Branch) -> bool:
    text = function.text
    return _ASSIGNMENT.search(text) is not None or "++" in text or "--" in text or _LOOP.search(text) is not None


def target_of(node: Branch) -> Branch | None:
    """What an assignment, an update or the head of a loop assigns to."""
    return node.child_by_field_name("argument" if node.type == "update_expression" else "left")


def assign(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """An assignment: to a local name or a property of a known object; elsewhere only its value matters."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return Unknown("an assignment that is not followed")
    operator = node.text_of("operator") or "="
    if operator in ("??=", "||=", "&&="):
        return _assign_once(evaluator, left, right, operator, context)
    if operator == "=":
        value = evaluator.evaluate(right, context)
    else:
        value = binary(operator[:-1], evaluator.evaluate(left, context), evaluator.evaluate(right, context))
    store(evaluator, left, value, context)
    return value


def _assign_once(evaluator: Evaluator, left: Branch, right: Branch, operator: str, context: Context) -> Value:
    present = evaluator.evaluate(left, context)
    if isinstance(present, Unknown):
        evaluator.forget(right, context)
        store(evaluator, left, Unknown("it depends on a condition at run time"), context)
        return Unknown("it depends on a condition at run time")
    is_kept = not is_nullish(present) if operator == "??=" else truth(present) == (operator == "||=")
    if is_kept:
        return present
    value = evaluator.evaluate(right, context)
    store(evaluator, left, value, context)
    return value


def update(evaluator: Evaluator, node: Branch, context: Context) -> Value:
    """`x++`, `--x` and the like."""
    target = node.child_by_field_name("argument")
    if target is None:
        return Unknown("an update that is not followed")
    before = evaluator.evaluate(target, context)
    after = binary("+" if node.text_of("operator") == "++" else "-", before, Const(1))
    if not isinstance(before, Const) or isinstance(before.value, str):
        after = Unknown("a count that is not known")
    store(evaluator, target, after, context)
    is_prefix = target.start_byte > node.start_byte
    return after if is_prefix or isinstance(after, Unknown) else before


def store(evaluator: Evaluator, target: Branch, value: Value, context: Context) -> None:
    """Give a target its new value."""
    frame = context.frame
    if target.type == "identifier":
        holder = frame.holder(target.text) if frame is not None else None
        if holder is not None:
            holder.names[target.text] = value
        return
    if target.type in ("array_pattern", "object_pattern"):
        for name in pattern_names(target):
            holder = frame.holder(name) if frame is not None else None
            if holder is not None:
                holder.names[name] = Unknown("it is assigned by a pattern")
        return
    base = target.child_by_field_name("object")
    owner = evaluator.evaluate(base, context) if base is not None else UNDEFINED
    if target.type == "member_expression":
        store_property(evaluator, owner, identifier_name(target.text_of("property")), value)
    elif target.type == "subscript_expression":
        index = target.child_by_field_name("index")
        key = evaluator.evaluate(index, context) if index is not None else UNDEFINED
        if isinstance(key, Const):
            store_property(evaluator, owner, as_string(key), value)
        else:
            make_incomplete(owner)


def store_property(evaluator: Evaluator, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`."""
    if isinstance(owner, Obj):
        owner.properties[name] = Property(value)
    elif isinstance(owner, Arr):
        owner.complete = False
    elif isinstance(owner, Instance):
        owner.fields[name] = value
    elif isinstance(owner, Class):
        owner.statics[name] = value
    elif isinstance(owner, Host):
        evaluator.library.assign(owner, name, value)


def delete(evaluator: Evaluator, target: Branch, context: Context) -> Value:
    """`delete object.name`."""
    base = target.child_by_field_name("object")
    owner = evaluator.evaluate(base, context) if base is not None else UNDEFINED
    index = target.child_by_field_name("index")
    key: Value = Const(identifier_name(target.text_of("property")))
    if index is not None:
        key = evaluator.evaluate(index, context)
    if isinstance(owner, Obj) and isinstance(key, Const):
        owner.properties.pop(as_string(key), None)
    else:
        make_incomplete(owner)
    return Const(True)


def make_incomplete(owner: Value) -> None:
    """Something unknown was done to a value: nothing of it is certain any more."""
    if isinstance(owner, Obj | Arr):
        owner.complete = False
    if isinstance(owner, Obj):
        owner.properties.clear()
