"""Checks of objects, arrays, tuples and records: the checks of their parts come in, one closure goes out."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import Json, UnknownKeys
from extractor.validate.flaw import FOLD_ABOVE, GRADES, Flaw, Flaws, Kind, RecordKey, gather, is_refused, omission
from extractor.validate.scalars import Check, anything, is_boolean, is_string


def object_check(
    fields: Mapping[str, Check],
    required: frozenset[str],
    unchecked: frozenset[str],
    unknown_keys: UnknownKeys,
    rest: Check | None,
) -> Check:
    """The check of an object: absent `required` fields are refused, absent `unchecked` ones shown. Undeclared fields
    are checked by `rest` where there is one, refused by a strict object, and shown by every other."""
    declared = dict(fields)
    expected = required | unchecked
    inner_of = declared.get
    plain_type_of = {name: _PLAIN[inner] for name, inner in fields.items() if inner in _PLAIN}.get

    def check(value: Json) -> Flaws | None:
        if type(value) is not dict:
            return [Flaw("wrong_type", "an object", value)]
        found: Flaws | None = None
        if not expected <= value.keys():
            found = _absences(value, required, unchecked)
        others = 0
        for key, item in value.items():
            if type(item) is plain_type_of(key):
                continue
            inner = inner_of(key)
            if inner is None:
                others += 1
            elif inner is not anything:
                flaws = inner(item)
                if flaws is not None:
                    found = gather(found, flaws, key)
        if others:
            found = _undeclared(value, declared, unknown_keys, rest, found)
        return found

    return check


_PLAIN: dict[Check, type] = {is_string: str, is_boolean: bool}
"""Checks that ask for nothing but a type: an object asks for it itself, which is where most of the time goes."""


def _absences(value: Mapping[str, Json], required: frozenset[str], unchecked: frozenset[str]) -> Flaws:
    found = [Flaw("missing", name=name).at(name) for name in sorted(required - value.keys())]
    found += [Flaw("absent_any", name=name).at(name) for name in sorted(unchecked - value.keys())]
    return found


def _undeclared(
    value: Mapping[str, Json],
    declared: Mapping[str, Check],
    unknown_keys: UnknownKeys,
    rest: Check | None,
    found: Flaws | None,
) -> Flaws | None:
    kind: Kind = "forbidden_field" if unknown_keys == "strict" else "unknown_field"
    seen = 0
    for key, item in value.items():
        if key in declared:
            continue
        if rest is not None:
            flaws = rest(item)
            if flaws is not None:
                found = gather(found, flaws, RecordKey(key))
            continue
        seen += 1
        if seen <= FOLD_ABOVE:
            found = [*(found or ()), Flaw(kind, name=key).at(key)]
    if seen > FOLD_ABOVE:
        found = [*(found or ()), omission(GRADES[kind], seen - FOLD_ABOVE)]
    return found


def array_check(element: Check, min_items: int | None, max_items: int | None) -> Check:
    """The check of an array and its elements."""

    def check(value: Json) -> Flaws | None:
        if type(value) is not list:
            return [Flaw("wrong_type", "an array", value)]
        if min_items is not None and len(value) < min_items:
            return [Flaw("out_of_bounds", f"an array of at least {min_items} elements", value)]
        if max_items is not None and len(value) > max_items:
            return [Flaw("out_of_bounds", f"an array of at most {max_items} elements", value)]
        if element is anything:
            return None
        found: Flaws | None = None
        for index, item in enumerate(value):
            flaws = element(item)
            if flaws is not None:
                found = gather(found, flaws, index)
        return found

    return check


def tuple_check(items: tuple[Check, ...], least: int, rest: Check | None) -> Check:
    """The check of a tuple: `least` elements must be there, those after `items` are checked by `rest`."""
    most = len(items)

    def check(value: Json) -> Flaws | None:
        if type(value) is not list:
            return [Flaw("wrong_type", "an array", value)]
        if len(value) < least:
            return [Flaw("out_of_bounds", f"an array of at least {least} elements", value)]
        if rest is None and len(value) > most:
            return [Flaw("out_of_bounds", f"an array of at most {most} elements", value)]
        found: Flaws | None = None
        for index, item in enumerate(value):
            inner = items[index] if index < most else rest
            flaws = inner(item) if inner is not None else None
            if flaws is not None:
                found = gather(found, flaws, index)
        return found

    return check


def record_check(key: Check | None, element: Check) -> Check:
    """The check of an object with arbitrary keys, each of which must pass `key` (None: any may).

    That every key of an enum is there is not asked for: zod 4 would, but the programs take what has only some.
    """

    def check(value: Json) -> Flaws | None:
        if type(value) is not dict:
            return [Flaw("wrong_type", "an object", value)]
        found: Flaws | None = None
        for name, item in value.items():
            if key is not None and is_refused(flaws := key(name)):
                found = gather(found, [_bad_key(flaws, name)], RecordKey(name))
            elif element is not anything and (inner := element(item)) is not None:
                found = gather(found, inner, RecordKey(name))
        return found

    return check


def _bad_key(flaws: Flaws | None, name: str) -> Flaw:
    expected = next((flaw.expected for flaw in flaws or () if flaw.expected), "another key")
    return Flaw("forbidden_field", expected, name, name=name)
