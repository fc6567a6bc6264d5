"""Find the slash commands: object literals with the type of a command, a name and a description.

    { type: "local-jsx", name: "theme", description: "...", load: ... }

Near misses: a hook's `{ type: "prompt", prompt: "..." }` and a stub `{ name: "stub", isHidden: true }`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from extractor.find import commands_built
from extractor.find.objects import ObjectLiteral, literal_text, object_around
from extractor.model.finding import Match
from extractor.syntax import Node, Source

NAME = "commands"

_ANCHORS = (b"local", b"prompt")
_BEFORE = re.compile(rb"(?<![\w$.])\"?(type)[\"']?\s*:\s*$")
_TYPE = re.compile(rb"([\"'])(?:local|local-jsx|prompt)\1")
_WINDOW = 4096
_TYPED = re.compile(r"[a-z][a-z0-9:-]*")
_FUNCTIONS = frozenset({"method_definition", "function_expression", "arrow_function"})

Reason: TypeAlias = Choice["internal", "scattered", "variable", "built"]
"""Why a command is listed apart.

`internal`: its name is none that a user types. `scattered`: a function of several statements stands between its
name and its type. `variable`: its name is kept in a variable. `built`: a function makes the object.
"""


@dataclass(frozen=True, slots=True)
class Commands:
    """The slash commands of a release, sorted.

    `names` are those whose object says its name itself; `apart` maps further ones to the reason why they are not
    among them. `aliases` maps a name of either to its other names; `places` maps it to its objects. `lost` names
    the anchor where not one command was found, else it is None.
    """

    names: tuple[str, ...] = ()
    apart: Mapping[str, Reason] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: Mapping[str, tuple[Match, ...]] = field(default_factory=dict)
    lost: str | None = None


def find_commands(source: Source) -> Commands:
    """The commands of a release; plugins, skills and MCP prompts, which are named at run time, are not among them."""
    reasons: dict[str, list[Reason | None]] = {}
    aliases: dict[str, set[str]] = {}
    places: dict[str, list[Match]] = {}
    for found in find(source):
        for name, reason in _names(source, found):
            reasons.setdefault(name, []).append(reason)
            aliases.setdefault(name, set()).update(_texts(found.values.get("aliases")))
            places.setdefault(name, []).append(Match(NAME, found.start, found.end))
    names = tuple(sorted(name for name, why in reasons.items() if None in why))
    return Commands(
        names=names,
        apart={name: why[0] for name, why in sorted(reasons.items()) if why[0] is not None and None not in why},
        aliases={name: tuple(sorted(others)) for name, others in sorted(aliases.items()) if others},
        places={name: tuple(found_at) for name, found_at in sorted(places.items())},
        lost=None if names else "slash commands",
    )


def find(source: Source) -> Iterator[ObjectLiteral]:
    """Every object literal that is a command, whatever its name; in order of the anchors, each once."""
    blob, seen = source.bundle.blob, set[int]()
    for offset in _anchors(source):
        before = blob[max(0, offset - 24) : offset]
        key = _BEFORE.search(before)
        if key is None or not _TYPE.match(blob, offset):
            continue
        floor = source.bundle.chunk_at(offset).start
        found = object_around(blob, offset - len(before) + key.start(1), window=_WINDOW, floor=floor)
        if found is None or found.start in seen:
            continue
        seen.add(found.start)
        if {"name", "description"} <= found.values.keys():
            yield found


def _anchors(source: Source) -> Iterator[int]:
    """Where a string begins like the type of a command; a bundler writes all strings with one kind of quote."""
    for quote in (b'"', b"'"):
        offsets = [offset for anchor in _ANCHORS for offset in source.bundle.find_all(quote + anchor)]
        yield from offsets
        if offsets:
            return


def _names(source: Source, found: ObjectLiteral) -> Iterator[tuple[str, Reason | None]]:
    """What the command is called, and why it is listed apart, if it is."""
    name = found.text("name")
    if name is None:
        kept, calls = commands_built.names(source, found)
        yield from ((text, "variable") for text in kept if _TYPED.fullmatch(text))
        yield from ((text, "built") for text in calls if _TYPED.fullmatch(text))
    elif not _TYPED.fullmatch(name):
        yield name, "internal"
    else:
        yield name, "scattered" if _is_scattered(found) else None


def _is_scattered(found: ObjectLiteral) -> bool:
    values = found.values
    first, last = sorted((values["name"].start_byte, values["type"].start_byte))
    between = [value for value in values.values() if first < value.start_byte < last]
    bodies = [value.child_by_field_name("body") for value in between if value.type in _FUNCTIONS]
    return any(body is not None and body.type == "statement_block" and body.named_child_count > 1 for body in bodies)


def _texts(node: Node | None) -> Iterator[str]:
    if node is not None and node.type == "array":
        yield from filter(None, map(literal_text, node.named_children))
