"""Whether a value is there: neither null nor undefined, or without some property, as far as the code shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.origins import origin, written
from extractor.find.dispatch.record import Split
from extractor.find.dispatch.values import Built, Value
from extractor.syntax import Node, content

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

_DEPTH = 6
_WRAPPED = frozenset({"parenthesized_expression", "await_expression"})
_SOMETHING = frozenset({"object", "array", "new_expression", "arrow_function", "function_expression", "class"})
_NOTHING = frozenset({"null", "undefined", "void 0"})


class Presence:
    """Answers for one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self._evaluator = walk, walk.evaluator

    def defined(self, node: Node, frame: Frame, names: Names, depth: int = 0) -> Split:
        """`names` by whether `node` is neither null nor undefined."""
        if content(node) in _NOTHING:
            return Split(NOBODY, names)
        if node.type in _SOMETHING:
            return Split(names, NOBODY)
        if depth > _DEPTH:
            return Split(names, names)
        place: Place | None = None
        if node.type == "identifier":
            place = origin(content(node), frame)
        elif node.type == "member_expression":
            place = written(node, frame)
        elif node.type in _WRAPPED and node.named_children:
            place = Place(node.named_children[0], frame)
        if place is not None:
            return self.defined(place.node, place.frame, names, depth + 1)
        if node.type == "ternary_expression":
            test = self._walk.conditions.split(node.child_by_field_name("condition"), frame, names)
            sides = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
            one, other = (
                self.defined(side, frame, part, depth + 1) if side is not None else Split(part, part)
                for side, part in zip(sides, test, strict=True)
            )
            return Split(one.yes.joined(other.yes), one.no.joined(other.no))
        return self._defined_call(node, frame, names) if node.type == "call_expression" else Split(names, names)

    def _defined_call(self, node: Node, frame: Frame, names: Names) -> Split:
        callee, arguments = node.child_by_field_name("function"), self._evaluator.arguments(node, frame)
        if callee is None or not any(self._evaluator.follow(*place) is not None for place in arguments):
            return Split(names, names)
        if names.is_open:
            functions = self._walk.called(callee, frame)
        else:
            functions = [one for one in (self._walk.plain(callee, frame),) if one is not None]
        if not functions:
            return Split(names, names)
        with self._walk.quiet():
            splits = [self._walk.returned(one, arguments, names, self.defined) for one in functions]
        yes, no = splits[0]
        for split in splits[1:]:
            yes, no = yes.joined(split.yes), no.joined(split.no)
        return Split(yes, no)

    def lacks(self, node: Node, name: str, frame: Frame) -> bool:
        """Whether `node` is written out in full, as an object that has no property `name`."""
        place = origin(content(node), frame) if node.type == "identifier" else None
        if place is None or place.node.type not in ("object", "call_expression"):
            return False
        value: Value | None = Built(*place)
        if place.node.type == "call_expression":
            callee = place.node.child_by_field_name("function")
            function = self._walk.plain(callee, place.frame) if callee is not None else None
            arguments = self._evaluator.arguments(*place)
            value = self._evaluator.returned(function, arguments) if function is not None else None
        if not isinstance(value, Built) or value.node.type != "object":
            return False
        has_spread = any(child.type == "spread_element" for child in value.node.named_children)
        return not has_spread and self._evaluator.members.of(value, name) is None
