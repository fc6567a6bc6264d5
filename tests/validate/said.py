"""Short ways to ask a check: a schema and a value come in, `path kind` of each flaw goes out."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import Json, Schema
from extractor.validate.compiled import Compiler
from extractor.validate.flaw import Flaw
from extractor.validate.wording import flaw_path, message


def flaws(schema: Schema, value: Json, definitions: Mapping[str, Schema] | None = None) -> list[Flaw]:
    """What a compiled schema finds in a value."""
    return Compiler(definitions or {}).check(schema)(value) or []


def said(schema: Schema, value: Json, definitions: Mapping[str, Schema] | None = None) -> list[str]:
    """Each flaw as `path kind`, in the order found."""
    return [f"{flaw_path(flaw)} {flaw.kind}" for flaw in flaws(schema, value, definitions)]


def words(schema: Schema, value: Json, definitions: Mapping[str, Schema] | None = None) -> list[str]:
    """Each flaw as its sentence."""
    return [message(flaw, "1.2.3") for flaw in flaws(schema, value, definitions)]
