"""The ways in which programs write schemas: which zod, and whether through its namespace or its free functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Style = Literal["star", "named", "free", "mini", "mini-free"]

RESERVED = {"enum": "enum_", "null": "null_", "undefined": "undefined_", "void": "void_", "catch": "catch_"}
"""Functions of zod that cannot be called by their own name as free functions, and what they are imported as."""


@dataclass(frozen=True, slots=True)
class Flavour:
    """A package of tests/fuzz/package.json, its major version, and how its functions are reached."""

    package: str
    major: int
    style: Style

    @property
    def name(self) -> str:
        """A short name for test ids."""
        return f"{self.package}-{self.style}"

    @property
    def is_free(self) -> bool:
        """Whether functions are imported one by one."""
        return self.style in ("free", "mini-free")

    @property
    def is_mini(self) -> bool:
        """Whether schemas have no methods to chain, and functions and checks are used instead."""
        return self.style in ("mini", "mini-free")

    @property
    def is_newest(self) -> bool:
        """Whether it is the newest zod rather than the one that the first releases with zod 4 carry."""
        return self.package == "zod"

    @property
    def path(self) -> str:
        """The import path."""
        return f"{self.package}/mini" if self.is_mini else self.package


FLAVOURS = (
    Flavour("zod40", 4, "free"),
    Flavour("zod", 4, "star"),
    Flavour("zod3", 3, "named"),
    Flavour("zod", 4, "free"),
    Flavour("zod3", 3, "star"),
    Flavour("zod40", 4, "named"),
    Flavour("zod", 4, "mini"),
    Flavour("zod40", 4, "mini-free"),
)
"""Every flavour, in the order in which batches take them."""
