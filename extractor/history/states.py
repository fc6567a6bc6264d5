"""Says of one release and one key whether the release has it, does not have it, or cannot tell."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from extractor.history.contents import Contents
from extractor.model.history import State
from extractor.model.inventory import Inventory
from extractor.model.shape_path import is_within, without_labels
from extractor.model.telling import tells, worker_subtypes

_SECTIONS = {
    "control_request": "control_requests",
    "message": "messages",
    "dispatch": "dispatches",
    "event": "events",
    "beside_event": "beside_events",
    "other_webhook": "other_webhooks",
    "other_documented": "other_documented",
    "slash_command": "slash_commands",
    "hook_event": "hook_events",
}
"""The section of an inventory that tells of the entries with a prefix."""


class Teller:
    """What one inventory says of any key. A key is an entry, or a place in the shape of one."""

    def __init__(self, inventory: Inventory, held: Contents, keys: AbstractSet[str]) -> None:
        self._inventory, self._held, self._keys = inventory, held, keys
        self._unread = frozenset(without_labels(one.key) for one in inventory.unresolved)
        self._worker = worker_subtypes(inventory)
        undeclared = [one.subtype for one in inventory.control_requests if one.response_kind == "undeclared"]
        self._silent = tuple(f"control_request/{subtype}/response" for subtype in undeclared)

    def state(self, key: str, client_requests: AbstractSet[str]) -> State:
        """The state of a key; `client_requests` are those that only clients send, as any release says."""
        if key in self._held.entries:
            return self._held.entries[key]
        if key in self._keys:
            return "declared"
        entry = entry_key(key)
        if entry == key:
            return "unknown" if self._cannot_tell_entry(key, client_requests) else "missing"
        above = self.state(entry, client_requests)
        if above == "declared":
            return "unknown" if self._is_unread(key, entry) or self._is_undeclared_response(key) else "missing"
        return "unknown" if above in ("seen", "unknown") else "missing"

    def _cannot_tell_entry(self, key: str, client_requests: AbstractSet[str]) -> bool:
        prefix, _, name = key.partition("/")
        if self._inventory.lost or any(is_within(one, key) or one == prefix for one in self._unread):
            return True
        if prefix == "message" and self._unread & {"stream/stdin", "stream/stdout"}:
            return True
        if prefix == "control_request" and self._worker and name in client_requests:
            return False
        return not tells(self._inventory, _SECTIONS.get(prefix, prefix))

    def _is_undeclared_response(self, key: str) -> bool:
        """Whether the place is in the answer to a request that is answered with nobody knows what."""
        return any(is_within(key, response) for response in self._silent)

    def _is_unread(self, key: str, entry: str) -> bool:
        """Whether the place, or a shape that it stands in, could not be read in this release."""
        path = without_labels(key)
        return any(is_within(one, entry) and (is_within(path, one) or is_within(one, path)) for one in self._unread)


def entry_key(key: str) -> str:
    """The entry that a key is of: `control_request/x/request.a` is of `control_request/x`."""
    prefix, _, rest = key.partition("/")
    if prefix == "control_request":
        return f"{prefix}/{rest.split('/')[0]}"
    if prefix == "message":
        cut = min((place for mark in ".[<" if (place := rest.find(mark)) >= 0), default=len(rest))
        return f"{prefix}/{rest[:cut]}"
    return key
