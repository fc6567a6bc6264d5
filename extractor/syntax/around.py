"""The definition around a place of a script: a memoised one, or a plain assignment that a module initialiser makes."""

from __future__ import annotations

from extractor.syntax.definitions import Definition
from extractor.syntax.parse import Node, content
from extractor.syntax.scopes import FUNCTIONS
from extractor.syntax.source import Source


def definition_around(source: Source, offset: int) -> Definition | None:
    """The definition whose text holds `offset`, or None.

    `name = memo(() => ...)` is one; of `init = once(() => { name = ...; other = ... })` the assignment is.
    """
    thunk = source.thunk_around(offset)
    if thunk is None or thunk.node is None or not _is_initialiser(thunk.node):
        return thunk
    node: Node | None = thunk.node.named_descendant_for_byte_range(offset, offset + 1)
    outermost: Node | None = None
    while node is not None and node.id != thunk.node.id and node.type not in FUNCTIONS:
        outermost = node if node.type == "assignment_expression" else outermost
        node = node.parent
    target = outermost.child_by_field_name("left") if outermost is not None else None
    value = outermost.child_by_field_name("right") if outermost is not None else None
    if target is None or value is None or target.type != "identifier":
        return thunk
    found = source.lookup(thunk.chunk, content(target))
    is_it = isinstance(found, Definition) and found.node is not None and found.node.start_byte == value.start_byte
    return found if is_it and isinstance(found, Definition) else thunk


def _is_initialiser(call: Node) -> bool:
    """Whether what is called with a function gives it a body of statements."""
    arguments = call.child_by_field_name("arguments")
    function = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    body = function.child_by_field_name("body") if function is not None else None
    return body is not None and body.type == "statement_block"
