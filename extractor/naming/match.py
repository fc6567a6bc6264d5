"""Decides which shapes of a release the official types name: an inventory and types come in, a matching goes out."""

from __future__ import annotations

import keyword
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from extractor.model.inventory import Inventory
from extractor.model.schema import Ref, Schema, Union
from extractor.naming.entries import follow_entries
from extractor.naming.follow import Follower
from extractor.naming.lone import follow_lone_shapes
from extractor.naming.official import OfficialTypes
from extractor.naming.shapes import Shapes
from extractor.naming.survey import Survey

UNDECIDED = "fits several shapes, or a shape that other types fit, too"
Score: TypeAlias = tuple[bool, float, int, int]

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}")


@dataclass(frozen=True, slots=True)
class Matching:
    """Public names and what they name: the shape as it stands in the inventory; and why other types name nothing."""

    shapes: Mapping[str, Schema] = field(default_factory=dict)
    unmatched: Mapping[str, str] = field(default_factory=dict)


def match_official_names(inventory: Inventory, types: OfficialTypes) -> Matching:
    """Which shape of the inventory each official type names, each shape by one name and each name for one shape.

    A type is first looked for where the wire says it stands: as the message or request of its type and subtype, and
    in the fields of types found so. What is left is known by its shape where exactly one fits. A type that fits
    several shapes, or a shape that several types fit, equally well is left alone.
    """
    return _Matcher(inventory, types).match()


class _Matcher:
    def __init__(self, inventory: Inventory, types: OfficialTypes) -> None:
        self.inventory, self.types = inventory, types
        self.follower = Follower(Shapes(types.shapes), Shapes(inventory.definitions))
        self.survey = Survey(inventory, self.follower.ours, self.follower.identity)
        self.chosen: dict[str, int] = {}
        self.undecided: set[str] = set()
        self.unmatched: dict[str, str] = dict(types.no_data)
        self.candidates = [name for name in sorted(types.shapes) if self._is_candidate(name)]

    def match(self) -> Matching:
        follow_entries(self.inventory, self.follower)
        self._choose()
        while self._follow_lone_shapes():
            self._choose()
        for name in self.candidates:
            if name not in self.chosen:
                self.unmatched.setdefault(name, self._why_not(name))
        shapes = {name: self.follower.shapes[number] for name, number in sorted(self.chosen.items())}
        return Matching(shapes, dict(sorted(self.unmatched.items())))

    def _is_candidate(self, name: str) -> bool:
        shape, reason = self.types.shapes[name], None
        if isinstance(shape, Ref):
            reason = f"is another name of {shape.name}"
        elif not _PLAIN.fullmatch(name) or keyword.iskeyword(name):
            reason = "is no plain identifier"
        elif self.follower.official_normal(shape).is_anything:
            reason = "is a type of another package, or one that is not followed"
        if reason is not None:
            self.unmatched[name] = reason
        return reason is None

    def _choose(self) -> None:
        """Takes the pairs in which either is the other's only best."""
        rivals: dict[int, list[tuple[Score, str]]] = defaultdict(list)
        self.chosen = {}
        for name in self.candidates:
            self.unmatched.pop(name, None)
            ranked = self._ranked(name)
            if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
                self.unmatched[name] = UNDECIDED
            elif ranked:
                rivals[ranked[0][1]].append((ranked[0][0], name))
        for number, found in rivals.items():
            found.sort(reverse=True)
            if all(score < found[0][0] for score, _ in found[1:]):
                self.chosen[found.pop(0)[1]] = number
            self.unmatched |= {name: UNDECIDED for _, name in found}

    def _ranked(self, name: str) -> list[tuple[Score, int]]:
        """The shapes that a type was seen in the place of, the likeliest first, each with its score."""
        found = []
        for number, count in self.follower.sightings.get(name, {}).items():
            likeness = self.follower.likeness(self.follower.reference(name), self.follower.shapes[number])
            if likeness.is_likely and (number in self.survey.telling or self.survey.places[number] == 1):
                found.append(((*likeness.rank, count), number))
        return sorted(found, key=lambda row: row[0], reverse=True)

    def _follow_lone_shapes(self) -> bool:
        """Follows types that were seen nowhere into shapes that they alone are close to; whether there were any."""
        seen = len(self.follower.sightings)
        taken = set(self.chosen.values())
        names = [name for name in self.candidates if name not in self.follower.sightings and self._tells(name)]
        shapes = {number: shape for number, shape in self.survey.telling.items() if number not in taken}
        self.undecided = follow_lone_shapes(names, shapes, self.follower)
        return len(self.follower.sightings) > seen

    def _tells(self, name: str) -> bool:
        return self.follower.official.tells_enough(self.types.shapes[name])

    def _why_not(self, name: str) -> str:
        if name in self.follower.sightings:
            return "stands where the release has a shape that is unlike it, or too small to be known again"
        if name in self.undecided:
            return UNDECIDED
        if not self._tells(name):
            return "tells too little to be known by its shape"
        options = [*self.follower.official.alternatives(self.types.shapes[name])]
        if isinstance(self.types.shapes[name], Union) and all(isinstance(one, Ref) for one in options):
            named = [one.name for one in options if isinstance(one, Ref)]
            if any(one in self.chosen for one in named):
                return "is a union whose members stand apart in the inventory"
        return "no shape of the release is like it"
