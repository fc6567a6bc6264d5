"""Tell answers apart: a refusal of an unknown subtype, an error, anything else, by the words that survive minification."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import TypeAlias

from extractor.find.dispatch.frames import Frame
from extractor.find.dispatch.values import Function, Value, each
from extractor.model.bundle import Chunk
from extractor.syntax import Node, Source, content
from extractor.syntax.scopes import FUNCTIONS, parameters

Resolve: TypeAlias = Callable[[str, Frame], Value | None]

REFUSALS = (b"Unsupported control request subtype", b"does not handle control_request subtype")
"""What dispatchers say to a subtype they do not know. A client reads these words, so they stay."""

_ERROR = re.compile(rb"subtype\s*:\s*\"error\"|\bthrow\b")
_ERROR_ANSWER = re.compile(rb"subtype\s*:\s*\"error\"")
_SUCCESS = re.compile(rb"subtype\s*:\s*\"success\"")
_UNAVAILABLE = re.compile(
    rb"unavailable|not (?:\w+ )?(?:available|supported|enabled|allowed|admitted|ready)|disabled|only accepted|unsupported",
    re.IGNORECASE,
)
_CONSTANT = re.compile(rb"([\w$]+)\s*=\s*[\"'`]$")
_HEADER = re.compile(rb"(?:function\s*\*?\s*|[,;{}\s])([\w$]+)\s*(?:=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)|\()")
_QUOTES = (b'"', b"'", b"`")
_SMALL = 3000
_LARGE = 4 << 20


class Answers:
    """Reads the answers of one bundle."""

    def __init__(self, source: Source) -> None:
        self._source, self._blob = source, source.bundle.blob
        self._spoken = sorted(place for words in REFUSALS for place in source.bundle.find_all(words))
        self._by_chunk: dict[str, list[int]] = {}
        self._kept: dict[tuple[int, int], tuple[bool, bool]] = {}
        self._named: dict[str, set[str]] = {}
        self._constants = self._find_constants()

    def refuses(self, node: Node, chunk: Chunk) -> bool:
        """Whether `node`, not counting functions inside it, says that a subtype is unknown."""
        places = self._places(chunk)
        index = bisect_left(places, node.start_byte)
        while index < len(places) and places[index] < node.end_byte:
            if _is_outside_functions(node, places[index]):
                return True
            index += 1
        return False

    def is_error(self, node: Node) -> bool:
        """Whether `node`, not counting functions inside it, holds an error answer and no successful one."""
        if node.end_byte - node.start_byte > _SMALL:
            return False
        text = self._blob[node.start_byte : node.end_byte]
        return bool(_ERROR.search(text)) and not _SUCCESS.search(text)

    def only_errs(self, function: Function, name: Resolve) -> bool:
        """Whether `function` answers, and all it answers is an error. `name` resolves a name in a frame."""
        errs, succeeds = self._outcomes(function, name, 3)
        return errs and not succeeds

    def _outcomes(self, function: Function, name: Resolve, depth: int) -> tuple[bool, bool]:
        node = function.node
        key = (node.start_byte, node.end_byte)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        self._kept[key] = (False, False)
        if node.end_byte - node.start_byte > _SMALL // 2:
            return False, False
        text = self._blob[node.start_byte : node.end_byte]
        errs, succeeds = bool(_ERROR_ANSWER.search(text)), bool(_SUCCESS.search(text))
        for called in self._builders(function, text) if depth and not (errs or succeeds) else ():
            for inner in each(name(called.decode(), function.frame)):
                if isinstance(inner, Function):
                    other = self._outcomes(inner, name, depth - 1)
                    errs, succeeds = errs or other[0], succeeds or other[1]
        self._kept[key] = (errs, succeeds)
        return errs, succeeds

    def _builders(self, function: Function, text: bytes) -> set[bytes]:
        """The functions called in `text` that may build an answer: an answer needs the id of the request."""
        given = parameters(function.node)
        message = re.escape(content(given[0]).encode()) if given and given[0].type == "identifier" else rb"[^\s\S]"
        call = re.compile(rb"(?<![\w$.])([\w$]+)\((?:[^()]*\brequest_id\b|" + message + rb"\s*[,)])")
        return set(call.findall(text))

    def may_refuse(self, chunk: Chunk, name: str) -> bool:
        """Whether the top-level function that `chunk` knows as `name` may refuse a request that it is given.

        It may where its own chunk says the words. In a chunk that holds a whole program, only where one of the
        functions around the words has that name.
        """
        home, own = self._home(chunk, name)
        if home is None or not self._places(home):
            return False
        return home.end - home.start <= _LARGE or own in self._speakers(home)

    def is_refusal(self, chunk: Chunk, name: str) -> bool:
        """Whether the top-level function that `chunk` knows as `name` seems to be the one that makes the refusal."""
        home, own = self._home(chunk, name)
        return home is not None and own in self._speakers(home)

    def _home(self, chunk: Chunk, name: str) -> tuple[Chunk | None, str]:
        imported = self._source.exports(chunk).imports.get(name)
        if imported is None:
            return chunk, name
        home = self._source.module(chunk, imported[0])
        return home, self._source.exports(home).exports.get(imported[1], "") if home is not None else ""

    def _speakers(self, chunk: Chunk) -> set[str]:
        """The names of the functions that begin shortly before the words of a refusal."""
        kept = self._named.get(chunk.name)
        if kept is None:
            kept = self._named[chunk.name] = set()
            for place in self._places(chunk):
                before = self._blob[max(chunk.start, place - _SMALL) : place]
                kept.update(name.decode() for name in _HEADER.findall(before)[-3:])
        return kept

    def _places(self, chunk: Chunk) -> list[int]:
        """Where `chunk` says that a subtype is unknown, in order."""
        places = self._by_chunk.get(chunk.name)
        if places is None:
            places = [place for place in self._spoken if chunk.start <= place < chunk.end]
            names = self._names(chunk) if self._constants else set()
            if names:
                used = re.compile(rb"(?<![\w$.])(?:" + b"|".join(map(re.escape, names)) + rb")(?![\w$:=]|\s*=[^=])")
                places += [found.start() for found in used.finditer(self._blob, chunk.start, chunk.end)]
            self._by_chunk[chunk.name] = places = sorted(places)
        return places

    def says_unavailable(self, node: Node) -> bool:
        """Whether the words of an answer say that the request is not served here, rather than that it is wrong."""
        return bool(_UNAVAILABLE.search(self._blob, node.start_byte, node.end_byte))

    def _names(self, chunk: Chunk) -> set[bytes]:
        """The names under which `chunk` knows a constant that holds the words of a refusal."""
        names = {name for held, name in self._constants if held == chunk.name}
        for held, name in self._constants:
            if held == chunk.name:
                continue
            home = self._source.bundle.chunk_named(held)
            if home is None:
                continue
            exported = {out for out, local in self._source.exports(home).exports.items() if local == name.decode()}
            for local, (path, imported) in self._source.exports(chunk).imports.items():
                if imported in exported and self._source.module(chunk, path) is home:
                    names.add(local.encode())
        return names

    def _find_constants(self) -> list[tuple[str, bytes]]:
        found = []
        for place in self._spoken:
            before = _CONSTANT.search(self._blob, max(0, place - 80), place)
            if before is not None and any(
                self._blob.startswith(words, place) and self._blob[place + len(words) : place + len(words) + 1] in _QUOTES
                for words in REFUSALS
            ):
                found.append((self._source.bundle.chunk_at(place).name, before[1]))
        return found


def _is_outside_functions(node: Node, place: int) -> bool:
    inner = node.descendant_for_byte_range(place, place + 1)
    while inner is not None and inner != node:
        if inner.type in FUNCTIONS:
            return False
        inner = inner.parent
    return True
