"""Fuzzes the checks with odd inventories and odd frames: whatever comes, a verdict comes out and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor.model.inventory import Inventory
from extractor.model.schema import Json
from extractor.validate import to_document, to_text, validate_files
from extractor.validate.compiled import Compiler
from extractor.validate.flaw import GRADES
from extractor.validate.frames import FrameChecker
from tests.support.random_schemas import inventories, names, schemas
from tests.validate.random_frames import values
from tests.validate.vocabulary import INVENTORY

QUIET = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
keys = (
    st.sampled_from(["type", "subtype", "request", "response", "request_id", "frame", "direction", "event", "a"])
    | names
)
words = (
    st.sampled_from(["control_request", "control_response", "user", "success", "error", "get_usage", "stdin"]) | names
)
odd: st.SearchStrategy[Json] = st.recursive(
    values | words, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=8
)
frames = st.dictionaries(keys, odd, max_size=5) | st.builds(
    lambda kind, rest: {**rest, "type": kind}, words, st.dictionaries(keys, odd, max_size=4)
)


@QUIET
@given(schemas, odd)
def test_any_schema_judges_any_value(schema: object, value: Json) -> None:
    flaws = Compiler({}).check(schema)(value)  # type: ignore[arg-type]
    assert flaws is None or (flaws and all(flaw.kind in GRADES and flaw.count > 0 for flaw in flaws))


@QUIET
@given(inventories(), st.lists(frames, max_size=4))
def test_any_inventory_judges_any_frame(inventory: Inventory, given_frames: list[dict[str, Json]]) -> None:
    checker = FrameChecker(inventory)
    for number, frame in enumerate(given_frames):
        checker.check(frame, None, number)


@QUIET
@given(st.lists(frames | odd, max_size=6))
def test_any_recording_gives_one_printable_report(lines: list[Json]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "ascii")
        report = validate_files(INVENTORY, [path])
        text = to_text(report)
    document = to_document(report)
    assert json.loads(json.dumps(document)) == document
    assert all(" " <= char <= "~" or char == "\n" for char in text.replace(folder, "")), text
