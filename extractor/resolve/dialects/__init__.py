"""The ways of building schemas that are known: one small file each, listed here."""

from __future__ import annotations

from extractor.resolve.building import Builder, Dialect
from extractor.resolve.dialects import classes, zod3, zod4

__all__ = ["DIALECTS", "Builder", "Dialect"]

DIALECTS: tuple[Dialect, ...] = (zod4.DIALECT, zod3.DIALECT, classes.DIALECT)
