"""Reads why a called function gives back an error: the conditions under which it says that something is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import Names
from extractor.find.dispatch.origins import origin
from extractor.find.dispatch.record import Gate
from extractor.find.dispatch.values import Function, Tracked, each
from extractor.syntax import Node, content, operator_of
from extractor.syntax.scopes import FUNCTIONS, parameters

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

_WRAPPED = frozenset({"parenthesized_expression", "await_expression"})
_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_CHOICES = frozenset({"if_statement", "ternary_expression"})
_MOST = 1000
_LONGEST = 20_000


class Outcomes:
    """What the functions that one walk meets give back, where an error answer repeats it."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self._evaluator = walk, walk.evaluator

    def refusals(self, answer: Node, frame: Frame, names: frozenset[str]) -> Iterator[Gate]:
        """What `answer` repeats says, under these conditions, that a request with one of the names is not served here.

        `answer` is an error answer, `rn(message, result.error)`, and `result` what a function gave back. Only what
        that function asks outside all other conditions counts, only where it does not ask it of the request, and
        only where it is called whatever else stands in the request.
        """
        for variable in sorted(_owners(answer)):
            place = origin(variable, frame)
            function, arguments = self._called(place) if place is not None else (None, [])
            if place is None or function is None:
                continue
            asked = list(self._choices(place))
            always = Names(frozenset(name for name in names if not self._is_chosen(asked, name)))
            for guard in self._guards(function, self._evaluator.called(function, arguments)) if always else ():
                yield Gate(always, guard, False, is_sure=True)

    def _choices(self, place: Place) -> Iterator[Place]:
        """The conditions around `place`, innermost first, that ask something of the request."""
        inner, node = place.node, place.node.parent
        while node is not None:
            condition = node.child_by_field_name("condition") if node.type in _CHOICES else None
            if condition is not None and condition != inner and self._asks_request(Place(condition, place.frame)):
                yield Place(condition, place.frame)
            inner, node = node, node.parent

    def _is_chosen(self, asked: list[Place], name: str) -> bool:
        """Whether one of the conditions holds for some requests called `name` only, by what else they hold or lack."""
        with self._walk.quiet():
            splits = (self._walk.conditions.split(*one, Names(frozenset((name,)))) for one in asked)
            return any(yes and no for yes, no in splits)

    def _called(self, place: Place) -> tuple[Function | None, list[Place]]:
        """The one function whose result stands at `place`, and what it is given."""
        node = place.node
        while node.type in _WRAPPED and node.named_children:
            node = node.named_children[0]
        if node.type != "call_expression":
            return None, []
        value = self._evaluator.value(node.child_by_field_name("function"), place.frame)
        functions = [one for one in each(value) if isinstance(one, Function)]
        arguments = self._evaluator.arguments(node, place.frame)
        listed = node.child_by_field_name("arguments")
        is_whole = listed is not None and len(arguments) == len(listed.named_children)
        if len(functions) != 1 or not is_whole or not self._walk.may_enter(functions[0]):
            return None, []
        return functions[0], arguments

    def _guards(self, function: Function, frame: Frame) -> Iterator[Place]:
        """The conditions of `if (...) return ...` outside all others, which say that a thing is not available.

        So does one that asks for a variable of the environment and names it in what it returns. What comes after a
        question about the request may be for some requests only.
        """
        body = function.node.child_by_field_name("body")
        if body is None or body.type != "statement_block":
            return
        inside = self._evaluator.scopes.inner(body, frame)
        for statement in body.named_children:
            if statement.type != "if_statement":
                continue
            condition, returned = statement.child_by_field_name("condition"), _returned(statement)
            if condition is None or self._asks_request(Place(condition, inside)):
                return
            if returned is None or returned.end_byte - returned.start_byte > _LONGEST:
                continue
            if self._walk.answers.says_unavailable(returned) or _variables(condition) & _variables(returned):
                yield Place(_without_absent(condition, function, inside), inside)

    def _asks_request(self, asked: Place) -> bool:
        """Whether an expression is made of the request, by whatever name; also where it is too large to tell."""
        waiting, seen = [asked], set[tuple[int, int, int]]()
        while waiting:
            node, frame = waiting.pop()
            key = (node.start_byte, node.end_byte, id(frame))
            if node.type in FUNCTIONS or key in seen:
                continue
            seen.add(key)
            if len(seen) > _MOST or isinstance(self._evaluator.follow(node, frame), Tracked):
                return True
            source = origin(content(node), frame) if node.type == "identifier" else None
            waiting += [source] if source is not None else [Place(child, frame) for child in node.named_children]
        return False


def _without_absent(condition: Node, function: Function, frame: Frame) -> Node:
    """The condition without the question whether a parameter is absent that the call leaves out."""
    node = condition
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.type != "binary_expression" or left is None or right is None or left.type != "binary_expression":
        return condition
    asked, value = left.child_by_field_name("left"), left.child_by_field_name("right")
    is_absent = operator_of(left) == "===" and content(value) in ("void 0", "undefined")
    if operator_of(node) != "&&" or not is_absent or asked is None:
        return condition
    name = content(asked)
    is_parameter = any(content(one) == name for one in parameters(function.node))
    owner = frame.owner(name)
    return right if is_parameter and owner is not None and name not in owner.given else condition


def _variables(node: Node) -> set[str]:
    """The names of variables of the environment in an expression, also in its texts."""
    return set(_VARIABLE.findall(content(node)))


def _returned(statement: Node) -> Node | None:
    """What the branch of an `if` gives back where it does nothing else, and where there is no other branch."""
    taken = statement.child_by_field_name("consequence")
    if taken is None or statement.child_by_field_name("alternative") is not None:
        return None
    if taken.type == "statement_block":
        taken = taken.named_children[0] if len(taken.named_children) == 1 else None
    is_return = taken is not None and taken.type == "return_statement" and len(taken.named_children) == 1
    return taken.named_children[0] if taken is not None and is_return else None


def _owners(answer: Node) -> set[str]:
    """The names that members are read of in an answer, not in functions inside it."""
    found: set[str] = set()
    waiting = [answer]
    for _ in range(_MOST):
        if not waiting:
            break
        node = waiting.pop()
        owner = node.child_by_field_name("object") if node.type == "member_expression" else None
        if owner is not None and owner.type == "identifier":
            found.add(content(owner))
        waiting += [child for child in node.named_children if child.type not in FUNCTIONS]
    return found
