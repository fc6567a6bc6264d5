"""Compares what generated models accept with two others that know: the frame checker, and real zod."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any as Untyped

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from extractor.model.inventory import Inventory, Message
from extractor.model.parts import parts
from extractor.model.schema import Array, Field, Json, Literal, Object, Optional, Record, Ref, Schema, String, Union
from extractor.validate.compiled import Compiler
from extractor.validate.flaw import is_refused
from tests.support.packages import import_package
from tests.validate.random_frames import schemas, values_for
from tests.validate.zod_oracle import Oracle

RELAXED = settings(
    max_examples=120,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TREE: dict[str, Schema] = {
    "Tree": Object((Field("a", Optional(String())), Field("b", Optional(Array(Ref("Tree")))))),
    "Any": Union((String(), Array(Ref("Any")), Ref("Tree"))),
}


def lenient(schema: Schema) -> Schema:
    """The schema as the models have it: unknown fields are let through, and the keys of a record may be missing."""
    match schema:
        case Object(fields, _, rest):
            kept = tuple(Field(field.name, lenient(field.schema)) for field in fields)
            return Object(kept, "strip", None if rest is None else lenient(rest))
        case Record(Literal(keys), value):
            pattern = f"^(?:{'|'.join(map(str, keys))})$"
            return Record(String(patterns=(pattern,)), lenient(value))
        case Union(options):
            return replace(schema, options=tuple(map(lenient, options)))
        case _:
            inner = {name: lenient(part) for name, part in _named_parts(schema).items()}
            return replace(schema, **inner, **_listed_parts(schema))


def _named_parts(schema: Schema) -> dict[str, Schema]:
    names = ("inner", "element", "key", "value", "left", "right", "rest")
    found = {name: getattr(schema, name) for name in names if hasattr(schema, name)}
    return {name: part for name, part in found.items() if any(part is one for one in parts(schema))}


def _listed_parts(schema: Schema) -> dict[str, Untyped]:
    items = getattr(schema, "items", None)
    return {"items": tuple(map(lenient, items))} if isinstance(items, tuple) else {}


def accepted(package: Untyped, number: int, values: Sequence[Json]) -> list[bool]:
    """What the model of the numbered schema says of each value; a value that is accepted must come back as it was."""
    verdicts = []
    for value in values:
        frame = json.loads(json.dumps({"type": f"n{number}", "x": value}))
        try:
            message = package.parse_stdout(frame)
        except ValidationError:
            verdicts.append(False)
        else:
            assert message.model_dump() == frame
            verdicts.append(not isinstance(message, package.UnknownStdoutMessage))
    return verdicts


def package_of(found: Sequence[Schema], dialect: str, folder: Path) -> Untyped:
    """One package with a message for each schema, whose field `x` has it."""
    messages = tuple(
        Message(f"n{number}", Object((Field("type", Literal((f"n{number}",))), Field("x", schema))), ("stdout",))
        for number, schema in enumerate(found)
    )
    return import_package(Inventory("1.2.3", messages=messages, definitions=TREE, dialect=dialect), folder)


@RELAXED
@given(st.data(), st.booleans())
def test_models_and_the_checker_accept_the_same(tmp_path: Path, data: st.DataObject, is_zod3: bool) -> None:
    dialect = "zod 3" if is_zod3 else "zod 4"
    found = data.draw(st.lists(schemas(is_zod3) | st.sampled_from([Ref("Tree"), Ref("Any")]), min_size=4, max_size=4))
    package = package_of(found, dialect, tmp_path)
    for number, schema in enumerate(found):
        values = data.draw(values_for(schema, TREE))
        check = Compiler(TREE, dialect).check(lenient(schema))
        expected = [not is_refused(check(value)) for value in values]
        assert accepted(package, number, values) == expected, (schema, values)


@pytest.fixture(scope="module", params=["zod3", "zod4"])
def oracle(request: pytest.FixtureRequest) -> Iterator[Oracle]:
    asked = Oracle(request.param)
    yield asked
    asked.close()


@pytest.mark.node
@RELAXED
@given(st.data())
def test_models_accept_what_zod_accepts(tmp_path: Path, oracle: Oracle, data: st.DataObject) -> None:
    is_zod3 = oracle.name == "zod3"
    found = data.draw(st.lists(schemas(is_zod3), min_size=4, max_size=4))
    package = package_of(found, "zod 3" if is_zod3 else "zod 4", tmp_path)
    for number, schema in enumerate(found):
        values = data.draw(values_for(schema))
        try:
            theirs = oracle.accepts(lenient(schema), values)
        except ValueError:
            assume(False)
        ours = accepted(package, number, values)
        for value, our, their in zip(values, ours, theirs, strict=True):
            assert their is None or our == their, (schema, value)
