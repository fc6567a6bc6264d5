"""Checks of unions and intersections: several checks come in, one closure that reports the best branch goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from extractor.model.schema import (
    Effect,
    Intersection,
    Json,
    Literal,
    Object,
    Record,
    Ref,
    Schema,
    Union,
)
from extractor.validate.flaw import Flaw, Flaws, Kind, is_refused
from extractor.validate.scalars import Check, nothing, one_of, shown

Lookup = Callable[[str], Schema | None]
Tags = Mapping[str, frozenset[str]]
"""The fields of an object that must be there and must hold one of these texts."""


@dataclass(frozen=True, slots=True)
class Option:
    """One branch of a union. `tags` is None where it can take something other than an object."""

    check: Check
    tags: Tags | None


def tags_of(schema: Schema, lookup: Lookup, inside: frozenset[str] = frozenset()) -> Tags | None:
    """The tags of a schema that only takes objects, or None for any other."""
    match schema:
        case Object(fields):
            return {field.name: texts for field in fields if (texts := _texts(field.schema)) is not None}
        case Record():
            return {}
        case Effect(inner, effects) if not {"preprocess", "coerce"} & set(effects):
            return tags_of(inner, lookup, inside)
        case Intersection(left, right):
            sides = [tags for side in (left, right) if (tags := tags_of(side, lookup, inside)) is not None]
            return {name: texts for tags in sides for name, texts in tags.items()} if sides else None
        case Ref(name) if name not in inside:
            target = lookup(name)
            return None if target is None else tags_of(target, lookup, inside | {name})
        case Union(options):
            return _shared([tags_of(option, lookup, inside) for option in options])
        case _:
            return None


def _texts(schema: Schema) -> frozenset[str] | None:
    if not isinstance(schema, Literal):
        return None
    texts = frozenset(value for value in schema.values if isinstance(value, str))
    return texts if len(texts) == len(schema.values) else None


def _shared(options: Sequence[Tags | None]) -> Tags | None:
    known = [tags for tags in options if tags is not None]
    if len(known) < len(options) or not known:
        return None
    names = set(known[0]).intersection(*known[1:])
    return {name: frozenset().union(*(tags[name] for tags in known)) for name in names}


def union_check(options: Sequence[Option], discriminator: str | None) -> Check:
    """The check of a union: what its first accepting branch says, or else what is wrong with the likeliest one."""
    everything = tuple(option.check for option in options)
    others = tuple(option.check for option in options if option.tags is None)
    name = _tag_name(options, discriminator)
    tables = None if name is None else (name, *_table(options, name))

    def check(value: Json) -> Flaws | None:
        if type(value) is not dict:
            return best_of(others, value) if others else [Flaw("wrong_type", "an object", value)]
        if tables is None:
            return best_of(everything, value)
        tag, by_text, untagged = tables
        text = value.get(tag, _ABSENT)
        candidates = by_text.get(text, untagged) if type(text) is str else untagged
        if candidates:
            return best_of(candidates, value)
        expected, allowed = one_of(tuple(by_text)), tuple(shown(known) for known in by_text)
        if text is _ABSENT:
            return [Flaw("missing", expected, name=tag).at(tag)]
        return [Flaw("unexpected_value", expected, text, allowed=allowed).at(tag)]

    return check


_ABSENT = object()


def _tag_name(options: Sequence[Option], discriminator: str | None) -> str | None:
    tagged = [option.tags for option in options if option.tags]
    names = {name for tags in tagged for name in tags}
    if discriminator in names:
        return discriminator

    def worth(name: str) -> tuple[int, int, str]:
        having = [tags[name] for tags in tagged if name in tags]
        return len(frozenset().union(*having)), len(having), name

    useful = [name for name in names if worth(name)[0] > 1]
    return max(useful, key=worth, default=None)


def _table(options: Sequence[Option], name: str) -> tuple[dict[str, tuple[Check, ...]], tuple[Check, ...]]:
    texts = dict.fromkeys(text for option in options for text in sorted((option.tags or {}).get(name, ())))
    by_text = {text: tuple(option.check for option in options if _may_hold(option, name, text)) for text in texts}
    return by_text, tuple(option.check for option in options if name not in (option.tags or {}))


def _may_hold(option: Option, name: str, text: str) -> bool:
    tags = option.tags or {}
    return name not in tags or text in tags[name]


def best_of(checks: Sequence[Check], value: Json) -> Flaws | None:
    """What the best of some branches says: one that accepts without a word, one that accepts, or the nearest."""
    refusals: list[Flaws] = []
    accepted: Flaws | None = None
    for check in checks:
        flaws = check(value)
        if flaws is None:
            return None
        if is_refused(flaws):
            refusals.append(flaws)
        elif accepted is None or len(flaws) < len(accepted):
            accepted = flaws
    if accepted is not None:
        return accepted
    if len(refusals) == 1:
        return refusals[0]
    return _nearest(refusals) if refusals else nothing(value)


def _nearest(refusals: list[Flaws]) -> Flaws:
    if all(_misses_entirely(flaws) for flaws in refusals):
        return [_joined([flaws[0] for flaws in refusals])]
    return min(refusals, key=_distance)


def _misses_entirely(flaws: Flaws) -> bool:
    return any(not flaw.path and flaw.kind in ("wrong_type", "unexpected_value") for flaw in flaws)


def _distance(flaws: Flaws) -> tuple[bool, int, int, int]:
    refused = [flaw for flaw in flaws if flaw.grade == "invalid"]
    wrong_tags = sum(flaw.kind == "unexpected_value" and len(flaw.path) == 1 for flaw in refused)
    return _misses_entirely(flaws), wrong_tags, len(refused), len(flaws)


def _joined(flaws: Flaws) -> Flaw:
    """One flaw for a value that is of none of the branches' types."""
    expected = list(dict.fromkeys(flaw.expected for flaw in flaws))
    allowed = tuple(dict.fromkeys(value for flaw in flaws for value in flaw.allowed))
    kind: Kind = "unexpected_value" if any(flaw.kind == "unexpected_value" for flaw in flaws) else "wrong_type"
    return Flaw(kind, " or ".join(expected), flaws[0].found, allowed=allowed)


def intersection_check(left: Check, right: Check) -> Check:
    """The check of an intersection: what either side refuses is refused, and unknown is only what both do not know."""

    def check(value: Json) -> Flaws | None:
        one, other = left(value), right(value)
        if one is None and other is None:
            return None
        unknown = _unknown_places(one or []) & _unknown_places(other or [])
        kept: Flaws = []
        for flaws, is_second in ((one or [], False), (other or [], True)):
            for flaw in flaws:
                if flaw.kind != "unknown_field" or (not is_second and _place(flaw) in unknown):
                    kept.append(flaw)
        return kept or None

    return check


def _place(flaw: Flaw) -> tuple[object, ...]:
    return (*flaw.path, flaw.name)


def _unknown_places(flaws: Flaws) -> set[tuple[object, ...]]:
    return {_place(flaw) for flaw in flaws if flaw.kind == "unknown_field"}
