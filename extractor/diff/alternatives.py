"""Pairs the alternatives of an old and a new shape, so that a changed one is compared and not called new."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from extractor.model.normal import Both, Core, Normal, Normaliser, Option
from extractor.model.notation import lines
from extractor.model.schema import Intersection, Literal, Schema
from extractor.model.shape_path import kind_of, label_of, labels, tags

LEAST_LIKENESS = 0.4
"""Two alternatives of one kind are the same one, changed, if at least this share of their lines is, or the same tag."""


@dataclass(frozen=True, slots=True, eq=False)
class Alternative:
    """One alternative that is no literal, with the label it has in paths."""

    option: Option
    label: str


@dataclass(slots=True)
class Pairing:
    """What belongs together, and what is left on either side."""

    pairs: list[tuple[Alternative, Alternative]] = field(default_factory=list)
    removed: list[Alternative] = field(default_factory=list)
    added: list[Alternative] = field(default_factory=list)


def paired(old: Normal, new: Normal, olds: Normaliser, news: Normaliser) -> Pairing:
    """Pairs all alternatives but literals: one of a kind with the other one, several by label, then by likeness."""
    ours, theirs = _by_kind(old, olds), _by_kind(new, news)
    found = Pairing()
    for kind in sorted(ours.keys() | theirs.keys()):
        left, right = ours[kind], theirs[kind]
        if len(left) == len(right) == 1:
            found.pairs.append((left[0], right[0]))
        else:
            _pair_several(left, right, olds, news, found)
    return found


def _by_kind(shape: Normal, normal: Normaliser) -> defaultdict[str, list[Alternative]]:
    found: defaultdict[str, list[Alternative]] = defaultdict(list)
    for option, label in zip(shape.options, labels(shape, normal), strict=True):
        if not isinstance(option.core, Literal):
            found[kind_of(option.core)].append(Alternative(option, label))
    return defaultdict(list, {kind: _distinct(several, normal) for kind, several in found.items()})


def _distinct(several: list[Alternative], normal: Normaliser) -> list[Alternative]:
    """The alternatives without those that say what another has said; such have one label."""
    if len(several) < 2:
        return several
    kept: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    counted = Counter(label_of(one.option.core, normal) for one in several)
    found = []
    for one in several:
        label = label_of(one.option.core, normal)
        text = lines(_schema(one.option.core), normal) if counted[label] > 1 else ()
        if text not in kept[label]:
            kept[label].append(text)
            found.append(one)
    return found


def _pair_several(
    left: list[Alternative], right: list[Alternative], olds: Normaliser, news: Normaliser, found: Pairing
) -> None:
    ours = [(label_of(one.option.core, olds), one) for one in left]
    theirs = [(label_of(one.option.core, news), one) for one in right]
    once = _labels_once(ours) & _labels_once(theirs)
    by_label = dict(theirs)
    found.pairs += [(one, by_label[label]) for label, one in ours if label in once]
    rest_left = [one for label, one in ours if label not in once]
    rest_right = [one for label, one in theirs if label not in once]
    matched = _by_likeness(rest_left, rest_right, olds, news)
    found.pairs += [(rest_left[i], rest_right[j]) for i, j in matched]
    used_left, used_right = {i for i, _ in matched}, {j for _, j in matched}
    found.removed += [one for i, one in enumerate(rest_left) if i not in used_left]
    found.added += [one for j, one in enumerate(rest_right) if j not in used_right]


def _labels_once(named: list[tuple[str, Alternative]]) -> set[str]:
    counted = Counter(label for label, _ in named)
    return {label for label, count in counted.items() if count == 1}


def _by_likeness(
    left: list[Alternative], right: list[Alternative], olds: Normaliser, news: Normaliser
) -> list[tuple[int, int]]:
    """The pairs of nearly equal alternatives, best first; objects with different literal tags are never one."""
    if not left or not right:
        return []
    ours = [Counter(lines(_schema(one.option.core), olds)) for one in left]
    theirs = [Counter(lines(_schema(one.option.core), news)) for one in right]
    scored = []
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            likeness = (ours[i] & theirs[j]).total() / max(1, (ours[i] | theirs[j]).total())
            has_one_tag = bool(tags(one.option.core, olds)) and label_of(one.option.core, olds) == label_of(
                other.option.core, news
            )
            is_like = likeness >= LEAST_LIKENESS or has_one_tag
            if is_like and not _are_told_apart(one.option.core, other.option.core, olds, news):
                scored.append((-likeness, sorted(ours[i].elements()), sorted(theirs[j].elements()), i, j))
    chosen: dict[int, int] = {}
    for *_, i, j in sorted(scored):
        if i not in chosen and j not in chosen.values():
            chosen[i] = j
    return sorted(chosen.items())


def _are_told_apart(old: Core, new: Core, olds: Normaliser, news: Normaliser) -> bool:
    ours, theirs = tags(old, olds), tags(new, news)
    return any(ours[name] != theirs[name] for name in ours.keys() & theirs.keys())


def _schema(core: Core) -> Schema:
    return Intersection(core.left, core.right) if isinstance(core, Both) else core
