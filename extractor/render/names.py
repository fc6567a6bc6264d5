"""Makes legal, unique Python names of any text: class names of keys, attribute names of wire names."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Za-z0-9]+")
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

LONGEST_NAME = 100

BUILT_IN = frozenset({
    "None", "True", "False", "bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "property", "set",
    "str", "super", "tuple", "type", "classmethod", "staticmethod",
})  # fmt: skip

IMPORTED = frozenset({
    "Annotated", "Any", "BaseModel", "Discriminator", "Field", "Final", "Integer",
    "Literal", "Mapping", "MappingProxyType", "Maybe", "WireModel", "Never", "Nothing", "Number", "OneOf", "Positions",
    "REQUIRED", "WireValue", "RootModel", "Tag", "Text", "TypeAdapter", "TypeAlias", "TypeAliasType", "UNSET", "Union",
    "Unpack", "Unset", "Bounds", "Also", "ValidationError", "ControlRequestSpec", "StdinMessage",
    "Float32", "SafeInteger", "Int32", "UnsignedInt32", "StdoutMessage", "UnknownStdinMessage", "UnknownStdoutMessage",
})  # fmt: skip
"""What the package imports or defines itself: no model may be called so."""

MODEL_ATTRIBUTES = frozenset({
    "construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw", "schema", "schema_json",
    "update_forward_refs", "validate",
    "model_computed_fields", "model_config", "model_construct", "model_copy", "model_dump", "model_dump_json",
    "model_extra", "model_fields", "model_fields_set", "model_json_schema", "model_parametrized_name",
    "model_post_init", "model_rebuild", "model_validate", "model_validate_json", "model_validate_strings", "root",
})  # fmt: skip
"""Attributes of pydantic's own classes, which a field may not hide."""

RESERVED_ATTRIBUTES = MODEL_ATTRIBUTES | (BUILT_IN - {"type"}) | IMPORTED | {"self", "cls"}


def words(text: str) -> list[str]:
    """The ASCII words and numbers in a text."""
    return _WORD.findall(text)


def class_part(text: str) -> str:
    """A text as part of a class name: `mcp_set_servers` is `McpSetServers`; empty where it has no ASCII word."""
    return "".join(word[0].upper() + word[1:] for word in words(text))


class ClassNames:
    """Gives out class names, each once; names and prefixes that the package uses itself are never given."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = {*IMPORTED, *keyword.kwlist, *reserved}
        self._numbers: dict[str, int] = {}

    def take(self, *parts: str) -> str:
        """A name made of the parts; a number is added where it is taken."""
        wanted = "".join(map(class_part, parts))[:LONGEST_NAME]
        if not wanted or wanted[0].isdigit():
            wanted = f"Shape{wanted}"
        name, number = wanted, self._numbers.get(wanted, 2)
        while name in self._taken:
            name, number = f"{wanted}{number}", number + 1
        self._taken.add(name)
        self._numbers[wanted] = number
        return name

    def is_taken(self, name: str) -> bool:
        """Whether the name is used, by the package or by a class."""
        return name in self._taken


def is_plain_attribute(wire: str, names: ClassNames) -> bool:
    """Whether a wire name can be an attribute as it is."""
    return (
        _ATTRIBUTE.match(wire) is not None
        and len(wire) <= LONGEST_NAME
        and not keyword.iskeyword(wire)
        and wire not in RESERVED_ATTRIBUTES
        and not names.is_taken(wire)
    )


def attribute_names(wires: Iterable[str], names: ClassNames) -> dict[str, str]:
    """An attribute name for each wire name of one class: itself where that is legal, else a legal neighbour."""
    given = {wire: wire for wire in wires if is_plain_attribute(wire, names)}
    result: dict[str, str] = {}
    taken, numbers = set(given.values()), dict[str, int]()
    for wire in wires:
        if wire not in given:
            given[wire] = _neighbour(wire, taken, names, numbers)
            taken.add(given[wire])
        result[wire] = given[wire]
    return result


def _neighbour(wire: str, taken: set[str], names: ClassNames, numbers: dict[str, int]) -> str:
    wanted = "_".join(words(wire))[:LONGEST_NAME] or "field"
    if wanted[0].isdigit():
        wanted = f"field_{wanted}"
    name, number = (wanted if is_plain_attribute(wanted, names) else f"{wanted}_"), numbers.get(wanted, 2)
    while name in taken or not is_plain_attribute(name, names):
        name, number = f"{wanted}_{number}", number + 1
    numbers[wanted] = number
    return name
