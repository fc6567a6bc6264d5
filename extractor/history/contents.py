"""Lists everything that one inventory holds, entries and places in their shapes, under keys that last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from extractor.model.history import State
from extractor.model.inventory import Inventory
from extractor.model.normal import Normal, Normaliser
from extractor.model.places import Place, Steps, places
from extractor.model.schema import Schema
from extractor.model.shape_path import label_of, tags
from extractor.model.telling import worker_subtypes

NO_EVENT = "lexical_false_positive"


@dataclass(slots=True)
class Contents:
    """What one release has: whole entries with their state, and the ways to all places in their shapes."""

    entries: dict[str, State] = field(default_factory=dict)
    ways: dict[str, tuple[Steps, ...]] = field(default_factory=dict)


def contents(inventory: Inventory) -> Contents:
    """The entries of an inventory and, for each with a shape, every way into it (by the shape's own path)."""
    found = Contents()
    _add_requests(inventory, found)
    _add_messages(inventory, found)
    for place in inventory.dispatches:
        found.entries[f"dispatch/{place.role}"] = "declared"
        found.entries |= {f"dispatch/{place.role}/{subtype}": "declared" for subtype in place.subtypes}
    for event in inventory.events:
        if event.evidence != NO_EVENT:
            found.entries[f"event/{event.name}"] = "declared"
    for prefix, names in (
        ("beside_event", inventory.beside_events),
        ("other_webhook", inventory.other_webhooks),
        ("other_documented", inventory.other_documented),
        ("slash_command", inventory.slash_commands),
        ("hook_event", inventory.hook_events),
    ):
        found.entries |= {f"{prefix}/{name}": "declared" for name in names}
    return found


def _add_requests(inventory: Inventory, found: Contents) -> None:
    normal = Normaliser(inventory.definitions)
    for subtype in worker_subtypes(inventory):
        found.entries[f"control_request/{subtype}"] = "seen"
    for request in inventory.control_requests:
        key = f"control_request/{request.subtype}"
        found.entries[key] = "declared"
        found.ways[f"{key}/request"] = _ways(request.request, normal, frozenset())
        if request.response_kind != "undeclared":
            found.entries[f"{key}/response"] = "declared"
        if request.response is not None:
            found.ways[f"{key}/response"] = _ways(request.response, normal, frozenset())


def _add_messages(inventory: Inventory, found: Contents) -> None:
    normal = Normaliser(inventory.definitions)
    requests = frozenset(request.subtype for request in inventory.control_requests)
    for emitter in inventory.emitters:
        found.entries[f"message/{emitter.key}"] = "seen"
    for message in inventory.messages:
        key = f"message/{message.key}"
        found.entries[key] = "declared"
        found.ways[key] = _ways(message.schema, normal, requests)


def _ways(schema: Schema, normal: Normaliser, enveloped: frozenset[str]) -> tuple[Steps, ...]:
    """Every way into a shape; requests inside envelopes are not entered, since they have keys of their own."""

    def is_entered(steps: Steps, label: str) -> bool:
        subtype = label.removeprefix("<subtype=").removesuffix(">")
        return not (steps and steps[-1][1] == ".request" and label.startswith("<subtype=") and subtype in enveloped)

    return tuple(place.steps for place in _kept(places(schema, normal, tag_labels, is_entered)))


def _kept(found: Iterable[Place]) -> Iterable[Place]:
    return (place for place in found if place.steps[-1][1])


def tag_labels(shape: Normal, normal: Normaliser) -> tuple[str, ...]:
    """The label of each alternative with a literal tag, whether or not it is alone; others have none.

    Such a label is the same in every release that has the alternative.
    """
    return tuple(label_of(one.core, normal) if tags(one.core, normal) else "" for one in shape.options)


def ambiguous_labels(all_ways: Iterable[Mapping[str, tuple[Steps, ...]]]) -> dict[str, set[str]]:
    """For each shape, by its path without labels, the labels that tell its alternatives apart in some release."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for ways in all_ways:
        for root, several in ways.items():
            for steps in several:
                path = root
                for label, step in steps:
                    if label:
                        found[path].add(label)
                    path += step
    return {path: labels for path, labels in found.items() if len(labels) > 1}


def place_keys(root: str, several: Iterable[Steps], ambiguous: Mapping[str, set[str]]) -> set[str]:
    """The keys of all places below a shape: each without labels, and with those that are needed to tell apart."""
    found: set[str] = set()
    for steps in several:
        plain = labelled = root
        for label, step in steps:
            if label and label in ambiguous.get(plain, ()):
                labelled += label
                found.add(labelled)
            plain, labelled = plain + step, labelled + step
        found |= {plain, labelled}
    return found
