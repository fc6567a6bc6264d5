"""Hypothesis strategies for schemas and inventories, hostile names and odd shapes among them."""

from __future__ import annotations

from hypothesis import strategies as st

from extractor.model.inventory import (
    ControlRequest,
    Direction,
    Dispatch,
    Emitter,
    Event,
    Evidence,
    Gate,
    Inventory,
    Message,
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
    Scalar,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)

HOSTILE_NAMES = (
    "", "a", "type", "class", "def", "None", "self", "_private", "__proto__", "__class__",
    "model_config", "model_dump",
    "schema", "copy", "json",
    "a?", "a!", "a?!", "a?b", "1", "1.5", "null", "true", "yes", "~", "- a", "a: b", "# a",
    "x: int = __import__('os')", '"', "'", "\\", "\\n", "\n", "\r\n", "\t", "\x00", "\x7f", "\x85", "\u2028", "\ufeff",
    "é", "名前", "😀", "{{ 7*7 }}", "{% raw %}", "${a}", "`", "|", "<script>", "*/", '"""',
    "a" * 1100, "a b", "A", "a-b",
    "a_b", "aB", "<<", "=", "&a", "*a", "!a", "%", "@", "field", "Field", "BaseModel", "constructor", "Any", "str",
)  # fmt: skip
"""Property names that some notation, template or language could take for something else."""

PATTERNS = (
    "^a", "a$", "^[a-z]+$", "\\d{2}", "^(?:a|b)*$", "^\\/\\w", "[^]", "(?<year>\\d+)-\\k<year>", "^\\u{61}", "\\p{L}",
    "[$]",
    "^.$", "\\bx", "[\\w-]", "a{2,}?", "(?=a)a", "\\cA", "\\0", "'\"`", "^\\s*$", "(?<!x)y", "[\\]]", "{", "x{,2}",
)  # fmt: skip
"""Sources of ECMAScript regular expressions, some of them with no twin in Python."""

names = st.one_of(st.sampled_from(HOSTILE_NAMES), st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
words = st.text("abcdefghij_", min_size=1, max_size=8)
integers = st.integers(-(2**53) + 1, 2**53 - 1)
floats = st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number != 0.0 or str(number) == "0.0")
scalars: st.SearchStrategy[Scalar] = st.one_of(st.none(), st.booleans(), integers, floats.map(float), names)
counts = st.none() | st.integers(0, 5)


def _distinct(values: list[Scalar]) -> tuple[Scalar, ...]:
    return tuple({(isinstance(value, bool), value): value for value in values}.values())


literals = st.lists(scalars, min_size=1, max_size=4).map(_distinct).map(Literal)
frozen: st.SearchStrategy[FrozenJson] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(names, inner, max_size=3).map(lambda items: FrozenObject(tuple(items.items()))),
    ),
    max_leaves=4,
)
strings = st.builds(
    String,
    st.none() | st.sampled_from(["uuid", "url", "email", "datetime", "odd format"]),
    counts, counts, st.lists(st.sampled_from(PATTERNS), max_size=2).map(tuple),
)  # fmt: skip
numbers = st.builds(
    Number,
    st.sampled_from([None, "int", "safeint", "int32", "uint32", "float32", "float64"]),
    st.none() | floats, st.none() | floats, st.none() | floats, st.none() | floats, st.none() | st.just(0.5),
)  # fmt: skip
leaves: st.SearchStrategy[Schema] = st.one_of(
    st.sampled_from([Any(), Never(), Undefined(), Boolean(), String(), Number()]), strings, numbers, literals
)


def _objects(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Object]:
    fields = st.dictionaries(names, inner | inner.map(Optional), max_size=4)
    as_fields = fields.map(lambda items: tuple(Field(*item) for item in items.items()))
    return st.builds(Object, as_fields, st.sampled_from(["strip", "strict", "passthrough"]), st.none() | inner)


def _composites(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    several = st.lists(inner, max_size=3).map(tuple)
    effects = st.lists(st.sampled_from(["transform", "refinement", "coerce", "pipe"]), min_size=1, max_size=2).map(
        tuple
    )
    return st.one_of(
        st.builds(Array, inner, counts, counts),
        st.builds(Tuple, several, st.none() | inner),
        st.builds(Record, st.just(String()) | literals | strings, inner, st.booleans()),
        _objects(inner),
        st.builds(Union, several, st.none() | names),
        st.builds(Intersection, inner, inner),
        inner.map(Optional),
        inner.map(Nullable),
        st.one_of(st.builds(Default, inner, frozen), inner.map(lambda schema: Default(schema, known=False))),
        st.one_of(st.builds(Catch, inner, frozen), inner.map(lambda schema: Catch(schema, known=False))),
        st.builds(Effect, inner, effects),
    )


schemas: st.SearchStrategy[Schema] = st.recursive(leaves, _composites, max_leaves=10)
"""Schemas without references."""


@st.composite
def inventories(draw: st.DrawFn) -> Inventory:
    """Inventories of a release `1.2.3`, with every section filled now and then."""
    defined = draw(st.dictionaries(names, schemas, max_size=3))
    refs = st.sampled_from([Ref(name) for name in defined]) if defined else schemas
    shapes = schemas | refs
    originators = st.none() | st.sampled_from(["client", "agent", "both"])
    direction = st.none() | st.builds(Direction, st.just("client"), st.sampled_from(["declared", "inferred"]))
    response = st.tuples(st.just("schema"), shapes) | st.sampled_from([("acknowledgement", None), ("undeclared", None)])
    texts = st.lists(names, max_size=3).map(tuple)
    gates = st.lists(st.builds(Gate, names, names), max_size=2).map(tuple)
    streams = st.sampled_from([(), ("stdin",), ("stdout",), ("stdin", "stdout")])
    rows = st.lists(st.builds(Evidence, names, st.just(3), st.integers(3, 9), words), max_size=2).map(tuple)
    evidence_of_event = st.sampled_from(["sse_parser", "webhook_only", "embedded_doc_only", "lexical_false_positive"])

    def keys() -> list[str]:
        return draw(st.lists(names, max_size=3, unique=True).map(sorted))

    return Inventory(
        release="1.2.3",
        control_requests=tuple(
            ControlRequest(key, draw(originators), draw(shapes), *draw(response), draw(direction)) for key in keys()
        ),
        messages=tuple(
            Message(key, draw(shapes), draw(streams)) for key in keys() for _ in range(draw(st.integers(1, 2)))
        ),
        subtypes=tuple(Subtype(key, ("control_request", "observation")) for key in keys()),
        dispatches=tuple(draw(st.lists(st.builds(Dispatch, names, texts, gates), max_size=3))),
        events=tuple(Event(key, draw(evidence_of_event)) for key in keys()),
        beside_events=draw(texts),
        slash_commands=draw(texts),
        hook_events=draw(texts),
        emitters=tuple(Emitter(key, draw(texts), draw(texts)) for key in keys()),
        definitions=defined,
        unresolved=tuple(draw(st.lists(st.builds(Unresolved, names, names), max_size=2))),
        lost=draw(texts),
        absent=tuple((key, draw(names)) for key in keys()),
        dialect=draw(st.none() | names),
        evidence={key: draw(rows) for key in keys()},
    )
