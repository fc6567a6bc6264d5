"""Reads what a program uses of the protocol, however it is given: a YAML file, or a generated package's directory."""

from __future__ import annotations

from pathlib import Path

from extractor.diff.uses_file import read_uses_file
from extractor.diff.uses_package import read_uses_package
from extractor.model.uses import Uses


def read_uses(path: Path) -> Uses:
    """The uses in a file, or of the generated package in a directory; InputError says what is wrong with either."""
    return read_uses_package(path) if path.is_dir() else read_uses_file(path)
