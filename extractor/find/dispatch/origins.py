"""Where a value comes from: the expression that gave a name its value, the one written for a property."""

from __future__ import annotations

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.patterns import written_property
from extractor.syntax import Node, content

_DEPTH = 6


def origin(name: str, frame: Frame) -> Place | None:
    """The expression that gave `name` its value: its initialiser, or the argument its parameter was given."""
    owner = frame.owner(name)
    if owner is None:
        return None
    if name in owner.given:
        return owner.given[name].place if not owner.given[name].path else None
    declaration = owner.declared.get(name)
    if declaration is None or declaration.kind != "value" or owner.is_top:
        return None
    pattern, init = declaration.node.child_by_field_name("name"), declaration.node.child_by_field_name("value")
    if init is None or pattern is None or pattern.type != "identifier":
        return None
    return Place(init, owner)


def written(node: Node, frame: Frame) -> Place | None:
    """The value of a member where the object it is a member of is written out; None elsewhere."""
    owner = node.child_by_field_name("object")
    name = content(node.child_by_field_name("property"))
    return _written(Place(owner, frame), name, 0) if owner is not None else None


def _written(owner: Place, name: str, depth: int) -> Place | None:
    if depth > _DEPTH:
        return None
    if owner.node.type == "identifier":
        place = origin(content(owner.node), owner.frame)
        return _written(place, name, depth + 1) if place is not None else None
    if owner.node.type != "object":
        return None
    value = written_property(owner.node, name)
    if value is not None:
        return Place(value, owner.frame)
    spreads = [child.named_children[0] for child in owner.node.named_children if child.type == "spread_element"]
    found = (_written(Place(spread, owner.frame), name, depth + 1) for spread in reversed(spreads))
    return next((place for place in found if place is not None), None)
