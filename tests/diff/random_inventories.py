"""Random inventories for property tests: every kind of schema, shared and recursive definitions, every section."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from hypothesis import strategies as st

from extractor.model.inventory import (
    ControlRequest,
    Dispatch,
    Emitter,
    Event,
    EventEvidence,
    Gate,
    Inventory,
    Message,
    Originator,
    ResponseKind,
    Stream,
    Subtype,
    Unresolved,
)
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Field,
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

DEFINITIONS = ("DefA", "DefB", "DefC")
NAMES = st.sampled_from(["type", "id", "name", "model", "odd name", "x.y"])
SCALARS = st.sampled_from(["a", "b", "c", 1, 2, True, None])
LITERALS = st.lists(SCALARS, min_size=1, max_size=3, unique_by=repr).map(lambda values: Literal(tuple(values)))
LEAVES: st.SearchStrategy[Schema] = st.one_of(
    st.sampled_from([Any(), Never(), Undefined(), Boolean(), String(), String("uuid"), Number(), Number("int")]),
    st.builds(String, max_length=st.none() | st.integers(0, 9)),
    LITERALS,
    st.sampled_from(DEFINITIONS).map(Ref),
)


def _wrap(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    fields = st.lists(st.tuples(NAMES, inner), max_size=3, unique_by=lambda one: one[0]).map(
        lambda pairs: tuple(Field(name, schema) for name, schema in pairs)
    )
    return st.one_of(
        st.builds(Object, fields, st.sampled_from(["strip", "strict", "passthrough"]), st.none() | inner),
        st.builds(Array, inner, min_items=st.none() | st.integers(0, 3)),
        st.builds(Record, st.just(String()) | LITERALS, inner, st.booleans()),
        st.lists(inner, min_size=1, max_size=3).map(lambda options: Union(tuple(options))),
        st.builds(Tuple, st.lists(inner, max_size=2).map(tuple), st.none() | inner),
        st.builds(Intersection, inner, inner),
        st.builds(Optional, inner),
        st.builds(Nullable, inner),
        st.builds(Default, inner, SCALARS),
        st.builds(Catch, inner, SCALARS),
        st.builds(Effect, inner, st.sampled_from([("refinement",), ("lazy",), ("transform", "lazy")])),
    )


SCHEMAS: st.SearchStrategy[Schema] = st.recursive(LEAVES, _wrap, max_leaves=8)
TELLING_SCHEMAS: st.SearchStrategy[Schema] = st.recursive(
    LITERALS | st.sampled_from([String("uuid"), String(max_length=2), Number("int"), Array(Number("int"))]),
    _wrap,
    max_leaves=4,
)
"""Schemas without references in which every part says something: no type that takes in the literals beside it."""

WORDS = st.sampled_from(["ask", "tell", "show", "stop"])
ORIGINATORS: st.SearchStrategy[Originator | None] = st.sampled_from([*get_args(Originator), None])
STREAM_SETS: list[tuple[Stream, ...]] = [(), ("stdin",), ("stdout",), ("stdin", "stdout")]
STREAMS = st.sampled_from(STREAM_SETS)
EVIDENCE: st.SearchStrategy[EventEvidence] = st.sampled_from(get_args(EventEvidence))
WITHOUT_SCHEMA: tuple[ResponseKind, ...] = ("acknowledgement", "undeclared")


def _words(maximum: int = 3) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(WORDS, max_size=maximum, unique=True).map(lambda found: tuple(sorted(found)))


@st.composite
def _requests(draw: st.DrawFn) -> tuple[ControlRequest, ...]:
    found = []
    for subtype in draw(_words()):
        response = draw(st.none() | SCHEMAS)
        kind: ResponseKind = "schema" if response is not None else draw(st.sampled_from(WITHOUT_SCHEMA))
        found.append(ControlRequest(subtype, draw(ORIGINATORS), draw(SCHEMAS), kind, response))
    return tuple(found)


@st.composite
def inventories(draw: st.DrawFn, with_unresolved: bool = False) -> Inventory:
    """Any inventory; its sections are sorted as the extractor sorts them."""
    gates = tuple(Gate(name, draw(st.sampled_from(["process.env.A", 'f("x")']))) for name in draw(_words(1)))
    unresolved = tuple(Unresolved(f"message/{name}", "why") for name in draw(_words(1))) if with_unresolved else ()
    return Inventory(
        release=draw(st.sampled_from(["1.0.0", "2.0.0"])),
        control_requests=draw(_requests()),
        messages=tuple(Message(name, draw(SCHEMAS), draw(STREAMS)) for name in draw(_words())),
        subtypes=tuple(Subtype(name, ("observation",)) for name in draw(_words())),
        dispatches=tuple(Dispatch(role, draw(_words()), gates) for role in draw(st.sampled_from([(), ("worker",)]))),
        events=tuple(Event(f"session.{name}", draw(EVIDENCE)) for name in draw(_words())),
        slash_commands=draw(_words()),
        hook_events=draw(_words()),
        other_webhooks=draw(_words()),
        emitters=tuple(Emitter(name, draw(_words())) for name in draw(_words())),
        definitions={name: draw(SCHEMAS) for name in DEFINITIONS},
        unresolved=unresolved,
    )


def shuffled(schema: Schema, draw: st.DrawFn, names: dict[str, str]) -> Schema:
    """The same shape with fields, alternatives, literals and sides in another order, and other definition names."""

    def again(inner: Schema) -> Schema:
        return shuffled(inner, draw, names)

    def rest(inner: Schema | None) -> Schema | None:
        return None if inner is None else again(inner)

    match schema:
        case Ref(name):
            return Ref(names[name])
        case Literal(values):
            return Literal(tuple(draw(st.permutations(values))))
        case Array() as array:
            return replace(array, element=again(array.element))
        case Tuple(items, more):
            return Tuple(tuple(map(again, items)), rest(more))
        case Record(key, value, exhaustive):
            return Record(again(key), again(value), exhaustive)
        case Object(fields, unknown, more):
            moved = tuple(Field(one.name, again(one.schema)) for one in draw(st.permutations(fields)))
            return Object(moved, unknown, rest(more))
        case Union(options, discriminator):
            return Union(tuple(again(one) for one in draw(st.permutations(options))), discriminator)
        case Intersection(left, right):
            return Intersection(again(left), again(right))
        case Optional() | Nullable() | Default() | Catch() | Effect() as wrapper:
            return replace(wrapper, inner=again(wrapper.inner))
        case _:
            return schema


@st.composite
def inventory_and_twin(draw: st.DrawFn) -> tuple[Inventory, Inventory]:
    """An inventory, and another that means the same: other order, other definition names, other evidence."""
    one = draw(inventories())
    names = {name: f"Renamed{name}" for name in DEFINITIONS}
    definitions = list(one.definitions.items())
    twin = replace(
        one,
        control_requests=tuple(
            replace(
                request,
                request=shuffled(request.request, draw, names),
                response=None if request.response is None else shuffled(request.response, draw, names),
            )
            for request in one.control_requests
        ),
        messages=tuple(replace(message, schema=shuffled(message.schema, draw, names)) for message in one.messages),
        definitions={names[name]: shuffled(schema, draw, names) for name, schema in definitions[::-1]},
    )
    return one, twin
