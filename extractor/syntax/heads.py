"""The parameters of a function, as far as its head tells: no tree is needed."""

from __future__ import annotations

import re

_LONGEST = 512
_HEAD = re.compile(rb"(?P<before>[\w$]*)\s*\((?P<parameters>[^()]*)\)\s*(?:=>\s*)?\Z")
_PLAIN = re.compile(rb"\s*([\w$]+)\s*(?:=[^=>].*)?\s*", re.DOTALL)
_STATEMENTS = frozenset({b"if", b"for", b"while", b"switch", b"with", b"await"})
_OTHERS = frozenset(b"[{\"'`/")


def parameters_before(blob: bytes, brace: int, floor: int) -> set[str]:
    """Names that surely are parameters of the function whose body begins at `brace`; none where it is no such body.

    Patterns are left out, and so is a list with a call or a text in it.
    """
    head = _HEAD.search(blob[max(floor, brace - _LONGEST) : brace])
    if head is None or head["before"] in _STATEMENTS or not _OTHERS.isdisjoint(head["parameters"]):
        return set()
    plain = map(_PLAIN.fullmatch, head["parameters"].split(b","))
    return {found[1].decode() for found in plain if found is not None}
