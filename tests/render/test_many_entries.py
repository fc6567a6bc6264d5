"""Inventories of very many entries: what is made of one takes a time that grows as the inventory does."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import pytest

from extractor.model.inventory import Inventory, Message, Subtype
from extractor.model.schema import Field, Literal, Object, String, Union
from extractor.render.examples import Examples, Impossible
from extractor.render.models import render_models
from extractor.render.names import ClassNames, attribute_names
from extractor.render.tables import render_tables
from tests.support.small_inventory import SMALL

MANY = 6000
SECONDS = 20


def rendered(inventory: Inventory) -> None:
    started = time.process_time()
    render_models(inventory)
    render_tables(inventory)
    assert time.process_time() - started < SECONDS


def test_many_messages_of_shapes_of_their_own() -> None:
    messages = tuple(
        Message(f"system/n{number}", Object((Field("type", Literal(("system",))), Field(f"f{number}", String()))), ())
        for number in range(MANY)
    )
    subtypes = tuple(Subtype(f"n{number}", ("message",)) for number in range(MANY))
    rendered(replace(SMALL, messages=messages, subtypes=subtypes))


def test_a_union_of_many_literals() -> None:
    union = Union(tuple(Literal((f"v{number}",)) for number in range(MANY)))
    message = Message("status", Object((Field("type", Literal(("status",))), Field("is", union))), ())
    rendered(replace(SMALL, messages=(message,)))


def test_many_names_that_are_alike() -> None:
    started = time.process_time()
    names = ClassNames()
    assert len({names.take("same") for _ in range(50_000)}) == 50_000
    wires = ["-" * number for number in range(1, 5000)]
    assert len(set(attribute_names(wires, names).values())) == len(wires)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*$", "a*a*a*a*a*a*a*a*a*a*$", "(.*)*x", "(?:a?){30}$"])
def test_an_example_never_waits_for_a_pattern(pattern: str) -> None:
    started = time.process_time()
    shape = String(patterns=("a{60}b", pattern))
    with contextlib.suppress(Impossible):
        assert isinstance(Examples({}).example(shape), str)
    assert time.process_time() - started < 5
