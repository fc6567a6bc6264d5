"""Multiplies out intersections: two objects become one with the fields of both, a union is met option by option."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import Any, Effect, EffectKind, Field, Intersection, Object, Optional, Ref, Schema, Union

MOST_OPTIONS = 64
"""An intersection of unions that would have more options than this stays an intersection."""

LENIENT: frozenset[EffectKind] = frozenset({"coerce", "preprocess", "unresolved"})
"""Effects that accept more on the wire than the schema under them says."""


def merged(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """The schema behind references and checks when it is an object, with its intersections multiplied out.

    Anything that is no object, and no union of objects made here, is returned as it was given.
    """
    shape = _met(schema, definitions)
    return shape if isinstance(shape, Object | Union) else schema


def _met(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    match schema:
        case Ref(name):
            return _met(definitions[name], definitions)
        case Effect(inner, effects) if not LENIENT.intersection(effects):
            return _met(inner, definitions)
        case Intersection(left, right):
            return _intersection(_met(left, definitions), _met(right, definitions), definitions) or schema
        case _:
            return schema


def _intersection(left: Schema, right: Schema, definitions: Mapping[str, Schema]) -> Schema | None:
    if isinstance(left, Any) or repr(left) == repr(right):
        return right
    if isinstance(right, Any):
        return left
    if isinstance(left, Object) and isinstance(right, Object):
        return _both(left, right)
    if isinstance(left, Union) or isinstance(right, Union):
        ours = left.options if isinstance(left, Union) else (left,)
        theirs = right.options if isinstance(right, Union) else (right,)
        if len(ours) * len(theirs) > MOST_OPTIONS:
            return None
        pairs = [_met(Intersection(one, other), definitions) for one in ours for other in theirs]
        return Union(tuple(pairs)) if all(isinstance(pair, Object) for pair in pairs) else None
    return None


def _both(left: Object, right: Object) -> Object:
    """One object that accepts what both accept; a field of one side also meets the other's word on unknown fields."""
    ours_else, theirs_else = (None if rest is None else Optional(rest) for rest in (left.rest, right.rest))
    fields = {field.name: field.schema for field in left.fields}
    for field in right.fields:
        ours = fields.get(field.name, ours_else)
        same = ours is None or repr(ours) == repr(field.schema)
        fields[field.name] = field.schema if ours is None or same else Intersection(ours, field.schema)
    if theirs_else is not None:
        for field in left.fields:
            if right.field(field.name) is None:
                fields[field.name] = Intersection(field.schema, theirs_else)
    rest = left.rest if right.rest is None else right.rest
    if left.rest is not None and right.rest is not None:
        rest = Intersection(left.rest, right.rest)
    unknown = left.unknown_keys if left.unknown_keys == right.unknown_keys else "strip"
    return Object(tuple(Field(name, schema) for name, schema in fields.items()), unknown, rest)
