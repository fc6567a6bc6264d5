"""Find the names of a command object that does not say its own: kept in a variable, or given to its maker.

    const NAME = "ship";  command = { type: "prompt", name: NAME, ... }
    function moved(name, title) { return { type: "local-jsx", name, ... } }  moved("vim", "Editor mode")
    function offer(spec) { return { type: "local", name: spec.name, ... } }  offer({ name: "seats", ... })

The function is followed within its own chunk, and only where it returns the object at once: what registers bundled
skills makes their objects step by step. A near miss is a function that is only called with what it read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from extractor.find.objects import ObjectLiteral, literal_text, members
from extractor.model.bundle import Chunk
from extractor.syntax import Definition, Node, Source, content, expression_end, parse_range

_WINDOW = 512
_MAKER = re.compile(
    rb"(?:function\s+(?P<declared>[\w$]+)\s*|(?<![\w$.])(?P<assigned>[\w$]+)\s*=\s*)"
    rb"\(\s*(?P<parameters>[\w$]+(?:\s*,\s*[\w$]+)*)\s*\)\s*(?:=>\s*\(|(?:=>\s*)?\{(?:[^{}]*\W)?return\s*\(?)\s*$"
)
_ASSIGNED = rb"\s*=(?![=>])\s*(?:([\"'])([^\"'\\\n]*)\1)?"
_CALLS = 256


def names(source: Source, found: ObjectLiteral) -> tuple[list[str], list[str]]:
    """The texts that the name can be: from a variable, and from calls of the function around the object."""
    node = found.values.get("name")
    if node is None or node.type not in ("identifier", "shorthand_property_identifier", "member_expression"):
        return [], []
    variable, _, key = content(node).partition(".")
    maker = _maker(source, found)
    if maker is not None and variable in maker[1]:
        return [], list(_given(source, found, maker[0], maker[1].index(variable), key))
    if key:
        return [], []
    text = _kept(source, found, variable)
    return [text] if text is not None else [], []


def _maker(source: Source, found: ObjectLiteral) -> tuple[str, list[str]] | None:
    """The name and the parameters of the function that returns the object."""
    first = max(source.bundle.chunk_at(found.start).start, found.start - _WINDOW)
    maker = _MAKER.search(source.bundle.blob[first : found.start])
    if maker is None:
        return None
    called = maker["declared"] or maker["assigned"]
    return called.decode(), [one.strip() for one in maker["parameters"].decode().split(",")]


def _kept(source: Source, found: ObjectLiteral, variable: str) -> str | None:
    """The text of a constant: imported, or assigned once in the chunk and under no other condition."""
    chunk = source.bundle.chunk_at(found.start)
    if variable in source.exports(chunk).imports:
        definition = source.lookup(chunk, variable)
        node = definition.node if isinstance(definition, Definition) and definition.kind == "value" else None
        return literal_text(node) if node is not None else None
    assigned = re.compile(rb"(?<![\w$.])" + re.escape(variable.encode()) + _ASSIGNED)
    places = list(islice(_starting(source, chunk, variable.encode()), _CALLS))
    values = [value for value in (assigned.match(source.bundle.blob, place) for place in places) if value is not None]
    return values[0][2].decode("utf-8", "replace") if len(values) == 1 and values[0][2] is not None else None


def _starting(source: Source, chunk: Chunk, name: bytes) -> Iterator[int]:
    """Where `name` begins a word and something is assigned to it."""
    for sign in (b"=", b" ="):
        yield from source.bundle.find_all(name + sign, chunk.start, chunk.end)


def _given(source: Source, found: ObjectLiteral, function: str, place: int, key: str) -> Iterator[str]:
    """The texts that calls of `function` give at `place`: the argument, or its property `key`."""
    blob, chunk = source.bundle.blob, source.bundle.chunk_at(found.start)
    needle = function.encode() + b"("
    calls = 0
    for offset in source.bundle.find_all(needle, chunk.start, chunk.end):
        before = blob[offset - 1 : offset]
        if before.isalnum() or before in (b"_", b"$", b".") or blob[max(0, offset - 9) : offset].endswith(b"function "):
            continue
        calls += 1
        end = expression_end(blob, offset, chunk.end)
        if end is None or calls > _CALLS:
            return
        argument = _argument(parse_range(blob, offset, end).root_node, place)
        value = _property(argument, key) if argument is not None and key else argument
        text = literal_text(value) if value is not None else None
        if text is not None:
            yield text


def _argument(root: Node, place: int) -> Node | None:
    node: Node | None = root.named_children[0] if root.named_children else None
    while node is not None and node.type != "call_expression":
        node = node.named_children[0] if node.named_children else None
    arguments = node.child_by_field_name("arguments") if node is not None else None
    if arguments is None or place >= arguments.named_child_count:
        return None
    return arguments.named_children[place]


def _property(node: Node, key: str) -> Node | None:
    return dict(members(node)).get(key) if node.type == "object" else None
