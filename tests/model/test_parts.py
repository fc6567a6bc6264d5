"""The shapes directly inside a shape, against what the fields of the model hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args

import pytest

from extractor.model import schema as ir
from extractor.model.parts import parts, rebuild, same_value, steps, with_parts

A, B, C = ir.String(), ir.Boolean(), ir.Number()
SHAPES: tuple[ir.Schema, ...] = (
    ir.Any(), ir.Never(), ir.Undefined(), ir.Boolean(), ir.String(), ir.Number(), ir.Literal(("a",)), ir.Ref("Name"),
    ir.Array(A, 1, 2), ir.Tuple((A, B)), ir.Tuple((A, B), C), ir.Record(A, B, exhaustive=True),
    ir.Object((ir.Field("a", A), ir.Field("b", B)), "strict"), ir.Object((ir.Field("a", A),), "strip", C),
    ir.Union((A, B), "kind"), ir.Intersection(A, B), ir.Optional(A), ir.Nullable(A), ir.Default(A, 1), ir.Catch(A, 1),
    ir.Effect(A, ("lazy",)),
)  # fmt: skip


def _held(value: object) -> Iterator[ir.Schema]:
    """The shapes that a field of the model holds."""
    if isinstance(value, ir.Field):
        yield value.schema
    elif isinstance(value, ir.Schema):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _held(item)


def test_every_kind_of_shape_is_tried() -> None:
    assert {type(shape) for shape in SHAPES} == set(get_args(ir.Schema))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_parts_are_all_that_the_fields_hold(shape: ir.Schema) -> None:
    held = tuple(part for field in fields(shape) for part in _held(getattr(shape, field.name)))
    assert parts(shape) == held
    assert len(steps(shape)) == len(held)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_parts_are_replaced_where_they_stand(shape: ir.Schema) -> None:
    assert rebuild(shape, lambda part: part) is shape
    changed = rebuild(shape, ir.Nullable)
    assert parts(changed) == tuple(map(ir.Nullable, parts(shape)))
    assert with_parts(changed, parts(shape)) == shape


def test_what_a_value_itself_is_held_against_has_no_step() -> None:
    for shape in SHAPES:
        if same_value(shape):
            assert same_value(shape) == parts(shape)
            assert not any(steps(shape))
        else:
            assert all(steps(shape))
