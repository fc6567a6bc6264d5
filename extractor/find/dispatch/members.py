"""Evaluate members: properties of object literals, methods and fields of classes, exports of chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame
from extractor.find.dispatch.patterns import key_of
from extractor.find.dispatch.values import (
    KIND,
    MESSAGE,
    REQUEST,
    SUBTYPE,
    Built,
    Function,
    Instance,
    Module,
    Table,
    Tracked,
    Value,
    each,
    one_of,
)
from extractor.syntax import Node, content

if TYPE_CHECKING:
    from extractor.find.dispatch.evaluate import Evaluator

_DEPTH = 12


def tracked_member(value: Tracked, name: str) -> Tracked | None:
    """The part of the request that the property `name` of another part is, or None."""
    if value == MESSAGE:
        return {"request": REQUEST, "type": KIND}.get(name)
    return SUBTYPE if value == REQUEST and name == "subtype" else None


class Members:
    """Looks members up in what an evaluator found."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._depth = 0

    def of(self, value: Value | None, name: str) -> Value | None:
        """What the property `name` of `value` stands for, or None."""
        if value is None or self._depth >= _DEPTH:
            return None
        self._depth += 1
        try:
            return one_of(*(self._of(one, name) for one in each(value)))
        finally:
            self._depth -= 1

    def _of(self, value: Value, name: str) -> Value | None:
        if isinstance(value, Tracked):
            return tracked_member(value, name)
        if isinstance(value, Built):
            return self._object(value, name) if value.node.type == "object" else self._class(value, name, None)
        if isinstance(value, Instance):
            return self._class(value.of, name, value)
        if isinstance(value, Module):
            return self._evaluator.exported(value.chunk, name)
        if isinstance(value, Table) and name in value.entries:
            entry = value.entries[name]
            return self._evaluator.value(entry.node, entry.frame)
        return None

    def _class(self, built: Built, name: str, this: Instance | None) -> Value | None:
        body = built.node.child_by_field_name("body")
        for member in body.named_children if body is not None else ():
            key = member.child_by_field_name("name") or member.child_by_field_name("property")
            if key is None or content(key) != name:
                continue
            if member.type == "method_definition":
                return self._method(member, built.frame, this)
            value = member.child_by_field_name("value")
            if value is not None:
                return self._with_this(value, built.frame, this)
        return self._assigned(built, name, this) or self._inherited(built, name, this)

    def _with_this(self, value: Node, around: Frame, this: Value | None) -> Value | None:
        frame = Frame(around.chunk, around)
        frame.values["this"] = this
        return self._evaluator.value(value, frame)

    def _method(self, member: Node, frame: Frame, this: Value | None) -> Value | None:
        function = Function(member, frame, this)
        return self._evaluator.returned(function, ()) if content(member.children[0]) == "get" else function

    def _assigned(self, built: Built, name: str, this: Instance | None) -> Value | None:
        """What the constructor gives to `this.name`."""
        body = built.node.child_by_field_name("body")
        for member in body.named_children if body is not None else ():
            block = member.child_by_field_name("body")
            if content(member.child_by_field_name("name")) != "constructor" or block is None:
                continue
            frame = self._evaluator.called(Function(member, built.frame, this), this.arguments if this else ())
            stack = list(reversed(block.named_children))
            while stack:
                node = stack.pop()
                if node.type in ("expression_statement", "sequence_expression"):
                    stack.extend(reversed(node.named_children))
                elif (
                    node.type == "assignment_expression" and content(node.child_by_field_name("left")) == f"this.{name}"
                ):
                    return self._evaluator.value(node.child_by_field_name("right"), frame)
        return None

    def _inherited(self, built: Built, name: str, this: Instance | None) -> Value | None:
        heritage = next((child for child in built.node.named_children if child.type == "class_heritage"), None)
        if heritage is None or not heritage.named_children:
            return None
        parents = each(self._evaluator.value(heritage.named_children[0], built.frame))
        found = (self._class(one, name, this) for one in parents if isinstance(one, Built))
        return next((one for one in found if one is not None), None)

    def _object(self, built: Built, name: str) -> Value | None:
        for child in built.node.named_children:
            if child.type == "pair" and key_of(child.child_by_field_name("key")) == name:
                value = child.child_by_field_name("value")
                member = self._with_this(value, built.frame, built) if value is not None else None
                if built.is_exports and isinstance(member, Function):
                    return self._evaluator.returned(member, ())
                return member
            if child.type == "method_definition" and content(child.child_by_field_name("name")) == name:
                return self._method(child, built.frame, built)
            if child.type == "shorthand_property_identifier" and content(child) == name:
                return self._evaluator.name(name, built.frame)
        return self._spread(built, name)

    def _spread(self, built: Built, name: str) -> Value | None:
        spreads = [child.named_children[0] for child in built.node.named_children if child.type == "spread_element"]
        return one_of(*(self.of(self._evaluator.value(inner, built.frame), name) for inner in spreads))
