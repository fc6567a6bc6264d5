"""Find parsers of server-sent events: code that compares an event's name and then reads its data as JSON.

    if (sse.event === "message_start" || sse.event === "session.error") yield JSON.parse(sse.data);
    if (sse.event === "ping") continue;

or `switch (sse.event) { case "message_start": ... }`, or `names.has(sse.event)` with a constant set of names.
A near miss compares the `event` of something that carries no JSON text in `data`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractor.model.finding import Match
from extractor.syntax import Definition, Node, Source, content, declaration_end, parse_range

NAME = "sse_parser"

_ANCHOR = b".event"
_FEWEST = 3
"""A parser tells at least so many names apart; who asks for one or two only listens for them."""

_GAP = 2000
_VARIABLE = re.compile(rb"([\w$]+)$")
_COMPARED_AFTER = re.compile(rb"\s*={2,3}\s*([\"'`])([\w.:/-]+)\1")
_COMPARED_BEFORE = re.compile(rb"([\"'`])([\w.:/-]+)\1\s*={2,3}\s*[\w$]+$")
_SWITCH = re.compile(rb"\bswitch\s*\(\s*[\w$]+$")
_SWITCH_BODY = re.compile(rb"\s*\)\s*\{")
_MEMBER_TEST = re.compile(rb"([\w$]+)\.(?:has|includes)\(\s*[\w$]+$")
_FUNCTION = re.compile(rb"\bfunction\b")


@dataclass(frozen=True, slots=True)
class Parser:
    """The names that one parser compares its events with, each with the first place."""

    names: dict[str, Match]


@dataclass(frozen=True, slots=True)
class _Test:
    variable: bytes
    offset: int
    end: int
    names: tuple[tuple[str, int, int], ...]


def find(source: Source) -> Iterator[Parser]:
    """Every such parser, in the bundle's order."""
    run: list[_Test] = []
    for test in _tests(source):
        if run and not _continues(source, run[-1], test):
            yield from _parser(source, run)
            run = []
        run.append(test)
    yield from _parser(source, run)


def _continues(source: Source, last: _Test, test: _Test) -> bool:
    blob = source.bundle.blob
    return (
        test.variable == last.variable
        and test.offset - last.end <= _GAP
        and source.bundle.chunk_at(test.offset) is source.bundle.chunk_at(last.offset)
        and not _FUNCTION.search(blob, last.end, test.offset)
    )


def _parser(source: Source, run: list[_Test]) -> Iterator[Parser]:
    names: dict[str, Match] = {}
    for test in run:
        for name, start, end in test.names:
            names.setdefault(name, Match(NAME, start, end))
    if len(names) < _FEWEST:
        return
    if _reads_json(source, run[0].variable, run[0].offset, run[-1].end):
        yield Parser(names)


def _reads_json(source: Source, variable: bytes, start: int, end: int) -> bool:
    """Whether the `data` of `variable` is parsed as JSON in [start, end) or close to it."""
    reading = re.compile(rb"JSON\.parse\(\s*" + re.escape(variable) + rb"\.data\s*\)")
    return reading.search(source.bundle.blob, max(0, start - _GAP), end + _GAP) is not None


def _tests(source: Source) -> Iterator[_Test]:
    """Every place that compares `variable.event` with something known, in order."""
    blob = source.bundle.blob
    for anchor in source.bundle.find_all(_ANCHOR):
        end = anchor + len(_ANCHOR)
        before = blob[max(0, anchor - 128) : anchor]
        variable = _VARIABLE.search(before)
        if variable is None or blob[end : end + 1].isalnum() or blob[end : end + 1] in (b"_", b"$"):
            continue
        if compared := _COMPARED_AFTER.match(blob, end):
            yield _Test(variable[1], anchor, compared.end(), ((compared[2].decode(), *compared.span(2)),))
        elif compared := _COMPARED_BEFORE.search(before):
            shift = anchor - len(before)
            start, stop = compared.span(2)
            yield _Test(variable[1], anchor, end, ((compared[2].decode(), start + shift, stop + shift),))
        elif _SWITCH.search(before) and (body := _SWITCH_BODY.match(blob, end)):
            yield from _switch(source, variable[1], anchor, body.end() - 1)
        elif (member := _MEMBER_TEST.search(before)) and _reads_json(source, variable[1], anchor, end):
            names = _members(source, anchor, member[1].decode())
            if names:
                yield _Test(variable[1], anchor, end, names)


def _switch(source: Source, variable: bytes, anchor: int, brace: int) -> Iterator[_Test]:
    blob, chunk = source.bundle.blob, source.bundle.chunk_at(anchor)
    start = blob.rfind(b"switch", 0, anchor)
    end = declaration_end(blob, brace, chunk.end)
    tree = parse_range(blob, start, end).root_node if end is not None else None
    statement = tree.named_children[0] if tree is not None and tree.named_children else None
    body = statement.child_by_field_name("body") if statement is not None else None
    if end is None or body is None:
        return
    values = [case.child_by_field_name("value") for case in body.named_children]
    names = tuple(name for value in values if value is not None for name in _strings(value))
    yield _Test(variable, anchor, end, names)


def _members(source: Source, anchor: int, name: str) -> tuple[tuple[str, int, int], ...]:
    """The strings of the constant array or set called `name`."""
    definition = source.lookup(source.bundle.chunk_at(anchor), name)
    node = definition.node if isinstance(definition, Definition) and definition.kind == "value" else None
    if node is not None and node.type == "new_expression":
        arguments = node.child_by_field_name("arguments")
        node = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if node is None or node.type != "array":
        return ()
    return tuple(name for item in node.named_children for name in _strings(item))


def _strings(node: Node) -> Iterator[tuple[str, int, int]]:
    if node.type == "string":
        yield content(node)[1:-1], node.start_byte + 1, node.end_byte - 1
