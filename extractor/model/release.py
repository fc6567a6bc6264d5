"""A release: one published version of the analysed program, for one platform, and where it is read from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ANY_PLATFORM = "any"
"""The platform of a release whose JavaScript serves every platform (a plain `cli.js`)."""


@dataclass(frozen=True, slots=True)
class Release:
    """One version for one platform.

    `version` is what inventories are filed under: a published version, or for a path the version found in
    it, else a name made from the path. `source` is the file or directory to read, or None for a version
    that is fetched with npm (or already cached).
    """

    version: str
    platform: str
    source: Path | None = None
