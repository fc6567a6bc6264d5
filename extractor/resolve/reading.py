"""Evaluate what a match points at: the schema, or the list of registry rows, that its definition builds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from extractor.evaluate import UNDEFINED, Arr, Const, Context, Evaluator, Func, Host, Obj, Unknown, Value
from extractor.evaluate.values import Frame
from extractor.model import schema as ir
from extractor.model.bundle import Chunk
from extractor.model.finding import Match
from extractor.model.inventory import Originator, ResponseKind
from extractor.resolve.library import SchemaLibrary
from extractor.resolve.objects import NEEDED, without_optional
from extractor.resolve.shape_text import may_be_shape
from extractor.resolve.shapes import SchemaValue, hole
from extractor.syntax import (
    Definition,
    Node,
    Source,
    bracket_end,
    declared_names,
    definition_around,
    enclosing,
    enclosing_functions,
    expression_end,
    named_child,
    parse_range,
)

_FIRST = re.compile(rb"\{\s*\"?\Z")
_NEAR, _LONGEST = 64, 4 << 10
_CHAIN = frozenset({"arguments", "call_expression", "member_expression"})


NO_SCHEMA = "it is no schema"
"""The reason of a match that only looked like one: it is dropped, not listed."""


@dataclass(frozen=True, slots=True)
class RegistryRow:
    """One entry of the registry, as it is declared."""

    request: ir.Schema
    originator: Originator | None
    response_kind: ResponseKind
    response: ir.Schema | None


class Reader:
    """Reads matches of one source. Shapes it returns may hold holes, and references to `library.pending`."""

    def __init__(self, source: Source, *, descriptions: bool = False) -> None:
        self.source, self.library = source, SchemaLibrary(descriptions=descriptions)
        self.evaluator = Evaluator(source, self.library)
        self._targets: dict[str, ir.Schema] = {}
        self._shapes: dict[tuple[int, int] | None, bool] = {}
        """By the range of an object's text: whether it may be the fields of a schema."""

    def value(self, match: Match) -> Value:
        """What the definition at a match evaluates to; a memoised function is called."""
        definition = self.definition(match)
        if definition is None:
            return self._alone(match)
        value = self.evaluator.definition(definition)
        return self.evaluator.call(value, []) if isinstance(value, Func) else value

    def _alone(self, match: Match) -> Value:
        """The schema around a property that stands in no definition; Undefined where the property is no schema's."""
        blob, chunk = self.source.bundle.blob, self.source.bundle.chunk_at(match.start)
        around = self._object_around(match.start, chunk)
        if around not in self._shapes:
            self._shapes[around] = around is None or may_be_shape(blob[slice(*around)])
        if not self._shapes[around]:
            return UNDEFINED
        start = blob.find(b":", match.start, chunk.end) + 1
        end = expression_end(blob, start, chunk.end)
        call = named_child(parse_range(blob, start, end).root_node, "call_expression") if end is not None else None
        local = Context(chunk, _unknown(self.source.parameters_around(match.start)))
        if call is None or not _is_schema(self.evaluator.written(call, local)):
            return UNDEFINED
        node = self.source.node_at(match.start, match.start + 1)
        context = Context(chunk, _locals(node) if node is not None else None)
        if not _is_schema(self.evaluator.written(call, context)):
            return UNDEFINED
        outer = enclosing(node, "object") if node is not None else None
        while outer is not None and outer.parent is not None and outer.parent.type in _CHAIN:
            outer = outer.parent
        if outer is None or outer.type != "call_expression":
            return Unknown("a schema that stands in no definition, in no call that builds an object")
        return self.evaluator.written(outer, context)

    def _object_around(self, offset: int, chunk: Chunk) -> tuple[int, int] | None:
        """The range of the innermost brackets around a property, an empty one where there are none.

        None where they are too deep or too long to tell. Before the first property of an object its brace stands.
        """
        blob = self.source.bundle.blob
        first = _FIRST.search(blob, max(chunk.start, offset - _NEAR), offset)
        if first is not None:
            end = bracket_end(blob, first.start(), min(chunk.end, first.start() + _LONGEST))
            return (first.start(), end) if end is not None else None
        brackets = self.source.brackets_around(offset)
        if not brackets:
            return brackets if brackets is None else (offset, offset)
        return brackets[-1] if brackets[-1][1] - brackets[-1][0] <= _LONGEST else None

    def definition(self, match: Match) -> Definition | None:
        """The definition whose text a match is in."""
        return definition_around(self.source, match.start)

    def schema(self, match: Match) -> ir.Schema:
        """The schema at a match; a Hole with the reason where there is none."""
        value = self.value(match)
        if isinstance(value, Host) and isinstance(value.payload, SchemaValue):
            return value.payload.schema
        if value == UNDEFINED:
            return hole(NO_SCHEMA)
        return hole(value.reason if isinstance(value, Unknown) else "it is no schema")

    def registry(self, match: Match) -> list[RegistryRow] | None:
        """The rows of the registry at a match; None where it is none."""
        value = self.value(match)
        if not isinstance(value, Arr) or not value.items or not value.complete:
            return None
        rows = [self._row(item) for item in value.items]
        return [row for row in rows if row is not None] if None not in rows else None

    def target(self, name: str) -> ir.Schema:
        """What a reference of a lazy schema refers to."""
        found = self._targets.get(name)
        if found is None and name.endswith(NEEDED):
            found = self._targets[name] = without_optional(self.target(name.removesuffix(NEEDED)))
        if found is None:
            getter = self.library.pending[name]
            found = self._targets[name] = self.library.lower(self.evaluator.call(getter, []), self.evaluator)
        return found

    def _row(self, value: Value) -> RegistryRow | None:
        if not isinstance(value, Obj) or not {"request", "originator", "response"} <= set(value.properties):
            return None
        request = self.library.lower(self.evaluator.member(value, "request"), self.evaluator)
        originator = self.evaluator.member(value, "originator")
        response = self.evaluator.member(value, "response")
        known = originator.value if isinstance(originator, Const) else None
        sender: Originator | None = known if known in ("client", "agent", "both") else None  # type: ignore[assignment]
        if response == UNDEFINED:
            return RegistryRow(request, sender, "undeclared", None)
        if response == Const(None):
            return RegistryRow(request, sender, "acknowledgement", None)
        return RegistryRow(request, sender, "schema", self.library.lower(response, self.evaluator))


def _locals(node: Node) -> Frame:
    """The names that the functions around a node declare: none of them is known."""
    return _unknown(name for function in enclosing_functions(node) for name in declared_names(function))


def _unknown(names: Iterable[str]) -> Frame:
    return Frame({name: Unknown("a local name of a function") for name in names})


def _is_schema(value: Value) -> bool:
    return isinstance(value, Host) and isinstance(value.payload, SchemaValue)
