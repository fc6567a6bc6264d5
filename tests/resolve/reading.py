"""Reads schemas written in tests: an expression comes in, its closed shape and what was lost in it go out."""

from __future__ import annotations

from extractor.model.finding import Match
from extractor.model.schema import Schema
from extractor.resolve.closing import Closer, Gap
from extractor.resolve.reading import Reader
from tests.resolve.libraries import DIALECTS, MEMO
from tests.support.sources import source_of


def reader_of(text: str, dialect: str = "zod4") -> Reader:
    """A reader of a file with a library and some statements."""
    return Reader(source_of(MEMO + DIALECTS[dialect] + text))


def match_at(reader: Reader, needle: str) -> Match:
    """A match at the first place of a text."""
    offset = reader.source.bundle.blob.index(needle.encode())
    return Match("test", offset, offset + len(needle))


def read(text: str, before: str = "", dialect: str = "zod4") -> tuple[Schema, tuple[Gap, ...], Closer]:
    """The shape of a schema, what was lost in it, and the closer that knows its recursive parts."""
    reader = reader_of(f"{before}\nconst Subject = memo(() => /*here*/{text});\n", dialect)
    closer = Closer(reader.target)
    closed, gaps = closer.close(reader.schema(match_at(reader, "/*here*/")))
    return closed, gaps, closer


def shape_of(text: str, before: str = "", dialect: str = "zod4") -> Schema:
    """The shape of a schema that must be read without loss."""
    closed, gaps, _ = read(text, before, dialect)
    assert gaps == (), gaps
    return closed
