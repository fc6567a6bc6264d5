"""Finds the official types of whole entries by their wire identity: the type and subtype that they say."""

from __future__ import annotations

from collections import defaultdict

from extractor.model.inventory import Inventory
from extractor.model.schema import Literal, Object, Schema
from extractor.naming.follow import Follower
from extractor.naming.likeness import best_pairs

_ENDINGS = ("Response", "Result")


def follow_entries(inventory: Inventory, follower: Follower) -> None:
    """Follows every type that is a message or a request of the inventory, and the responses named after a request."""
    messages: dict[str, list[str]] = defaultdict(list)
    requests: dict[str, list[str]] = defaultdict(list)
    for name in sorted(follower.official.definitions):
        kinds, subtypes = _values(name, "type", follower), _values(name, "subtype", follower)
        if len(kinds) == 1:
            for key in [f"{kinds[0]}/{subtype}" for subtype in subtypes] or kinds:
                messages[key].append(name)
        elif not kinds and len(subtypes) == 1:
            requests[subtypes[0]].append(name)
    for message in inventory.messages:
        _follow_best(messages[message.key], message.schema, follower)
    for request in inventory.control_requests:
        found = _follow_best(requests[request.subtype], request.request, follower)
        if request.response is not None and found is not None:
            _follow_response(found, request.response, follower)


def _follow_best(names: list[str], schema: Schema, follower: Follower) -> str | None:
    """Follows the types into the forms of an entry, each into the one it is most like; the name of the first."""
    forms = [*follower.ours.alternatives(schema)]
    types = [follower.reference(name) for name in names]
    first = None
    for i, j in best_pairs([[follower.likeness(one, form) for form in forms] for one in types]):
        follower.follow(types[i], forms[j])
        first = first or names[i]
    return first


def _follow_response(request: str, response: Schema, follower: Follower) -> None:
    for ending in _ENDINGS if request.endswith("Request") else ():
        name = request.removesuffix("Request") + ending
        if name in follower.official.definitions and follower.likeness(follower.reference(name), response).is_likely:
            follower.follow(follower.reference(name), response)


def _values(name: str, field: str, follower: Follower) -> list[str]:
    """The strings that a field of an object type must be one of; none where it may be absent or anything else."""
    options = follower.official_normal(follower.reference(name)).options
    core = options[0].core if len(options) == 1 else None
    found = core.field(field) if isinstance(core, Object) else None
    if found is None:
        return []
    shape = follower.official_normal(found.schema)
    only = shape.options[0].core if len(shape.options) == 1 else None
    if not isinstance(only, Literal) or shape.may_be_absent or shape.may_be_null:
        return []
    return [value for value in only.values if isinstance(value, str)]
