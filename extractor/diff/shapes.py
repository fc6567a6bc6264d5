"""Compares two shapes, place by place through references and recursion, into the changes between them."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.diff.alternatives import Alternative, paired
from extractor.diff.bounds import array_bounds, number_bounds, string_bounds
from extractor.diff.literals import LiteralChanges, homes_of_literals, literal_changes
from extractor.errors import InputError
from extractor.model.change import Change, ChangeKind, Flow, ShapeChangeKind, Shared
from extractor.model.normal import Both, Normal, Normaliser
from extractor.model.notation import brief, brief_core
from extractor.model.schema import Array, EffectKind, Field, Number, Object, Record, Schema, String, Tuple
from extractor.model.shape_path import ELEMENT, KEY, REST, VALUE, field_step, item_step, kind_of

MOST_CHANGES = 20_000
MOST_STEPS = 3_000_000
NEVER_CUT = 1 << 30
UNRESOLVED: EffectKind = "unresolved"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the walk is: the path from the entry, and the place in the shared definition, if it is in one."""

    path: str
    shared: Shared | None = None

    def step(self, step: str) -> Spot:
        """The spot one step further."""
        shared = None if self.shared is None else Shared(self.shared.name, self.shared.path + step)
        return Spot(self.path + step, shared)

    def within(self, home: str | None) -> Spot:
        """The same spot seen from the definition called `home`; unchanged where that is None."""
        return self if home is None else Spot(self.path, Shared(home, ""))


class ShapeWalk:
    """Compares shapes of two inventories. What was found equal once is not walked again."""

    def __init__(self, olds: Normaliser, news: Normaliser) -> None:
        self.olds, self.news = olds, news
        self._equal: set[tuple[int, int]] = set()
        self._open: dict[tuple[int, int], int] = {}
        self._steps = 0
        self._key = ""
        self._flow: Flow = "both"
        self._found: list[Change] = []

    def changes(self, old: Schema, new: Schema, key: str, path: str, flow: Flow) -> list[Change]:
        """The changes from `old` to `new` in the entry `key`, with paths that start with `path`."""
        self._key, self._flow, self._found = key, flow, []
        self._visit(old, new, Spot(path))
        return self._found

    def _say(self, kind: ChangeKind, spot: Spot, old: str | None = None, new: str | None = None) -> None:
        if len(self._found) >= MOST_CHANGES:
            raise InputError(self._key, "has too many changes to list", "compare releases that are closer together")
        self._found.append(Change(kind, self._key, spot.path, self._flow, old, new, spot.shared))

    def _visit(self, old_schema: Schema, new_schema: Schema, spot: Spot) -> int:
        """Compares one place; returns the depth of the outermost pair that a recursion was cut at."""
        old, new = self.olds(old_schema), self.news(new_schema)
        if (old.is_anything and UNRESOLVED in old.effects) or (new.is_anything and UNRESOLVED in new.effects):
            self._compare_sight(old_schema, new_schema, spot)
        elif old.is_anything != new.is_anything or bool(old.options) != bool(new.options):
            kind = _whole_change(old, new)
            self._say(kind, spot, brief(old_schema, self.olds), brief(new_schema, self.news))
        else:
            self._compare_facets(old, new, spot)
            if old.options and not old.is_anything:
                return self._compare_once(old_schema, new_schema, spot)
        return NEVER_CUT

    def _compare_once(self, old: Schema, new: Schema, spot: Spot) -> int:
        """Compares what two shapes accept, unless that is being done already or they are known to be equal.

        A pair is known to be equal only if nothing below it was cut at a pair that is still open.
        """
        pair = (id(self.olds.heart(old)), id(self.news.heart(new)))
        if pair in self._equal:
            return NEVER_CUT
        if pair in self._open:
            return self._open[pair]
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise InputError(self._key, "has shapes that are too large to compare", "extract both releases again")
        depth, before = len(self._open), len(self._found)
        self._open[pair] = depth
        lowest = self._compare(old, new, spot)
        del self._open[pair]
        if lowest < depth:
            return lowest
        if len(self._found) == before:
            self._equal.add(pair)
        return NEVER_CUT

    def _compare(self, old_schema: Schema, new_schema: Schema, spot: Spot) -> int:
        old, new = self.olds(old_schema), self.news(new_schema)
        pairing, literals = paired(old, new, self.olds, self.news), literal_changes(old, new)
        if not pairing.pairs and not literals.has_common:
            self._say("type_changed", spot, brief(old_schema, self.olds), brief(new_schema, self.news))
            return NEVER_CUT
        self._compare_literals(old, new, literals, spot)
        for gone in pairing.removed:
            self._say_alternative(gone, literals, spot, is_new=False)
        for came in pairing.added:
            self._say_alternative(came, literals, spot, is_new=True)
        return min((self._compare_pair(one, other, spot) for one, other in pairing.pairs), default=NEVER_CUT)

    def _compare_sight(self, old: Schema, new: Schema, spot: Spot) -> None:
        """Where a side could not be resolved nothing else is known of it."""
        was_seen, is_seen = UNRESOLVED not in self.olds(old).effects, UNRESOLVED not in self.news(new).effects
        if was_seen and not is_seen:
            self._say("lost_sight", spot, brief(old, self.olds))
        if is_seen and not was_seen:
            self._say("sight_regained", spot, None, brief(new, self.news))

    def _compare_facets(self, old: Normal, new: Normal, spot: Spot) -> None:
        """What wraps a shape: null, default, fallback, and checks beyond the shape."""
        if old.may_be_null != new.may_be_null:
            homes = new.homes if new.may_be_null else old.homes
            self._say("null_allowed" if new.may_be_null else "null_refused", spot.within(homes.get("null")))
        if old.default != new.default:
            home = (new if new.default is not None else old).homes.get("default")
            self._say("default_changed", spot.within(home), old.default, new.default)
        if old.fallback != new.fallback:
            kind: ShapeChangeKind = "fallback_changed"
            if old.fallback is None or new.fallback is None:
                kind = "fallback_added" if old.fallback is None else "fallback_removed"
            home = (new if new.fallback is not None else old).homes.get("fallback")
            self._say(kind, spot.within(home), old.fallback, new.fallback)
        for effect in sorted(old.effects - new.effects):
            self._say("effect_removed", spot, effect)
        for effect in sorted(new.effects - old.effects):
            self._say("effect_added", spot, None, effect)

    def _compare_literals(self, old: Normal, new: Normal, literals: LiteralChanges, spot: Spot) -> None:
        place = spot.within(homes_of_literals(new) or homes_of_literals(old))
        for value in literals.removed:
            self._say("value_removed", place, value)
        for value in literals.added:
            self._say("value_added", place, None, value)
        for primitive, values in literals.widened.items():
            self._say("type_widened", place, values, primitive)
        for primitive, values in literals.narrowed.items():
            self._say("type_narrowed", place, primitive, values)

    def _say_alternative(self, one: Alternative, literals: LiteralChanges, spot: Spot, *, is_new: bool) -> None:
        """An alternative that came or went, unless its literals have said so."""
        core = one.option.core
        place = spot.step(one.label).within(one.option.home)
        if is_new and kind_of(core) not in literals.widened:
            self._say("variant_added", place, None, brief_core(core, self.news))
        if not is_new and kind_of(core) not in literals.narrowed:
            self._say("variant_removed", place, brief_core(core, self.olds))

    def _compare_pair(self, old: Alternative, new: Alternative, spot: Spot) -> int:
        place = spot.step(new.label or old.label).within(new.option.home or old.option.home)
        match old.option.core, new.option.core:
            case (Object() as one, Object() as other):
                return self._compare_objects(one, other, place)
            case (Record() as one, Record() as other):
                if one.exhaustive != other.exhaustive:
                    words = ("every key required", None) if one.exhaustive else (None, "every key required")
                    self._say("constraint_loosened" if one.exhaustive else "constraint_tightened", place, *words)
                below = self._visit(one.key, other.key, place.step(KEY))
                return min(below, self._visit(one.value, other.value, place.step(VALUE)))
            case (Array() as one, Array() as other):
                for bound in array_bounds(one, other):
                    self._say(bound.kind, place, bound.old, bound.new)
                return self._visit(one.element, other.element, place.step(ELEMENT))
            case (Tuple() as one, Tuple() as other):
                return self._compare_tuples(one, other, place)
            case (Both() as one, Both() as other):
                return self._compare_both(one, other, place)
            case (String() as one, String() as other):
                for bound in string_bounds(one, other):
                    self._say(bound.kind, place, bound.old, bound.new)
            case (Number() as one, Number() as other):
                for bound in number_bounds(one, other):
                    self._say(bound.kind, place, bound.old, bound.new)
            case _:
                pass
        return NEVER_CUT

    def _compare_objects(self, old: Object, new: Object, spot: Spot) -> int:
        lowest = NEVER_CUT
        ours = {field.name: field for field in old.fields}
        theirs = {field.name: field for field in new.fields}
        for name in sorted(ours.keys() | theirs.keys()):
            place = spot.step(field_step(name))
            if name in ours and name in theirs:
                self._compare_presence(ours[name], theirs[name], place)
                lowest = min(lowest, self._visit(ours[name].schema, theirs[name].schema, place))
            elif name in ours:
                kind: ShapeChangeKind = "field_refused" if new.unknown_keys == "strict" else "field_removed"
                self._say_field(kind, ours[name], self.olds, place)
            else:
                is_optional = self.news(theirs[name].schema).may_be_absent
                added: ShapeChangeKind = "field_added_optional" if is_optional else "field_added_required"
                self._say_field(added, theirs[name], self.news, place)
        if old.unknown_keys != new.unknown_keys:
            self._say(_unknown_keys_change(old, new), spot, old.unknown_keys, new.unknown_keys)
        return min(lowest, self._compare_rests(old.rest, new.rest, spot.step(VALUE), is_limit=True))

    def _say_field(self, kind: ShapeChangeKind, field: Field, normal: Normaliser, spot: Spot) -> None:
        """A declared field that came or went; a field that must never be there is a limit, not a field."""
        shape = normal(field.schema)
        is_new = normal is self.news
        text = brief(field.schema, normal)
        if not shape.options and not shape.may_be_null:
            kind = "constraint_tightened" if is_new else "constraint_loosened"
        if is_new:
            self._say(kind, spot, None, text)
        else:
            self._say(kind, spot, text)

    def _compare_presence(self, old: Field, new: Field, spot: Spot) -> None:
        before, after = self.olds(old.schema), self.news(new.schema)
        if before.is_anything or after.is_anything or before.may_be_absent == after.may_be_absent:
            return
        self._say("field_became_optional" if after.may_be_absent else "field_became_required", spot)

    def _compare_tuples(self, old: Tuple, new: Tuple, spot: Spot) -> int:
        lowest = NEVER_CUT
        for index, (one, other) in enumerate(zip(old.items, new.items, strict=False)):
            lowest = min(lowest, self._visit(one, other, spot.step(item_step(index))))
        for index in range(len(new.items), len(old.items)):
            self._say("item_removed", spot.step(item_step(index)), brief(old.items[index], self.olds))
        for index in range(len(old.items), len(new.items)):
            self._say("item_added", spot.step(item_step(index)), None, brief(new.items[index], self.news))
        return min(lowest, self._compare_rests(old.rest, new.rest, spot.step(REST), is_limit=False))

    def _compare_rests(self, old: Schema | None, new: Schema | None, spot: Spot, *, is_limit: bool) -> int:
        """What an object's undeclared fields, or a tuple's further items, must be; `is_limit`: none means anything."""
        if old is not None and new is not None:
            return self._visit(old, new, spot)
        if old is not None:
            self._say("constraint_loosened" if is_limit else "constraint_tightened", spot, brief(old, self.olds))
        if new is not None:
            self._say("constraint_tightened" if is_limit else "constraint_loosened", spot, None, brief(new, self.news))
        return NEVER_CUT

    def _compare_both(self, old: Both, new: Both, spot: Spot) -> int:
        """Compares intersections with their parts in the order that leaves the fewest changes."""
        kept = self._found
        tried: list[tuple[int, list[Change], int]] = []
        for first, second in ((new.left, new.right), (new.right, new.left)):
            self._found = []
            lowest = min(self._visit(old.left, first, spot), self._visit(old.right, second, spot))
            tried.append((len(self._found), self._found, lowest))
        _, found, lowest = min(tried, key=lambda trial: trial[0])
        self._found = kept + found
        return lowest


def _whole_change(old: Normal, new: Normal) -> ShapeChangeKind:
    """Where one side is anything, or nothing but null or absent, and the other is not."""
    if new.is_anything:
        return "type_widened"
    if old.is_anything:
        return "type_narrowed"
    if not old.options:
        return "type_changed" if old.may_be_null and not new.may_be_null else "type_widened"
    return "type_changed" if new.may_be_null and not old.may_be_null else "type_narrowed"


def _unknown_keys_change(old: Object, new: Object) -> ShapeChangeKind:
    if new.unknown_keys == "strict":
        return "object_closed"
    if old.unknown_keys == "strict":
        return "object_opened"
    return "extra_fields_kept" if new.unknown_keys == "passthrough" else "extra_fields_dropped"
