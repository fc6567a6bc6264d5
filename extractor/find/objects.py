"""Find the object literal that a property is written in, and read its properties, parsing nothing around it.

{ type: "local", name: "x", get isHidden() { ... }, ...more }
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from extractor.syntax import Node, content, declaration_end, parse_range

LONGEST = 1 << 16
"""An object literal longer than this many bytes is not read."""

_OPENINGS = 96
_PLAIN = re.compile(r"[^\\\n]*")
_BLOCK = re.compile(rb"(?:[);}]|=>|(?<![\w$.])(?:else|try|do|finally))\s*$")
"""What a brace follows that begins statements."""


@dataclass(frozen=True, slots=True)
class ObjectLiteral:
    """One object literal: its half-open range in the blob, its node, and the values of its named properties.

    The nodes are of a copy of the literal alone: only `start` and `end` are offsets into the blob. A value is a
    pair's value, a method or getter, or a shorthand's name.
    """

    start: int
    end: int
    node: Node
    values: Mapping[str, Node]

    def text(self, name: str) -> str | None:
        """The string that property `name` is, or that its getter returns; None where that is not written out."""
        value = self.values.get(name)
        return returned_text(value) if value is not None else None

    def spreads(self) -> list[Node]:
        """The expressions that are spread into the object."""
        return [child.named_children[0] for child in self.node.named_children if child.type == "spread_element"]


def object_around(blob: bytes, offset: int, *, window: int, floor: int = 0) -> ObjectLiteral | None:
    """The object literal with a property that begins at `offset`, or whose value does.

    The literal begins at most `window` bytes before, and not before `floor`.
    """
    start, first = offset, max(floor, offset - window)
    for _ in range(_OPENINGS):
        start = blob.rfind(b"{", first, start)
        if start == -1:
            return None
        if _BLOCK.search(blob, max(floor, start - 16), start):
            continue
        if declaration_end(blob, start, offset) is not None:
            continue
        end = declaration_end(blob, start, min(len(blob), start + LONGEST))
        node = parsed(blob, start, end) if end is not None and end > offset else None
        if node is not None:
            is_direct = any(_is_at(child, offset - start + 1) for child in node.named_children)
            found = ObjectLiteral(start, start + node.end_byte - 1, node, dict(members(node)))
            return found if is_direct else None
    return None


def parsed(blob: bytes, start: int, end: int) -> Node | None:
    """The object literal that `blob[start:end]` is, or None; its bytes are counted from one before `start`."""
    text = b"(" + blob[start:end] + b")"
    node: Node | None = parse_range(text, 0, len(text)).root_node
    for kind in ("expression_statement", "parenthesized_expression", "object"):
        node = node.named_children[0] if node is not None and node.named_child_count == 1 else None
        if node is None or node.type != kind:
            return None
    return node if node is not None and not node.has_error else None


def members(node: Node) -> Iterator[tuple[str, Node]]:
    """The named properties of an object's node, in order."""
    for child in node.named_children:
        key = child.child_by_field_name("key") or child.child_by_field_name("name")
        value = child.child_by_field_name("value")
        if child.type == "pair" and key is not None and value is not None:
            yield content(key).strip("\"'"), value
        elif child.type == "method_definition" and key is not None:
            yield content(key).strip("\"'"), child
        elif child.type == "shorthand_property_identifier":
            yield content(child), child


def literal_text(node: Node) -> str | None:
    """The value of a string, or of a template without substitutions; None for others and for escapes."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return literal_text(node.named_children[0])
    is_text = node.type == "string" or (node.type == "template_string" and b"${" not in (node.text or b""))
    text = content(node)[1:-1]
    return text if is_text and _PLAIN.fullmatch(text) else None


def returned_text(node: Node) -> str | None:
    """`literal_text`, or that of what a getter (or method, or arrow function) returns as its only statement."""
    if node.type not in ("method_definition", "arrow_function", "function_expression"):
        return literal_text(node)
    body = node.child_by_field_name("body")
    if body is None or body.type != "statement_block":
        return literal_text(body) if body is not None else None
    only = body.named_children[0] if body.named_child_count == 1 else None
    if only is None or only.type != "return_statement" or not only.named_children:
        return None
    return literal_text(only.named_children[0])


def _is_at(child: Node, offset: int) -> bool:
    """Whether a property of an object begins at `offset` (or with the quote before it), or its value does."""
    value = child.child_by_field_name("value")
    return child.start_byte in (offset, offset - 1) or (value is not None and value.start_byte == offset)
