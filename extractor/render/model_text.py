"""Lays out the classes of a planned package as the pieces of source text that the templates put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.render.code import (
    Call,
    Code,
    Constant,
    Expression,
    Name,
    Subscript,
    laid_out,
    literal,
    names_in,
    prose,
    text_literal,
)
from extractor.render.model_nouns import MODULES, ModelAlias, ModelClass, ModelField, ModelItem, ModuleName
from extractor.render.names import ClassNames, attribute_names

STANDARD = {
    "Annotated": "typing", "Any": "typing", "Literal": "typing", "TypeAlias": "typing", "Union": "typing",
    "Field": "pydantic", "TypeAliasType": "typing_extensions", "Unpack": "typing",
}  # fmt: skip
"""Where the package imports a name from; any other name is its own."""

BASE = frozenset({
    "Also", "Bounds", "Fixed", "Float32", "Int32", "Integer", "Maybe", "WireModel", "Nothing", "Number",
    "OneOf", "Positions", "REQUIRED", "WireValue", "SafeInteger", "Text", "UNSET", "UnsignedInt32",
})  # fmt: skip
"""What a module takes from the package's base module."""

_DIGITS = re.compile(r"(\d+)")
EMPTY = Code("")
BUILT_IN_TYPES = frozenset({"bool", "dict", "list", "str", "tuple"})


@dataclass(frozen=True, slots=True)
class Item:
    """A class (`base`, `fields`) or an alias (`line`; `same_as` where it is another class), as text."""

    name: Code
    about: Code
    base: Code = EMPTY
    fields: tuple[Code, ...] = ()
    line: Code = EMPTY
    same_as: bool = False


@dataclass(frozen=True, slots=True)
class ModuleText:
    """One module of models: its imports in groups, its items, and whether it spells out unions."""

    imports: tuple[tuple[Code, ...], ...]
    items: tuple[Item, ...]
    exports: tuple[str, ...]
    has_unions: bool


def module_text(module: ModuleName, modules: dict[ModuleName, list[ModelItem]], names: ClassNames) -> ModuleText:
    """The text of one module, given all of them."""
    homes = {item.name: home for home in MODULES for item in modules[home]}
    items, classes = modules[module], frozenset(homes)
    used: set[str] = set()
    texts = []
    for item in items:
        text, found = _class(item, names) if isinstance(item, ModelClass) else _alias(item, classes)
        texts.append(text)
        used |= found
    return ModuleText(
        _imports(module, used, homes), tuple(texts), tuple(sorted(item.name for item in items)), "Union" in used
    )


def _imports(module: ModuleName, used: set[str], homes: dict[str, ModuleName]) -> tuple[tuple[Code, ...], ...]:
    sources: dict[str, set[str]] = {}
    for name in used - BUILT_IN_TYPES:
        home = homes.get(name)
        if home == module:
            continue
        source = f".{home}" if home is not None else "._base" if name in BASE else STANDARD[name]
        sources.setdefault(source, set()).add(name)
    groups = (("typing",), ("pydantic", "typing_extensions"), ("._base", ".shapes", ".requests"))
    lines = [[import_line(source, sources[source]) for source in group if source in sources] for group in groups]
    return tuple(tuple(group) for group in lines if group)


def import_line(source: str, names: Iterable[str]) -> Code:
    """An import of names from a module, laid out over as many lines as it needs."""
    ordered = sorted(names, key=_import_order)
    line = f"from {source} import {', '.join(ordered)}"
    if len(line) <= 120:
        return Code(line)
    return Code(f"from {source} import (\n" + "".join(f"    {name},\n" for name in ordered) + ")")


def _import_order(name: str) -> tuple[object, ...]:
    """As import sorters do it: whatever the case of letters."""
    return (*_export_order(name)[:1], _parts(name.lower()), name)


def _export_order(name: str) -> tuple[object, ...]:
    """Constants before classes before functions, numbers in names by value."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return (kind, _parts(name))


def _parts(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _DIGITS.split(name) if part]


def export_list(names: Sequence[str]) -> Code:
    """The `__all__` of a module."""
    if not names:
        return Code("__all__: list[str] = []")
    return Code(
        "__all__ = [\n" + "".join(f"    {text_literal(name)},\n" for name in sorted(names, key=_export_order)) + "]"
    )


def _alias(item: ModelAlias, classes: frozenset[str]) -> tuple[Item, set[str]]:
    used = names_in(item.value)
    if item.same_as:
        line = laid_out(item.value, 0, f"{item.name}: TypeAlias = ")
        return Item(Code(item.name), prose(item.about), line=line, same_as=True), used | {"TypeAlias"}
    call = Call("TypeAliasType", (Constant(text_literal(item.name)), item.value))
    line = laid_out(call, 0, f"{item.name} = ", quoted=classes)
    used |= {"TypeAliasType"} | _spelled_out(line)
    return Item(Code(item.name), prose(item.about), line=line), used


def _class(item: ModelClass, names: ClassNames) -> tuple[Item, set[str]]:
    if item.root is not None:
        text = laid_out(item.root, 4, "root: ")
        used = names_in(item.root) | {"WireValue"} | _spelled_out(text)
        return Item(Code(item.name), prose(item.about), Code("WireValue"), (text,)), used
    attributes = attribute_names([field.wire for field in item.fields], names)
    lines: list[Code] = []
    used = {"WireModel"}
    if item.extra is not None:
        extra = Subscript("dict", (Name("str"), item.extra))
        line = laid_out(extra, 4, "__pydantic_extra__: ", "  # type: ignore[assignment]")
        lines.append(line)
        used |= names_in(extra) | _spelled_out(line)
    for field in item.fields:
        line, found = _field(field, attributes[field.wire])
        lines.append(line)
        used |= found
    return Item(Code(item.name), prose(item.about), Code("WireModel"), tuple(lines)), used


def _spelled_out(text: Code) -> set[str]:
    """What a layout over several lines needs beyond the names of its expression."""
    return {"Union"} if "Union[" in text else set()


def _field(field: ModelField, attribute: str) -> tuple[Code, set[str]]:
    kind = Subscript("Fixed", (field.type,)) if field.presence == "fixed" else field.type
    default = _default(field)
    used = names_in(kind) | (set() if default is None else names_in(default))
    if attribute != field.wire:
        alias = Constant(text_literal(field.wire))
        given: tuple[tuple[str, Expression], ...] = () if default is None else (("default", default),)
        default = Call("Field", (), (*given, ("validation_alias", alias), ("serialization_alias", alias)))
        used.add("Field")
    text = _assignment(attribute, kind, default)
    return text, used | (_spelled_out(text))


def _assignment(attribute: str, kind: Expression, default: Expression | None) -> Code:
    """`attribute: kind = default`; a long default is opened before a long type is, as `ruff format` does it."""
    if default is None:
        return laid_out(kind, 4, f"{attribute}: ")
    line = laid_out(kind, 4, f"{attribute}: ", f" {laid_out(default, 4, '= ')}")
    if "\n" not in line:
        return line
    if isinstance(default, Call):
        opening = laid_out(kind, 4, f"{attribute}: ", f" = {default.base}(")
        return line if "\n" in opening else Code(f"{opening}{_opened(default)}")
    opening = laid_out(kind, 4, f"{attribute}: ", " = (")
    return line if "\n" in opening else Code(f"{opening}\n        {laid_out(default, 8)}\n    )")


def _opened(call: Call) -> str:
    """The arguments of a call and its closing bracket, on lines of their own."""
    inside = ", ".join(f"{name}={laid_out(value, 0)}" for name, value in call.keywords)
    if 8 + len(inside) <= 120:
        return f"\n        {inside}\n    )"
    return "".join(f"\n        {name}={laid_out(value, 8)}," for name, value in call.keywords) + "\n    )"


def _default(field: ModelField) -> Expression | None:
    match field.presence:
        case "needed":
            return None
        case "fixed":
            return Name("REQUIRED")
        case "maybe":
            return Name("UNSET")
        case "given":
            return Constant(literal(field.default))
