"""Whether the text of an object literal may be the fields of a schema: each of their values is one, and no plain value."""

from __future__ import annotations

from extractor.syntax import Node, operator_of, parse_range

_PLAIN = frozenset(
    {
        "string", "number", "true", "false", "null", "template_string", "regex", "object", "array", "unary_expression",
        "update_expression", "arrow_function", "function_expression", "class",
    }
)  # fmt: skip
_CHOOSING = ("&&", "||", "??")


def may_be_shape(text: bytes) -> bool:
    """Whether `text`, brackets included, is an object of which no value is surely something else than a schema."""
    whole = b"(" + text + b")"
    node: Node | None = parse_range(whole, 0, len(whole)).root_node
    while node is not None and node.type in ("program", "expression_statement", "parenthesized_expression"):
        node = node.named_children[0] if node.named_children else None
    if node is None or node.type != "object":
        return False
    values = (child.child_by_field_name("value") for child in node.named_children if child.type == "pair")
    return not any(_is_plain(value) for value in values if value is not None)


def _is_plain(value: Node) -> bool:
    if value.type == "binary_expression":
        return operator_of(value) not in _CHOOSING
    return value.type in _PLAIN
