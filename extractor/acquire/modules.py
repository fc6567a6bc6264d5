"""The modules of a Bun graph as texts: in come records, out go scripts and documents in UTF-8.

What is a script is decided by the flags of a record: one that a JavaScript loader reads on the server side.
Everything else is a file the program carries. Of those, texts to read (`.md`, `.txt`, `.html`, also
compressed as `.md.zst`, or compressed under their plain name) become documents; native add-ons, fonts,
WebAssembly and the JavaScript of third parties that the program only serves (`mermaid.min.js`) are dropped.
A container without flags is read by names: `.js` that is not minified, or no suffix at all, is a script.
"""

from __future__ import annotations

import io
import mmap
from collections.abc import Iterator

import zstandard

from extractor.acquire.contents import Module
from extractor.acquire.graph import ENCODING_LATIN1, ENCODING_UTF16, Graph, Record
from extractor.errors import InputError
from extractor.model.bundle import ChunkKind

POSIX_ROOT = "/$bunfs/root/"
WINDOWS_ROOT = "B:/~BUN/root/"

DOCUMENT_SUFFIXES = (".md", ".txt", ".html", ".htm")
SCRIPT_SUFFIXES = (".js", ".mjs", ".cjs", ".ts")
_BINARY_SUFFIXES = (".node", ".wasm", ".so", ".dll", ".dylib")
_MINIFIED = ".min."

_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_WINDOW = 1 << 26
_NOT_STATED = -1
_SHOWN = 100
MAX_DOCUMENT = 32 << 20
MAX_DOCUMENTS = 128 << 20
MAX_SCRIPTS = 1 << 30


def modules_of(image: mmap.mmap, graph: Graph, subject: str) -> Iterator[Module]:
    """The scripts and documents of a graph, decoded, in its order.

    Raises InputError, naming `subject`, for a damaged document or for more text than a release can hold.
    """
    view = memoryview(image)
    scripts = documents = 0
    for record in graph.records:
        kind = kind_of(record)
        if kind == "script":
            text = _script(view, record)
            scripts += len(text)
        elif kind == "document":
            encoding = record.flags.encoding if record.flags else None
            document = document_text(bytes(view[record.start : record.end]), encoding, record.name, subject)
            if document is None:
                continue
            text = document
            documents += len(text)
        else:
            continue
        if scripts > MAX_SCRIPTS or documents > MAX_DOCUMENTS:
            raise InputError(subject, "holds more text than a release can", "use a file as it was published")
        yield Module(normal_name(record.name), kind, text)


def normal_name(name: str) -> str:
    """A module's name with forward slashes and the POSIX root, whatever platform it was built for."""
    name = name.replace("\\", "/")
    return POSIX_ROOT + name[len(WINDOWS_ROOT) :] if name.startswith(WINDOWS_ROOT) else name


def normal_text(text: bytes) -> bytes:
    """A text that names other modules as `normal_name` does; the same object where it already does."""
    return text.replace(WINDOWS_ROOT.encode(), POSIX_ROOT.encode()) if WINDOWS_ROOT.encode() in text else text


def kind_of(record: Record) -> ChunkKind | None:
    """Whether a record is a script, a document, or (None) something that holds no text of the program."""
    name = record.name.lower().removesuffix(".zst")
    base = name.replace("\\", "/").rpartition("/")[2]
    if name.endswith(_BINARY_SUFFIXES):
        return None
    if record.flags is None:
        is_script = "." not in base or (name.endswith(SCRIPT_SUFFIXES) and _MINIFIED not in base)
    else:
        is_script = record.flags.is_script
    if is_script:
        return "script"
    return "document" if name.endswith(DOCUMENT_SUFFIXES) else None


def _script(view: memoryview, record: Record) -> bytes | memoryview:
    """A script in UTF-8 that imports by POSIX names; the container's own bytes where they already are that."""
    span = view[record.start : record.end]
    raw = bytes(span)
    text = raw if raw.isascii() else _utf8(raw, record.flags.encoding if record.flags else None)
    text = normal_text(text)
    return span if text is raw else text


def document_text(raw: bytes, encoding: int | None, name: str, subject: str) -> bytes | None:
    """A document in UTF-8 with plain line ends (builds differ in them), decompressed; None for what is no text.

    `encoding` is that of a record's flags. Raises InputError, naming `subject`, for a damaged or huge one.
    """
    if raw.startswith(_ZSTD_MAGIC):
        raw = _decompressed(raw, name, subject)
    if len(raw) > MAX_DOCUMENT:
        raise InputError(subject, f"its document {name[:_SHOWN]} is too large", "use a file as it was published")
    if encoding in (ENCODING_LATIN1, ENCODING_UTF16):
        raw = _utf8(raw, encoding)
    elif b"\0" in raw or not _is_utf8(raw):
        return None
    return raw.replace(b"\r\n", b"\n")


def _decompressed(raw: bytes, name: str, subject: str) -> bytes:
    """A zstd frame's content, at most one byte more than a document may have; InputError when it is damaged."""
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    try:
        text = decompressor.stream_reader(io.BytesIO(raw)).read(MAX_DOCUMENT + 1)
        stated = zstandard.frame_content_size(raw)
        if len(text) > MAX_DOCUMENT or len(text) == stated:
            return text
        frame = decompressor.decompressobj()
        if stated == _NOT_STATED and frame.decompress(raw) == text and frame.eof:
            return text
    except (zstandard.ZstdError, MemoryError):
        pass
    raise InputError(subject, f"its compressed document {name[:_SHOWN]} is damaged", "fetch the release again")


def _utf8(raw: bytes, encoding: int | None) -> bytes:
    """Text as UTF-8: by its encoding, but what the encoding cannot be is read as what it is.

    Bun writes UTF-16LE where it once planned UTF-8, so text under that number is UTF-8 when it is valid
    and free of NUL; text without a stated encoding is UTF-8, or else Latin-1.
    """
    if encoding == ENCODING_LATIN1:
        return raw.decode("latin-1").encode("utf-8")
    valid = _is_utf8(raw)
    if encoding == ENCODING_UTF16 and (b"\0" in raw or not valid):
        return raw.decode("utf-16-le", "replace").encode("utf-8")
    return raw if valid else raw.decode("latin-1").encode("utf-8")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
