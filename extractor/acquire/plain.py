"""Plain JavaScript files: in comes the path of a `cli.js`, out goes its text as the only module."""

from __future__ import annotations

import re
from pathlib import Path

from extractor.acquire.contents import Contents, Module
from extractor.errors import InputError
from extractor.model.release import ANY_PLATFORM

SUFFIXES = (".js", ".mjs", ".cjs")
MAX_FILE = 512 << 20

_OPENINGS = (b"#!/usr/bin/env node", b"// @bun")
_WORDS = re.compile(rb"\bfunction\b|=>|\bvar\b|\blet\b|\bconst\b|\bimport\b|\bexport\b|\bclass\b|\brequire\(")
_SIGNS = (b"{", b"(", b"=")


def read_plain(path: Path, subject: str) -> Contents:
    """The one module of a JavaScript file, named like the file.

    Raises InputError, naming `subject`, when the file is too large or no JavaScript.
    """
    text = read_script(path, subject)
    module = Module(path.name, "script", text)
    return Contents("cli.js", ANY_PLATFORM, (module,), entry=path.name)


def read_script(path: Path, subject: str) -> bytes:
    """The UTF-8 text of a JavaScript file, without a byte order mark; InputError when it is none."""
    if path.stat().st_size > MAX_FILE:
        raise InputError(subject, "is too large for a JavaScript bundle", "give a cli.js or a native executable")
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise InputError(subject, "is empty", "give a cli.js, a native executable or an npm tarball of the CLI")
    if not _is_text(text) or not looks_like_script(text, path.suffix.lower()):
        problem = "is no JavaScript bundle and no native executable"
        raise InputError(subject, problem, "give a cli.js, a native executable or an npm tarball of the CLI")
    return text


def looks_like_script(text: bytes, suffix: str) -> bool:
    """Whether a text is JavaScript: named or opened as such, and written with its words and signs."""
    named = suffix in SUFFIXES or text.startswith(_OPENINGS)
    return named and all(sign in text for sign in _SIGNS) and _WORDS.search(text) is not None


def _is_text(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in text
