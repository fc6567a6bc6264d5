"""Loose chunk files: in comes a directory of them, out go the modules of a bundle, in the order of their names.

A file is a script when it is JavaScript by its suffix, or has no suffix and opens as Bun's output does; texts
to read are documents; anything else is left alone. A file's path below the directory is its import path below
Bun's root. Where every file has a number before its name, as tools that keep the order write them
(`00012_chunk-x.js`), the number is not part of the name, and `__` stands for a slash.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from extractor.acquire.contents import Contents, Module
from extractor.acquire.graph import ENCODING_UTF16
from extractor.acquire.modules import (
    DOCUMENT_SUFFIXES,
    MAX_DOCUMENT,
    MAX_SCRIPTS,
    POSIX_ROOT,
    document_text,
    normal_text,
)
from extractor.acquire.plain import MAX_FILE, SUFFIXES, looks_like_script, read_text
from extractor.errors import InputError
from extractor.model.bundle import ChunkKind
from extractor.model.release import ANY_PLATFORM

_MAX_FILES = 20_000
_NUMBERED = re.compile(r"\d{3,}_(?=.)")
_OPENING = b"// @bun"
_ROOTS = re.compile(r"^(?:.*/)?(?:\$bunfs|~BUN)/root/")


def read_loose(directory: Path, subject: str) -> Contents:
    """The modules of a directory of chunk files; InputError when it holds no JavaScript, or too much."""
    files = _files(directory, subject)
    numbered = all(_NUMBERED.match(path.name) for path in files)
    modules = []
    total, has_script = 0, False
    for path in files:
        kind = _kind(path)
        text = _text(path, kind, subject) if kind else None
        if kind is None or text is None:
            continue
        total += len(text)
        if total > MAX_SCRIPTS:
            raise InputError(subject, "holds more text than a release can", "give the directory of one release")
        has_script = has_script or (kind == "script" and looks_like_script(text, path.suffix.lower()))
        modules.append(Module(_name(path.relative_to(directory), numbered), kind, normal_text(text)))
    if not has_script:
        remedy = "give a directory with an unpacked package or chunk files"
        raise InputError(subject, "holds no JavaScript chunks", remedy)
    return Contents("directory", ANY_PLATFORM, tuple(modules))


def _text(path: Path, kind: ChunkKind, subject: str) -> bytes | None:
    """The text of a chunk file; None for a document that is no text."""
    if path.stat().st_size > MAX_FILE:
        raise InputError(str(path), "is too large for a JavaScript chunk", "give the directory of one release")
    if kind == "document":
        raw = path.read_bytes()
        return document_text(raw, ENCODING_UTF16 if b"\0" in raw else None, path.name, subject)
    text = read_text(path)
    if text is None:
        raise InputError(str(path), "is no UTF-8 text", "unpack the chunks again")
    return text


def _files(directory: Path, subject: str) -> list[Path]:
    """The regular files below a directory, sorted; hidden ones and links are left out."""
    files: list[Path] = []
    for parent, folders, names in os.walk(directory):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        files += [Path(parent, name) for name in names if not name.startswith(".")]
        if len(files) > _MAX_FILES:
            raise InputError(subject, "holds too many files", "give the directory of one release")
    return sorted(path for path in files if path.is_file() and not path.is_symlink())


def _kind(path: Path) -> ChunkKind | None:
    suffix = Path(path.name.lower().removesuffix(".zst")).suffix
    if suffix in SUFFIXES and ".min." not in path.name:
        return "script"
    if suffix in DOCUMENT_SUFFIXES and path.stat().st_size <= MAX_DOCUMENT:
        return "document"
    if suffix == "":
        with path.open("rb") as file:
            return "script" if file.read(len(_OPENING)) == _OPENING else None
    return None


def _name(path: Path, numbered: bool) -> str:
    name = path.as_posix()
    if numbered:
        name = f"{path.parent.as_posix()}/" if path.parent.parts else ""
        name += _NUMBERED.sub("", path.name, count=1).replace("__", "/")
    return POSIX_ROOT + _ROOTS.sub("", name)
