"""Follow the parts of a request through plain aliases: `const request = message.request`, `({subtype}) => ...`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.members import tracked_member
from extractor.find.dispatch.patterns import path_to, written_property
from extractor.find.dispatch.values import SUBTYPE, Function, Lookup, Tracked
from extractor.model.bundle import Chunk
from extractor.syntax import Node, content
from extractor.syntax.scopes import FUNCTIONS

if TYPE_CHECKING:
    from extractor.find.dispatch.evaluate import Evaluator

_DEPTH = 12
_WRAPPED = frozenset({"await_expression", "parenthesized_expression"})


class Follow:
    """Says which part of the request an expression is, or that it is what a table holds for the subtype.

    Unlike an evaluation it looks at no definition but those of the names on the way, so it costs little.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.seeds: dict[tuple[int, str], Tracked] = {}
        """Parts of the request by where a name that stands for one is declared."""

    def __call__(self, node: Node | None, frame: Frame, depth: int = 0) -> Tracked | Lookup | None:
        """The tracked part that `node` is in `frame`, or None."""
        if node is None or depth > _DEPTH:
            return None
        kind = node.type
        if kind in ("identifier", "shorthand_property_identifier"):
            return self.named(content(node), frame, depth)
        if kind in _WRAPPED:
            return self(node.named_children[0], frame, depth + 1) if node.named_children else None
        if kind == "member_expression":
            owner = self(node.child_by_field_name("object"), frame, depth + 1)
            return (
                tracked_member(owner, content(node.child_by_field_name("property")))
                if isinstance(owner, Tracked)
                else None
            )
        if kind == "subscript_expression" and self(node.child_by_field_name("index"), frame, depth + 1) == SUBTYPE:
            found = self._evaluator.subscript(node, frame)
            return found if isinstance(found, Lookup) else None
        if kind == "call_expression":
            return self._get(node, frame, depth)
        return None

    def function(
        self, node: Node, frame: Frame, is_wanted: Callable[[Chunk, str], bool], depth: int = 0
    ) -> Function | None:
        """The function that a name stands for where that is plain to see; a top-level one only if it is wanted."""
        if node.type in FUNCTIONS:
            return Function(node, frame, self._evaluator.name("this", frame) if node.type == "arrow_function" else None)
        if node.type not in ("identifier", "shorthand_property_identifier") or depth > _DEPTH:
            return None
        name = content(node)
        owner = frame.owner(name)
        if owner is None or owner.is_top:
            value = self._evaluator.name(name, frame) if is_wanted(frame.chunk, name) else None
            return value if isinstance(value, Function) else None
        place = self._origin(owner, name)
        if place is None:
            declaration = owner.declared.get(name)
            is_function = declaration is not None and declaration.kind == "function"
            return Function(declaration.node, owner) if is_function and declaration is not None else None
        return self.function(place.node, place.frame, is_wanted, depth + 1)

    def _origin(self, owner: Frame, name: str) -> Place | None:
        """The expression that `name`, which `owner` knows, was given."""
        if name in owner.given:
            given = owner.given[name]
            node: Node | None = given.place.node
            for key in given.path:
                node = written_property(node, key) if node is not None and node.type == "object" else None
            return Place(node, given.place.frame) if node is not None else None
        declaration = owner.declared.get(name)
        if declaration is None or declaration.kind != "value":
            return None
        pattern, init = declaration.node.child_by_field_name("name"), declaration.node.child_by_field_name("value")
        is_plain = pattern is not None and pattern.type == "identifier"
        return Place(init, owner) if is_plain and init is not None else None

    def _get(self, node: Node, frame: Frame, depth: int) -> Lookup | None:
        callee = node.child_by_field_name("function")
        if (
            callee is None
            or callee.type != "member_expression"
            or content(callee.child_by_field_name("property")) != "get"
        ):
            return None
        arguments = self._evaluator.arguments(node, frame)
        if len(arguments) != 1 or self(*arguments[0], depth + 1) != SUBTYPE:
            return None
        table = self._evaluator.tables.of(self._evaluator.value(callee.child_by_field_name("object"), frame))
        return Lookup(table) if table is not None else None

    def named(self, name: str, frame: Frame, depth: int = 0) -> Tracked | Lookup | None:
        """The tracked part that `name` stands for in `frame`, or None."""
        owner = frame.owner(name)
        if owner is None:
            return None
        if name in owner.values:
            value = owner.values[name]
            return value if isinstance(value, (Tracked, Lookup)) else None
        if self.seeds and name in owner.declared:
            seed = self.seeds.get((owner.declared[name].node.start_byte, name))
            if seed is not None:
                return seed
        if name in owner.given:
            (node, inside), path = owner.given[name]
            return self._along(node, inside, path, depth)
        declaration = owner.declared[name]
        if declaration.kind != "value" or owner.is_top:
            return None
        pattern, init = declaration.node.child_by_field_name("name"), declaration.node.child_by_field_name("value")
        way = path_to(pattern, name) if pattern is not None and init is not None else None
        return self._along(init, owner, way, depth) if way is not None and init is not None else None

    def _along(self, node: Node, frame: Frame, path: tuple[str, ...], depth: int) -> Tracked | Lookup | None:
        """The tracked part that a path of properties leads to from `node`, or None."""
        if node.type == "object" and path:
            inner = written_property(node, path[0])
            return self._along(inner, frame, path[1:], depth + 1) if inner is not None else None
        found = self(node, frame, depth + 1)
        for name in path:
            found = tracked_member(found, name) if isinstance(found, Tracked) else None
        return found
