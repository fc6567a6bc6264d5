"""The words for changes: a kind with its values in, a short phrase out; and text that a terminal cannot misread."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.model.change import ChangeKind, Flow, Severity

SEVERITIES: tuple[Severity, ...] = ("breaking", "dangerous", "safe")
"""In the order they are told."""

FLOW_WORDS: dict[Flow, str] = {
    "to_agent": "sent",
    "to_client": "received",
    "both": "sent and received",
    "inside": "internal",
}
"""What a client does with what changed."""

_ONE: dict[ChangeKind, str] = {
    "request_added": "request added, sent by {new}",
    "request_removed": "request removed, was sent by {old}",
    "request_declared": "request now declared, sent by {new}",
    "request_undeclared": "request no longer declared, was sent by {old}",
    "originator_gained": "may now also be sent by this side: {old} -> {new}",
    "originator_lost": "may no longer be sent by this side: {old} -> {new}",
    "originator_declared": "sender declared: {new}",
    "originator_undeclared": "sender no longer declared: was {old}",
    "originator_corrected": "sender known otherwise: {old} -> {new}",
    "response_declared": "response declared: {new}",
    "response_undeclared": "response no longer declared: was {old}",
    "response_became_schema": "response no longer a bare acknowledgement: {new}",
    "response_became_acknowledgement": "response now a bare acknowledgement: was {old}",
    "message_added": "message added on {new}",
    "message_removed": "message removed from {old}",
    "message_declared": "message now declared on {new}",
    "message_undeclared": "message no longer declared, was on {old}",
    "message_joined": "joined the wire: {old} -> {new}",
    "message_left": "left the wire: {old} -> {new}",
    "dispatch_added": "answered now, only if {new}",
    "dispatch_removed": "no longer answered, was answered only if {old}",
    "dispatch_gated": "answered only if {new}",
    "dispatch_ungated": "always answered now, was only if {old}",
    "dispatch_condition_changed": "answered under another condition: {old} -> {new}",
    "dispatcher_added": "dispatcher added for {new}",
    "dispatcher_removed": "dispatcher removed for {old}",
    "event_added": "event added ({new})",
    "event_removed": "event removed (was {old})",
    "event_evidence_raised": "better evidence: {old} -> {new}",
    "event_evidence_lowered": "weaker evidence: {old} -> {new}",
    "lexical_hit_added": "name that only looks like an event appeared",
    "lexical_hit_removed": "name that only looked like an event is gone",
    "beside_event_added": "name beside the events added",
    "beside_event_removed": "name beside the events removed",
    "other_event_added": "event of another resource named",
    "other_event_removed": "event of another resource no longer named",
    "slash_command_added": "slash command added",
    "slash_command_removed": "slash command removed",
    "hook_event_added": "hook event added",
    "hook_event_removed": "hook event removed",
    "subtype_added": "subtype appeared ({new})",
    "subtype_removed": "subtype gone (was {old})",
    "subtype_category_changed": "subtype used otherwise: {old} -> {new}",
    "emitter_added": "message now written by the code",
    "emitter_removed": "message no longer written by the code",
    "emitted_field_added": "field now written",
    "emitted_field_removed": "field no longer written",
    "emitted_field_became_certain": "field now always written",
    "emitted_field_became_uncertain": "field no longer always written",
    "lost_sight": "can no longer be read: was {old}",
    "sight_regained": "can be read again: {new}",
    "unresolved_appeared": "something here cannot be read: {new}",
    "unresolved_gone": "nothing unreadable here any more: was {old}",
    "field_added_optional": "optional field added: {new}",
    "field_added_required": "required field added: {new}",
    "field_removed": "field removed: {old}",
    "field_refused": "field removed and now refused: {old}",
    "field_became_required": "field became required",
    "field_became_optional": "field became optional",
    "null_allowed": "null allowed",
    "null_refused": "null no longer allowed",
    "default_changed": "default: {old} -> {new}",
    "fallback_added": "wrong values now replaced by {new}",
    "fallback_removed": "wrong values no longer replaced by {old}",
    "fallback_changed": "wrong values replaced otherwise: {old} -> {new}",
    "type_changed": "type changed: {old} -> {new}",
    "type_widened": "type widened: {old} -> {new}",
    "type_narrowed": "type narrowed: {old} -> {new}",
    "value_added": "value added: {new}",
    "value_removed": "value removed: {old}",
    "variant_added": "form added: {new}",
    "variant_removed": "form removed: {old}",
    "item_added": "item added: {new}",
    "item_removed": "item removed: {old}",
    "constraint_tightened": "limit tightened: {old} -> {new}",
    "constraint_loosened": "limit loosened: {old} -> {new}",
    "constraint_changed": "limit changed: {old} -> {new}",
    "object_closed": "undeclared fields now refused",
    "object_opened": "undeclared fields no longer refused",
    "extra_fields_kept": "undeclared fields now kept",
    "extra_fields_dropped": "undeclared fields now dropped",
    "effect_added": "further check added: {new}",
    "effect_removed": "further check removed: {old}",
}
"""For each kind what is said of it; `{old}` and `{new}` are its values."""

_MANY: dict[ChangeKind, str] = {"value_added": "values added: {new}", "value_removed": "values removed: {old}"}
"""The same for several values at one place."""

_UNKNOWN: dict[ChangeKind, str] = {
    "request_added": "request added, sender not known",
    "request_removed": "request removed, its sender was not known",
    "request_declared": "request now declared, sender not known",
    "request_undeclared": "request no longer declared, its sender was not known",
    "dispatch_added": "answered now",
    "dispatch_removed": "no longer answered",
    "lost_sight": "can no longer be read",
    "sight_regained": "can be read again",
}
"""The same where a value is not known."""

NONE = "none"


def phrase(kind: ChangeKind, pairs: Sequence[tuple[str | None, str | None]]) -> str:
    """What happened, with the values of all changes of one kind at one place."""
    words = _MANY.get(kind, _ONE[kind]) if len(pairs) > 1 else _ONE[kind]
    if kind in _UNKNOWN and all(pair == (None, None) for pair in pairs):
        words = _UNKNOWN[kind]
    old = ", ".join(one for one, _ in pairs if one is not None) or NONE
    new = ", ".join(other for _, other in pairs if other is not None) or NONE
    return words.replace("{old}", "\0").replace("{new}", new).replace("\0", old)


def printable(text: str) -> str:
    """The text on one line, with every character that a terminal could act on written as an escape."""
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)


def counted(count: int, word: str, plural: str | None = None) -> str:
    """`1 change`, `2 changes`."""
    return f"{count} {word if count == 1 else plural or word + 's'}"
