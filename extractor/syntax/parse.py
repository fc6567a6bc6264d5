"""Parse one byte range of a blob with tree-sitter: node offsets stay offsets into the whole blob."""

from __future__ import annotations

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Range, Tree

__all__ = ["Node", "Tree", "content", "parse_range"]

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
