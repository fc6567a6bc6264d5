"""A syntax tree that remembers what was asked of it: code that is evaluated again and again is read once."""

from __future__ import annotations

from sys import intern

from extractor.syntax.parse import Node

_MARKS = frozenset({"async", "await", "*", "get", "set", "static", "optional_chain"})
"""Keywords and signs that say how something is meant."""


class Branch:
    """A node of a syntax tree. `type`, `start_byte` and the rest mean what they mean for tree-sitter's nodes.

    `notes` is for what evaluation finds out about the node once and for all.
    """

    __slots__ = ("_by_field", "_marks", "_named", "_text", "notes", "raw", "type")

    def __init__(self, raw: Node) -> None:
        self.raw = raw
        self.type = intern(raw.type)
        self._named: list[Branch] | None = None
        self._text: str | None = None
        self.notes: dict[str, object] = {}

    @property
    def named_children(self) -> list[Branch]:
        """The children that stand for something: no punctuation, no keywords, no comments."""
        return self._named if self._named is not None else self._read()

    def child_by_field_name(self, name: str) -> Branch | None:
        """The first child in a field of the grammar (`left`, `body`), or None."""
        if self._named is None:
            self._read()
        return self._by_field.get(name)

    @property
    def text(self) -> str:
        """The source text."""
        if self._text is None:
            self._text = (self.raw.text or b"").decode("utf-8", "replace")
        return self._text

    def text_of(self, field: str) -> str:
        """The source text of the child in a field, "" where there is none."""
        found = self.child_by_field_name(field)
        return found.text if found is not None else ""

    def has_child(self, kind: str) -> bool:
        """Whether a direct child is of type `kind`, one of _MARKS."""
        if self._named is None:
            self._read()
        return kind in self._marks

    @property
    def start_byte(self) -> int:
        """The offset of the first byte."""
        return self.raw.start_byte

    @property
    def end_byte(self) -> int:
        """The offset after the last byte."""
        return self.raw.end_byte

    def _read(self) -> list[Branch]:
        """Read the children, all at once."""
        named: list[Branch] = []
        self._by_field: dict[str, Branch] = {}
        self._marks: tuple[str, ...] = ()
        cursor = self.raw.walk()
        is_there = cursor.goto_first_child()
        while is_there:
            child, field = cursor.node, cursor.field_name
            assert child is not None
            is_named = child.is_named
            if is_named or field is not None:
                branch = Branch(child)
                kind = branch.type
                if is_named and kind != "comment":
                    named.append(branch)
                if field is not None:
                    self._by_field.setdefault(field, branch)
            else:
                kind = child.type
            if kind in _MARKS and kind not in self._marks:
                self._marks += (kind,)
            is_there = cursor.goto_next_sibling()
        self._named = named
        return named
