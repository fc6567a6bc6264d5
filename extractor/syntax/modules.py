"""Read a chunk's import and export clauses: which local name comes from, or goes out as, which name of a module."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from extractor.model import search

_NAME = rb"[\w$]+"
_PATH = rb"(?P<quote>[\"'])(?P<path>[^\"'\n]+)(?P=quote)"
_BLANK = re.compile(
    rb"(?:[\s;]+|//[^\n]*|/\*[\s\S]*?\*/|#![^\n]*|[\"']use strict[\"']|import\s*(?:\"[^\"\n]+\"|'[^'\n]+'))*"
)
_IMPORT = re.compile(
    rb"import\s*(?:(?P<default>" + _NAME + rb")?\s*,?\s*"
    rb"(?:\*\s*as\s+(?P<star>" + _NAME + rb")\s*|\{(?P<names>[^}]*)\}\s*)?from\s*)?" + _PATH
)
_EXPORT = re.compile(rb"export\s*\{(?P<names>[^}]*)\}(?:\s*from\s*" + _PATH + rb")?")
_EXPORT_STAR = re.compile(rb"export\s*\*\s*(?:as\s+(?P<name>" + _NAME + rb")\s*)?from\s*" + _PATH)
_EXPORT_INLINE = re.compile(
    rb"export\s+(?:async\s+)?(?:const|let|var|function\s*\*?|class)\s*(?P<name>" + _NAME + rb")"
)
_EXPORT_DEFAULT = re.compile(rb"export\s+default\s+(?P<name>" + _NAME + rb")\s*(?:;|\n|$)")
_STATEMENT_ENDS = frozenset(b";\n}/")
_PAIR = re.compile(r"([\w$]+|\"[^\"]*\")(?:\s+as\s+([\w$]+|\"[^\"]*\"))?\s*(?:,|$)")

NAMESPACE = "*"
"""As an imported name: the module's whole namespace."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """`imports`: local name -> (module path, exported name). `exports`: exported name -> local name.

    `reexports`: exported name -> (module path, name there). `stars`: module paths exported wholesale.
    """

    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    exports: dict[str, str] = field(default_factory=dict)
    reexports: dict[str, tuple[str, str]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)


def read_clauses(blob: bytes, start: int, end: int) -> Clauses:
    """The clauses of the module `blob[start:end]`: imports stand first in it, exports where a statement can."""
    clauses = Clauses()
    _read_imports(blob, start, end, clauses)
    for offset in search.find_all(blob, b"export", start, end):
        if offset == start or blob[offset - 1] in _STATEMENT_ENDS:
            _read_export(blob, offset, end, clauses)
    return clauses


def _read_imports(blob: bytes, start: int, end: int, clauses: Clauses) -> None:
    offset = start
    while True:
        blank = _BLANK.match(blob, offset, end)
        offset = blank.end() if blank else offset
        found = _IMPORT.match(blob, offset, end)
        if found is None:
            return
        offset = found.end()
        path = found["path"].decode("utf-8", "replace")
        if found["default"]:
            clauses.imports[found["default"].decode()] = (path, "default")
        if found["star"]:
            clauses.imports[found["star"].decode()] = (path, NAMESPACE)
        for exported, local in _pairs(found["names"]):
            clauses.imports[local] = (path, exported)


def _read_export(blob: bytes, offset: int, end: int, clauses: Clauses) -> None:
    if found := _EXPORT.match(blob, offset, end):
        for local, exported in _pairs(found["names"]):
            if found["path"]:
                clauses.reexports[exported] = (found["path"].decode("utf-8", "replace"), local)
            else:
                clauses.exports[exported] = local
    elif found := _EXPORT_STAR.match(blob, offset, end):
        path = found["path"].decode("utf-8", "replace")
        if found["name"]:
            clauses.reexports[found["name"].decode()] = (path, NAMESPACE)
        else:
            clauses.stars.append(path)
    elif found := _EXPORT_INLINE.match(blob, offset, end):
        clauses.exports[found["name"].decode()] = found["name"].decode()
    elif found := _EXPORT_DEFAULT.match(blob, offset, end):
        clauses.exports.setdefault("default", found["name"].decode())


def _pairs(names: bytes | None) -> list[tuple[str, str]]:
    text = (names or b"").decode("utf-8", "replace")
    if '"' in text or "/" in text:
        return [(first.strip('"'), (second or first).strip('"')) for first, second in _PAIR.findall(text)]
    words = [part.split() for part in text.split(",")]
    return [(part[0], part[-1]) for part in words if len(part) == 1 or (len(part) == 3 and part[1] == "as")]
