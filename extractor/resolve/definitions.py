"""Make one definition of each shape that several places share, with a name from where and as what it is used."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from extractor.model import schema as ir
from extractor.resolve import wire
from extractor.resolve.closing import rebuild

_MINIMUM = 48
"""A shape whose canonical text is shorter than this many characters stays where it is used."""

_TAGS = ("type", "subtype", "kind", "behavior", "mode", "action", "status", "hook_event_name", "hookEventName")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]+")


class Definer:
    """Collects the closed shapes of a release's entries, then names what they share.

    Entries are added with a name of their own (`InitializeRequest`); a shape that stands at the root of an
    entry is named by it. Names depend on shapes and their uses only, so another platform gives the same.
    """

    def __init__(self, recursive: Mapping[str, ir.Schema]) -> None:
        self._recursive = recursive
        self._entries: list[tuple[str, ir.Schema]] = []
        self._texts: dict[int, tuple[ir.Schema, str]] = {}
        self._owners: dict[str, set[str]] = defaultdict(set)
        self._places: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self._shapes: dict[str, ir.Schema] = {}
        self._visited: set[tuple[str, str, int]] = set()
        self._names: dict[str, str] = {}

    def add(self, name: str, schema: ir.Schema) -> None:
        """One entry's shape."""
        self._entries.append((name, schema))

    def define(self) -> dict[str, ir.Schema]:
        """The definitions, sorted by name; afterwards `shared` gives entries' shapes in terms of them."""
        for name, schema in self._entries:
            self._note(schema, name, "", name)
        for schema in self._recursive.values():
            self._note(schema, "", "", "")
            self._shapes.setdefault(self.text(schema), schema)
        chosen = [text for text, places in self._places.items() if len(places) > 1 and len(text) >= _MINIMUM]
        chosen += [self.text(schema) for schema in self._recursive.values()]
        self._name(sorted(set(chosen)))
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

    def _inside(self, schema: ir.Schema) -> ir.Schema:
        return rebuild(schema, lambda part, step: self.shared(part))

    def _write(self, schema: ir.Schema) -> str:
        if isinstance(schema, ir.Ref):
            return "(self)" if schema.name in self._recursive else f"(ref {schema.name})"
        inner: list[str] = []

        def note(part: ir.Schema, step: str) -> ir.Schema:
            inner.append(f"{step}={self.text(part)}" if len(step) > 1 else self.text(part))
            return ir.Any()

        head = repr(rebuild(schema, note))
        if inner and len(head) + sum(map(len, inner)) > 2048:
            digest = hashlib.sha256("\0".join([head, *inner]).encode()).hexdigest()
            return f"({type(schema).__name__} {digest}{'.' * _MINIMUM})"
        return f"({head}{''.join(inner)})"

    def _note(self, schema: ir.Schema, entry: str, field: str, owner: str) -> None:
        """Remember where each shape that could become a definition is used.

        `field` is the nearest field around it, `owner` the nearest object around it that has a tag.
        """
        mark = (entry, field, id(schema))
        if mark in self._visited:
            return
        self._visited.add(mark)
        if _is_definable(schema):
            text = self.text(schema)
            self._shapes.setdefault(text, schema)
            self._places[text].add((entry, field))
            self._owners[text].add(owner)
        tag = _tag(schema)
        if isinstance(schema, ir.Intersection):
            self._note(schema.left, entry, field, owner)
            self._note_parts(schema.right, entry, field, owner)
            return
        self._note_parts(schema, entry, field, pascal(tag) if tag else owner)

    def _note_parts(self, schema: ir.Schema, entry: str, field: str, owner: str) -> None:
        def inside(part: ir.Schema, step: str) -> ir.Schema:
            name = step[1:] if step.startswith(".") and step not in (".*", ".(key)") else field
            self._note(part, entry, name, owner)
            return part

        rebuild(schema, inside)

    def _name(self, texts: list[str]) -> None:
        names = {text: self._base_name(text) for text in texts}
        for lengthen in (self._with_kind, self._with_owner, self._with_digest):
            counts = Counter(names.values())
            names = {text: lengthen(text, name) if counts[name] > 1 else name for text, name in names.items()}
        self._names = names

    def _with_kind(self, text: str, name: str) -> str:
        return name + {"Literal": "Value", "Union": "Choice"}.get(type(self._shapes[text]).__name__, "")

    def _with_owner(self, text: str, name: str) -> str:
        return min(self._owners.get(text) or {""}) + name

    def _with_digest(self, text: str, name: str) -> str:
        return name + hashlib.sha256(text.encode()).hexdigest()[:4].upper()

    def _base_name(self, text: str) -> str:
        places = self._places.get(text, set())
        roots = sorted(entry for entry, field in places if not field and entry)
        if roots:
            return roots[0]
        schema = self._shapes[text]
        fields = Counter(field for _, field in places if field)
        ranked = sorted(fields, key=lambda name: (-fields[name], name))
        base = pascal(singular(ranked[0])) if ranked else "Shape"
        tag = _tag(schema)
        if tag is None:
            return base
        value = pascal(tag)
        return value if base.lower() in value.lower() else f"{value}{base}"


def _tag(schema: ir.Schema) -> str | None:
    """The single value of the field that tells an object from its siblings, or None."""
    for name in _TAGS:
        values = wire.literals(schema, name)
        if len(values) == 1:
            return values[0]
    return None


def _is_definable(schema: ir.Schema) -> bool:
    if isinstance(schema, ir.Object):
        return len(schema.fields) > 0
    if isinstance(schema, ir.Literal):
        return len(schema.values) > 2
    return isinstance(schema, ir.Union | ir.Intersection)


def pascal(name: str) -> str:
    """`permission_mode`, `permissionMode` or `permission-mode` as `PermissionMode`."""
    words = "".join(word[:1].upper() + word[1:] for word in _WORD.findall(name))
    return words if words[:1].isalpha() else f"X{words}"


def singular(name: str) -> str:
    """The name of one element of something with a plural name."""
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if name.endswith(("sses", "shes", "ches", "xes")):
        return name[:-2]
    if name.endswith("s") and not name.endswith(("ss", "us", "is")) and len(name) > 3:
        return name[:-1]
    return name
