"""A bundle: the shipped JavaScript of one release, as one UTF-8 blob with named chunks in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from extractor.model import search

ChunkKind = Literal["script", "document"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """One separately parsed module (or embedded document): a half-open byte range of its bundle's blob.

    `name` is the module's import path as other chunks write it (`/$bunfs/root/chunk-x.js`, always with
    forward slashes and the POSIX root, whatever the platform), or a file name for a plain `cli.js`.
    """

    name: str
    start: int
    end: int
    kind: ChunkKind = "script"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The JavaScript and embedded text documents of one release.

    `blob` is UTF-8 text; all scripts come first (up to `script_end`), documents after them, in the order
    of the container. `entry` names the chunk the container starts with, or is None for loose files.
    Offsets everywhere in the program are byte offsets into `blob`.
    """

    release: str
    platform: str
    container: str
    blob: bytes = field(repr=False)
    chunks: tuple[Chunk, ...] = field(repr=False)
    entry: str | None = None
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _by_name: dict[str, Chunk] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", tuple(chunk.start for chunk in self.chunks))
        object.__setattr__(self, "_by_name", {chunk.name: chunk for chunk in self.chunks})

    @property
    def script_end(self) -> int:
        """The offset after the last script: searches for JavaScript stop here."""
        return max((chunk.end for chunk in self.chunks if chunk.kind == "script"), default=0)

    def chunk_at(self, offset: int) -> Chunk:
        """The chunk that holds the byte at `offset` of the blob."""
        return self.chunks[max(0, bisect_right(self._starts, offset) - 1)]

    def chunk_named(self, name: str) -> Chunk | None:
        """The chunk other modules import as `name`, or None."""
        return self._by_name.get(name)

    def text(self, chunk: Chunk) -> bytes:
        """The UTF-8 bytes of one chunk."""
        return self.blob[chunk.start : chunk.end]

    def find_all(self, needle: bytes, start: int = 0, end: int | None = None) -> Iterator[int]:
        """Offsets of every occurrence of `needle` in the scripts (or in [start, end)), in order."""
        return search.find_all(self.blob, needle, start, self.script_end if end is None else end)
