"""The names that can be seen at a place in the code, and what each of them stands for as far as that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice
from typing import NamedTuple

from extractor.find.dispatch.values import Value
from extractor.model.bundle import Chunk
from extractor.syntax import Node, content
from extractor.syntax.scopes import FUNCTIONS, parameters, pattern_names

_LISTS = frozenset({"lexical_declaration", "variable_declaration", "using_declaration"})
_BLOCKS = frozenset({"statement_block", "program", "switch_body", "class_static_block"})


@dataclass(frozen=True, slots=True)
class Declaration:
    """Where a name comes from: a declarator (`name` is one of its pattern's), a function or class, or a parameter."""

    kind: Choice["value", "function", "class", "parameter"]
    node: Node


class Place(NamedTuple):
    """An expression and the names it can see."""

    node: Node
    frame: Frame


class Given(NamedTuple):
    """A value that is a member (or a member of a member) of what stands at a place."""

    place: Place
    path: tuple[str, ...] = ()


class Frame:
    """One scope: what it declares, what its names were given while the code was followed, and the scope around it.

    `values` holds what is known of a name (None: nothing can be known), `given` what it was given, unevaluated.
    """

    __slots__ = ("chunk", "declared", "given", "is_top", "parent", "values")

    def __init__(self, chunk: Chunk, parent: Frame | None = None, declared: dict[str, Declaration] | None = None):
        self.chunk, self.parent, self.is_top = chunk, parent, parent is None
        self.declared = declared if declared is not None else {}
        self.values: dict[str, Value | None] = {}
        self.given: dict[str, Given] = {}

    def owner(self, name: str) -> Frame | None:
        """The innermost frame that knows `name`, or None: then it is a top-level name of the chunk."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.values or name in frame.given or name in frame.declared:
                return frame
            frame = frame.parent
        return None


class Scopes:
    """Reads what each scope of the syntax trees declares, once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, str], dict[str, Declaration]] = {}

    def inner(self, node: Node, parent: Frame) -> Frame:
        """A new frame for the scope `node` opens, inside `parent`."""
        return Frame(parent.chunk, parent, self.declared(node))

    def around(self, node: Node, chunk: Chunk) -> Frame:
        """The frame of all scopes around `node` in its tree, outermost first."""
        scopes, parent = [], node.parent
        while parent is not None:
            if parent.type in _BLOCKS or parent.type in FUNCTIONS or parent.type in ("for_statement", "catch_clause"):
                scopes.append(parent)
            parent = parent.parent
        frame = Frame(chunk)
        for scope in reversed(scopes):
            frame = self.inner(scope, frame)
            frame.is_top = scope.type == "program"
        return frame

    def declared(self, node: Node) -> dict[str, Declaration]:
        """What the scope `node` declares itself, not in the scopes inside it."""
        key = (node.start_byte, node.end_byte, node.type)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = dict(_declared(node))
        return kept


def _declared(node: Node) -> list[tuple[str, Declaration]]:
    found: list[tuple[str, Declaration]] = []
    if node.type in FUNCTIONS:
        for pattern in parameters(node):
            found += [(content(name), Declaration("parameter", name)) for name in pattern_names(pattern)]
    elif node.type == "catch_clause":
        caught = node.child_by_field_name("parameter")
        found += [(content(name), Declaration("parameter", name)) for name in pattern_names(caught)] if caught else []
    elif node.type == "for_statement":
        initial = node.child_by_field_name("initializer")
        found += _statement(initial) if initial else []
    elif node.type == "switch_body":
        for case in node.named_children:
            for child in case.named_children:
                found += _statement(child)
    else:
        for child in node.named_children:
            found += _statement(child)
    return found


def _statement(node: Node) -> list[tuple[str, Declaration]]:
    if node.type in _LISTS:
        return [
            (content(name), Declaration("value", declarator))
            for declarator in node.named_children
            if declarator.type == "variable_declarator" and (pattern := declarator.child_by_field_name("name"))
            for name in pattern_names(pattern)
        ]
    kind: Choice["function", "class"] | None = None
    if node.type in ("function_declaration", "generator_function_declaration"):
        kind = "function"
    elif node.type == "class_declaration":
        kind = "class"
    name = node.child_by_field_name("name") if kind else None
    return [(content(name), Declaration(kind, node))] if kind and name else []
