"""What a program uses of the protocol: paths of entries and fields, and which changes touch them."""

from __future__ import annotations

from dataclasses import dataclass

from extractor.model.change import Change, ChangeKind
from extractor.model.shape_path import is_within, parent, without_labels

_ASKED_OF_EVERY_SENDER: tuple[ChangeKind, ...] = ("field_added_required", "field_became_required")


@dataclass(frozen=True, slots=True)
class Uses:
    """The paths that a program uses, and the name of the file or package that says so.

    A path is an entry (`control_request/set_model`, `message/system/init`, `event/session.error`) and then
    stands for all of it, or a place in its shape (`control_request/initialize/request.agents.*.model`).
    """

    source: str
    paths: tuple[str, ...]

    def is_touched_by(self, change: Change) -> bool:
        """Whether a change can matter: it is at, below or above a used path, or asks more of every sender."""
        if change.key.startswith("dispatch/"):
            return self._is_dispatch_touched(change)
        path = change.path
        if change.key.startswith("emitter/"):
            path = "message/" + path.removeprefix("emitter/")
        return any(_touches(change, path, used) for used in self.paths)

    def _is_dispatch_touched(self, change: Change) -> bool:
        used = {path.split("/")[1] for path in self.paths if path.startswith("control_request/")}
        subtype = change.key.split("/")[2:]
        if subtype:
            return subtype[0] in used
        return bool(used & set((change.old or change.new or "").split(", ")))


def _touches(change: Change, path: str, used: str) -> bool:
    if "<" not in used:
        path = without_labels(path)
    if is_within(path, used) or is_within(used, path):
        return True
    is_asked = change.kind in _ASKED_OF_EVERY_SENDER and change.flow in ("to_agent", "both")
    return is_asked and is_within(used, parent(path))
