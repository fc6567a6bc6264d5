"""Says a flaw in words: a flaw and its companions come in, a path, a message and a hint a user can act on go out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Final

from extractor.validate.flaw import Flaw, Kind, PathStep
from extractor.validate.scalars import ascii_text

_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")
_SHOWN_KEYS = 6
_CHOSEN: Final[frozenset[Kind]] = frozenset(
    {"unexpected_value", "unknown_value", "replaced_value", "unknown_type", "unknown_subtype", "unknown_request"}
)
"""The kinds of flaw where something near to what was found may be meant."""


def path_text(steps: Sequence[PathStep]) -> str:
    """A JSON path, outermost step first: `$.message.content[0]["odd key"]`."""
    parts = ["$"]
    for step in steps:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.match(step):
            parts.append(f".{step if len(step) <= 80 else step[:80] + '...'}")
        else:
            parts.append(f"[{ascii_text(step)}]")
    return "".join(parts)


def flaw_path(flaw: Flaw) -> str:
    """The JSON path of a flaw, from the frame."""
    return path_text(flaw.path[::-1])


def described(value: object) -> str:
    """What a value is, and a short one itself: `a number (5)`, `an array of 3`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"a number ({str(value)[:40]})" if not isinstance(value, int) or abs(value) < 10**30 else "a huge number"
    if isinstance(value, str):
        return f"the string {ascii_text(value, 40)}"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    if isinstance(value, dict):
        names = ", ".join(ascii_text(key, 30)[1:-1] for key in list(value)[:_SHOWN_KEYS])
        return f"an object ({names}{', ...' if len(value) > _SHOWN_KEYS else ''})" if value else "an empty object"
    return "nothing"


def message(flaw: Flaw, release: str) -> str:
    """One sentence: what is wrong, against what `release` says."""
    name, found = bare(flaw.name), described(flaw.found)
    match flaw.kind:
        case "missing":
            return f"`{name}` is missing" + (f": {flaw.expected}" if flaw.expected else "")
        case "wrong_type" | "unexpected_value" | "out_of_bounds" | "wrong_format":
            return f"expected {flaw.expected}, got {found}"
        case "forbidden_field":
            return f"`{name}` is not allowed here" + (f": expected {flaw.expected}" if flaw.expected else "")
        case "too_deep":
            return "nested too deep to be checked"
        case "malformed":
            return flaw.note
        case "unknown_request":
            return f"{release} has no control request `{name}`: the program would refuse it"
        case "unknown_field":
            return f"`{name}` is not a field that {release} declares here"
        case "unknown_type":
            return f"{release} does not know the type `{name}`"
        case "unknown_subtype":
            return f"{release} does not know `{name}`" + (f" (known: {flaw.expected})" if flaw.expected else "")
        case "unknown_value":
            return f"got {found}, which {release} does not list, though programs are known to send more than it lists"
        case "replaced_value":
            return f"expected {flaw.expected}, got {found}: {release} puts a value of its own in its place"
        case "absent_any":
            return f"`{name}` is declared, yet absent (nothing refuses that)"
        case "converted":
            return f"expected {flaw.expected}, got {found}: {release} converts it before it looks"
        case "unmatched_response":
            return f"no request with the id `{name}` came before this response" if name else "a response without an id"
        case "duplicate_id" | "duplicate_response":
            return f"id `{name}`: {flaw.note}"
        case "duplicate_key":
            return f"the key `{name}` stands twice in one object: the last one counts"
        case "wrong_stream":
            return f"`{name}` on the wrong stream: {flaw.note}"
        case "other_release":
            return f"the recording is of {name}, checked against {release}"
        case _:
            return f"{flaw.count} more in this frame"


def bare(text: str) -> str:
    """A name from a recording, without quotes, in printable ASCII and cut when long."""
    return ascii_text(text)[1:-1]


def hint(flaw: Flaw, companions: Sequence[Flaw]) -> str | None:
    """What may be meant instead, from the flaw's own choices or from what else is wrong with the same frame."""
    if flaw.kind == "missing":
        return _misplaced(flaw, companions) or (flaw.note or None)
    if flaw.kind in _CHOSEN:
        return _meant(flaw.found, flaw.allowed)
    if flaw.kind == "unmatched_response" and flaw.note == "success":
        strays = [one for one in companions if one.kind == "unknown_field" and one.path[1:] == ["response"]]
        if strays:
            return f"a payload belongs under `response`, not under `{bare(strays[0].name)}`"
    return None


def _misplaced(flaw: Flaw, companions: Sequence[Flaw]) -> str | None:
    strays = [one for one in companions if one.kind in ("unknown_field", "forbidden_field")]
    for stray in strays:
        if stray.path[1:] == flaw.path[1:] and _alike(stray.name, flaw.name):
            return f"`{bare(stray.name)}` is spelled `{flaw.name}` here"
    for stray in strays:
        if stray.name == flaw.name:
            return f"there is one at {flaw_path(stray)}, where it is not read"
    return None


def _alike(one: str, other: str) -> bool:
    left, right = (re.sub(r"[^a-z0-9]", "", name.lower()) for name in (one, other))
    return left == right or difflib.SequenceMatcher(None, left, right).ratio() >= 0.6


def _meant(found: object, allowed: Sequence[str]) -> str | None:
    if not isinstance(found, str) or not allowed or len(found) > 200:
        return None
    choices = {choice.strip('"'): choice for choice in allowed[:2000]}
    near = difflib.get_close_matches(found, list(choices), n=1, cutoff=0.75)
    return f"did you mean `{bare(near[0])}`?" if near else None
