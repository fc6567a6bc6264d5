"""Where things are kept: in comes what the user chose and the environment, out come the directories to use."""

from __future__ import annotations

import os
from pathlib import Path

APPLICATION = "claude-protocol-extractor"


def cache_directory(chosen: Path | None = None) -> Path:
    """The directory of cached releases: `chosen`, else $EXTRACTOR_CACHE, else the XDG cache directory.

    A relative $XDG_CACHE_HOME is ignored, as its specification asks. Nothing is created.
    """
    if chosen is not None:
        return chosen.expanduser()
    own = os.environ.get("EXTRACTOR_CACHE")
    if own:
        return Path(own).expanduser()
    shared = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return (shared if shared.is_absolute() else Path.home() / ".cache") / APPLICATION


def generated_directory(root: Path) -> Path:
    """Where everything made from inventories is written under the project root."""
    return root / "generated"
