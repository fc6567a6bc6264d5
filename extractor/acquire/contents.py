"""What a container holds: in come decoded modules, out goes the bundle of a release, as one blob."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from extractor.acquire.version import release_in
from extractor.model.bundle import Bundle, Chunk, ChunkKind

SEPARATOR = b"\n"
"""Stands between chunks, so that no byte search sees two of them as one text."""


@dataclass(frozen=True, slots=True)
class Module:
    """One module of a container, as UTF-8 text; a view where the container holds it as it is needed."""

    name: str
    kind: ChunkKind
    text: bytes | memoryview = field(repr=False)


@dataclass(frozen=True, slots=True)
class Contents:
    """The modules of a container in its own order; `entry` names the one it starts with, if it says so."""

    container: str
    platform: str
    modules: tuple[Module, ...] = field(repr=False)
    entry: str | None = None


def assemble(contents: Contents, release: str | None, fallback: str) -> Bundle:
    """Join the modules into a bundle: scripts first, then documents, each in the container's order.

    Without a known `release` it is read from the scripts, and failing that it is `fallback`.
    """
    scripts = [module for module in contents.modules if module.kind == "script"]
    documents = [module for module in contents.modules if module.kind == "document"]
    ordered = scripts + documents
    blob = SEPARATOR.join(module.text for module in ordered)
    return Bundle(
        release=release or release_in(blob) or fallback,
        platform=contents.platform,
        container=contents.container,
        blob=blob,
        chunks=tuple(_chunks(ordered)),
        entry=contents.entry,
    )


def _chunks(modules: list[Module]) -> Iterator[Chunk]:
    offset = 0
    for module in modules:
        end = offset + len(module.text)
        yield Chunk(module.name, offset, end, module.kind)
        offset = end + len(SEPARATOR)
