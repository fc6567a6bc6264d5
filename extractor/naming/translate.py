"""TypeScript types in, shapes of the model out: what a declaration file says about data, in the model's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from extractor.model import schema as ir
from extractor.syntax import typescript as ts

_WORDS: Mapping[str, ir.Schema] = {
    "string": ir.String(), "number": ir.Number(), "boolean": ir.Boolean(), "undefined": ir.Undefined(),
    "void": ir.Undefined(), "never": ir.Never(),
}  # fmt: skip


class Translator:
    """Translates the types of one file; a name that the file does not declare stands for anything."""

    def __init__(self, declared: ts.Declarations) -> None:
        self._declared = declared

    def schema(self, written: ts.Type) -> ir.Schema:
        """The shape of a type; `Any` where it is none that this program follows."""
        match written:
            case ts.Named(name, arguments):
                return self._named(name, arguments)
            case ts.Exactly(value):
                return ir.Literal((value,))
            case ts.ListOf(element):
                return ir.Array(self.schema(element))
            case ts.TupleOf(items, rest):
                return ir.Tuple(tuple(map(self.schema, items)), self.schema(rest) if rest is not None else None)
            case ts.ObjectOf():
                return self._object(written)
            case ts.AnyOf(options):
                return _union([self.schema(option) for option in options])
            case ts.AllOf(parts):
                whole = self.schema(parts[0])
                for part in parts[1:]:
                    whole = ir.Intersection(whole, self.schema(part))
                return whole
            case ts.Other():
                return ir.Any()
            case _:
                assert_never(written)

    def _named(self, name: str, arguments: tuple[ts.Type, ...]) -> ir.Schema:
        name = self._declared.namespaces.get(name, name)
        if name in self._declared.types:
            return ir.Ref(name) if not arguments and self._is_data(name) else ir.Any()
        match name, [self.schema(argument) for argument in arguments]:
            case "Array" | "ReadonlyArray", [element]:
                return ir.Array(element)
            case "Readonly", [inner]:
                return inner
            case "Record", [key, value]:
                return ir.Record(key, value, exhaustive=isinstance(key, ir.Literal | ir.Ref))
            case "Partial", [ir.Record(key, value)]:
                return ir.Record(key, value)
            case _:
                return _WORDS.get(name, ir.Any()) if not arguments else ir.Any()

    def _is_data(self, name: str) -> bool:
        return what_it_is(self._declared.types[name]) is None

    def _object(self, written: ts.ObjectOf) -> ir.Schema:
        rest = self.schema(written.index) if written.index is not None else None
        if not written.members and rest is not None:
            return ir.Record(ir.String(), rest)
        fields: dict[str, ir.Field] = {}
        for member in written.members:
            shape = self.schema(member.type)
            fields.setdefault(member.name, ir.Field(member.name, ir.Optional(shape) if member.is_optional else shape))
        return ir.Object(tuple(fields.values()), rest=rest)


def what_it_is(written: ts.Type) -> str | None:
    """Why no message can have this type, or None where one can."""
    if isinstance(written, ts.Other):
        return written.what
    if isinstance(written, ts.ObjectOf) and written.has_methods:
        return "an object with methods"
    if isinstance(written, ts.AllOf):
        return next((found for part in written.parts if (found := what_it_is(part)) is not None), None)
    return None


def _union(options: list[ir.Schema]) -> ir.Schema:
    """A union in which all literals are one option, where the first of them stood."""
    values = tuple(
        dict.fromkeys((type(value), value) for one in options if isinstance(one, ir.Literal) for value in one.values)
    )
    merged: list[ir.Schema] = []
    for option in options:
        if not isinstance(option, ir.Literal):
            merged.append(option)
        elif not any(isinstance(other, ir.Literal) for other in merged):
            merged.append(ir.Literal(tuple(value for _, value in values)))
    return merged[0] if len(merged) == 1 else ir.Union(tuple(merged))
