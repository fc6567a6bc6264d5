"""Turns a schema into its normal form: references followed, wrappers peeled, unions flat, intersections merged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from extractor.errors import InputError
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    EffectKind,
    Field,
    FrozenJson,
    FrozenObject,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)

MOST_COMBINATIONS = 64
"""An intersection of unions with more pairs than this is kept as it stands instead of being multiplied out."""

DEEPEST_WRAPPING = 200

MEANINGLESS: frozenset[EffectKind] = frozenset({"lazy", "cut", "description"})
"""Effects that say how a schema was written, or say it in words, and nothing of what it accepts."""


@dataclass(frozen=True, slots=True)
class Both:
    """An intersection that is no single object: a value must have both shapes."""

    left: Schema
    right: Schema


Core: TypeAlias = Any | Boolean | String | Number | Literal | Array | Tuple | Record | Object | Both


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One alternative of a shape; `home` is the innermost definition it was reached through, if any."""

    core: Core
    home: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Normal:
    """A shape as the alternatives it accepts, and how it may be missing, null, filled in or checked further.

    All literals are one option, sorted; `true` and `false` together are a boolean. `default` and `fallback` are
    JSON texts, or `(computed)`. `homes` says for `null`, `default` and `fallback` in which definition each is
    written, None meaning where it is used.
    Effects that change nothing on the wire are left out.
    """

    options: tuple[Option, ...]
    may_be_absent: bool
    may_be_null: bool
    default: str | None
    fallback: str | None
    effects: frozenset[EffectKind]
    homes: Mapping[str, str | None]

    @property
    def is_anything(self) -> bool:
        """Whether every value is accepted."""
        return any(isinstance(option.core, Any) for option in self.options)


def json_text(value: FrozenJson) -> str:
    """The JSON text of a frozen value: ASCII, and 1.0 is 1 as it is in JavaScript."""
    return json.dumps(_thawed(value), ensure_ascii=True)


def _thawed(value: FrozenJson) -> object:
    if isinstance(value, FrozenObject):
        return {key: _thawed(item) for key, item in value.items}
    if isinstance(value, tuple):
        return [_thawed(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


@dataclass(slots=True)
class _Found:
    """What has been collected of one shape so far."""

    options: list[Option] = field(default_factory=list)
    values: dict[str, tuple[str | int | float | bool, str | None]] = field(default_factory=dict)
    absent: bool = False
    null: bool = False
    defaults: dict[str, str | None] = field(default_factory=dict)
    fallbacks: dict[str, str | None] = field(default_factory=dict)
    effects: set[EffectKind] = field(default_factory=set)
    homes: dict[str, str | None] = field(default_factory=dict)
    followed: set[str] = field(default_factory=set)


class Normaliser:
    """Normal forms of the shapes of one inventory; the same schema object always gives the same normal form."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._cache: dict[int, tuple[Schema, Normal]] = {}
        self._busy: set[int] = set()

    def __call__(self, schema: Schema) -> Normal:
        """The normal form; InputError where a reference leads nowhere. A shape that is only itself accepts nothing."""
        known = self._cache.get(id(schema))
        if known is None:
            if id(schema) in self._busy:
                return _finished(_Found())
            self._busy.add(id(schema))
            found = _Found()
            self._collect(schema, None, found)
            self._busy.discard(id(schema))
            known = self._cache[id(schema)] = (schema, _finished(found))
        return known[1]

    def heart(self, schema: Schema) -> Schema:
        """The schema object inside all wrappers and references: the same one wherever a shape is used."""
        for _ in range(DEEPEST_WRAPPING):
            match schema:
                case Ref(name):
                    schema = self._definition(name)
                case Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner) | Effect(inner):
                    schema = inner
                case _:
                    break
        return schema

    def _definition(self, name: str) -> Schema:
        try:
            return self._definitions[name]
        except KeyError:
            raise InputError("inventory", f"has no definition called {name!r}", "extract the release again") from None

    def _collect(self, schema: Schema, home: str | None, found: _Found) -> None:
        """Adds everything `schema` accepts to `found`; each definition once, since it would add the same again."""
        match schema:
            case Ref(name):
                if name not in found.followed:
                    found.followed.add(name)
                    self._collect(self._definition(name), name, found)
            case Union(options):
                for option in options:
                    self._collect(option, home, found)
            case Optional(inner) | Nullable(inner) | Default(inner) | Catch(inner) | Effect(inner):
                _note_wrapper(schema, home, found)
                self._collect(inner, home, found)
            case Intersection(left, right):
                self._collect_both(left, right, home, found)
            case Undefined():
                found.absent = True
            case Never():
                pass
            case Literal(values):
                for value in values:
                    if value is None:
                        found.null = True
                        found.homes.setdefault("null", home)
                    else:
                        found.values.setdefault(json_text(value), (value, home))
            case Any() | Boolean() | String() | Number() | Array() | Tuple() | Record() | Object():
                _add(schema, home, found)
            case _:
                assert_never(schema)

    def _collect_both(self, left: Schema, right: Schema, home: str | None, found: _Found) -> None:
        """Multiplies out an intersection: a pair of objects becomes one object with the fields of both."""
        ours, theirs = self(left), self(right)
        found.absent |= ours.may_be_absent and theirs.may_be_absent
        found.null |= ours.may_be_null and theirs.may_be_null
        found.effects |= ours.effects | theirs.effects
        if len(ours.options) * len(theirs.options) > MOST_COMBINATIONS:
            _add(Both(left, right), home, found)
            return
        for one in ours.options:
            for other in theirs.options:
                merged = _merged(one.core, other.core)
                if isinstance(merged, Literal):
                    found.values.update({json_text(v): (v, home) for v in merged.values if v is not None})
                else:
                    _add(merged, home, found)


def _add(core: Core, home: str | None, found: _Found) -> None:
    if not any(core == option.core for option in found.options):
        found.options.append(Option(core, home))


def _note_wrapper(schema: Optional | Nullable | Default | Catch | Effect, home: str | None, found: _Found) -> None:
    match schema:
        case Optional():
            found.absent = True
        case Nullable():
            found.null = True
            found.homes.setdefault("null", home)
        case Default(_, value, known):
            found.absent = True
            found.defaults.setdefault(json_text(value) if known else "(computed)", home)
        case Catch(_, value, known):
            found.absent = True
            found.fallbacks.setdefault(json_text(value) if known else "(computed)", home)
        case Effect(_, effects):
            found.effects.update(effect for effect in effects if effect not in MEANINGLESS)
        case _:
            assert_never(schema)


def _merged(left: Core, right: Core) -> Core:
    """What has both shapes, as one core where that can be said."""
    if isinstance(left, Any) or left == right:
        return right
    if isinstance(right, Any):
        return left
    if isinstance(left, Object) and isinstance(right, Object):
        return _merged_objects(left, right)
    if isinstance(left, Literal) and isinstance(right, Literal):
        shared = {json_text(value) for value in right.values}
        kept = tuple(value for value in left.values if json_text(value) in shared)
        return Literal(kept) if kept else Both(left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Literal) and isinstance(other, String | Number | Boolean):
            return one
    return Both(_plain(left), _plain(right))


def _plain(core: Core) -> Schema:
    return Intersection(core.left, core.right) if isinstance(core, Both) else core


def _merged_objects(left: Object, right: Object) -> Object:
    fields = {one.name: one.schema for one in left.fields}
    for other in right.fields:
        ours = fields.get(other.name)
        same = ours is None or ours == other.schema
        fields[other.name] = other.schema if ours is None or same else Intersection(ours, other.schema)
    kinds = {left.unknown_keys, right.unknown_keys}
    unknown = "strict" if "strict" in kinds else "passthrough" if "passthrough" in kinds else "strip"
    rest = left.rest if right.rest is None else right.rest
    return Object(tuple(Field(name, schema) for name, schema in fields.items()), unknown, rest)  # type: ignore[arg-type]


def _finished(found: _Found) -> Normal:
    default, found.homes["default"] = _joined(found.defaults)
    fallback, found.homes["fallback"] = _joined(found.fallbacks)
    anything = next((option for option in found.options if isinstance(option.core, Any)), None)
    if anything is not None:
        return Normal((anything,), True, True, default, fallback, frozenset(found.effects), found.homes)
    if {"true", "false"} <= found.values.keys():
        home = found.values.pop("true")[1]
        del found.values["false"]
        _add(Boolean(), home, found)
    options = found.options
    if found.values:
        texts = sorted(found.values)
        homes = {found.values[text][1] for text in texts}
        literal = Literal(tuple(found.values[text][0] for text in texts))
        options = [Option(literal, homes.pop() if len(homes) == 1 else None), *options]
    effects = frozenset(found.effects)
    return Normal(tuple(options), found.absent, found.null, default, fallback, effects, found.homes)


def _joined(texts: Mapping[str, str | None]) -> tuple[str | None, str | None]:
    """Several values as one text whatever their order, and the one definition they are written in, if it is one."""
    homes = set(texts.values())
    return " or ".join(sorted(texts)) or None, homes.pop() if len(homes) == 1 else None
