"""Follows official types along shapes: a pair that belongs together comes in, the pairs that stand in it go out."""

from __future__ import annotations

from collections import Counter, defaultdict

from extractor.model.normal import Normaliser
from extractor.model.schema import Array, Intersection, Object, Optional, Record, Ref, Schema, Tuple, Union
from extractor.naming.identity import Identity
from extractor.naming.likeness import Comparer, Likeness, best_pairs
from extractor.naming.shapes import Shapes

DEEPEST = 60


class Follower:
    """Collects sightings: how often each named type was seen in the place of which shape, and how alike they are."""

    def __init__(self, official: Shapes, ours: Shapes) -> None:
        self.official, self.ours = official, ours
        self.official_normal = Normaliser(official.definitions)
        self.our_normal = Normaliser(ours.definitions)
        self.identity = Identity(ours)
        self.sightings: dict[str, Counter[int]] = defaultdict(Counter)
        self.shapes: dict[int, Schema] = {}
        self._comparer = Comparer(self.official_normal, self.our_normal)
        self._references = {name: Ref(name) for name in official.definitions}
        self._seen: set[tuple[int, int]] = set()

    def reference(self, name: str) -> Ref:
        """The type of that name."""
        return self._references[name]

    def likeness(self, theirs: Schema, ours: Schema) -> Likeness:
        """How alike a type and a shape are."""
        return self._comparer.compare(theirs, ours)

    def may_be_close(self, theirs: Schema, ours: Schema) -> bool:
        """Whether it is worth asking how alike a type and a shape are, when only a close likeness counts."""
        return self._comparer.may_be_close(theirs, ours)

    def follow(self, theirs: Schema, ours: Schema, depth: int = DEEPEST) -> None:
        """Notes every named type in `theirs`, itself included, that stands where `ours` has a shape."""
        pair = (id(theirs), self.identity(ours))
        if depth == 0 or pair in self._seen:
            return
        self._seen.add(pair)
        self._note(theirs, ours)
        match self.official.heart(theirs), self.ours.heart(ours):
            case Union(), _:
                self._follow_alternatives(theirs, ours, depth - 1)
            case Array(element), Array(other):
                self.follow(element, other, depth - 1)
            case Record(key, value), Record(other_key, other_value):
                self.follow(key, other_key, depth - 1)
                self.follow(value, other_value, depth - 1)
            case Tuple(items), Tuple(others):
                for item, other in zip(items, others, strict=False):
                    self.follow(item, other, depth - 1)
            case (Object() | Intersection()) as one, other:
                if isinstance(one, Intersection):
                    self._follow_pairs([*self.official.intersected(one)], [*self.ours.intersected(other)], depth - 1)
                self._follow_fields(one, other, depth - 1)
            case _:
                pass

    def _note(self, theirs: Schema, ours: Schema) -> None:
        """Notes the names by which a type is written: all of a chain of references."""
        names: list[str] = []
        while isinstance(theirs, Optional) or (isinstance(theirs, Ref) and theirs.name not in names):
            names += [theirs.name] if isinstance(theirs, Ref) else []
            theirs = self.official.body(theirs.name) if isinstance(theirs, Ref) else theirs.inner
        for name in names:
            keep_null = self.official_normal(self._references[name]).may_be_null
            shape = self.ours.heart(ours, keep_null=keep_null)
            number = self.identity(shape)
            self.shapes.setdefault(number, shape)
            self.sightings[name][number] += 1

    def _follow_alternatives(self, theirs: Schema, ours: Schema, depth: int) -> None:
        """Pairs the alternatives of a union; a named union inside it that is as large as all of `ours` is all of it."""
        left, right = [*self.official.alternatives(theirs)], [*self.ours.alternatives(ours)]
        heart = self.official.heart(theirs)
        for option in heart.options if isinstance(heart, Union) else ():
            if isinstance(self.official.heart(option), Union) and [*self.official.alternatives(option)] == left:
                self._note(option, ours)
        self._follow_pairs(left, right, depth)

    def _follow_pairs(self, theirs: list[Schema], ours: list[Schema], depth: int) -> None:
        for i, j in best_pairs([[self.likeness(one, other) for other in ours] for one in theirs]):
            self.follow(theirs[i], ours[j], depth)

    def _follow_fields(self, theirs: Schema, ours: Schema, depth: int) -> None:
        left, right = self.official_normal(theirs).options, self.our_normal(ours).options
        if len(left) != 1 or len(right) != 1:
            return
        one, other = left[0].core, right[0].core
        if isinstance(one, Object) and isinstance(other, Object):
            for field in one.fields:
                found = other.field(field.name)
                if found is not None:
                    self.follow(field.schema, found.schema, depth)
