"""Small bundles written in tests: files by name come in, a source to ask goes out."""

from __future__ import annotations

from extractor.model.bundle import Bundle, Chunk
from extractor.syntax import Source

ROOT = "/$bunfs/root/"


def bundle_of(files: dict[str, str]) -> Bundle:
    """A bundle with a chunk for each file, named as other chunks import it."""
    blob, chunks = b"", []
    for name, text in files.items():
        data = text.encode("utf-8", "surrogatepass")
        chunks.append(Chunk(ROOT + name, len(blob), len(blob) + len(data)))
        blob += data
    return Bundle("test", "any", "test", blob, tuple(chunks))


def source_of(files: dict[str, str] | str, *, whole: bool = False) -> Source:
    """A source of several files, or of one file `a.js`."""
    return Source(bundle_of({"a.js": files} if isinstance(files, str) else files), whole=whole)
