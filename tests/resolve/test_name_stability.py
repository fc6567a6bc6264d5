"""Derived names of real releases: what did not change keeps its name, and so does what stands in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import pairwise

import pytest

from extractor.acquire import acquire
from extractor.model.inventory import Inventory
from extractor.model.schema import Field, Ref, Schema
from extractor.pipeline import extract

pytestmark = pytest.mark.release

RELEASES = ("2.1.235", "2.1.245", "2.1.270", "2.1.300", "2.1.332")


@cache
def inventory_of(release: str) -> Inventory:
    return extract(acquire(release))


def shape_text(inventory: Inventory, name: str) -> str:
    """A definition's shape without any name: equal in two releases where nothing in it changed."""
    known: dict[str, str] = {}

    def text(value: object, around: tuple[str, ...]) -> str:
        if isinstance(value, Ref):
            if value.name in around:
                return "(loop)"
            if value.name not in known:
                known[value.name] = text(inventory.definitions[value.name], (*around, value.name))
            return known[value.name]
        if isinstance(value, Schema | Field):
            parts = (text(getattr(value, part.name), around) for part in fields(value))
            return f"{type(value).__name__}({','.join(parts)})"
        return f"({','.join(text(item, around) for item in value)})" if isinstance(value, tuple) else repr(value)

    return text(Ref(name), ())


def named_fields(inventory: Inventory) -> Iterator[tuple[str, str]]:
    """The fields of messages that hold a definition at once, each with the name: `system/init.permissionMode`."""

    def inside(schema: Schema, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(schema, Ref):
            yield path, schema.name
            return
        for part in fields(schema):
            for item in value if isinstance(value := getattr(schema, part.name), tuple) else (value,):
                if isinstance(item, Field):
                    yield from inside(item.schema, f"{path}.{item.name}")
                elif isinstance(item, Schema):
                    yield from inside(item, path)

    for message in inventory.messages:
        yield from inside(message.schema, message.key)


@pytest.mark.parametrize(("old", "new"), [*pairwise(RELEASES), (RELEASES[0], RELEASES[-1])])
def test_unchanged_definitions_keep_their_names(old: str, new: str) -> None:
    before = {shape_text(inventory_of(old), name): name for name in inventory_of(old).definitions}
    after = {shape_text(inventory_of(new), name): name for name in inventory_of(new).definitions}
    unchanged = set(before) & set(after)
    renamed = {before[text]: after[text] for text in unchanged if before[text] != after[text]}
    assert len(unchanged) > 90
    assert len(renamed) <= 0.01 * len(unchanged), renamed


@pytest.mark.parametrize(("old", "new"), [*pairwise(RELEASES)])
def test_what_stands_in_a_field_keeps_its_name_when_it_changes(old: str, new: str) -> None:
    before, after = dict(named_fields(inventory_of(old))), dict(named_fields(inventory_of(new)))
    both = set(before) & set(after)
    renamed = {path: (before[path], after[path]) for path in both if before[path] != after[path]}
    assert len(both) > 30
    assert len(renamed) <= 0.02 * len(both), renamed


@pytest.mark.parametrize("release", RELEASES)
def test_names_are_words(release: str) -> None:
    names = inventory_of(release).definitions
    assert all(name.isidentifier() and name[0].isupper() and len(name) < 60 for name in names)
    assert not [name for name in names if name[-1].isdigit()]
