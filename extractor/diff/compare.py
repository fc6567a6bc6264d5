"""Compares two inventories in all that has meaning: inventories come in, facts about what differs go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from extractor.diff.dispatches import dispatch_changes
from extractor.diff.envelopes import tied_to_requests
from extractor.diff.messages import emitter_changes, message_changes
from extractor.diff.names import event_changes, name_changes, subtype_changes
from extractor.diff.renames import renames
from extractor.diff.requests import request_changes
from extractor.diff.shapes import ShapeWalk
from extractor.diff.sight import with_lost_sight
from extractor.errors import InputError
from extractor.model.change import Change, Comparison, ShapePair
from extractor.model.inventory import Inventory
from extractor.model.normal import Normaliser
from extractor.model.notation import lines
from extractor.model.schema import Schema

MOST_CHANGES = 100_000


def diff_inventories(old: Inventory, new: Inventory) -> Comparison:
    """Everything that differs in meaning between two inventories, in a stable order.

    Order, definition names, evidence and platform are no meaning. Raises InputError for an inventory whose
    references lead nowhere, and for two that differ in more places than can be listed.
    """
    olds, news = Normaliser(old.definitions), Normaliser(new.definitions)
    with _bounded(old, new):
        found = _found(old, new, olds, news)
        return Comparison(
            old=old.release,
            new=new.release,
            changes=found,
            renames=renames(found, old, new),
            shapes=tuple(_shape_pairs(found, old, new, olds, news)),
            notes=tuple(_notes(old, new)),
        )


def changes_between(old: Inventory, new: Inventory) -> tuple[Change, ...]:
    """The changes alone, as `diff_inventories` gives them: for whoever needs no renames and no whole shapes."""
    with _bounded(old, new):
        return _found(old, new, Normaliser(old.definitions), Normaliser(new.definitions))


@contextmanager
def _bounded(old: Inventory, new: Inventory) -> Iterator[None]:
    """A context in which a shape that is nested without end is the fault of the inventories."""
    try:
        yield
    except RecursionError:
        subject = f"{old.release} and {new.release}"
        raise InputError(subject, "hold a shape that is nested too deeply", "extract both releases again") from None


def _found(old: Inventory, new: Inventory, olds: Normaliser, news: Normaliser) -> tuple[Change, ...]:
    facts = tied_to_requests(_changes(old, new, olds, news), old, new)
    found = sorted(set(with_lost_sight(facts, old, new)), key=change_order)
    if len(found) > MOST_CHANGES:
        raise InputError(f"{old.release} and {new.release}", "differ in too many places", "compare closer releases")
    return tuple(found)


def change_order(change: Change) -> tuple[str, str, str, str, str, str]:
    """A sort key that keeps the changes of one place together."""
    return (change.key, change.path, change.kind, change.old or "", change.new or "", change.flow)


def _changes(old: Inventory, new: Inventory, olds: Normaliser, news: Normaliser) -> Iterator[Change]:
    walk = ShapeWalk(olds, news)
    yield from request_changes(old, new, walk)
    yield from message_changes(old, new, walk)
    yield from emitter_changes(old, new)
    yield from dispatch_changes(old, new)
    yield from event_changes(old, new)
    yield from name_changes(old, new)
    yield from subtype_changes(old, new)


def _shape_pairs(
    changes: Iterable[Change], old: Inventory, new: Inventory, olds: Normaliser, news: Normaliser
) -> Iterator[ShapePair]:
    """The whole shapes of every request, response and message that a change lies in, where they differ."""
    keys = {change.key for change in changes}
    before, after = _shapes(old), _shapes(new)
    for path in sorted(before.keys() | after.keys()):
        key = path.removesuffix("/request").removesuffix("/response") if path.startswith("control_request/") else path
        if key in keys:
            ours = lines(before[path], olds) if path in before else ()
            theirs = lines(after[path], news) if path in after else ()
            if ours != theirs:
                yield ShapePair(path, ours, theirs)


def _shapes(inventory: Inventory) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for request in inventory.control_requests:
        found[f"control_request/{request.subtype}/request"] = request.request
        if request.response is not None:
            found[f"control_request/{request.subtype}/response"] = request.response
    found |= {f"message/{message.key}": message.schema for message in inventory.messages}
    return found


def _notes(old: Inventory, new: Inventory) -> Iterator[str]:
    """What the comparison could not see, for the reader to judge it by."""
    for inventory in (old, new):
        for lost in sorted(inventory.lost):
            yield f"{inventory.release} is incomplete, its {lost} was not found: nothing is called removed or new"
        for section, sentence in sorted(inventory.absent):
            yield f"{inventory.release}, {section}: {sentence}"
        if inventory.unresolved:
            count = len(inventory.unresolved)
            yield f"{inventory.release} has {count} unresolved {'match' if count == 1 else 'matches'}"
