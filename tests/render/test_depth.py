"""Where the exported document ends: at the depth of the contract's documents, message by message."""

from __future__ import annotations

from extractor.model.schema import Array, Effect, Field, Nullable, Object, Optional, Ref, Schema, String, Union
from extractor.render.depth import CUT, LEVELS, DepthLimit


def nested(levels: int, inner: Schema) -> Schema:
    """`inner`, `levels` below a list of lists."""
    for _ in range(levels):
        inner = Array(inner)
    return inner


def test_what_fits_is_left_as_it_is() -> None:
    fits = nested(LEVELS, String())
    assert DepthLimit({}).cut(fits) is fits
    assert DepthLimit({"Deep": nested(LEVELS - 1, String())}).cut(Array(Ref("Deep"))) == Array(Ref("Deep"))


def test_what_lies_deeper_is_anything() -> None:
    assert DepthLimit({}).cut(nested(LEVELS + 1, String())) == nested(LEVELS + 1, CUT)


def test_wrappers_and_steps_are_levels_and_refinements_are_none() -> None:
    limit = DepthLimit({})
    for wrapped in (Optional(String()), Nullable(String()), Effect(String(), ("lazy",)), Effect(String(), ("pipe",))):
        assert limit.cut(nested(LEVELS - 1, wrapped)) == nested(LEVELS - 1, wrapped)
        assert limit.cut(nested(LEVELS, wrapped)) != nested(LEVELS, wrapped)
    refined = Effect(String(), ("refinement",))
    assert limit.cut(nested(LEVELS, refined)) == nested(LEVELS, refined)


def test_a_field_that_is_cut_has_to_be_there() -> None:
    shape = Object((Field("note", Optional(String())),))
    assert DepthLimit({}).cut(nested(LEVELS, shape)) == nested(LEVELS, Object((Field("note", CUT),)))


def test_a_definition_that_does_not_fit_is_written_out() -> None:
    limit = DepthLimit({"Deep": nested(LEVELS, String())})
    assert limit.cut(Array(Ref("Deep"))) == nested(LEVELS + 1, CUT)
    endless = DepthLimit({"Tree": Array(Ref("Tree"))})
    assert endless.cut(Ref("Tree")) == Ref("Tree")


def test_each_shape_of_a_message_is_a_message() -> None:
    joined = Union((nested(LEVELS, String()), Array(String())))
    definitions = {"User": joined}
    limit = DepthLimit(definitions)
    assert limit.message(joined) is joined and limit.message(Ref("User")) == Ref("User")
    assert limit.cut(joined) != joined
    deeper = Union((nested(LEVELS + 1, String()), Array(String())))
    assert limit.message(deeper) == Union((nested(LEVELS + 1, CUT), Array(String())))
