"""The nodes of definitions: what stands at a candidate's offset, parsed alone or in its segment, and whether it counts."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.syntax.names import Candidate
from extractor.syntax.parse import Node, content, parse_range
from extractor.syntax.scopes import FUNCTIONS, declared_names, enclosing_functions, pattern_names
from extractor.syntax.segments import Segments

_PATTERNS = frozenset(
    {"identifier", "shorthand_property_identifier_pattern", "pair_pattern", "object_pattern", "array_pattern"}
)
_BLOCKS = frozenset({"statement_block", "for_statement", "for_in_statement", "switch_body", "class_static_block"})


class Nodes:
    """Finds nodes in a bundle's segments. With `whole`, trees with errors elsewhere in them are good enough."""

    def __init__(self, blob: bytes, segments: Segments, *, whole: bool) -> None:
        self._blob, self._segments, self._whole = blob, segments, whole
        self._parsed: dict[tuple[int, int | None, str], Node | None] = {}

    def at(self, start: int, end: int) -> Node | None:
        """The smallest named node of the segment's tree that spans [start, end)."""
        return self._segments.tree(start).root_node.named_descendant_for_byte_range(start, end)

    def parsed(self, start: int, end: int | None, want: str) -> Node | None:
        """The node of a definition's own text, or from its segment's tree where the text alone does not parse."""
        key = (start, end, want)
        if key not in self._parsed:
            self._parsed[key] = self._parse(*key)
        return self._parsed[key]

    def _parse(self, start: int, end: int | None, want: str) -> Node | None:
        if end is not None and not self._segments.has_tree(start):
            root = parse_range(self._blob, start, end).root_node
            node = _first(root, want)
            if node is not None and not root.has_error:
                return node
        tree = self._segments.tree(start)
        node = tree.root_node.named_descendant_for_byte_range(start, start + 1)
        if want == "object":
            call = self.filling(start)
            listed = call.child_by_field_name("arguments") if call is not None else None
            return (
                next((one for one in listed.named_children if one.type == want), None) if listed is not None else None
            )
        while node is not None and not _is_wanted(node, want):
            node = node.parent
        if node is None or node.start_byte != start or (node.has_error and not self._whole):
            return None
        return node

    def binding(self, offset: int) -> Node | None:
        """The declarator whose pattern binds the name at `offset`."""
        node = self.at(offset, offset + 1)
        while node is not None and node.type not in ("variable_declarator", "assignment_expression"):
            node = node.parent if node.type in _PATTERNS else None
        return node

    def filling(self, offset: int) -> Node | None:
        """The call whose arguments begin at `offset`."""
        node = self.at(offset, offset + 1)
        while node is not None and not (node.type == "call_expression" and _starts(node, "arguments", offset)):
            node = node.parent
        return node

    def is_top_level(self, candidate: Candidate, name: str) -> bool:
        """Whether a candidate defines the name for its whole chunk, by the scopes of its segment."""
        node = self.at(candidate.offset, candidate.offset + 1)
        if node is None:
            return False
        if candidate.kind in ("function", "class"):
            while node is not None and node.start_byte == candidate.offset and "declaration" not in node.type:
                node = node.parent
            return node is not None and "declaration" in node.type and next(_blocks(node), None) is None
        if candidate.kind == "value" and not _is_assigned(node):
            return False
        if candidate.kind == "destructured" and self.binding(candidate.offset) is None:
            return False
        if any(name in declared_names(function) for function in enclosing_functions(node)):
            return False
        return not any(_declares(block, name) for block in _blocks(node))


def _blocks(node: Node) -> Iterator[Node]:
    """The blocks around a node, innermost first, bodies of functions among them."""
    parent = node.parent
    while parent is not None:
        if parent.type in _BLOCKS:
            yield parent
        parent = parent.parent


def _declares(block: Node, name: str) -> bool:
    """Whether a block declares a name for itself, by `let`, `const`, a function or a class."""
    for child in block.named_children:
        if child.type == "lexical_declaration":
            targets = [one.child_by_field_name("name") for one in child.named_children]
            if any(content(found) == name for one in targets if one is not None for found in pattern_names(one)):
                return True
        elif "declaration" in child.type and content(child.child_by_field_name("name")) == name:
            return True
    return block.type == "for_in_statement" and content(block.child_by_field_name("left")) == name


def _starts(node: Node, field: str, offset: int) -> bool:
    child = node.child_by_field_name(field)
    return child is not None and child.start_byte == offset


def _is_wanted(node: Node, want: str) -> bool:
    if want == "assignment":
        return node.type in ("assignment_expression", "variable_declarator")
    if want == "object":
        return node.type == "object"
    return node.type in FUNCTIONS or "class" in node.type


def _first(root: Node, want: str) -> Node | None:
    stack = list(reversed(root.named_children))
    while stack:
        node = stack.pop()
        if _is_wanted(node, want):
            return node
        if node.type in ("expression_statement", "sequence_expression", "parenthesized_expression"):
            stack.extend(reversed(node.named_children))
    return None


def _is_assigned(node: Node) -> bool:
    parent = node.parent
    if node.type != "identifier" or parent is None:
        return False
    if parent.type == "variable_declarator":
        return parent.child_by_field_name("name") == node
    return parent.type == "assignment_expression" and parent.child_by_field_name("left") == node
