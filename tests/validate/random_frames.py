"""Hypothesis strategies for schemas that zod can say, and for values that such schemas take, almost take, or refuse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hypothesis import strategies as st

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Field,
    Intersection,
    Json,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Scalar,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from extractor.validate.absence import absence

NAMES = ("type", "subtype", "a", "b", "request_id", "an odd key")
"""No name that every JavaScript object inherits: zod takes `constructor` for present where it is absent."""

TEXTS = ("", "a", "b", "ab", "user", "system", "init", "\U0001f600", "é\n", "2.1.235", "\ud800", "a b")
PATTERNS = ("^a", "b$", "^[a-z]+$", "^.{2}$", "\\d+\\.\\d+", "^(?:a|b)*$", "^\\s*$", "[^a-z]", "^\\w{2,}$", "a{,2}")

FEW_KEYS = Literal(("a", "b"))
"""The keys of a record; zod 4 wants to see all of them, which is not asked for here."""

names = st.sampled_from(NAMES)
texts = st.sampled_from(TEXTS)
integers = st.sampled_from([0, 1, -1, 2, 5, 2**31, 2**53 - 1, 2**53, -(2**53), 10**20])
numbers = integers | st.sampled_from([0.5, -0.5, 1.0, 1e3, 0.3, 1e-7, 1.5e300])
scalars: st.SearchStrategy[Scalar] = st.none() | st.booleans() | numbers | texts
values: st.SearchStrategy[Json] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=5
)
bounds = st.none() | st.integers(-1, 3)
lengths = st.none() | st.integers(0, 3)

literals = st.lists(st.none() | st.booleans() | st.integers(0, 2) | texts, min_size=1, max_size=3).map(
    lambda found: Literal(tuple({(isinstance(one, bool), one): one for one in found}.values()))
)
spans = st.tuples(lengths, lengths).filter(lambda span: None in span or span[0] <= span[1])
strings = st.builds(
    lambda span, patterns: String(None, *span, tuple(patterns)), spans, st.lists(st.sampled_from(PATTERNS), max_size=1)
)
leaves: st.SearchStrategy[Schema] = st.one_of(
    st.sampled_from([Any(), Boolean(), String(), Number(), Never(), Undefined()]), strings, literals
)


def number_schemas(integer: str) -> st.SearchStrategy[Number]:
    """Numbers with bounds; `integer` is the IR's name for what `.int()` means in the zod at hand. (Multiples are
    tested apart: zod's own arithmetic is off for the largest numbers.)"""
    return st.builds(Number, st.sampled_from([None, integer]), bounds, bounds, bounds, bounds)


def objects(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Object]:
    """Objects of every kind, most fields of which may be absent."""
    fields = st.dictionaries(names, inner | inner.map(Optional) | literals, max_size=4)
    kinds = st.sampled_from(["strip", "strict", "passthrough"])
    rest = st.none() | st.none() | inner.filter(lambda one: one != Never())
    as_fields = fields.map(lambda found: tuple(Field(*item) for item in found.items()))
    return st.builds(lambda given, kind, more: Object(given, "strip" if more else kind, more), as_fields, kinds, rest)


@st.composite
def discriminated(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Union:
    """Unions of objects told apart by one field, declared so or not."""
    tag = draw(st.sampled_from(["type", "subtype"]))
    tags = draw(st.lists(st.sampled_from(["user", "system", "init", "a"]), min_size=1, max_size=4, unique=True))
    options = []
    for text in tags:
        body = draw(objects(inner))
        others = tuple(field for field in body.fields if field.name != tag)
        options.append(Object((*others, Field(tag, Literal((text,)))), body.unknown_keys, body.rest))
    return Union(tuple(options), draw(st.sampled_from([None, tag])))


def defaults(inner: st.SearchStrategy[Schema], is_zod3: bool) -> st.SearchStrategy[Schema]:
    """Schemas with a default, which zod 3 checks as if it had been sent and zod 4 does not."""
    return st.just(Default(String(), "given")) if is_zod3 else inner.map(lambda one: Default(one, "given"))


def _must_be_there(schema: Schema) -> bool:
    """Whether a tuple's element with this schema must be there. (Zod 4.0 is off by one for those that need not.)"""
    return absence(schema, {}) == "refused"


@cache
def schemas(is_zod3: bool) -> st.SearchStrategy[Schema]:
    """Schemas that both the IR and zod can say."""
    first = leaves | number_schemas("int" if is_zod3 else "safeint")

    def composite(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
        several = st.lists(inner, min_size=1, max_size=3).map(tuple)
        elements = st.lists(inner.filter(_must_be_there), min_size=1, max_size=3).map(tuple)
        keys = st.just(String()) | strings | (st.just(FEW_KEYS) if is_zod3 else st.nothing())
        records = st.builds(Record, keys, inner)
        return st.one_of(
            objects(inner), objects(inner), discriminated(inner), records,
            st.builds(Array, inner, lengths, lengths), st.builds(Tuple, elements, st.none() | inner),
            st.builds(Union, several, st.none()), st.builds(Intersection, objects(inner), objects(inner)),
            inner.map(Nullable), inner.map(lambda one: Catch(one, "caught")),
            inner.map(lambda one: Effect(one, ("refinement",))), inner.map(lambda one: Effect(one, ("transform",))),
            inner.map(lambda one: Optional(Nullable(one))), defaults(inner, is_zod3),
        )  # fmt: skip

    return st.recursive(first, composite, max_leaves=8)


@st.composite
def values_for(draw: st.DrawFn, schema: Schema, definitions: Mapping[str, Schema] | None = None) -> list[Json]:
    """Some values, each meant to fit and damaged now and then on the way."""
    draft = _Draft(draw, definitions or {})
    return [draft.value(schema) for _ in range(draw(st.integers(4, 8)))]


class _Draft:
    """Draws values for schemas."""

    def __init__(self, draw: st.DrawFn, definitions: Mapping[str, Schema]) -> None:
        self.draw, self.definitions = draw, definitions

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(0, one_in - 1)) == 0

    def value(self, schema: Schema, depth: int = 0) -> Json:
        if depth > 6 or self.chance(14):
            return self.draw(values)
        depth += 1
        match schema:
            case Boolean():
                return self.draw(st.booleans())
            case String():
                return self.draw(texts)
            case Number():
                return self.draw(numbers)
            case Literal(options):
                return self.draw(st.sampled_from(options))
            case Array(element):
                return [self.value(element, depth) for _ in range(self.draw(st.integers(0, 3)))]
            case Tuple(items, rest):
                kept = items[:-1] if self.chance(8) else items
                more = (rest,) if rest is not None and self.chance(2) else ()
                return [self.value(item, depth) for item in (*kept, *more)]
            case Record(key, element):
                keys = [self.value(key, depth) for _ in range(self.draw(st.integers(0, 3)))]
                return {name: self.value(element, depth) for name in keys if isinstance(name, str)}
            case Object():
                return self.object(schema, depth)
            case Union(options):
                return self.value(self.draw(st.sampled_from(options)), depth)
            case Intersection(left, right):
                sides = [self.value(left, depth), self.value(right, depth)]
                return {name: one for side in sides if isinstance(side, dict) for name, one in side.items()}
            case Optional(inner) | Default(inner) | Catch(inner) | Effect(inner):
                return self.value(inner, depth)
            case Nullable(inner):
                return None if self.chance(2) else self.value(inner, depth)
            case Ref(name):
                return self.value(self.definitions[name], depth)
            case Any() | Never() | Undefined():
                return self.draw(values)

    def object(self, schema: Object, depth: int) -> Json:
        found: dict[str, Json] = {}
        for field in schema.fields:
            if not self.chance(16 if absence(field.schema, self.definitions) == "refused" else 2):
                found[field.name] = self.value(field.schema, depth)
        if self.chance(4):
            found[self.draw(names)] = self.draw(values)
        return found
