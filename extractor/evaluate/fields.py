"""The fields that a constructor plainly sets: `this.name = value` where putting the value off cannot change it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractor.evaluate.assignments import ASSIGNMENTS
from extractor.syntax import Branch

_THIS = re.compile(r"(?<![\w$.])this\b(?:\.([\w$]+)\s*(\(|(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)?))?")
_PATTERN_SET = re.compile(r"[\]}]\s*=(?![=>])")
_SEQUENCES = ("sequence_expression", "expression_statement", "parenthesized_expression")
_AT_ONCE = frozenset({*ASSIGNMENTS, "await_expression", "yield_expression"})


def set_names(bodies: Sequence[Branch]) -> frozenset[str] | None:
    """The fields that class bodies and their constructors set; None where a constructor may do so in other ways."""
    names: set[str] = set()
    for body in bodies:
        for member in body.named_children:
            if member.type == "field_definition":
                names.add(member.text_of("property"))
            elif member.type == "method_definition" and member.text_of("name") == "constructor":
                if _PATTERN_SET.search(member.text):
                    return None
                for name, following in _THIS.findall(member.text):
                    if not name or following == "(":
                        return None
                    if following:
                        names.add(name)
    return frozenset(names)


def settings(statement: Branch, names: frozenset[str] | None) -> list[tuple[str, Branch]]:
    """Each field and value, in order, of a statement that only sets some; empty for any other.

    A value may read what no constructor sets (`names` are those that one does), and change nothing.
    """
    found: list[tuple[str, Branch]] = []
    stack = [statement]
    while stack:
        node = stack.pop()
        if node.type in _SEQUENCES:
            stack.extend(reversed(node.named_children))
            continue
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type != "assignment_expression" or left is None or right is None:
            return []
        base = left.child_by_field_name("object") if left.type == "member_expression" else None
        if base is None or base.type != "this" or not _may_wait(right, names):
            return []
        found.append((left.text_of("property"), right))
    return found


def _may_wait(value: Branch, names: frozenset[str] | None) -> bool:
    stack = [value]
    while stack:
        node = stack.pop()
        if node.type in _AT_ONCE or node.type == "this":
            return False
        base = node.child_by_field_name("object") if node.type == "member_expression" else None
        if base is not None and base.type == "this":
            if names is None or node.text_of("property") in names:
                return False
            continue
        callee = node.child_by_field_name("function") if node.type == "call_expression" else None
        if callee is not None and callee.text.startswith("this."):
            return False
        stack.extend(node.named_children)
    return True
