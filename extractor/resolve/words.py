"""Words of names: names of fields and entries come in, as they are written anywhere; Pascal-case names go out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

Words = tuple[str, ...]

_ENTRY_KINDS = ("Request", "Response", "Message")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]+")


def split(name: str) -> Words:
    """The words of a Pascal-case name."""
    return tuple(_WORD.findall(name)) or (name,)


def pascal(name: str) -> str:
    """`permission_mode`, `permissionMode` or `permission-mode` as `PermissionMode`."""
    words = "".join(word[:1].upper() + word[1:] for word in _WORD.findall(name))
    return words if words[:1].isalpha() else f"X{words}"


def singular(name: str) -> str:
    """The name of one element of something with a plural name."""
    if name.endswith(("children", "Children")):
        return name[:-3]
    if name.endswith(("series", "Series")):
        return name
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if name.endswith(("sses", "shes", "ches", "xes", "tuses")) and not name.endswith("aches"):
        return name[:-2]
    if name.endswith("s") and not name.endswith(("ss", "us", "is")) and len(name) > 3:
        return name[:-1]
    return name


def entry_words(name: str, kinds: bool = False) -> Words:
    """The words of an entry's name without what kind of entry it is, unless `kinds`, and without `System` in front."""
    words = split(name)
    if len(words) > 1 and words[-1] in _ENTRY_KINDS and not kinds:
        words = words[:-1]
    return words[1:] if len(words) > 1 and words[0] == "System" else words


def joined(owner: Words, base: Words) -> Words:
    """`base` said of `owner`; words that end the one and start the other are said once."""
    for size in range(min(len(owner), len(base)), 0, -1):
        if owner[-size:] == base[:size]:
            return owner + base[size:]
    return owner + base


def shared_start(rows: Sequence[Words]) -> Words:
    """The words that all rows start with."""
    columns = zip(*rows, strict=False)
    return tuple(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
