"""Answers which releases have everything that a program uses: a history and uses come in, the answer goes out."""

from __future__ import annotations

from extractor.history.states import entry_key
from extractor.model.history import HAS_IT, History, Lack, State, Support
from extractor.model.shape_path import without_labels
from extractor.model.uses import Uses


def support(history: History, uses: Uses) -> Support:
    """The oldest release from which on all uses are there, and what the releases without them lack."""
    lacks = []
    for index, release in enumerate(history.releases):
        states = {path: use_state(history, path, index) for path in uses.paths}
        missing = tuple(path for path in uses.paths if states[path] == "missing")
        unknown = tuple(path for path in uses.paths if states[path] == "unknown")
        if missing or unknown:
            lacks.append(Lack(release, missing, unknown))
    without = {one.release for one in lacks}
    oldest = None
    for release in reversed(history.releases):
        if release in without:
            break
        oldest = release
    never = tuple(path for path in uses.paths if not _is_ever_there(history, path))
    return Support(uses.source, history.releases, oldest, tuple(lacks), never)


def use_state(history: History, path: str, index: int) -> State:
    """The state of a used path in one release; a path that no release has is missing where its entry can tell."""
    known = history.entries.get(path) or history.entries.get(without_labels(path))
    if known is not None:
        return known.states[index]
    entry = history.entries.get(entry_key(path))
    if entry is None or entry.states[index] in ("declared", "missing"):
        return "missing"
    return "unknown"


def _is_ever_there(history: History, path: str) -> bool:
    return any(use_state(history, path, index) in HAS_IT for index in range(len(history.releases)))
