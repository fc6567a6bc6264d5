"""Tell answers apart: a refusal of an unknown subtype, an error, anything else, by the words that the code keeps."""

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
    rb"unavailable|unsupported|disabled|only accepted"
    rb"|not (?:\w+ )?(?:available|supported|enabled|allowed|admitted|ready)"
    rb"|requires (?-i:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)",
    re.IGNORECASE,
)
_CONSTANT = re.compile(rb"([\w$]+)\s*=\s*[\"'`]$")
_HEADER = re.compile(
    rb"\bfunction\s*\*?\s*(?P<declared>[\w$]+)\s*\("
    rb"|(?<![\w$.])(?P<assigned>[\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)"
    rb"|(?<=[;{}])(?P<method>[\w$]+)\([^()]*\)\s*\{"
)
_KEYWORDS = frozenset({b"function", b"if", b"for", b"while", b"switch", b"catch", b"return", b"await"})
_LOOKED_FOR = re.compile(rb"(?:startsWith|includes|indexOf|endsWith|test|match)\(\s*[\"'`]?$|[=!]==?\s*[\"'`]?$")
_QUOTES = (b'"', b"'", b"`")
_SMALL = 3000
_LARGE = 4 << 20


class Answers:
    """Reads the answers of one bundle."""

    def __init__(self, source: Source, words: tuple[bytes, ...] = REFUSALS) -> None:
        self._source, self._blob, self._words = source, source.bundle.blob, words
        self._spoken = sorted(place for word in words for place in source.bundle.find_all(word))
        self._chunks: set[str] | None = None
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

    def refuses_within(self, node: Node, chunk: Chunk) -> bool:
        """Whether `node` says so at all, in functions inside it too."""
        places = self._places(chunk)
        index = bisect_left(places, node.start_byte)
        return index < len(places) and places[index] < node.end_byte

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
        return set(call.findall(text)) - _KEYWORDS

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
        imported = self._source.exports(chunk).imports.get(name)
        if imported is None:
            return name in self._speakers(chunk)
        home = self._source.module(chunk, imported[0])
        if home is None or home.name not in self._speaking():
            return False
        return self._source.exports(home).exports.get(imported[1], "") in self._speakers(home)

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
                names = [found[found.lastgroup or 0] for found in _HEADER.finditer(before)]
                kept.update(name.decode() for name in names[-3:])
        return kept

    def _places(self, chunk: Chunk) -> list[int]:
        """Where `chunk` says that a subtype is unknown, in order."""
        places = self._by_chunk.get(chunk.name)
        if places is None:
            places = self._spoken[bisect_left(self._spoken, chunk.start) : bisect_left(self._spoken, chunk.end)]
            for name in self._names(chunk) if self._constants else ():
                used = re.compile(rb"(?<![\w$.])" + re.escape(name) + rb"(?![\w$:=]|\s*=[^=])")
                found = self._source.bundle.find_all(name, chunk.start, chunk.end)
                places += [place for place in found if used.match(self._blob, place, chunk.end)]
            self._by_chunk[chunk.name] = places = sorted(place for place in places if self._is_said(place))
        return places

    def _is_said(self, place: int) -> bool:
        """Whether the words at `place` are said, and not looked for in what another said, or imported."""
        before = self._blob[max(0, place - 400) : place]
        imported = before.rfind(b"import{")
        return not _LOOKED_FOR.search(before) and (imported == -1 or b"}" in before[imported:])

    def spoken(self) -> list[int]:
        """Every place where the words are said, in chunks that write them or know a constant that holds them."""
        named = (self._source.bundle.chunk_named(name) for name in sorted(self._speaking()))
        return [place for chunk in named if chunk is not None for place in self._places(chunk)]

    def _speaking(self) -> set[str]:
        """The chunks that write the words, or name a chunk that has a constant with them."""
        if self._chunks is None:
            self._chunks = {self._source.bundle.chunk_at(place).name for place in self._spoken}
            for held in {held for held, _ in self._constants}:
                path = held.rsplit("/", 1)[-1].encode()
                self._chunks |= {
                    self._source.bundle.chunk_at(place).name for place in self._source.bundle.find_all(path)
                }
        return self._chunks

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
                self._blob.startswith(words, place)
                and self._blob[place + len(words) : place + len(words) + 1] in _QUOTES
                for words in self._words
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
