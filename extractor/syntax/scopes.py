"""Names a function declares for itself: parameters, variables, inner functions and classes, none of nested ones."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.syntax.parse import Node, content

FUNCTIONS = frozenset(
    {
        "function_declaration", "function_expression", "arrow_function", "method_definition",
        "generator_function", "generator_function_declaration",
    }
)  # fmt: skip
_CLASSES = frozenset({"class_declaration", "class"})


def enclosing_function(node: Node) -> Node | None:
    """The innermost function around `node` (not `node` itself), or None at the top of its tree."""
    parent = node.parent
    while parent is not None and parent.type not in FUNCTIONS:
        parent = parent.parent
    return parent


def enclosing_functions(node: Node) -> Iterator[Node]:
    """Every function around `node`, innermost first."""
    function = enclosing_function(node)
    while function is not None:
        yield function
        function = enclosing_function(function)


def local_value(function: Node, name: str) -> Node | None:
    """The node that declares `name` inside `function` itself, or None: see `declared_names`."""
    return declared_names(function).get(name)


def declared_names(function: Node) -> dict[str, Node]:
    """Names declared in `function`: its parameters, and what its body declares outside nested functions.

    Each maps to its declaring node: the `variable_declarator`, the function or class declaration, or the
    parameter's identifier. A name declared again in another block keeps its first node.
    """
    names: dict[str, Node] = {}
    for pattern in parameters(function):
        for identifier in pattern_names(pattern):
            names.setdefault(content(identifier), identifier)
    body = function.child_by_field_name("body")
    if body is not None:
        _collect(body, names)
    return names


def parameters(function: Node) -> list[Node]:
    """The parameter patterns of a function, in order."""
    single = function.child_by_field_name("parameter")
    if single is not None:
        return [single]
    listed = function.child_by_field_name("parameters")
    return [] if listed is None else [child for child in listed.named_children if child.type != "comment"]


def pattern_names(pattern: Node) -> Iterator[Node]:
    """The identifiers that a parameter or declarator pattern binds."""
    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        yield pattern
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left = pattern.child_by_field_name("left")
        if left is not None:
            yield from pattern_names(left)
    elif pattern.type == "pair_pattern":
        value = pattern.child_by_field_name("value")
        if value is not None:
            yield from pattern_names(value)
    elif pattern.type in ("object_pattern", "array_pattern", "rest_pattern"):
        for child in pattern.named_children:
            yield from pattern_names(child)


def _collect(body: Node, names: dict[str, Node]) -> None:
    stack = [body]
    while stack:
        node = stack.pop()
        if node.type == "variable_declarator":
            target = node.child_by_field_name("name")
            if target is not None:
                for identifier in pattern_names(target):
                    names.setdefault(content(identifier), node)
        elif node.type in ("function_declaration", "generator_function_declaration") or node.type in _CLASSES:
            name = node.child_by_field_name("name")
            if name is not None and node.type != "class":
                names.setdefault(content(name), node)
        elif node.type == "catch_clause":
            parameter = node.child_by_field_name("parameter")
            if parameter is not None:
                for identifier in pattern_names(parameter):
                    names.setdefault(content(identifier), identifier)
        elif node.type == "for_in_statement":
            left = node.child_by_field_name("left")
            if left is not None and node.child_by_field_name("kind") is not None:
                for identifier in pattern_names(left):
                    names.setdefault(content(identifier), node)
        if node is body or (node.type not in FUNCTIONS and node.type not in _CLASSES):
            stack.extend(reversed(node.named_children))
