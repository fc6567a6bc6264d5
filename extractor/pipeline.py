"""The pipeline: a bundle comes in, each stage is called in turn, its inventory goes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import NamedTuple

from extractor.beside import beside
from extractor.classify import Facts, classify
from extractor.errors import InputError
from extractor.evaluate.limits import deep_recursion, no_collection, with_room
from extractor.find import dispatch, envelopes, registry, subtypes, unions
from extractor.find.commands import Commands, find_commands
from extractor.find.dispatch import FoundDispatch
from extractor.find.emitters import find_emitters
from extractor.find.events import Events, find_events
from extractor.find.hooks import Hooks, find_hooks
from extractor.model.bundle import Bundle
from extractor.model.inventory import Dispatch, Evidence, Gate, Inventory
from extractor.resolve import entries, protocol
from extractor.resolve.reading import Reader
from extractor.syntax import Source

Report = Callable[[str, float | None], None]


def extract(
    bundle: Bundle, *, audit: bool = False, descriptions: bool = False, progress: Report | None = None
) -> Inventory:
    """The inventory of a bundle's release. `audit` parses every chunk asked about whole; the result is the same.

    `descriptions` keeps the vendor's sentences in the shapes: for local output, never to be written as an inventory.
    `progress` is told what is being done, and the share done (0 to 1).
    """
    try:
        with deep_recursion(), no_collection():
            return with_room(lambda: _extract(bundle, audit, descriptions, progress or (lambda text, share: None)))
    except RecursionError:
        raise InputError(
            bundle.release, "its code is nested too deeply to be read", "is it really a release?"
        ) from None


def _extract(bundle: Bundle, audit: bool, descriptions: bool, report: Report) -> Inventory:
    source = Source(bundle, whole=audit)
    reader = Reader(source, descriptions=descriptions)
    report("reading schemas, dispatch and events", 0.1)
    with _beside_schemas(source) as surroundings:
        registries = list(registry.find(source))
        found = protocol.read(
            reader,
            iter(registries),
            envelopes.find(source, "control_request"),
            envelopes.find(source, "control_response"),
            subtypes.find(source),
            lambda chunk, names: unions.find(source, chunk, names),
            lambda chunk, names: chain(unions.find(source, chunk, names), unions.find_plain(source, chunk, names)),
        )
        report("naming shapes", 0.6)
        shapes = entries.build(reader, found)
        report("reading commands and hooks", 0.7)
        found_commands, found_hooks = find_commands(source), find_hooks(source)
        report("reading dispatch and events", 0.8)
        around = surroundings()
    facts = gather(
        source, around, found_commands, found_hooks, with_emitters=not shapes.has_requests and not shapes.has_registry
    )
    if registries and found.registry is None:
        facts.lost = [*facts.lost, "control request registry"]
    report("classifying", 0.95)
    return classify(bundle.release, shapes, facts)


class Surroundings(NamedTuple):
    """What takes longest of all that is read of a bundle without its schemas."""

    speaks: bool
    dispatch: list[FoundDispatch]
    events: Events


def _beside_schemas(source: Source) -> AbstractContextManager[Callable[[], Surroundings]]:
    """What is read beside the schemas; in audit mode after them, for then one process has trees enough in memory."""
    return nullcontext(lambda: _look_around(source)) if source.whole else beside(lambda: _look_around(source))


def _look_around(source: Source) -> Surroundings:
    speaks = next(source.bundle.find_all(b"control_request"), None) is not None
    return Surroundings(speaks, dispatch.find(source) if speaks else [], find_events(source))


def gather(
    source: Source, around: Surroundings, found_commands: Commands, found_hooks: Hooks, *, with_emitters: bool
) -> Facts:
    """Everything but the schemas: dispatch, events, commands, hooks, and emitters where there are no schemas."""
    found_events = around.events
    facts = Facts(
        dispatches=by_role(around.dispatch),
        events=found_events.events,
        beside_events=found_events.beside,
        other_webhooks=found_events.other_webhooks,
        other_documented=found_events.other_documented,
        slash_commands=found_commands.names,
        hook_events=found_hooks.names,
        speaks_protocol=around.speaks,
    )
    lost = [found_events.lost, found_commands.lost, found_hooks.lost]
    absent = [("events", found_events.absent), ("hook events", found_hooks.absent)]
    places = [("event", found_events.places), ("command", found_commands.places), ("hook", found_hooks.places)]
    if with_emitters:
        found_emitters = find_emitters(source)
        facts.emitters = found_emitters.emitters
        lost.append(found_emitters.lost if around.speaks else None)
        places.append(("emitter", found_emitters.places))
    for place in around.dispatch:
        places.append((f"dispatch/{place.role}", {branch.subtype: (branch.match,) for branch in place.branches}))
    lost += ["worker dispatch" for place in around.dispatch if not place.is_complete]
    facts.lost = [name for name in lost if name is not None]
    facts.absent = [(name, sentence) for name, sentence in absent if sentence is not None]
    evidence: dict[str, dict[Evidence, None]] = {}
    for kind, found in places:
        for name, matches in found.items():
            evidence.setdefault(f"{kind}/{name}", {}).update((match.evidence(source.bundle), None) for match in matches)
    facts.evidence = {key: tuple(seen) for key, seen in evidence.items()}
    return facts


def by_role(places: Sequence[FoundDispatch]) -> list[Dispatch]:
    """One dispatch for each role: what any of its places serves; gated only what no place serves freely."""
    merged: dict[str, dict[str, str | None]] = {}
    for place in places:
        served = merged.setdefault(place.role, {})
        for branch in place.branches:
            is_free = branch.condition is None or served.get(branch.subtype, "") is None
            served[branch.subtype] = None if is_free else served.get(branch.subtype) or branch.condition
    return [
        Dispatch(
            role,
            tuple(sorted(served)),
            tuple(Gate(name, condition) for name, condition in sorted(served.items()) if condition is not None),
        )
        for role, served in sorted(merged.items())
    ]
