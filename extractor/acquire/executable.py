"""Native executables: in comes the path of one, out go the modules of the Bun graph inside it."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from extractor.acquire import elf, macho, pe
from extractor.acquire.contents import Contents
from extractor.acquire.graph import read_graph
from extractor.acquire.modules import modules_of, normal_name
from extractor.errors import InputError


@dataclass(frozen=True, slots=True)
class _Format:
    """An executable format: how it starts, where its Bun section is, and which platform a file is for."""

    name: str
    magic: bytes
    section: Callable[[mmap.mmap], tuple[int, int] | None]
    platform: Callable[[mmap.mmap], str]


_FORMATS = (
    _Format("elf", elf.MAGIC, elf.section, elf.platform),
    _Format("mach-o", macho.MAGIC, macho.section, macho.platform),
    _Format("pe", pe.MAGIC, pe.section, pe.platform),
)

MAGIC_SIZE = max(len(form.magic) for form in _FORMATS)


def is_executable(head: bytes) -> bool:
    """Whether a file that starts with `head` (MAGIC_SIZE bytes of it) is a native executable."""
    return any(head.startswith(form.magic) for form in _FORMATS)


def read_executable(path: Path, subject: str) -> Contents:
    """The modules of a native executable; texts may be views into the file, which stays mapped while they live.

    Raises InputError, naming `subject`, when the file holds no complete graph.
    """
    with path.open("rb") as file:
        image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    form = next(form for form in _FORMATS if image[: len(form.magic)] == form.magic)
    section = form.section(image)
    graph = read_graph(image, *section) if section else None
    place = "section"
    if graph is None:
        graph = read_graph(image, 0, len(image))
        place = "overlay"
    if graph is None:
        problem = "is an executable without a complete Bun module graph (truncated, or another program)"
        raise InputError(subject, problem, "give a native executable of the CLI as it was published")
    return Contents(
        container=f"{form.name} {place}",
        platform=form.platform(image),
        modules=tuple(modules_of(image, graph, subject)),
        entry=normal_name(graph.records[graph.entry].name),
    )
