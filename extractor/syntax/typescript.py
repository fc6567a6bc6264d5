"""TypeScript declarations as plain data: in comes the text of a `.d.ts` file, out go the types it declares."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TypeAlias

import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_typescript.language_typescript()))

_QUOTES = re.compile(r"\\.|\"", re.DOTALL)
_REQUOTED = {"\\'": "'", '"': '\\"'}

DEEPEST = 100
"""Types nested deeper than this are read as something else."""


@dataclass(frozen=True, slots=True)
class Named:
    """A type by its name, dotted as written, and its arguments; also `string`, `undefined`, `any` and the like."""

    name: str
    arguments: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class Exactly:
    """One value: a string, a number, a boolean or null."""

    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class ListOf:
    element: Type


@dataclass(frozen=True, slots=True)
class TupleOf:
    items: tuple[Type, ...]
    rest: Type | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """One property of an object type."""

    name: str
    type: Type
    is_optional: bool


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """Declared properties, and the type of all others where there is an index signature. Methods make it no data."""

    members: tuple[Member, ...]
    index: Type | None = None
    has_methods: bool = False


@dataclass(frozen=True, slots=True)
class AnyOf:
    options: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A type that is no data, or that this reader does not follow: a function, a mapped type, ..."""

    what: str


Type: TypeAlias = Named | Exactly | ListOf | TupleOf | ObjectOf | AnyOf | AllOf | Other


@dataclass(frozen=True, slots=True)
class Declarations:
    """What a file declares: types by name, and what names in namespaces stand for (`space.Name`: `Name`).

    A class, and a type with parameters, is an `Other`. `damaged` are names whose declaration cannot be parsed.
    """

    types: Mapping[str, Type] = field(default_factory=dict)
    namespaces: Mapping[str, str] = field(default_factory=dict)
    damaged: tuple[str, ...] = ()


def read_declarations(text: bytes) -> Declarations:
    """The declarations at the top level of a file (UTF-8). The first of two with one name counts."""
    types: dict[str, Type] = {}
    namespaces: dict[str, str] = {}
    damaged: list[str] = []
    for node in _declarations(_PARSER.parse(text).root_node):
        name = _text(node.child_by_field_name("name"))
        if node.has_error:
            damaged.append(name)
        elif node.type == "internal_module":
            namespaces.update({f"{name}.{inner}": outer for inner, outer in _exports(node)})
        else:
            types.setdefault(name, _declared(node))
    return Declarations(types, namespaces, tuple(damaged))


def _declarations(root: Node) -> Iterator[Node]:
    wanted = (
        "type_alias_declaration", "interface_declaration", "class_declaration", "internal_module",
        "abstract_class_declaration", "enum_declaration",
    )  # fmt: skip
    for node in root.named_children:
        while node.type in ("export_statement", "ambient_declaration", "expression_statement") and node.named_children:
            node = node.named_children[-1]
        if node.type in wanted:
            yield node


def _declared(node: Node) -> Type:
    if node.child_by_field_name("type_parameters") is not None:
        return Other("a type with parameters")
    if node.type == "type_alias_declaration":
        return _type(node.child_by_field_name("value"), DEEPEST)
    if node.type == "interface_declaration":
        body = _type(node.child_by_field_name("body"), DEEPEST)
        clauses = [child for child in node.named_children if child.type == "extends_type_clause"]
        bases = tuple(_type(base, DEEPEST) for clause in clauses for base in clause.named_children)
        return AllOf((*bases, body)) if bases else body
    return Other("an enum" if node.type == "enum_declaration" else "a class")


def _exports(module: Node) -> Iterator[tuple[str, str]]:
    """The names a namespace exports, each with what it is called outside of it."""
    stack = [module]
    while stack:
        node = stack.pop()
        if node.type == "export_specifier":
            outer = _text(node.child_by_field_name("name"))
            yield _text(node.child_by_field_name("alias")) or outer, outer
        elif node.type in ("internal_module", "statement_block", "export_statement", "export_clause"):
            stack.extend(node.named_children)


def _type(node: Node | None, depth: int) -> Type:
    """The type that a node writes; `depth` levels of types are followed."""
    if node is None:
        return Named("any")
    if depth == 0:
        return Other("a type nested too deeply")
    read = _READERS.get(node.type)
    return read(node, depth - 1) if read is not None else Other(node.type.replace("_", " "))


def _inner(node: Node, depth: int) -> Type:
    children = [child for child in node.named_children if child.type != "comment"]
    return _type(children[0], depth) if children else Other(node.type)


def _name(node: Node, depth: int) -> Type:
    return Named(_words(node))


def _generic(node: Node, depth: int) -> Type:
    arguments = node.child_by_field_name("type_arguments")
    inner = [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []
    name = _words(node.child_by_field_name("name"))
    return Named(name, tuple(_type(argument, depth) for argument in inner))


def _literal(node: Node, depth: int) -> Type:
    value = node.named_children[0] if node.named_children else node
    if value.type == "string":
        return Exactly(_string(value))
    if value.type in ("true", "false", "null"):
        return Exactly({"true": True, "false": False, "null": None}[value.type])
    if value.type == "undefined":
        return Named("undefined")
    try:
        number = json.loads(_text(value))
    except ValueError:
        return Other("a literal")
    return Exactly(number) if isinstance(number, int | float) and isfinite(number) else Other("a literal")


def _list(node: Node, depth: int) -> Type:
    return ListOf(_inner(node, depth))


def _tuple(node: Node, depth: int) -> Type:
    items: list[Type] = []
    rest: Type | None = None
    for child in node.named_children:
        if child.type == "rest_type":
            listed = _inner(child, depth)
            rest = listed.element if isinstance(listed, ListOf) else Named("any")
        elif child.type != "comment":
            items.append(_type(child, depth))
    return TupleOf(tuple(items), rest)


def _object(node: Node, depth: int) -> Type:
    members: list[Member] = []
    index: Type | None = None
    has_methods = False
    for child in node.named_children:
        if child.type == "property_signature":
            name = child.child_by_field_name("name")
            if name is not None and name.type in ("property_identifier", "string", "number"):
                marks = {mark.type for mark in child.children}
                members.append(Member(_property(name), _annotated(child, depth), "?" in marks))
        elif child.type == "index_signature":
            if any(part.type == "mapped_type_clause" for part in child.named_children):
                return Other("a mapped type")
            index = _annotated(child, depth)
        elif child.type in ("method_signature", "call_signature", "construct_signature"):
            has_methods = True
    return ObjectOf(tuple(members), index, has_methods)


def _annotated(node: Node, depth: int) -> Type:
    annotation = node.child_by_field_name("type")
    return _inner(annotation, depth) if annotation is not None else Named("any")


def _parts(node: Node, depth: int) -> Iterator[Node]:
    """The options of a union (or the parts of an intersection) that the grammar writes as nested pairs."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type == node.type:
            stack.extend(reversed([child for child in current.named_children if child.type != "comment"]))
        else:
            yield current


def _union(node: Node, depth: int) -> Type:
    return AnyOf(tuple(_type(part, depth) for part in _parts(node, depth)))


def _intersection(node: Node, depth: int) -> Type:
    return AllOf(tuple(_type(part, depth) for part in _parts(node, depth)))


def _property(node: Node) -> str:
    return _string(node) if node.type == "string" else _text(node)


def _string(node: Node) -> str:
    """The value of a string literal; one with an escape that JSON does not know is kept as it is written."""
    inner = _text(node)[1:-1]
    plain = _QUOTES.sub(lambda match: _REQUOTED.get(match[0], match[0]), inner)
    try:
        return str(json.loads(f'"{plain}"'))
    except ValueError:
        return inner


def _words(node: Node | None) -> str:
    """A dotted name without the space in it."""
    return "".join(_text(node).split())


def _text(node: Node | None) -> str:
    text = node.text if node is not None else None
    return text.decode("utf-8", "replace") if text is not None else ""


_READERS: Mapping[str, Callable[[Node, int], Type]] = {
    "type_identifier": _name, "nested_type_identifier": _name, "predefined_type": _name, "identifier": _name,
    "generic_type": _generic, "literal_type": _literal, "array_type": _list, "tuple_type": _tuple,
    "object_type": _object, "interface_body": _object, "union_type": _union, "intersection_type": _intersection,
    "parenthesized_type": _inner, "readonly_type": _inner, "optional_type": _inner,
}  # fmt: skip
