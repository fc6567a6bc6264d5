"""Reads the marked schemas of a bundled program statically, with the extractor, as JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractor.acquire import acquire
from extractor.find import subtypes
from extractor.render.json_shapes import JsonShapes
from extractor.resolve import wire
from extractor.resolve.closing import Closer
from extractor.resolve.reading import Reader
from extractor.syntax import Source

MARK = "fuzz_"


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was read of one marked schema: its JSON Schema with `$defs`, and what of it could not be resolved."""

    schema: dict[str, Any]
    gaps: tuple[str, ...]


def extract(folder: Path, *, whole: bool = False) -> dict[str, Extracted]:
    """Every marked schema of the bundle in a folder, by its name."""
    source = Source(acquire(str(folder)), whole=whole)
    reader = Reader(source)
    found: dict[str, Extracted] = {}
    for match in subtypes.find(source):
        marked = reader.schema(match)
        for name in wire.literals(marked, "subtype"):
            field = wire.field(marked, "v")
            if not name.startswith(MARK):
                continue
            if field is None:
                found[name] = Extracted({}, ("it has no field v",))
                continue
            closer = Closer(reader.target)
            closed, gaps = closer.close(field)
            shapes = JsonShapes(closer.recursive)
            schema = shapes.schema(closed)
            if closer.recursive:
                schema["$defs"] = {key: shapes.schema(one) for key, one in closer.recursive.items()}
            found[name] = Extracted(schema, tuple(f"{gap.path}: {gap.reason}" for gap in gaps))
    return found
