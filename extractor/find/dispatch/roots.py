"""Find the loops in which a program reads the messages of its client: `for await (const m of io.structuredInput)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.frames import Frame
from extractor.find.dispatch.values import MESSAGE, Built, Instance
from extractor.syntax import Definition, Node, Source, content
from extractor.syntax.scopes import FUNCTIONS, parameters

INPUT = b".structuredInput"
_WRITTEN = re.compile(rb"\s*=[^=]")


class Root(NamedTuple):
    """A loop over messages: its body, the names it can see (the message among them), and all of its statement."""

    body: Node
    frame: Frame
    statement: Node


def message_loops(source: Source, evaluator: Evaluator) -> Iterator[Root]:
    """Every loop over the property `structuredInput` of something, or over a reader that is made of it."""
    yield from _roots((_loop_over(source, member) for member in _inputs(source)), source, evaluator)


def handed_loops(source: Source, evaluator: Evaluator) -> Iterator[Root]:
    """Every loop over a parameter for which a function is handed the property, as the first releases have it."""
    yield from _roots((_loop_in_called(source, member) for member in _inputs(source)), source, evaluator)


def _inputs(source: Source) -> Iterator[Node]:
    """Every place where the property is read."""
    for offset in source.bundle.find_all(INPUT):
        if _WRITTEN.match(source.bundle.blob, offset + len(INPUT)):
            continue
        member = source.node_at(offset + 1, offset + len(INPUT))
        while member is not None and member.type != "member_expression":
            member = member.parent
        if member is not None:
            yield member


def _roots(statements: Iterable[Node | None], source: Source, evaluator: Evaluator) -> Iterator[Root]:
    seen: set[int] = set()
    for statement in statements:
        if statement is None or statement.start_byte in seen:
            continue
        seen.add(statement.start_byte)
        root = _root(statement, evaluator, source)
        if root is not None:
            yield root


def _root(statement: Node, evaluator: Evaluator, source: Source) -> Root | None:
    body, left = statement.child_by_field_name("body"), statement.child_by_field_name("left")
    if body is None or left is None or left.type != "identifier":
        return None
    chunk = source.bundle.chunk_at(statement.start_byte)
    frame = Frame(chunk, frame_around(statement, evaluator, source))
    frame.values[content(left)] = MESSAGE
    return Root(body, frame, statement)


def frame_around(node: Node, evaluator: Evaluator, source: Source) -> Frame:
    """The frame of the scopes around `node`, with `this` where it stands in a method of a class."""
    chunk = source.bundle.chunk_at(node.start_byte)
    frame = evaluator.scopes.around(node, chunk)
    owner = node.parent
    while owner is not None and owner.type not in ("class", "class_declaration"):
        owner = owner.parent
    if owner is not None:
        around = evaluator.scopes.around(owner, chunk)
        frame = Frame(chunk, frame)
        frame.values["this"] = Instance(Built(owner, around))
    return frame


def _loop_over(source: Source, member: Node) -> Node | None:
    """The loop over `member`, or over the variable whose value is made of it."""
    node, parent = member, member.parent
    while parent is not None and parent.type not in FUNCTIONS:
        if parent.type == "for_in_statement":
            return parent if node == parent.child_by_field_name("right") else None
        if parent.type == "variable_declarator":
            name = parent.child_by_field_name("name")
            return _loop_over_name(source, parent, content(name)) if name is not None else None
        node, parent = parent, parent.parent
    return None


def _loop_over_name(source: Source, declarator: Node, name: str) -> Node | None:
    block = declarator.parent
    while block is not None and block.type not in ("statement_block", "program"):
        block = block.parent
    if block is None:
        return None
    return _loop_within(source, name, declarator.end_byte, block.end_byte)


def _loop_in_called(source: Source, member: Node) -> Node | None:
    """The loop over its parameter in the function that is called with `member`."""
    arguments = member.parent
    call = arguments.parent if arguments is not None and arguments.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if arguments is None or callee is None or callee.type != "identifier":
        return None
    function = source.lookup(source.bundle.chunk_at(member.start_byte), content(callee))
    if not isinstance(function, Definition) or function.kind != "function" or function.node is None:
        return None
    given, place = parameters(function.node), arguments.named_children.index(member)
    if place >= len(given) or given[place].type != "identifier":
        return None
    return _loop_within(source, content(given[place]), function.node.start_byte, function.node.end_byte)


def _loop_within(source: Source, name: str, start: int, end: int) -> Node | None:
    loop = re.compile(rb"\bfor\s+await\s*\([^()]{1,200}?\bof\s+" + re.escape(name.encode()) + rb"\s*\)")
    found = loop.search(source.bundle.blob, start, end)
    node = source.node_at(found.start(), found.end()) if found is not None else None
    while node is not None and node.type != "for_in_statement":
        node = node.parent
    return node
