"""What finders recognise: a match is a place in a bundle and the finder that saw it there."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.model.bundle import Bundle
from extractor.model.inventory import Evidence


@dataclass(frozen=True, slots=True)
class Match:
    """A recognised place: byte offsets in the bundle's blob, and the finder's name."""

    finder: str
    start: int
    end: int

    def evidence(self, bundle: Bundle) -> Evidence:
        """The match as evidence: offsets counted from the start of its chunk."""
        chunk = bundle.chunk_at(self.start)
        return Evidence(chunk.name, self.start - chunk.start, self.end - chunk.start, self.finder)
