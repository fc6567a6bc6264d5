"""The words for when something exists: spans of releases in, sentences that claim no more than was read out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from extractor.model.history import EntryHistory, Span, State
from extractor.model.release_order import are_neighbours, release_key

MARKS: dict[State, str] = {"declared": "+", "seen": "~", "missing": "-", "unknown": "?"}
"""One character for each state, as in the JSON index."""

SECTIONS: dict[str, str] = {
    "control_request": "Control requests",
    "message": "Messages",
    "event": "Events",
    "hook_event": "Hook events",
    "slash_command": "Slash commands",
    "dispatch": "Dispatch",
    "beside_event": "Names beside the events",
    "other_webhook": "Webhooks of other resources",
    "other_documented": "Documented events of other resources",
}
"""The sections of a history by the start of their keys, in the order they are told."""


def is_whole_entry(key: str) -> bool:
    """Whether a key is an entry and not a place in one."""
    prefix, _, rest = key.partition("/")
    if prefix == "control_request":
        return "/" not in rest
    if prefix == "message":
        return not set(rest) & set(".[<")
    return True


def presence(entry: EntryHistory) -> str:
    """One mark for each release, oldest first."""
    return "".join(MARKS[state] for state in entry.states)


def spans_text(entry: EntryHistory, releases: Sequence[str]) -> str:
    """All spans of an entry: `since 2.1.245 (2.1.235 did not have it)`."""
    if not entry.spans:
        return "in no release that can tell"
    return "; ".join(_span_text(span, releases, entry.states) for span in entry.spans)


def _span_text(span: Span, releases: Sequence[str], states: Sequence[State]) -> str:
    is_current = span.after is None and _told_last(releases, states) == span.until
    text = f"since {span.since}" if is_current else f"from {span.since} to {span.until}"
    if not is_current and span.since == span.until:
        text = f"in {span.since}"
    parts = [_start(span, releases, states), "" if is_current else _end(span)]
    said = "; ".join(part for part in parts if part)
    return f"{text} ({said})" if said else text


def _start(span: Span, releases: Sequence[str], states: Sequence[State]) -> str:
    """What is known of the time before: nothing is claimed of releases that were not read or cannot tell."""
    place = releases.index(span.since)
    silent = [one for one, state in zip(releases[:place], states, strict=False) if state == "unknown"]
    newer = [one for one in silent if span.before is None or release_key(one) > release_key(span.before)]
    if span.before is not None and not newer:
        return "" if are_neighbours(span.before, span.since) else f"{span.before} did not have it"
    if newer:
        start = f"{newer[-1]} cannot tell" if len(newer) == 1 else f"{newer[0]} to {newer[-1]} cannot tell"
        return start + (f", {span.before} did not have it" if span.before is not None else "")
    return "the oldest release read" if place == 0 else ""


def _end(span: Span) -> str:
    if span.after is None:
        return "later releases cannot tell"
    return "" if are_neighbours(span.until, span.after) else f"{span.after} no longer has it"


def _told_last(releases: Sequence[str], states: Sequence[State]) -> str | None:
    """The newest release, if it can tell."""
    return releases[-1] if states and states[-1] != "unknown" else None


def gaps_text(releases: Sequence[str]) -> str:
    """A sentence on the releases read and on those between them that were not."""
    if len(releases) == 1:
        return f"One release was read, {releases[0]}; nothing is known of others."
    gaps = sum(not are_neighbours(old, new) for old, new in pairwise(releases))
    start = f"{len(releases)} releases were read, {releases[0]} to {releases[-1]}"
    if not gaps:
        return f"{start}, with none left out."
    return f"{start}. Releases between them that were not read may be where a thing really came or went."
