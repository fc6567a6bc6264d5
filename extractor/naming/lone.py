"""Finds types by their shape alone: types seen nowhere and shapes without a name come in, pairs are followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from extractor.model.schema import Schema
from extractor.naming.follow import Follower

Rank: TypeAlias = tuple[bool, float, int]


def follow_lone_shapes(names: Iterable[str], shapes: Mapping[int, Schema], follower: Follower) -> set[str]:
    """Follows each type into the one shape that it is closest to; the names that fit no better than another.

    A type must be close to a shape: what it says is all there, and next to nothing else.
    """
    best: dict[int, list[tuple[Rank, str]]] = defaultdict(list)
    undecided: set[str] = set()
    for name in names:
        close = _close_shapes(name, shapes, follower)
        if close and all(rank < close[0][0] for rank, _ in close[1:]):
            best[close[0][1]].append((close[0][0], name))
        elif close:
            undecided.add(name)
    for number, found in best.items():
        found.sort(reverse=True)
        if all(rank < found[0][0] for rank, _ in found[1:]):
            follower.follow(follower.reference(found[0][1]), shapes[number])
        else:
            undecided.update(name for _, name in found)
    return undecided


def _close_shapes(name: str, shapes: Mapping[int, Schema], follower: Follower) -> list[tuple[Rank, int]]:
    """The shapes that a type is close to, the closest first."""
    type_ = follower.reference(name)
    close = []
    for number, shape in shapes.items():
        if follower.may_be_close(type_, shape):
            likeness = follower.likeness(type_, shape)
            if likeness.is_close:
                close.append((likeness.rank, number))
    return sorted(close, reverse=True)
