"""Which release a text or a path belongs to: in come bytes or a name, out goes a version or a safe name."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = "@anthropic-ai/claude-code"
"""The npm package of the program; platform packages are called the same with `-<platform>` after it."""

_VERSION = r"\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?"
_EXACT = re.compile(_VERSION)
_BUILD_INFO = re.compile(rb'PACKAGE_URL:"@anthropic-ai/claude-code"[^{}]{0,2000}?VERSION:"(%b)"' % _VERSION.encode())
_COMMENT = re.compile(rb"^// Version: (%b)\s*$" % _VERSION.encode(), re.MULTILINE)
_COMMENT_SPAN = 4096
_PROGRAM_SUFFIXES = (".js", ".mjs", ".cjs", ".exe", ".tgz")


def is_version(text: str) -> bool:
    """Whether `text` is one exact version, such as `2.1.235`."""
    return _EXACT.fullmatch(text) is not None


def release_in(blob: bytes) -> str | None:
    """The version that the program's own text states: in its opening comment, else in its build information."""
    match = _COMMENT.search(blob, 0, _COMMENT_SPAN) or _BUILD_INFO.search(blob)
    return match.group(1).decode("ascii") if match else None


def name_of(path: Path) -> str:
    """A name for a release of unknown version, made from its path: letters, digits, dots, dashes, never empty."""
    name = path.stem if path.suffix in _PROGRAM_SUFFIXES else path.name
    words = re.findall(r"[0-9A-Za-z]+(?:[._-][0-9A-Za-z]+)*", name)
    return "-".join(words)[:64].rstrip("-._") or "unnamed"
