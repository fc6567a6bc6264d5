"""Writes folders of text files: a folder is replaced as a whole or stays as it was, whatever happens in between."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from extractor.errors import InputError


def replace_folder(files: Mapping[str, str], folder: Path) -> None:
    """Makes `folder` hold exactly these files, by paths with forward slashes; InputError where it cannot be written.

    A reader sees the old folder or the new one. Nothing is left behind when writing fails.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            fresh.chmod(0o755)
            for path, text in files.items():
                target = fresh / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8", newline="\n")
            _swap(fresh, folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise InputError(str(folder), f"cannot be written ({problem})", "choose another place") from None


def _swap(fresh: Path, folder: Path) -> None:
    """Puts `fresh` in the place of `folder`; what stood there goes away, or comes back when that fails."""
    if not folder.exists():
        fresh.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        folder.rename(old / "previous")
        try:
            fresh.rename(folder)
        except OSError:
            (old / "previous").rename(folder)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
