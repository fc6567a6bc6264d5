"""The export as JSON Schema 2020-12: the library of Python accepts the document, and the frames that fit it only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from extractor.render.jsonschema import protocol_document
from extractor.render.show import show_document
from tests.consumers.exports import INITIALIZE, LACKING, MISTYPED, Export, recorded, write_export
from tests.support.protocol_inventory import expected_inventory

CHECKER = Draft202012Validator.FORMAT_CHECKER


def part(document: Any, schema: Any) -> Draft202012Validator:
    """Checks values against one part of the document."""
    return Draft202012Validator({**schema, "$defs": document["$defs"]}, format_checker=CHECKER)


def refused(validator: Draft202012Validator, value: Any) -> str | None:
    """Why a value is refused; None where it is accepted."""
    error = best_match(validator.iter_errors(value))
    return None if error is None else f"{error.json_path}: {error.message[:200]} in {json.dumps(value)[:200]}"


def test_the_document_is_a_schema(export: Export) -> None:
    Draft202012Validator.check_schema(export.document)
    for entry in export.document["control_requests"].values():
        for schema in (entry["request"], entry.get("response")):
            Draft202012Validator.check_schema(schema or {})
    for schema in export.document["messages"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere(export: Export) -> None:
    """To a definition with a plain name: a key with a slash in it is more than some programs can follow."""
    said = json.dumps(export.document)
    for name in export.document["$defs"]:
        assert name.isidentifier()
        said = said.replace(f'{{"$ref": "#/$defs/{name}"', '{"x": ""')
    assert "$ref" not in said


def test_frames_that_fit_are_accepted_and_damaged_ones_are_not(export: Export) -> None:
    validator = Draft202012Validator(export.document, format_checker=CHECKER)
    assert len(export.frames) >= len(export.document["messages"])
    assert [reason for frame in export.frames if (reason := refused(validator, frame))] == []
    assert [frame for frame in (*MISTYPED, *LACKING) if validator.is_valid(frame)] == []


def test_a_request_that_is_answered_and_not_declared_is_refused() -> None:
    inventory = expected_inventory("2.1.235")
    validator = Draft202012Validator(protocol_document(inventory))
    undeclared = show_document(inventory)["string_only_dispatch"]
    assert isinstance(undeclared, list) and len(undeclared) == 16
    for subtype in undeclared:
        assert not validator.is_valid({**INITIALIZE, "request": {"subtype": subtype}})
    assert validator.is_valid(INITIALIZE)


def test_requests_and_responses_that_fit_are_accepted(export: Export) -> None:
    definitions = {name: part(export.document, {"$ref": f"#/$defs/{name}"}) for name, _ in export.values}
    assert [reason for name, value in export.values if (reason := refused(definitions[name], value))] == []
    assert not any(validator.is_valid({"subtype": 1}) for name, validator in definitions.items() if "Request" in name)


def test_recorded_frames_fit_the_schema_of_their_own_message(tmp_path: Path) -> None:
    export = write_export(expected_inventory("2.1.235"), tmp_path)
    frames = recorded("2.1.235")
    assert len(frames) > 100
    asked = {frame["request_id"]: frame["request"] for frame in frames if frame["type"] == "control_request"}
    answers = 0
    for frame in frames:
        subtype = frame.get("subtype")
        key = frame["type"] if subtype is None else f"{frame['type']}/{subtype}"
        assert refused(part(export.document, export.document["messages"][key]), frame) is None
        if frame["type"] == "control_request":
            entry = export.document["control_requests"][frame["request"]["subtype"]]
            assert refused(part(export.document, entry["request"]), frame["request"]) is None
        elif frame["type"] == "control_response" and frame["response"]["subtype"] == "success":
            request = asked[frame["response"]["request_id"]]
            schema = export.document["control_requests"][request["subtype"]].get("response")
            if schema is not None:
                answers += 1
                assert refused(part(export.document, schema), frame["response"]["response"]) is None
    assert answers > 10
