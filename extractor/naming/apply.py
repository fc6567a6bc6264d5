"""Gives shapes their official names: an inventory and a matching come in, the same shapes under public names go out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from extractor.model.inventory import Inventory
from extractor.model.parts import rebuild
from extractor.model.schema import Ref, Schema
from extractor.naming.identity import Identity
from extractor.naming.match import Matching, match_official_names
from extractor.naming.official import OfficialTypes
from extractor.naming.shapes import Shapes


def apply_official_names(inventory: Inventory, types: OfficialTypes) -> Inventory:
    """The inventory with every shape that an official type names as a definition of that name.

    All shapes stay what they are; definitions that no type names keep their names, with a number where a type has
    the name. The same inventory and types give the same result, and applying them again changes nothing.
    """
    return apply_matching(inventory, match_official_names(inventory, types))


def apply_matching(inventory: Inventory, matching: Matching) -> Inventory:
    """The inventory with the shapes of a matching as definitions of those names."""
    identity = Identity(Shapes(inventory.definitions))
    names = {identity(shape): name for name, shape in matching.shapes.items()}
    kept = _kept_names(inventory, identity, names)

    def renamed(schema: Schema) -> Schema:
        if isinstance(schema, Ref):
            name = names.get(identity.of_definition(schema.name))
            return Ref(name if name is not None else kept[schema.name])
        name = names.get(identity(schema))
        return Ref(name) if name is not None else rebuild(schema, renamed)

    definitions = {kept[name]: renamed(inventory.definitions[name]) for name in kept}
    definitions |= {name: rebuild(shape, renamed) for name, shape in matching.shapes.items()}
    return replace(
        _entries_renamed(inventory, renamed), definitions={name: definitions[name] for name in sorted(definitions)}
    )


def _entries_renamed(inventory: Inventory, renamed: Callable[[Schema], Schema]) -> Inventory:
    requests = tuple(
        replace(
            request,
            request=renamed(request.request),
            response=renamed(request.response) if request.response is not None else None,
        )
        for request in inventory.control_requests
    )
    messages = tuple(replace(message, schema=renamed(message.schema)) for message in inventory.messages)
    return replace(inventory, control_requests=requests, messages=messages)


def _kept_names(inventory: Inventory, identity: Identity, names: Mapping[int, str]) -> dict[str, str]:
    """What each definition is called that no type names: as before, unless a type has that name."""
    used = set(names.values())
    others = [name for name in inventory.definitions if identity.of_definition(name) not in names]
    taken = used | set(others)
    kept: dict[str, str] = {}
    for name in sorted(others):
        wanted, number = name, 2
        while wanted in used or (wanted != name and wanted in taken):
            wanted, number = f"{name}{number}", number + 1
        kept[name] = wanted
        used.add(wanted)
    return kept
