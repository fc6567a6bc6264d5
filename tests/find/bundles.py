"""Small bundles for the finders' tests: scripts and documents given as text."""

from __future__ import annotations

from extractor.model.bundle import Bundle, Chunk
from extractor.model.finding import Match
from extractor.syntax import Source


def source(*scripts: str, documents: tuple[str, ...] = ()) -> Source:
    """A source of these scripts (`/a.js`, `/b.js`, ...) and embedded documents (`/a.md`, ...)."""
    blob, chunks = b"", []
    for kind, texts in (("script", scripts), ("document", documents)):
        for number, text in enumerate(texts):
            name = f"/{chr(ord('a') + number)}.{'js' if kind == 'script' else 'md'}"
            data = text.encode()
            chunks.append(Chunk(name, len(blob), len(blob) + len(data), "script" if kind == "script" else "document"))
            blob += data + b"\n"
    return Source(Bundle("test", "any", "test", blob, tuple(chunks), "/a.js"))


def text_at(where: Source, match: Match) -> str:
    """The text that a match covers."""
    return where.bundle.blob[match.start : match.end].decode()
