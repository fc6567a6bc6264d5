"""Where programs contradict their own shapes: a frame's flaws come in, those that the program itself makes are let
through, and still shown."""

from __future__ import annotations

from typing import Final

from extractor.validate.flaw import Flaws

OPEN_VALUES: Final[frozenset[tuple[str, str]]] = frozenset({("system/init", "apiKeySource")})
"""Messages and their fields whose values the programs draw from a longer list than their own shape has. Recordings of
2.1.165 and 2.1.233 say `none` and `apiKeyHelper` there; the shapes list them from 2.1.235 on."""


def let_through(model: str, flaws: Flaws) -> Flaws:
    """The same flaws; an unexpected value that programs are known to send is one that is not known, and no more."""
    for flaw in flaws:
        is_value = flaw.kind == "unexpected_value" and isinstance(flaw.found, str) and len(flaw.path) == 1
        if is_value and (model, flaw.path[0]) in OPEN_VALUES:
            flaw.kind = "unknown_value"
    return flaws
