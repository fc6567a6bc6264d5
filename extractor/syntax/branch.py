"""A syntax tree that remembers what was asked of it: code that is evaluated again and again is read once."""

from __future__ import annotations

from extractor.syntax.parse import Node


class Branch:
    """A node of a syntax tree. `type`, `start_byte` and the rest mean what they mean for tree-sitter's nodes.

    `notes` is for what evaluation finds out about the node once and for all.
    """

    __slots__ = ("_by_field", "_named", "_text", "end_byte", "notes", "raw", "start_byte", "type")

    def __init__(self, raw: Node) -> None:
        self.raw = raw
        self.type: str = raw.type
        self.start_byte, self.end_byte = raw.start_byte, raw.end_byte
        self._named: list[Branch] | None = None
        self._by_field: dict[str, Branch | None] = {}
        self._text: str | None = None
        self.notes: dict[str, object] = {}

    @property
    def named_children(self) -> list[Branch]:
        """The children that stand for something: no punctuation, no keywords, no comments."""
        if self._named is None:
            self._named = [Branch(child) for child in self.raw.named_children if child.type != "comment"]
        return self._named

    def child_by_field_name(self, name: str) -> Branch | None:
        """The child in a field of the grammar (`left`, `body`), or None."""
        if name in self._by_field:
            return self._by_field[name]
        raw = self.raw.child_by_field_name(name)
        found: Branch | None = None
        if raw is not None:
            start, end, kind = raw.start_byte, raw.end_byte, raw.type
            for child in self.named_children:
                if child.start_byte == start and child.end_byte == end and child.type == kind:
                    found = child
                    break
            else:
                found = Branch(raw)
        self._by_field[name] = found
        return found

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
        """Whether a direct child is of type `kind`: a keyword such as `static`, `async`, `get`."""
        known = self.notes.get(kind)
        if known is None:
            known = self.notes[kind] = any(child.type == kind for child in self.raw.children)
        return known is True
