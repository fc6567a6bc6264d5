"""The parameters of a function, as far as its head tells: no tree is needed."""

from __future__ import annotations

import re

_LONGEST = 512
_ARROW = re.compile(rb"\((?P<parameters>[^()]*)\)\s*=>\s*\Z")
_HEAD = re.compile(
    rb"(?:function\s*\*?\s*[\w$]*|(?:[{};,*]|\b(?:async|get|set|static)[ ])(?P<name>[\w$]+))\((?P<parameters>[^()]*)\)[ ]?\Z"
)
_PLAIN = re.compile(rb"\s*([\w$]+)\s*(?:=[^=>].*)?\s*", re.DOTALL)
_STATEMENTS = frozenset({b"if", b"for", b"while", b"switch", b"with", b"await"})
_OTHERS = frozenset(b"[{\"'`/")


def parameters_before(blob: bytes, brace: int, floor: int) -> set[str]:
    """Names that surely are parameters of the function whose body begins at `brace`; none where it is no such body.

    Patterns are left out, and so is a list with a call or a text in it.
    """
    before = blob[max(floor, brace - _LONGEST) : brace]
    head = _ARROW.search(before) or _HEAD.search(before)
    if head is None or head.groupdict().get("name") in _STATEMENTS or not _OTHERS.isdisjoint(head["parameters"]):
        return set()
    plain = map(_PLAIN.fullmatch, head["parameters"].split(b","))
    return {found[1].decode() for found in plain if found is not None}
