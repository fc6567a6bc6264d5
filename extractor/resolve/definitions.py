"""Make one definition of each shape that several places share, with a name from where and as what it is used."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping

from extractor.model import schema as ir
from extractor.model.parts import parts, rebuild, steps
from extractor.resolve.definition_names import Namer, Use, tag_of

_MINIMUM = 48
"""A shape whose canonical text is shorter than this many characters stays where it is used."""

_FORMS = 3
"""Of so many alternatives or more, each that has a tag is a definition."""


_PART = ir.Any()
"""What stands for each part of a shape in the text of its outline."""


class Definer:
    """Collects the closed shapes of a release's entries, then names what they share.

    Entries are added with a name of their own (`InitializeRequest`); a shape that stands at the root of an
    entry is named by it. Names depend on shapes and their uses only, so another platform gives the same.
    """

    def __init__(self, recursive: Mapping[str, ir.Schema]) -> None:
        self._recursive = recursive
        self._entries: list[tuple[str, ir.Schema]] = []
        self._texts: dict[int, tuple[ir.Schema, str]] = {}
        self._uses: dict[str, set[Use]] = defaultdict(set)
        self._shapes: dict[str, ir.Schema] = {}
        self._loops: dict[str, ir.Schema] = {}
        self._counted: dict[str, int] = {}
        self._names: dict[str, str] = {}

    def add(self, name: str, schema: ir.Schema) -> None:
        """One entry's shape."""
        self._entries.append((name, schema))

    def define(self) -> dict[str, ir.Schema]:
        """The definitions, sorted by name; afterwards `shared` gives entries' shapes in terms of them."""
        for name, schema in self._entries:
            self._note(schema, Use(name))
        self._loops = {self.text(schema): schema for schema in self._recursive.values()}
        for text, schema in self._loops.items():
            if text not in self._shapes:
                self._shapes[text] = schema
                self._note_parts(schema, Use(owner=text))
        self._names = Namer(self._shapes, self._uses, filter(self._is_chosen, self._shapes)).names()
        return {
            self._names[text]: self._inside(self._shapes[text])
            for text in sorted(self._names, key=lambda text: self._names[text])
        }

    def shared(self, schema: ir.Schema) -> ir.Schema:
        """The shape with every part that is a definition replaced by a reference to it."""
        if isinstance(schema, ir.Ref):
            return ir.Ref(self._names[self.text(self._recursive[schema.name])])
        name = self._names.get(self.text(schema))
        return ir.Ref(name) if name is not None else self._inside(schema)

    def text(self, schema: ir.Schema) -> str:
        """A shape's canonical text: equal for equal shapes, whatever they were called and wherever they stood."""
        known = self._texts.get(id(schema))
        if known is None:
            known = self._texts[id(schema)] = (schema, self._write(schema))
        return known[1]

    def _is_chosen(self, text: str) -> bool:
        """Whether a shape is shared, or is one of several tagged forms of something, or a part of a shared base."""
        schema, uses = self._shapes[text], self._uses[text]
        if text in self._loops or any(self._is_base(use.owner) for use in uses):
            return True
        if len(text) < _MINIMUM or (
            isinstance(schema, ir.Object) and len(schema.fields) < 2 and tag_of(schema) is None
        ):
            return False
        return self._copies(text) > 1 or any(self._is_form(text, use) for use in uses)

    def _copies(self, text: str) -> int:
        """In how many places a shape would stand (at most 2) if it were no definition, but those around it were."""
        if text not in self._counted:
            self._counted[text] = 1
            owners = [use.owner for use in self._uses[text]]
            around = [1 if not owner or self._is_chosen(owner) else self._copies(owner) for owner in owners]
            self._counted[text] = min(sum(around), 2)
        return self._counted[text]

    def _is_base(self, text: str) -> bool:
        """Whether several larger shapes are intersected with this one: what is in it then stands in each of them."""
        owners = [self._shapes[use.owner] for use in self._uses.get(text, ()) if use.owner and not any(use.steps)]
        return sum(isinstance(owner, ir.Intersection) for owner in owners) > 1

    def _is_form(self, text: str, use: Use) -> bool:
        owner = self._shapes.get(use.owner)
        if not isinstance(owner, ir.Union) or any(use.steps) or len(owner.options) < _FORMS:
            return False
        return tag_of(self._shapes[text]) is not None

    def _inside(self, schema: ir.Schema) -> ir.Schema:
        return rebuild(schema, self.shared)

    def _write(self, schema: ir.Schema) -> str:
        if isinstance(schema, ir.Ref):
            return "(self)" if schema.name in self._recursive else f"(ref {schema.name})"
        texts = zip(steps(schema), map(self.text, parts(schema)), strict=True)
        inner = [f"{step}={text}" if len(step) > 1 else text for step, text in texts]
        head = repr(rebuild(schema, _nothing))
        if inner and len(head) + sum(map(len, inner)) > 2048:
            digest = hashlib.sha256("\0".join([head, *inner]).encode(errors="surrogatepass")).hexdigest()
            return f"({type(schema).__name__} {digest}{'.' * _MINIMUM})"
        return f"({head}{''.join(inner)})"

    def _note(self, schema: ir.Schema, use: Use) -> None:
        """Remember where each shape that could become a definition is used; the inside of equal shapes counts once."""
        if isinstance(schema, ir.Ref):
            self._uses[self.text(self._recursive[schema.name])].add(use)
        elif _is_definable(schema):
            text = self.text(schema)
            is_new = text not in self._shapes
            self._shapes.setdefault(text, schema)
            self._uses[text].add(use)
            if is_new:
                self._note_parts(schema, Use(owner=text))
        else:
            self._note_parts(schema, use)

    def _note_parts(self, schema: ir.Schema, use: Use) -> None:
        for step, part in zip(steps(schema), parts(schema), strict=True):
            self._note(part, Use(use.entry, use.owner, (*use.steps, step)))


def _nothing(part: ir.Schema) -> ir.Schema:
    return _PART


def _is_definable(schema: ir.Schema) -> bool:
    if isinstance(schema, ir.Object):
        return len(schema.fields) > 0
    if isinstance(schema, ir.Literal):
        return len(schema.values) > 2
    return isinstance(schema, ir.Union | ir.Intersection)
