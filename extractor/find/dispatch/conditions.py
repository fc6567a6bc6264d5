"""Split a set of request names by a condition: those for which it may hold, and those for which it may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.origins import origin
from extractor.find.dispatch.record import Split
from extractor.find.dispatch.values import (
    KIND,
    MESSAGE,
    REQUEST,
    SUBTYPE,
    Function,
    Lookup,
    Table,
    Text,
    Tracked,
    Value,
    each,
)
from extractor.syntax import Node, content, operator_of

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

ENVELOPE = "control_request"
_WRAPPED = frozenset({"parenthesized_expression", "await_expression"})
_TESTS = frozenset({"binary_expression", "unary_expression", "call_expression", "ternary_expression", "identifier"})
_MEMBERSHIP = frozenset({"has", "includes", "hasOwnProperty"})


class Conditions:
    """Splits names by the conditions of one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self._evaluator = walk, walk.evaluator
        self._depth = 0

    def split(self, node: Node | None, frame: Frame, names: Names) -> Split:
        """`names` by the condition `node`; both sides get them all where it says nothing of the subtype."""
        if node is None or self._depth > 12 or not names:
            return Split(names, names)
        self._depth += 1
        try:
            return self._split(node, frame, names)
        finally:
            self._depth -= 1

    def _split(self, node: Node, frame: Frame, names: Names) -> Split:
        kind = node.type
        if kind in _WRAPPED:
            return self.split(node.named_children[0] if node.named_children else None, frame, names)
        if kind == "unary_expression":
            return self._unary(node, frame, names)
        if kind == "binary_expression":
            return self._binary(node, frame, names)
        if kind == "ternary_expression":
            test = self.split(node.child_by_field_name("condition"), frame, names)
            one = self.split(node.child_by_field_name("consequence"), frame, test.yes)
            other = self.split(node.child_by_field_name("alternative"), frame, test.no)
            return Split(one.yes.joined(other.yes), one.no.joined(other.no))
        if kind == "sequence_expression":
            return self.split(node.named_children[-1], frame, names)
        if kind in ("true", "false"):
            return Split(names, NOBODY) if kind == "true" else Split(NOBODY, names)
        if kind == "call_expression":
            return self._call(node, frame, names)
        if kind == "identifier":
            return self._name(node, frame, names)
        if kind in ("member_expression", "subscript_expression"):
            return self._truth(self._evaluator.follow(node, frame), names)
        return Split(names, names)

    def _unary(self, node: Node, frame: Frame, names: Names) -> Split:
        argument = node.child_by_field_name("argument")
        if operator_of(node) != "!":
            return Split(names, names)
        if argument is not None and argument.type == "number":
            return Split(names, NOBODY) if content(argument) == "0" else Split(NOBODY, names)
        return self.split(argument, frame, names).swapped()

    def _binary(self, node: Node, frame: Frame, names: Names) -> Split:
        operator = operator_of(node)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return Split(names, names)
        if operator == "&&":
            one = self.split(left, frame, names)
            other = self.split(right, frame, one.yes)
            return Split(other.yes, one.no.joined(other.no))
        if operator == "||":
            one = self.split(left, frame, names)
            other = self.split(right, frame, one.no)
            return Split(one.yes.joined(other.yes), other.no)
        if operator in ("===", "=="):
            return self._equal(left, right, frame, names)
        if operator in ("!==", "!="):
            return self._equal(left, right, frame, names).swapped()
        if operator == "in":
            if self._evaluator.follow(left, frame) == SUBTYPE:
                table = self._evaluator.tables.of(self._evaluator.value(right, frame))
                return self._members(table, names) if table is not None else Split(names, names)
            if left.type == "string" and self._walk.presence.lacks(right, content(left)[1:-1], frame):
                return Split(NOBODY, names)
        return Split(names, names)

    def _equal(self, left: Node, right: Node, frame: Frame, names: Names) -> Split:
        if left.type in ("string", "undefined", "null") or _is_void(left):
            left, right = right, left
        if left.type == "unary_expression" and operator_of(left) == "typeof":
            return self._type_of(left, right, frame, names)
        value = self._evaluator.follow(left, frame)
        if value == SUBTYPE:
            return self._same(right, self._evaluator.value(right, frame), names)
        if value is None and (right.type in ("undefined", "null") or _is_void(right)):
            return self._walk.presence.defined(left, frame, names).swapped()
        if value == KIND:
            text = self._evaluator.value(right, frame)
            if isinstance(text, Text):
                return Split(names, NOBODY) if text.text == ENVELOPE else Split(NOBODY, names)
        if isinstance(value, Lookup) and (right.type in ("undefined", "null") or _is_void(right)):
            return self._members(value.table, names).swapped()
        if self._evaluator.follow(right, frame) == SUBTYPE:
            return self._same(left, self._evaluator.value(left, frame), names)
        return Split(names, names)

    def _same(self, node: Node, value: Value | None, names: Names) -> Split:
        texts = [one.text for one in each(value) if isinstance(one, Text)]
        if len(texts) != 1:
            return Split(names, names)
        self._walk.saw(texts[0], node, names)
        return Split(names.among(texts), names.less(texts))

    def _type_of(self, left: Node, right: Node, frame: Frame, names: Names) -> Split:
        value = self._evaluator.follow(left.child_by_field_name("argument"), frame)
        if not isinstance(value, Tracked):
            return Split(names, names)
        expected = "object" if value in (MESSAGE, REQUEST) else "string"
        return Split(names, NOBODY) if content(right).strip("\"'`") == expected else Split(NOBODY, names)

    def _members(self, table: Table, names: Names) -> Split:
        for name, node in table.keys.items():
            self._walk.saw(name, node, names)
        return Split(names.among(table.keys), names.less(table.keys))

    def _truth(self, value: Value | None, names: Names) -> Split:
        """By whether a value is truthy: a tracked part always is, a table's value for the names it knows."""
        if isinstance(value, Tracked):
            return Split(names, NOBODY)
        if not isinstance(value, Lookup):
            return Split(names, names)
        split = self._members(value.table, names)
        yes, no = NOBODY, split.no
        for name, entry in value.table.entries.items():
            one = self.split(entry.node, entry.frame, split.yes.among((name,)))
            is_function = isinstance(self._evaluator.value(entry.node, entry.frame), Function)
            yes, no = yes.joined(one.yes), no if is_function else no.joined(one.no)
        unread = split.yes.less(value.table.entries)
        return Split(yes.joined(unread), no)

    def _name(self, node: Node, frame: Frame, names: Names) -> Split:
        value = self._evaluator.follow(node, frame)
        if value is not None:
            return self._truth(value, names)
        place = origin(content(node), frame)
        if place is None or place.node.type not in _TESTS:
            return Split(names, names)
        with self._walk.quiet():
            return self.split(place.node, place.frame, names)

    def _call(self, node: Node, frame: Frame, names: Names) -> Split:
        callee, arguments = node.child_by_field_name("function"), self._evaluator.arguments(node, frame)
        if callee is None:
            return Split(names, names)
        if callee.type == "member_expression":
            found = self._method(callee, arguments, frame, names)
            if found is not None:
                return found
        if not any(self._follows(place) for place in arguments):
            return Split(names, names)
        functions = [one for one in each(self._evaluator.value(callee, frame)) if isinstance(one, Function)]
        if len(functions) != 1:
            self._walk.unfollowed += 1
            return Split(names, names)
        with self._walk.quiet():
            return self._walk.returned(functions[0], arguments, names, self.split)

    def _follows(self, place: Place) -> bool:
        return self._evaluator.follow(*place) is not None

    def _method(self, callee: Node, arguments: list[Place], frame: Frame, names: Names) -> Split | None:
        method, owner = content(callee.child_by_field_name("property")), callee.child_by_field_name("object")
        evaluator = self._evaluator
        if method == "startsWith" and arguments and evaluator.follow(owner, frame) == SUBTYPE:
            prefix = evaluator.value(*arguments[0])
            if isinstance(prefix, Text):
                return Split(names.starting(prefix.text), names.not_starting(prefix.text))
            return None
        table: Place | None = None
        if method == "hasOwn" and len(arguments) == 2 and evaluator.follow(*arguments[1]) == SUBTYPE:
            table = arguments[0]
        elif method in _MEMBERSHIP and len(arguments) == 1 and evaluator.follow(*arguments[0]) == SUBTYPE:
            table = Place(owner, frame) if owner is not None else None
        elif method == "call" and len(arguments) == 2 and content(owner).endswith("hasOwnProperty"):
            table = arguments[0] if evaluator.follow(*arguments[1]) == SUBTYPE else None
        held = evaluator.tables.of(evaluator.value(*table)) if table is not None else None
        return self._members(held, names) if held is not None else None


def _is_void(node: Node) -> bool:
    return node.type == "unary_expression" and operator_of(node) == "void"
