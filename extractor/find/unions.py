"""Find unions that list named schemas: `All = memo(() => union([One(), Two(), ...]))`, in the chunks given.

Releases before 2.1.49 build their schemas at once: `All = union([One, Two, ...])` in the initialiser of a module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.model.bundle import Chunk
from extractor.model.finding import Match
from extractor.syntax import Source, definition_around

NAME = "unions"

_UNION = re.compile(
    rb"=\s?[\w$]+\(\(\)\s?=>\s*[\w$]+(?:\.[\w$]+)*\(\s*(?:\"[\w$]+\"\s*,\s*)?\[\s*(?:[\w$]+\(\)\s*,?\s*){2,}\]"
)
_MEMBER = re.compile(rb"([\w$]+)\(\)")
_PLAIN = re.compile(rb"=\s?[\w$]++(?:\.[\w$]++)*+\(\s*+\[\s*+[\w$]++(?:\s*+,\s*+[\w$]++)++\s*+,?\s*+\]")
_NAME = re.compile(rb"[\w$]+")


def find(source: Source, chunk: Chunk, members: frozenset[str]) -> Iterator[Match]:
    """Unions of `chunk` that list at least one of the schemas named in `members`."""
    blob = source.bundle.blob
    wanted = {name.encode() for name in members}
    for found in _UNION.finditer(blob, chunk.start, chunk.end):
        names = set(_MEMBER.findall(found[0][found[0].index(b"[") :]))
        if names & wanted:
            definition = source.thunk_around(found.end() - 1)
            if definition is not None and definition.node is not None:
                yield Match(NAME, definition.node.start_byte, definition.node.end_byte)


def find_plain(source: Source, chunk: Chunk, members: frozenset[str]) -> Iterator[Match]:
    """The same where the members are no functions but the schemas themselves."""
    blob = source.bundle.blob
    wanted = {name.encode() for name in members}
    for found in _PLAIN.finditer(blob, chunk.start, chunk.end):
        if wanted & set(_NAME.findall(found[0][found[0].index(b"[") :])):
            definition = definition_around(source, found.end() - 1)
            if definition is not None and definition.node is not None:
                yield Match(NAME, definition.node.start_byte, definition.node.end_byte)
