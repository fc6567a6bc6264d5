"""Find the other places that dispatch: functions that tell subtypes apart and refuse the rest, each with its role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from extractor.find.dispatch.answers import Answers
from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.frames import Frame
from extractor.find.dispatch.values import MESSAGE, REQUEST, Built, Function, Instance, Tracked
from extractor.model.bundle import Chunk
from extractor.model.search import find_all
from extractor.syntax import Node, Source, content, declaration_end, parse_range
from extractor.syntax.scopes import FUNCTIONS

_CLOUD = b"[headlessCloudClient]"

ROLES: tuple[tuple[str, tuple[bytes, ...]], ...] = (
    ("bridge", (b"[bridge",)),
    ("remote_manager", (b"[RemoteSessionManager]",)),
    ("direct_connect", (b"[DirectConnect]",)),
    ("sdk_host", (b"[Query", b"callback is not provided")),
    ("cloud_client", (_CLOUD, b"cloud-hosted session")),
)
"""A role, and what is written in the function or the class that plays it: the prefixes of its log messages, mostly."""

ROUTE = (b'kind:"reject"',)
"""What a function that only chooses a route says of the subtypes that it does not let through."""

_CLUES = tuple(clue for _, clues in ROLES for clue in clues)
_SUBTYPE = re.compile(rb"([\w$]+)(\.request)?\??\.subtype\b")
_TESTED = re.compile(rb"[\w$]\??\.subtype\s*(?:[=!]==?\s*[\"'`]|\)\s*\{)")
_HEADER = re.compile(rb"(?<![\w$.])(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*\(|class\b[^{}()]{0,80}\{)")
_LONGEST, _LONGEST_HEADER = 60_000, 200
_PARTS = (2_000, 8_000, 20_000, _LONGEST)


class Actor(NamedTuple):
    """A function that dispatches, its role, and which of its names stands for the message or the request."""

    role: str
    function: Function
    seed: tuple[int, str]
    part: Tracked


def actors(source: Source, evaluator: Evaluator, answers: Answers, skip: list[tuple[int, int]]) -> Iterator[Actor]:
    """Every function with a role around words of refusal, once; not those inside the ranges to `skip`."""
    seen: set[int] = set()
    definition: Node | None = None
    for place in answers.spoken():
        if any(start <= place < end for start, end in skip):
            continue
        if definition is None or not definition.start_byte <= place < definition.end_byte:
            definition = _definition(source, place)
        for function in _dispatchers(definition, place, source) if definition is not None else ():
            if function.start_byte not in seen:
                seen.add(function.start_byte)
                actor = _actor(function, source, evaluator)
                if actor is not None:
                    yield actor


def _definition(source: Source, place: int) -> Node | None:
    """The tree of the innermost function or class around `place` that has a role and tells subtypes apart."""
    blob, chunk = source.bundle.blob, source.bundle.chunk_at(place)
    window = max(chunk.start, place - _LONGEST)
    if not _has_clue(blob, _CLUES, window, min(chunk.end, place + _LONGEST)):
        return None
    for start in _headers(blob, window, place):
        end = declaration_end(blob, start, min(chunk.end, start + 4 * _LONGEST))
        if end is None or end <= place:
            continue
        if _has_clue(blob, _CLUES, start, end) and _TESTED.search(blob, start, end):
            return parse_range(blob, start, end).root_node
    return None


def _headers(blob: bytes, floor: int, place: int) -> Iterator[int]:
    """Where functions and classes begin before a place, nearest first: the text is read backwards, part by part."""
    end = place
    for width in _PARTS:
        start = max(floor, place - width)
        found = _HEADER.finditer(blob, start, min(place, end + _LONGEST_HEADER))
        yield from reversed([header.start() for header in found if header.start() < end])
        end = start


def _dispatchers(definition: Node, place: int, source: Source) -> Iterator[Node]:
    """The innermost function around `place` that tells subtypes apart, or the methods of its class that call it."""
    node = definition.descendant_for_byte_range(place, place + 1)
    function = _around(node, FUNCTIONS)
    if function is None or function.end_byte - function.start_byte > _LONGEST:
        return
    if _tests(function, source):
        yield function
        return
    owner = _around(function.parent, frozenset({"class_body"})) if function.type == "method_definition" else None
    name = content(function.child_by_field_name("name")).encode()
    for method in owner.named_children if owner is not None else ():
        text = source.bundle.blob[method.start_byte : method.end_byte]
        if method.type == "method_definition" and b"." + name + b"(" in text and _tests(method, source):
            yield method


def _tests(function: Node, source: Source) -> bool:
    return _TESTED.search(source.bundle.blob, function.start_byte, function.end_byte) is not None


def _around(node: Node | None, kinds: frozenset[str]) -> Node | None:
    while node is not None and node.type not in kinds:
        node = node.parent
    return node


def _actor(node: Node, source: Source, evaluator: Evaluator) -> Actor | None:
    role = _role(node, source)
    found = list(_SUBTYPE.finditer(source.bundle.blob, node.start_byte, node.end_byte))
    if role is None or not found:
        return None
    first = next((one for one in found if one[2]), found[0])
    name = first[1].decode()
    place = node.descendant_for_byte_range(first.start(1), first.end(1))
    chunk = source.bundle.chunk_at(node.start_byte)
    owner = evaluator.scopes.around(place, chunk).owner(name) if place is not None else None
    declaration = owner.declared.get(name) if owner is not None else None
    if declaration is None:
        return None
    frame = _frame(node, evaluator, chunk)
    function = Function(node, frame, frame.values.get("this"))
    return Actor(role, function, (declaration.node.start_byte, name), MESSAGE if first[2] else REQUEST)


def _frame(node: Node, evaluator: Evaluator, chunk: Chunk) -> Frame:
    """The frame of what surrounds a function, with `this` where it is inside a class."""
    frame = Frame(chunk, evaluator.scopes.around(node, chunk))
    owner = _around(node.parent, frozenset({"class", "class_declaration"}))
    if owner is not None:
        frame.values["this"] = Instance(Built(owner, evaluator.scopes.around(owner, chunk)))
    return frame


def reads_for_cloud(loop: Node, source: Source) -> bool:
    """Whether a loop over messages belongs to the client of a session in the cloud, and not to the worker."""
    owner = _around(loop.parent, frozenset({"class", "class_declaration"}))
    return owner is not None and _has_clue(source.bundle.blob, (_CLOUD,), owner.start_byte, owner.end_byte)


def _role(node: Node, source: Source) -> str | None:
    """The role of the function, by what is written in it, else in the class it is in."""
    owner = _around(node.parent, frozenset({"class", "class_declaration"}))
    for scope in (node, owner):
        for role, clues in ROLES if scope is not None else ():
            if scope is not None and _has_clue(source.bundle.blob, clues, scope.start_byte, scope.end_byte):
                return role
    return None


def _has_clue(blob: bytes, clues: tuple[bytes, ...], start: int, end: int) -> bool:
    """Whether one of the clues stands in the range: a prefix as it is, not as the beginning of a longer one."""
    for clue in clues:
        for place in find_all(blob, clue, start, end):
            following = blob[place + len(clue) : place + len(clue) + 1]
            if clue[:1] != b"[" or clue[-1:] == b"]" or not (following.isalnum() or following == b"_"):
                return True
    return False
