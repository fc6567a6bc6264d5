"""Follow names through expressions: `condition && answer(message)`, `condition ? one() : other()`, `one(), other()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Given, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.record import Gate, Here, Split, joined
from extractor.syntax import Node, content, operator_of
from extractor.syntax.scopes import FUNCTIONS

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

_LEAVES = FUNCTIONS | {
    "identifier", "property_identifier", "shorthand_property_identifier", "member_expression", "this", "meta_property",
    "string", "string_fragment", "escape_sequence", "number", "regex", "true", "false", "null", "undefined", "class",
}  # fmt: skip
_ASSIGNMENTS = frozenset({"assignment_expression", "augmented_assignment_expression"})


class Expressions:
    """The expressions of one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def one(self, node: Node, here: Here, names: Names) -> Names:
        """The names that go on after the expression."""
        kind = node.type
        if not names or kind in _LEAVES:
            return names
        if kind == "sequence_expression":
            for child in node.named_children:
                names = self.one(child, here, names)
            return names
        if kind == "ternary_expression":
            return self._choice(node, here, names)
        if kind == "binary_expression" and operator_of(node) in ("&&", "||", "??"):
            return self._logical(node, here, names)
        if self._walk.answers.refuses(node, here.frame.chunk):
            return self._walk.refuse(names)
        if kind in _ASSIGNMENTS:
            self._assign(node, here.frame)
        if kind == "call_expression":
            return self._walk.calls.one(node, here, names)
        for child in node.named_children:
            names = self.one(child, here, names)
        is_answer = kind in ("assignment_expression", "object") and names.known & here.doubt
        return self._walk.err(node, here, names) if is_answer and self._walk.answers.is_error(node) else names

    def _choice(self, node: Node, here: Here, names: Names) -> Names:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return names
        split = self._walk.conditions.split(condition, here.frame, names)
        both = frozenset(name for name in split.yes.known | split.no.known if name in split.yes and name in split.no)
        place, is_open = Place(condition, here.frame), split.yes.is_open and split.no.is_open
        sides: list[Names] = []
        for side, part, holds in (("consequence", split.yes, False), ("alternative", split.no, True)):
            with self._walk.statements.gated(both, Gate(NOBODY, place, holds), is_open) as out:
                sides.append(self._side(node, side, here, part))
                out.append(sides[-1])
        return joined(sides).settled()

    def _side(self, node: Node, side: str, here: Here, names: Names) -> Names:
        child = node.child_by_field_name(side)
        return self.one(child, here, names) if child is not None else names

    def _logical(self, node: Node, here: Here, names: Names) -> Names:
        left, operator = node.child_by_field_name("left"), operator_of(node)
        names = self._side(node, "left", here, names)
        split = self._walk.conditions.split(left, here.frame, names) if operator != "??" else Split(names, names)
        taken, skipped = (split.no, split.yes) if operator == "||" else split
        return self._side(node, "right", here, taken).joined(skipped).settled()

    def _assign(self, node: Node, frame: Frame) -> None:
        """Give a variable that was declared without a value the one it is assigned first."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or left.type != "identifier" or right is None:
            return
        name = content(left)
        owner = frame.owner(name)
        if owner is None or owner.is_top or name in owner.given or owner.values.get(name) is not None:
            return
        declaration = owner.declared.get(name)
        is_empty = declaration is not None and declaration.node.child_by_field_name("value") is None
        if declaration is not None and declaration.kind == "value" and is_empty:
            owner.values.pop(name, None)
            owner.given[name] = Given(Place(right, frame))
