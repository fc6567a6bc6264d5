"""What the dispatch finder yields: a place that dispatches, its role, and the subtypes it serves."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.model.finding import Match
from extractor.model.inventory import Dispatch, Gate

NAME = "dispatch"


@dataclass(frozen=True, slots=True)
class Branch:
    """A subtype that a place serves, where its name stands, and the condition under which it is served, if any."""

    subtype: str
    match: Match
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class FoundDispatch:
    """A place that branches on the subtype of a control request; `branches` are sorted by subtype.

    `refuses` says that the place answers an unknown subtype with a refusal, so that what it serves is told by the
    way around the refusal. Where it does not, every subtype it compares with counts. `is_complete` is False for a
    worker some of whose branches are perhaps written in a way that could not be followed: it was not seen to refuse
    although the bundle has a refusal that nothing else accounts for, or it asks something that is not in the bundle
    whether the request is done with.
    """

    role: str
    match: Match
    branches: tuple[Branch, ...]
    refuses: bool
    is_complete: bool = True

    def entry(self) -> Dispatch:
        """The place as the inventory keeps it."""
        gated = tuple(Gate(one.subtype, one.condition) for one in self.branches if one.condition is not None)
        return Dispatch(self.role, tuple(one.subtype for one in self.branches), gated)
