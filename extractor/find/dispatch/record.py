"""What a walk notes on its way: names served and refused, and the conditions they passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.syntax import Node

Sink: TypeAlias = Callable[[Names], None]


@dataclass(frozen=True, slots=True)
class Ways:
    """Where control goes when it leaves: each is told the names that leave that way."""

    on_return: Callable[[Node | None, Frame, Names], None]
    on_break: Sink
    on_continue: Sink


class Split(NamedTuple):
    """The names for which a condition may hold, and those for which it may not; a name can be in both."""

    yes: Names
    no: Names

    def swapped(self) -> Split:
        return Split(self.no, self.yes)


class Here(NamedTuple):
    """Where a walk stands: the names in sight, the ways out, and the subtypes that came here only under a condition."""

    frame: Frame
    doubt: frozenset[str]
    ways: Ways

    def under(self, doubt: frozenset[str]) -> Here:
        """The same place, where the names in `doubt` came only under a condition too."""
        return self._replace(doubt=self.doubt | doubt)


@dataclass(frozen=True, slots=True)
class Gate:
    """Names that are served only where the condition at `place` holds, or (`holds` False) does not.

    `is_entry`: it is the condition of a branch that tells them apart; served elsewhere too, they do not depend on it.
    `is_sure`: it is none of the request's, whether or not the code has a name for it.
    """

    names: Names
    place: Place
    holds: bool
    is_entry: bool = False
    is_sure: bool = False


@dataclass(slots=True)
class Record:
    """What a walk has seen.

    `served` got out unrefused, `entered` were told apart somewhere, `refused` and `declined` (told an error where
    others are not) happened somewhere; `refused_rest` are those that nobody has heard of. `unfollowed` are
    conditions that ask something unknown about the request and let it leave: a dispatcher that was not seen,
    perhaps. `places` maps a name to the node that names it.
    """

    served: set[str] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    declined: set[str] = field(default_factory=set)
    refused_rest: Names = NOBODY
    gates: list[Gate] = field(default_factory=list)
    unfollowed: list[Place] = field(default_factory=list)
    places: dict[str, Node] = field(default_factory=dict)

    @property
    def refuses(self) -> bool:
        """Whether a subtype that nobody has heard of is refused somewhere."""
        return self.refused_rest.is_open

    def may_refuse(self, name: str) -> bool:
        """Whether `name` is refused somewhere."""
        return name in self.refused or name in self.refused_rest

    def names(self) -> set[str]:
        """The names that are served.

        Where unknown ones are refused: those that get out unrefused, and those that get nothing but errors of their
        own, always. Where they meet silence: those that are told apart.
        """
        if not self.refuses:
            return set(self.entered)
        return self.served | {name for name in self.declined if not self.may_refuse(name)}


def joined(parts: Iterable[Names]) -> Names:
    """All the sets together."""
    out = NOBODY
    for part in parts:
        out = out.joined(part)
    return out


def is_in(name: str, parts: Iterable[Names]) -> bool:
    """Whether one of the sets holds `name`."""
    return any(name in part for part in parts)


def ignore(names: Names) -> None:
    """A way that control cannot go."""
