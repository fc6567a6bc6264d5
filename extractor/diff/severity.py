"""The one table that judges changes: for each kind and each direction a severity and the reason for it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from extractor.model.change import Change, ChangeKind, Flow, Severity

SEVERITIES: tuple[Severity, ...] = ("breaking", "dangerous", "safe")
"""From the worst to the least."""

FLOWS: tuple[Flow, ...] = ("to_agent", "to_client", "inside")
"""The directions that the table has a column for; `both` is the worse of the first two."""

Verdict: TypeAlias = tuple[Severity, str]


class Row(NamedTuple):
    """The verdicts on one kind of change: in what a client sends, in what it receives, and off the wire."""

    to_agent: Verdict
    to_client: Verdict
    inside: Verdict


OFF_WIRE: Verdict = ("safe", "It never travels between client and agent.")


def _row(to_agent: Verdict, to_client: Verdict, inside: Verdict = OFF_WIRE) -> Row:
    return Row(to_agent, to_client, inside)


def _always(severity: Severity, reason: str) -> Row:
    return Row((severity, reason), (severity, reason), (severity, reason))


TABLE: dict[ChangeKind, Row] = {
    "request_added": _row(
        ("safe", "No existing client sends it."),
        ("dangerous", "A client that does not know it leaves the program waiting for an answer."),
    ),
    "request_removed": _row(
        ("breaking", "A client that sends it gets an error."),
        ("breaking", "The client is no longer asked; what it decided there is decided without it."),
    ),
    "request_declared": _always("safe", "It was there already, or that cannot be told; now its shape is declared."),
    "request_undeclared": _always("dangerous", "It may still be answered, but no shape of it is declared any more."),
    "originator_gained": _row(
        ("safe", "The client may send it now, and need not."),
        ("dangerous", "The program may send it now, and a client that does not answer leaves it waiting."),
    ),
    "originator_lost": _row(
        ("breaking", "The client may no longer send it."),
        ("breaking", "The program no longer sends it; a client that relies on being asked is not asked."),
    ),
    "originator_declared": _always("safe", "It was not known who sends it, and now it is declared."),
    "originator_undeclared": _always("dangerous", "The release no longer says who sends it."),
    "originator_corrected": _always("dangerous", "One of the two is inferred; the sender may have changed."),
    "response_declared": _row(
        ("dangerous", "The program now declares what it expects as the answer; the client's must have that shape."),
        ("safe", "The client now knows what the answer holds."),
    ),
    "response_undeclared": _row(
        ("dangerous", "The program no longer says which answer it expects."),
        ("breaking", "Nothing says any more what the answer holds."),
    ),
    "response_became_schema": _row(
        ("breaking", "A bare acknowledgement is no longer enough as the answer."),
        ("safe", "The answer holds more than the acknowledgement it was."),
    ),
    "response_became_acknowledgement": _row(
        ("dangerous", "What the client answers is no longer read."),
        ("breaking", "The fields of the answer are gone."),
    ),
    "message_added": _row(
        ("safe", "No existing client sends it."),
        ("dangerous", "A reader that refuses unknown messages stops at it."),
    ),
    "message_removed": _row(
        ("breaking", "The program no longer reads it."),
        ("breaking", "A client that waits for it waits for ever."),
    ),
    "message_declared": _always("safe", "Whether it was there before cannot be told; now its shape is declared."),
    "message_undeclared": _always("dangerous", "It may still be there, but no shape of it is declared any more."),
    "message_joined": _row(
        ("safe", "The client may send it now, and need not."),
        ("dangerous", "A reader that refuses unknown messages stops at it."),
    ),
    "message_left": _row(
        ("breaking", "The program no longer reads it."),
        ("breaking", "A client that waits for it waits for ever."),
    ),
    "dispatch_added": _row(
        ("safe", "The program answers one request more."),
        ("safe", "The program answers one request more."),
        ("safe", "A part of the program other than the worker answers one request more."),
    ),
    "dispatch_removed": _row(
        ("breaking", "The program no longer answers it: a client that sends it gets an error."),
        ("breaking", "The program no longer answers it."),
        ("dangerous", "A client that talks to this part of the program no longer gets an answer."),
    ),
    "dispatch_gated": _always("dangerous", "It is answered only under a condition, which may not hold for a client."),
    "dispatch_ungated": _always("safe", "It is answered without a condition now."),
    "dispatch_condition_changed": _always("dangerous", "It is answered under another condition than before."),
    "dispatcher_added": _always("safe", "One more part of the program answers requests."),
    "dispatcher_removed": _row(
        ("breaking", "The part of the program that answered these requests is gone."),
        ("breaking", "The part of the program that answered these requests is gone."),
        ("dangerous", "A client that talks to this part of the program no longer gets an answer."),
    ),
    "event_added": _row(
        ("safe", "No existing client sends it."),
        ("dangerous", "A reader that refuses unknown events stops at it."),
    ),
    "event_removed": _always("breaking", "A client that waits for it waits for ever."),
    "event_evidence_raised": _always("safe", "There is better evidence for the event than before."),
    "event_evidence_lowered": _always("dangerous", "The evidence for the event is weaker: it may be on its way out."),
    "lexical_hit_added": _always("safe", "The name only looks like an event."),
    "lexical_hit_removed": _always("safe", "The name only looked like an event."),
    "beside_event_added": _always("safe", "The parser knows one more name beside the events."),
    "beside_event_removed": _always("dangerous", "The parser no longer knows this name beside the events."),
    "other_event_added": _always("safe", "The documents name one more event of another resource."),
    "other_event_removed": _always("dangerous", "The documents no longer name this event of another resource."),
    "slash_command_added": _always("safe", "One more command can be used."),
    "slash_command_removed": _always("dangerous", "A prompt that starts with the command no longer runs it."),
    "hook_event_added": _always("safe", "One more event can be hooked."),
    "hook_event_removed": _always("breaking", "A hook registered for it is never called."),
    "subtype_added": _always("safe", "A shape with this subtype appeared that no request or message uses."),
    "subtype_removed": _always("safe", "A shape with this subtype is gone that no request or message used."),
    "subtype_category_changed": _always("dangerous", "The subtype is used for something else than before."),
    "emitter_added": _row(
        ("safe", "No existing client sends it."),
        ("dangerous", "A reader that refuses unknown messages stops at it."),
    ),
    "emitter_removed": _always("breaking", "The code no longer writes this message."),
    "emitted_field_added": _always("safe", "A reader may ignore the field."),
    "emitted_field_removed": _always("breaking", "No place in the code writes the field any more."),
    "emitted_field_became_certain": _always("safe", "Every place in the code writes the field now."),
    "emitted_field_became_uncertain": _always("breaking", "Some places in the code leave the field out now."),
    "lost_sight": _always("dangerous", "It could be read before and cannot now; it may be unchanged, changed or gone."),
    "sight_regained": _always("safe", "It could not be read before and can be now; it may have been there all along."),
    "unresolved_appeared": _always("dangerous", "Something is there that could not be read."),
    "unresolved_gone": _always("safe", "Something that could not be read is read now, or gone."),
    "field_added_optional": _row(
        ("safe", "A client may leave the field out."),
        ("safe", "A reader may ignore the field."),
    ),
    "field_added_required": _row(
        ("breaking", "What existing clients send lacks the field and is refused."),
        ("safe", "A reader may ignore the field."),
    ),
    "field_removed": _row(
        ("dangerous", "The field is accepted but no longer read: what it asked for does not happen."),
        ("breaking", "The field is no longer there to be read."),
    ),
    "field_refused": _row(
        ("breaking", "The object is closed: a client that still sends the field is refused."),
        ("breaking", "The field is no longer there to be read."),
    ),
    "field_became_required": _row(
        ("breaking", "A client that leaves the field out is refused."),
        ("safe", "The field is always there now."),
    ),
    "field_became_optional": _row(
        ("safe", "A client may leave the field out now."),
        ("breaking", "A reader that relies on the field may not find it."),
    ),
    "null_allowed": _row(
        ("safe", "A client may send null now."),
        ("breaking", "A reader may meet null where it never was."),
    ),
    "null_refused": _row(
        ("breaking", "A client that sends null is refused."),
        ("safe", "A reader no longer meets null."),
    ),
    "default_changed": _row(
        ("dangerous", "Leaving the field out means something else than before."),
        ("safe", "The default is filled in by whoever reads, and no reader reads less."),
    ),
    "fallback_added": _row(
        ("dangerous", "A wrong value is replaced silently instead of being refused."),
        ("safe", "It matters only to who validates, and more is accepted."),
    ),
    "fallback_removed": _row(
        ("breaking", "A value that was replaced is refused now."),
        ("safe", "It matters only to who validates, and only right values are sent."),
    ),
    "fallback_changed": _row(
        ("dangerous", "A wrong value is replaced by another value than before."),
        ("safe", "It matters only to who validates, and only right values are sent."),
    ),
    "type_changed": _row(
        ("breaking", "What existing clients send there is refused."),
        ("breaking", "A reader meets another type than it expects."),
    ),
    "type_widened": _row(
        ("safe", "All that was accepted still is."),
        ("dangerous", "A reader may meet values that it never met."),
    ),
    "type_narrowed": _row(
        ("breaking", "Some of what was accepted is refused."),
        ("safe", "All that comes was possible before."),
    ),
    "value_added": _row(
        ("safe", "A client may send the value, and need not."),
        ("dangerous", "A reader that knows a fixed set of values meets an unknown one."),
    ),
    "value_removed": _row(
        ("breaking", "A client that sends the value is refused."),
        ("safe", "A value that no longer comes breaks no reader."),
    ),
    "variant_added": _row(
        ("safe", "A client may send the new form, and need not."),
        ("dangerous", "A reader that knows a fixed set of forms meets an unknown one."),
    ),
    "variant_removed": _row(
        ("breaking", "A client that sends this form is refused."),
        ("safe", "A form that no longer comes breaks no reader."),
    ),
    "item_added": _row(
        ("breaking", "What existing clients send has one item too few."),
        ("dangerous", "A reader that counts the items meets one more."),
    ),
    "item_removed": _row(
        ("breaking", "What existing clients send has one item too many."),
        ("breaking", "The item is no longer there to be read."),
    ),
    "constraint_tightened": _row(
        ("breaking", "Some of what was accepted is refused."),
        ("safe", "All that comes was possible before."),
    ),
    "constraint_loosened": _row(
        ("safe", "All that was accepted still is."),
        ("dangerous", "A reader may meet values outside the old limit."),
    ),
    "constraint_changed": _row(
        ("breaking", "Some of what was accepted is refused."),
        ("dangerous", "A reader may meet values outside the old limit."),
    ),
    "object_closed": _row(
        ("breaking", "Undeclared fields, ignored until now, are refused."),
        ("safe", "No undeclared fields come any more."),
    ),
    "object_opened": _row(
        ("safe", "Undeclared fields are no longer refused."),
        ("dangerous", "Undeclared fields may come where none did."),
    ),
    "extra_fields_kept": _row(
        ("safe", "Undeclared fields are passed on now instead of being dropped."),
        ("safe", "Undeclared fields may come, and a reader may ignore them."),
    ),
    "extra_fields_dropped": _row(
        ("dangerous", "Undeclared fields were passed on and are dropped now."),
        ("dangerous", "Undeclared fields that came until now may be gone."),
    ),
    "effect_added": _row(
        ("dangerous", "The program checks or changes the value beyond its shape, and may refuse it."),
        ("safe", "It matters only to who validates; the shape is the same."),
    ),
    "effect_removed": _row(
        ("safe", "One check beyond the shape less."),
        ("dangerous", "Values that a check kept out may come now."),
    ),
}


def verdict(change: Change) -> Verdict:
    """The severity of a change and the reason; for what travels both ways, the worse of the two directions."""
    row = TABLE[change.kind]
    if change.flow == "both":
        return min(row.to_agent, row.to_client, key=lambda one: SEVERITIES.index(one[0]))
    found: Verdict = getattr(row, change.flow)
    return found
