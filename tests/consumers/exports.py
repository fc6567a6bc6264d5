"""Exports for other programs: an inventory comes in, a folder with its document and frames that fit it goes out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractor.model.inventory import Inventory, Message
from extractor.render.examples import Examples, Impossible
from extractor.render.jsonschema import protocol_text

Frame = dict[str, Any]

DATA = Path(__file__).parents[1] / "data" / "frames"
RECORDED = {"2.1.235": "2.1.235.ndjson"}
"""Whole recorded conversations by release. Their last request is one that no release knows."""


@dataclass(frozen=True, slots=True)
class Export:
    """The export of one release: `protocol.json` in a folder, the same as a value, frames that it must accept, and
    pairs of a definition and a value that it must accept, for each request and response."""

    folder: Path
    inventory: Inventory
    document: Any
    frames: tuple[Frame, ...]
    values: tuple[tuple[str, Any], ...]

    @property
    def path(self) -> str:
        """The file that other programs read."""
        return str(self.folder / "protocol.json")


def write_export(inventory: Inventory, folder: Path) -> Export:
    """Writes the export of an inventory to a folder."""
    text = protocol_text(inventory)
    (folder / "protocol.json").write_text(text, "utf-8")
    document = json.loads(text)
    frames = (*recorded(inventory.release), *examples(inventory))
    return Export(folder, inventory, document, frames, tuple(values(inventory, document)))


def recorded(release: str) -> list[Frame]:
    """The frames that were recorded with a release, but for those that it does not know."""
    if release not in RECORDED:
        return []
    rows = [json.loads(line)["frame"] for line in (DATA / RECORDED[release]).read_text("utf-8").splitlines()]
    return [frame for frame in rows if frame.get("request", {}).get("subtype") != "no_such"]


def examples(inventory: Inventory) -> Iterator[Frame]:
    """An example of each message of the wire and of each control request, made from the shapes."""
    made = Examples(inventory.definitions)
    shapes = [message.schema for message in inventory.messages if message.streams]
    for schema in shapes:
        try:
            frame = made.example(schema)
        except Impossible:
            continue
        assert isinstance(frame, dict)
        yield frame
    for request in inventory.control_requests if carries_requests(inventory.messages) else ():
        yield {"type": "control_request", "request_id": "1", "request": made.example(request.request)}


def values(inventory: Inventory, document: Any) -> Iterator[tuple[str, Any]]:
    """An example of each request and of each response, with the name of its definition in the document."""
    made = Examples(inventory.definitions)
    for request in inventory.control_requests:
        entry = document["control_requests"][request.subtype]
        yield entry["request"]["$ref"].removeprefix("#/$defs/"), made.example(request.request)
        if request.response is not None:
            yield entry["response"]["$ref"].removeprefix("#/$defs/"), made.example(request.response)


def carries_requests(messages: tuple[Message, ...]) -> bool:
    """Whether control requests travel in a message of the wire."""
    return any(message.key == "control_request" for message in messages)


INITIALIZE = {"type": "control_request", "request_id": "1", "request": {"subtype": "initialize"}}
MISTYPED: tuple[Frame, ...] = (
    {**INITIALIZE, "type": "control_requests"},
    {**INITIALIZE, "request_id": 1},
    {**INITIALIZE, "request": {"subtype": "no_such"}},
    {**INITIALIZE, "request": None},
    {"request_id": "1", "request": {"subtype": "initialize"}},
)
"""Frames that no release accepts, since a value is wrong."""

LACKING: tuple[Frame, ...] = (
    {"type": "control_request", "request": {"subtype": "initialize"}},
    {"type": "control_request", "request_id": "1"},
    {"type": "control_response", "response": {"subtype": "error", "request_id": "1"}},
)
"""Frames that no release accepts, since a field is missing."""
