"""How alike an official type and a shape of a release are: two schemas come in, what agrees and differs goes out."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.model.normal import Core, Normal, Normaliser, json_text
from extractor.model.schema import Any, Array, Boolean, Literal, Number, Object, Record, Schema, String, Tuple

DEEPEST = 12
"""Shapes are compared so many levels deep; what lies deeper neither agrees nor differs."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Counts of what agrees (fields, values), what differs, and what only the release has (`hidden`).

    `conflict` says that no value can have both shapes, or that they are told apart by a tag.
    """

    agreed: int = 0
    differing: int = 0
    hidden: int = 0
    conflict: bool = False

    def __add__(self, other: Likeness) -> Likeness:
        return Likeness(
            self.agreed + other.agreed,
            self.differing + other.differing,
            self.hidden + other.hidden,
            self.conflict or other.conflict,
        )

    @property
    def is_likely(self) -> bool:
        """Whether more agrees than differs."""
        return not self.conflict and self.agreed > self.differing

    @property
    def is_close(self) -> bool:
        """Whether nothing differs and next to nothing is hidden: enough where nothing else speaks for a pair."""
        return not self.conflict and not self.differing and self.agreed >= max(3, 10 * self.hidden)

    @property
    def rank(self) -> tuple[bool, float, int]:
        """What makes one pair likelier than another."""
        total = self.agreed + self.differing + self.hidden / 4
        return (not self.conflict, self.agreed / total if total else 0.5, self.agreed)


_SAME = Likeness(agreed=1)
_OTHER = Likeness(differing=1)
_HIDDEN = Likeness(hidden=1)
_NEUTRAL = Likeness()
_CONFLICT = Likeness(differing=1, conflict=True)


class Comparer:
    """Compares official types with the shapes of one inventory."""

    def __init__(self, official: Normaliser, ours: Normaliser) -> None:
        self._official, self._ours = official, ours
        self._known: dict[tuple[int, int], tuple[Normal, Normal, Likeness]] = {}
        self._busy: set[tuple[int, int]] = set()

    def compare(self, theirs: Schema, ours: Schema, depth: int = DEEPEST) -> Likeness:
        """How alike two shapes are; that a field may be absent is compared where the field is."""
        left, right = self._official(theirs), self._ours(ours)
        pair = (id(left), id(right))
        known = self._known.get(pair)
        if known is not None:
            return known[2]
        if pair in self._busy or depth == 0:
            return _NEUTRAL
        self._busy.add(pair)
        found = self._normals(left, right, depth - 1)
        self._busy.discard(pair)
        self._known[pair] = (left, right, found)
        return found

    def may_be_close(self, theirs: Schema, ours: Schema) -> bool:
        """Whether a look at the fields and values does not rule out that two shapes are close."""
        right = self._ours(ours).options
        return all(
            any(_may_be_close(one.core, other.core) for other in right) for one in self._official(theirs).options
        )

    def _normals(self, theirs: Normal, ours: Normal, depth: int) -> Likeness:
        if theirs.is_anything or ours.is_anything:
            return _NEUTRAL
        found = _NEUTRAL if theirs.may_be_null == ours.may_be_null else _OTHER
        left = [option.core for option in theirs.options]
        right = [option.core for option in ours.options]
        scores = [[self._cores(one, other, depth) for other in right] for one in left]
        pairs = best_pairs(scores)
        if left and right and not pairs:
            return found + _CONFLICT
        for i, j in pairs:
            found += scores[i][j]
        return found + Likeness(differing=len(left) - len(pairs), hidden=len(right) - len(pairs))

    def _cores(self, theirs: Core, ours: Core, depth: int) -> Likeness:
        """How alike two single alternatives are."""
        match theirs, ours:
            case Object(), Object():
                return self._objects(theirs, ours, depth)
            case Literal(), Literal():
                mine, other = set(map(json_text, theirs.values)), set(map(json_text, ours.values))
                return Likeness(len(mine & other), len(mine ^ other), 0, not mine & other)
            case (String() | Number(), Literal(values)) | (Literal(values), String() | Number()):
                is_text = isinstance(theirs, String) or isinstance(ours, String)
                return _OTHER if any(isinstance(value, str) == is_text for value in values) else _CONFLICT
            case Array(element), Array(other_element):
                return _SAME + self.compare(element, other_element, depth)
            case Record(_, value), Record(_, other_value):
                return _SAME + self.compare(value, other_value, depth)
            case Tuple(items), Tuple(others) if len(items) == len(others):
                return sum((self.compare(a, b, depth) for a, b in zip(items, others, strict=True)), _SAME)
            case (Record(), Object()) | (Object(), Record()):
                return _OTHER
            case (Any(), _) | (_, Any()):
                return _NEUTRAL
            case (String(), String()) | (Number(), Number()) | (Boolean(), Boolean()):
                return _SAME
            case _:
                return _CONFLICT

    def _objects(self, theirs: Object, ours: Object, depth: int) -> Likeness:
        found = _NEUTRAL
        for field in theirs.fields:
            other = ours.field(field.name)
            found += _OTHER if other is None else self._field(field.schema, other.schema, depth)
        for field in ours.fields:
            if theirs.field(field.name) is None:
                found += _HIDDEN if self._ours(field.schema).may_be_absent else _OTHER
        return found if found.agreed or not theirs.fields or not ours.fields else found + _CONFLICT

    def _field(self, theirs: Schema, ours: Schema, depth: int) -> Likeness:
        """Two fields of one name: their shapes, and whether both may be absent; tags that differ are a conflict.

        A field with a default is absent on one side of the wire only, so either will do.
        """
        left, right = self._official(theirs), self._ours(ours)
        found = _SAME
        if not (left.is_anything or right.is_anything or right.default is not None or right.fallback is not None):
            found += _NEUTRAL if left.may_be_absent == right.may_be_absent else _OTHER
        inner = self.compare(theirs, ours, depth)
        if inner.conflict:
            return found + (_CONFLICT if _is_tag(left) and _is_tag(right) else _OTHER)
        return found + inner


def best_pairs(scores: list[list[Likeness]]) -> list[tuple[int, int]]:
    """Which row belongs to which column, each once: the likeliest first, no pair that is in conflict."""
    cells = [(i, j) for i, row in enumerate(scores) for j, likeness in enumerate(row) if not likeness.conflict]
    cells.sort(key=lambda cell: (*(-part for part in scores[cell[0]][cell[1]].rank), *cell))
    rows: set[int] = set()
    columns: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for i, j in cells:
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            pairs.append((i, j))
    return pairs


def _may_be_close(theirs: Core, ours: Core) -> bool:
    if isinstance(theirs, Object) and isinstance(ours, Object):
        names = {field.name for field in ours.fields}
        return len(names) <= len(theirs.fields) * 2 and all(field.name in names for field in theirs.fields)
    if isinstance(theirs, Literal) and isinstance(ours, Literal):
        return len(theirs.values) == len(ours.values)
    return type(theirs) is type(ours) or isinstance(theirs, Any) or isinstance(ours, Any)


def _is_tag(shape: Normal) -> bool:
    """Whether a field's shape tells its object from others: literals and nothing else, never absent."""
    only = shape.options[0].core if len(shape.options) == 1 else None
    return isinstance(only, Literal) and not shape.may_be_absent
