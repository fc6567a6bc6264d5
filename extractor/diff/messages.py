"""Compares the messages of two inventories: which there are, on which streams, their shapes, and who writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from extractor.diff.shapes import ShapeWalk
from extractor.model.change import Change, ChangeKind, Flow
from extractor.model.inventory import Emitter, Inventory, Message, Stream
from extractor.model.shape_path import field_step
from extractor.model.telling import tells

STREAMS: tuple[Stream, ...] = ("stdin", "stdout")


def message_changes(old: Inventory, new: Inventory, walk: ShapeWalk) -> Iterator[Change]:
    """Every change of a message: it came or went, joined or left a stream, or has another shape."""
    ours, theirs = {one.key: one for one in old.messages}, {one.key: one for one in new.messages}
    old_streams, new_streams = _told_streams(old), _told_streams(new)
    for name in sorted(ours.keys() | theirs.keys()):
        key = f"message/{name}"
        if name not in theirs:
            kind: ChangeKind = "message_removed" if _denies(new, old) else "message_undeclared"
            yield Change(kind, key, key, stream_flow(ours[name].streams), _streams_text(ours[name].streams))
        elif name not in ours:
            kind = "message_added" if _denies(old, new) else "message_declared"
            yield Change(kind, key, key, stream_flow(theirs[name].streams), None, _streams_text(theirs[name].streams))
        else:
            yield from _membership(ours[name], theirs[name], key, old_streams, new_streams)
            yield from _changed(ours[name], theirs[name], key, walk)


def _denies(inventory: Inventory, other: Inventory) -> bool:
    """Whether a message that only `other` has is none of the release: both keep schemas of the same messages."""
    is_part = any(message.streams for message in inventory.messages)
    return tells(inventory, "messages") or (is_part and not tells(other, "messages"))


def _told_streams(inventory: Inventory) -> frozenset[Stream]:
    """The streams of which the release says what runs on them."""
    if tells(inventory, "messages"):
        return frozenset(STREAMS)
    return frozenset(stream for message in inventory.messages for stream in message.streams)


def _membership(
    old: Message, new: Message, key: str, old_streams: frozenset[Stream], new_streams: frozenset[Stream]
) -> Iterator[Change]:
    words = (_streams_text(old.streams), _streams_text(new.streams))
    joined = tuple(stream for stream in new.streams if stream not in old.streams and stream in old_streams)
    left = tuple(stream for stream in old.streams if stream not in new.streams and stream in new_streams)
    if joined:
        yield Change("message_joined", key, key, stream_flow(joined), *words)
    if left:
        yield Change("message_left", key, key, stream_flow(left), *words)


def _changed(old: Message, new: Message, key: str, walk: ShapeWalk) -> Iterator[Change]:
    common = tuple(stream for stream in STREAMS if stream in old.streams and stream in new.streams)
    yield from walk.changes(old.schema, new.schema, key, key, stream_flow(common))


def stream_flow(streams: Iterable[Stream]) -> Flow:
    """The way a message on these streams travels."""
    match tuple(sorted(streams)):
        case ("stdin",):
            return "to_agent"
        case ("stdout",):
            return "to_client"
        case ("stdin", "stdout"):
            return "both"
        case _:
            return "inside"


def _streams_text(streams: tuple[Stream, ...]) -> str:
    return " and ".join(sorted(streams)) or "not on the wire"


def emitter_changes(old: Inventory, new: Inventory) -> Iterator[Change]:
    """Changes of what the code writes, for messages that neither release declares a shape for.

    Emitters are read where a release keeps no schemas, so both releases must have some.
    """
    if not (old.emitters and new.emitters):
        return
    declared = {message.key for inventory in (old, new) for message in inventory.messages}
    ours, theirs = {one.key: one for one in old.emitters}, {one.key: one for one in new.emitters}
    for name in sorted((ours.keys() | theirs.keys()) - declared):
        key = f"emitter/{name}"
        if name not in theirs:
            yield Change("emitter_removed", key, key, "to_client")
        elif name not in ours:
            yield Change("emitter_added", key, key, "to_client")
        else:
            yield from _emitted_fields(ours[name], theirs[name], key)


def _emitted_fields(old: Emitter, new: Emitter, key: str) -> Iterator[Change]:
    before = dict.fromkeys(old.sometimes, False) | dict.fromkeys(old.always, True)
    after = dict.fromkeys(new.sometimes, False) | dict.fromkeys(new.always, True)
    for name in sorted(before.keys() | after.keys()):
        path = key + field_step(name)
        if name not in after:
            yield Change("emitted_field_removed", key, path, "to_client")
        elif name not in before:
            yield Change("emitted_field_added", key, path, "to_client")
        elif before[name] != after[name]:
            is_certain = after[name]
            kind: ChangeKind = "emitted_field_became_certain" if is_certain else "emitted_field_became_uncertain"
            yield Change(kind, key, path, "to_client")
