"""Destructuring: which properties lead from a value to a name in a pattern, and back into an object literal."""

from __future__ import annotations

from extractor.syntax import Node, content

_NAMES = ("identifier", "shorthand_property_identifier_pattern")


def path_to(pattern: Node, name: str) -> tuple[str, ...] | None:
    """The properties that lead to `name` in `pattern`: () for the value itself, None where no plain path does."""
    if pattern.type in _NAMES:
        if content(pattern) != name:
            return None
        return (name,) if pattern.type == "shorthand_property_identifier_pattern" else ()
    if pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left = pattern.child_by_field_name("left")
        return path_to(left, name) if left is not None else None
    if pattern.type == "rest_pattern":
        return () if any(content(inner) == name for inner in pattern.named_children) else None
    if pattern.type == "pair_pattern":
        value = pattern.child_by_field_name("value")
        inner = path_to(value, name) if value is not None else None
        return (key_of(pattern.child_by_field_name("key")), *inner) if inner is not None else None
    if pattern.type != "object_pattern":
        return None
    paths = (path_to(child, name) for child in pattern.named_children)
    return next((path for path in paths if path is not None), None)


def written_property(node: Node, name: str) -> Node | None:
    """The value of the property `name` that an object literal writes out, or None."""
    for child in node.named_children:
        if child.type == "pair" and key_of(child.child_by_field_name("key")) == name:
            return child.child_by_field_name("value")
        if child.type == "shorthand_property_identifier" and content(child) == name:
            return child
    return None


def key_of(node: Node | None) -> str:
    """The text of a property's key, without quotes."""
    text = content(node)
    return text[1:-1] if text[:1] in ("'", '"') else text
