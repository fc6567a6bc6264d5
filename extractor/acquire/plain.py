"""Plain JavaScript files: in comes the path of a `cli.js`, out goes its text as the only module."""

from __future__ import annotations

import re
from pathlib import Path

from extractor.acquire.contents import Contents, Module
from extractor.errors import InputError
from extractor.model.release import ANY_PLATFORM

SUFFIXES = (".js", ".mjs", ".cjs")
MAX_FILE = 512 << 20

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OPENINGS = (b"#!/usr/bin/env node", b"// @bun")
_WORDS = re.compile(rb"\bfunction\b|=>|\bvar\b|\blet\b|\bconst\b|\bimport\b|\bexport\b|\bclass\b|\brequire\(")
_SIGNS = (b"{", b"(", b"=")


def read_plain(path: Path, subject: str) -> Contents:
    """The one module of a JavaScript file, named like the file.

    Raises InputError, naming `subject`, when the file is empty, too large, or no JavaScript.
    """
    remedy = "give a cli.js, a native executable or an npm tarball of the CLI"
    size = path.stat().st_size
    if size == 0:
        raise InputError(subject, "is empty", remedy)
    if size > MAX_FILE:
        raise InputError(subject, "is too large for a JavaScript bundle", remedy)
    text = read_text(path)
    if text is None or not looks_like_script(text, path.suffix.lower()):
        raise InputError(subject, "is no JavaScript bundle and no native executable", remedy)
    return Contents("cli.js", ANY_PLATFORM, (Module(path.name, "script", text),), entry=path.name)


def read_text(path: Path) -> bytes | None:
    """The UTF-8 text of a file without a byte order mark; None when it is no such text."""
    text = path.read_bytes().removeprefix(_BYTE_ORDER_MARK)
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if b"\0" in text else text


def looks_like_script(text: bytes, suffix: str) -> bool:
    """Whether a text is JavaScript: named or opened as such, and written with its words and signs."""
    named = suffix in SUFFIXES or text.startswith(_OPENINGS)
    return named and all(sign in text for sign in _SIGNS) and _WORDS.search(text) is not None
