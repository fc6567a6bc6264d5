"""Parse one byte range of a blob with tree-sitter: node offsets stay offsets into the whole blob."""

from __future__ import annotations

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Range, Tree

__all__ = ["Node", "Tree", "content", "enclosing", "named_child", "operator_of", "parse_range"]

_LANGUAGE = Language(tree_sitter_javascript.language())
_PARSER = Parser(_LANGUAGE)


def parse_range(blob: bytes, start: int, end: int) -> Tree:
    """The syntax tree of `blob[start:end]`; nothing outside that range is read."""
    _PARSER.included_ranges = [Range((0, start), (0, end), start, end)]
    return _PARSER.parse(blob)


def content(node: Node | None) -> str:
    """The source text of a node ("" for None)."""
    text = node.text if node is not None else None
    return text.decode("utf-8", "replace") if text is not None else ""


def operator_of(node: Node) -> str:
    """The operator of an expression, as it is written ("" where it has none)."""
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def enclosing(node: Node, kind: str) -> Node | None:
    """The nearest node of type `kind` at or around `node`, or None."""
    current: Node | None = node
    while current is not None and current.type != kind:
        current = current.parent
    return current


def named_child(root: Node, kind: str) -> Node | None:
    """The first node of type `kind` in a tree, nearest the root, or None."""
    level = [root]
    while level:
        for node in level:
            if node.type == kind:
                return node
        level = [child for node in level for child in node.named_children]
    return None
