"""The JavaScript of a bundle, to be asked questions: what a name means in a chunk, what is written at an offset."""

from __future__ import annotations

import re

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax.definitions import Definition, Missing
from extractor.syntax.extent import declaration_end, expression_end
from extractor.syntax.heads import parameters_before
from extractor.syntax.modules import NAMESPACE, Clauses, read_clauses
from extractor.syntax.names import Candidate, ChunkNames
from extractor.syntax.nodes import Nodes
from extractor.syntax.parse import Node, content
from extractor.syntax.segments import SMALL, Segments

_HOPS = 32

MOST = 16
"""A name with candidates in more segments than this is a local one of many functions: none is looked at."""


_BLOCK_SCOPED = re.compile(rb"(?<![\w$.])(?:let|const)\s+\Z")


class Source:
    """A bundle's scripts with names resolved on demand.

    By default a definition's own text is parsed and nothing around it; the statement around a
    candidate is parsed only where a scan cannot tell which of them counts. `whole=True` is the audit mode: every
    chunk asked about is parsed whole and every candidate is checked against its scopes; it must give the same answers, slowly.
    """

    def __init__(self, bundle: Bundle, *, whole: bool = False) -> None:
        self.bundle, self.whole = bundle, whole
        self.segments = Segments(bundle, whole=whole)
        self._nodes = Nodes(bundle.blob, self.segments, whole=whole)
        self._names: dict[str, ChunkNames] = {}
        self._clauses: dict[str, Clauses] = {}
        self._found: dict[tuple[str, str], Definition | Missing] = {}

    def lookup(self, chunk: Chunk, name: str) -> Definition | Missing:
        """What `name` means at the top level of `chunk`, followed through imports and re-exports."""
        key = (chunk.name, name)
        if key not in self._found:
            self._found[key] = self._lookup(chunk, name, 0)
        return self._found[key]

    def exported(self, chunk: Chunk, name: str) -> Definition | Missing:
        """What `chunk` exports as `name`."""
        return self._exported(chunk, name, 0)

    def exports(self, chunk: Chunk) -> Clauses:
        """The import and export clauses of `chunk`."""
        clauses = self._clauses.get(chunk.name)
        if clauses is None:
            clauses = self._clauses[chunk.name] = read_clauses(self.bundle.blob, chunk.start, chunk.end)
        return clauses

    def module(self, chunk: Chunk, path: str) -> Chunk | None:
        """The chunk that `chunk` imports as `path` (absolute, or relative to `chunk`), or None."""
        found = self.bundle.chunk_named(path)
        if found is None and path.startswith("."):
            folder = chunk.name.rsplit("/", 1)[0] if "/" in chunk.name else ""
            parts: list[str] = [part for part in folder.split("/") if part]
            for part in path.split("/"):
                if part == "..":
                    parts = parts[:-1]
                elif part != ".":
                    parts.append(part)
            joined = "/".join(parts)
            found = self.bundle.chunk_named(joined) or self.bundle.chunk_named("/" + joined)
        return found

    def importers(self, chunk: Chunk) -> list[Chunk]:
        """The chunks that import something from `chunk`, in the bundle's order."""
        name = chunk.name.rsplit("/", 1)[-1].encode()
        found: dict[str, Chunk] = {}
        for offset in self.bundle.find_all(name):
            importer = self.bundle.chunk_at(offset)
            if importer.name in found or importer is chunk:
                continue
            if any(self.module(importer, path) is chunk for path, _ in self.exports(importer).imports.values()):
                found[importer.name] = importer
        return list(found.values())

    def names(self, chunk: Chunk) -> ChunkNames:
        """The candidate definitions of `chunk`."""
        names = self._names.get(chunk.name)
        if names is None:
            names = self._names[chunk.name] = ChunkNames(self.bundle.blob, chunk)
        return names

    def node_at(self, start: int, end: int) -> Node | None:
        """The smallest named node of the segment's tree that spans [start, end)."""
        return self._nodes.at(start, end)

    def brackets_around(self, offset: int) -> list[tuple[int, int]] | None:
        """The ranges of the brackets around `offset` in its segment, outermost first; None where they are too many."""
        code = self.segments.code(self.bundle.chunk_at(offset))
        return code.enclosing(offset, self.segments.bounds(offset)[0])

    def parameters_around(self, offset: int) -> set[str]:
        """Names that surely are parameters of functions around `offset`: no others can be meant by them there."""
        blob, start = self.bundle.blob, self.bundle.chunk_at(offset).start
        brackets = self.brackets_around(offset) or []
        braces = [first for first, _ in brackets if blob[first : first + 1] == b"{"]
        return {name for brace in braces for name in parameters_before(blob, brace, start)}

    def thunk_around(self, offset: int) -> Definition | None:
        """The definition `name = helper(() => ...)` whose text holds `offset`, or None."""
        chunk = self.bundle.chunk_at(offset)
        for start in self.names(chunk).thunks_before(offset, 3):
            definition = self._value(chunk, "", start)
            if not isinstance(definition, Definition) or definition.node is None:
                continue
            if definition.node.start_byte <= offset < definition.node.end_byte:
                is_doubtful = self.whole or self._is_small(chunk)
                candidate = Candidate("value", start)
                is_local = is_doubtful and not self._is_top_level(chunk, candidate, definition.name)
                return None if is_local else definition
        return None

    def assigned_property(self, chunk: Chunk, owner: str, name: str) -> Node | None:
        """The value of the first `owner.name = value` in `chunk`, or None."""
        blob = self.bundle.blob
        for sign in (b"=", b" = "):
            needle = f"{owner}.{name}".encode() + sign
            offset = blob.find(needle, chunk.start, chunk.end)
            while offset != -1:
                before, after = blob[offset - 1 : offset], blob[offset + len(needle) : offset + len(needle) + 1]
                if not before.isalnum() and before not in (b"_", b"$", b".") and after not in (b"=", b">"):
                    end = expression_end(blob, offset + len(needle), chunk.end)
                    node = self._nodes.parsed(offset, end, "assignment")
                    return node.child_by_field_name("right") if node is not None else None
                offset = blob.find(needle, offset + 1, chunk.end)
        return None

    def definition_at(self, chunk: Chunk, candidate: Candidate, name: str) -> Definition | Missing:
        """The definition that a candidate's text holds."""
        if candidate.kind == "value":
            return self._value(chunk, name, candidate.offset)
        if candidate.kind == "exports":
            end = expression_end(self.bundle.blob, candidate.offset, chunk.end)
            node = self._nodes.parsed(candidate.offset, end, "object")
            return (
                Definition("exports", name, chunk, node) if node else Missing(name, "its export table cannot be parsed")
            )
        if candidate.kind == "filled":
            node = self._nodes.filling(candidate.offset)
            return Definition("filled", name, chunk, node) if node else Missing(name, "what fills it cannot be parsed")
        if candidate.kind == "destructured":
            node = self._nodes.binding(candidate.offset)
            return Definition("destructured", name, chunk, node) if node else Missing(name, "its pattern is not read")
        end = declaration_end(self.bundle.blob, candidate.offset, chunk.end)
        node = self._nodes.parsed(candidate.offset, end, "declaration")
        if node is None:
            return Missing(name, "its declaration cannot be parsed")
        return Definition(candidate.kind, name, chunk, node)

    def _lookup(self, chunk: Chunk, name: str, hops: int) -> Definition | Missing:
        if hops > _HOPS:
            return Missing(name, "its imports form a loop")
        imported = self.exports(chunk).imports.get(name)
        if imported is not None:
            path, exported = imported
            target = self.module(chunk, path)
            if target is None:
                return Missing(name, f"it is imported from {path}, which is not in the bundle")
            return self._exported(target, exported, hops + 1)
        return self._defined(chunk, name)

    def _defined(self, chunk: Chunk, name: str) -> Definition | Missing:
        """The one definition of a name at the top level of its chunk."""
        reason = "it is defined nowhere in its chunk"
        seen: list[Candidate] = []
        for candidates in self.names(chunk).tiers(name):
            seen += candidates
            if self.whole or not candidates:
                continue
            if self._is_crowded(candidates):
                return Missing(name, f"it has {len(candidates)} possible definitions in its chunk")
            found, reason = self._settled(chunk, name, candidates)
            if found is not None:
                return found
        if self.whole and seen:
            found, reason = self._settled(chunk, name, seen)
            if found is not None:
                return found
        return Missing(name, reason)

    def _settled(self, chunk: Chunk, name: str, candidates: list[Candidate]) -> tuple[Definition | None, str]:
        """The definition among candidates, or None and why there is none."""
        if self.whole or len(candidates) > 1 or not self._is_plain(chunk, candidates[0]):
            candidates = [candidate for candidate in candidates if self._is_top_level(chunk, candidate, name)]
            candidates = _without_placeholders(self.bundle.blob, candidates, name)
        if len(candidates) != 1:
            return None, f"it has {len(candidates) or 'no'} definitions at the top level of its chunk"
        found = self.definition_at(chunk, candidates[0], name)
        return (found, "") if isinstance(found, Definition) else (None, found.reason)

    def _is_small(self, chunk: Chunk) -> bool:
        """Whether a chunk is read from its start so quickly that no definition in it need be taken on trust."""
        return chunk.end - chunk.start <= SMALL

    def _is_plain(self, chunk: Chunk, candidate: Candidate) -> bool:
        """Whether the one candidate for a name surely defines it, as far as a scan without a tree can tell.

        In a small chunk it must stand outside every bracket; in a large one, in code.
        """
        if self._is_small(chunk):
            return self._is_outermost(chunk, candidate)
        return self.segments.code(chunk).holds(candidate.offset, self.segments.bounds(candidate.offset)[0])

    def _is_outermost(self, chunk: Chunk, candidate: Candidate) -> bool:
        return self.segments.code(chunk).is_outermost(candidate.offset, self.segments.bounds(candidate.offset)[0])

    def _is_top_level(self, chunk: Chunk, candidate: Candidate, name: str) -> bool:
        """Whether a candidate defines the name for its whole chunk.

        Certain without a tree for one outside every bracket, and for a `let` or `const` inside one; else by scopes.
        """
        if not self.whole:
            around = self.segments.code(chunk).outermost(candidate.offset, self.segments.bounds(candidate.offset)[0])
            if around is not None and around[0] == candidate.offset:
                return True
            if around is not None and _BLOCK_SCOPED.search(self.bundle.blob[candidate.offset - 8 : candidate.offset]):
                return False
        return self._nodes.is_top_level(candidate, name)

    def _exported(self, chunk: Chunk, name: str, hops: int) -> Definition | Missing:
        if hops > _HOPS:
            return Missing(name, "its imports form a loop")
        if name == NAMESPACE:
            return Definition("namespace", name, chunk)
        clauses = self.exports(chunk)
        if name in clauses.exports:
            return self._lookup(chunk, clauses.exports[name], hops + 1)
        if name in clauses.reexports:
            path, inner = clauses.reexports[name]
            target = self.module(chunk, path)
            return self._exported(target, inner, hops + 1) if target else Missing(name, f"{path} is not in the bundle")
        for path in clauses.stars:
            target = self.module(chunk, path)
            found = self._exported(target, name, hops + 1) if target else None
            if isinstance(found, Definition):
                return found
        return Missing(name, f"{chunk.name} does not export it")

    def _value(self, chunk: Chunk, name: str, offset: int) -> Definition | Missing:
        blob = self.bundle.blob
        sign = blob.find(b"=", offset, chunk.end)
        end = expression_end(blob, sign + 1, chunk.end) if sign != -1 else None
        node = self._nodes.parsed(offset, end, "assignment")
        if node is None:
            return Missing(name, "its value cannot be parsed")
        target = node.child_by_field_name("left") or node.child_by_field_name("name")
        value = node.child_by_field_name("right") or node.child_by_field_name("value")
        return Definition("value", name or content(target), chunk, value)

    def _is_crowded(self, candidates: list[Candidate]) -> bool:
        """Whether candidates stand in so many segments that they are local names of functions."""
        if len(candidates) <= MOST:
            return False
        starts: set[int] = set()
        for candidate in candidates:
            starts.add(self.segments.bounds(candidate.offset)[0])
            if len(starts) > MOST:
                return True
        return False


def _without_placeholders(blob: bytes, candidates: list[Candidate], name: str) -> list[Candidate]:
    """Candidates less those that only set the name to `void 0`, or to the empty object that another one fills."""
    is_filled = any(one.kind in ("exports", "filled") for one in candidates)
    signs = (b"=void 0", b"={}") if is_filled else (b"=void 0",)

    def is_placeholder(one: Candidate) -> bool:
        text = blob[one.offset : one.offset + len(name.encode()) + 10].replace(b" ", b"").replace(b"void0", b"void 0")
        return one.kind == "value" and text[len(name.encode()) :].startswith(signs)

    return [one for one in candidates if not is_placeholder(one)] or candidates
