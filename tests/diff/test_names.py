"""Events with their evidence, commands, hook events and subtypes are compared name by name."""

from __future__ import annotations

import pytest

from extractor.model.inventory import ControlRequest, Event, EventEvidence, Inventory, Subtype
from tests.diff.build import facts, obj


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (None, "sse_parser", "event_added"),
        ("webhook_only", None, "event_removed"),
        ("webhook_only", "sse_parser", "event_evidence_raised"),
        ("sse_parser", "embedded_doc_only", "event_evidence_lowered"),
        ("lexical_false_positive", "sse_parser", "event_added"),
        ("sse_parser", "lexical_false_positive", "event_removed"),
        (None, "lexical_false_positive", "lexical_hit_added"),
        ("lexical_false_positive", None, "lexical_hit_removed"),
        ("sse_parser", "sse_parser", None),
        ("lexical_false_positive", "lexical_false_positive", None),
    ],
)
def test_events(old: EventEvidence | None, new: EventEvidence | None, kind: str | None) -> None:
    def release(evidence: EventEvidence | None) -> Inventory:
        return Inventory("1", events=(Event("session.error", evidence),) if evidence else ())

    expected = [] if kind is None else [(kind, "event/session.error", old, new)]
    assert facts(release(old), release(new)) == expected


@pytest.mark.parametrize(
    ("section", "prefix"),
    [("slash_commands", "slash_command"), ("hook_events", "hook_event"), ("beside_events", "beside_event")],
)
def test_plain_names(section: str, prefix: str) -> None:
    old, new = Inventory("1", **{section: ("a", "b")}), Inventory("1", **{section: ("b", "c")})  # type: ignore[arg-type]
    assert [(kind, path) for kind, path, _, _ in facts(old, new)] == [
        (f"{prefix}_removed", f"{prefix}/a"),
        (f"{prefix}_added", f"{prefix}/c"),
    ]
    none = Inventory("1", absent=((section, "the release has none"),))
    assert [kind for kind, *_ in facts(old, none)] == [f"{prefix}_removed"] * 2


@pytest.mark.parametrize(
    ("section", "prefix"), [("other_webhooks", "other_webhook"), ("other_documented", "other_documented")]
)
def test_events_of_other_resources(section: str, prefix: str) -> None:
    old, new = Inventory("1", **{section: ("agent.a",)}), Inventory("1", **{section: ("agent.b",)})  # type: ignore[arg-type]
    assert [(kind, path) for kind, path, _, _ in facts(old, new)] == [
        ("other_event_removed", f"{prefix}/agent.a"),
        ("other_event_added", f"{prefix}/agent.b"),
    ]


def test_subtypes_tell_only_what_no_request_or_message_does() -> None:
    ask = ControlRequest("ask", "client", obj(), "undeclared")
    old = Inventory("1", (ask,), subtypes=(Subtype("ask", ("control_request",)), Subtype("inner", ("observation",))))
    new = Inventory("1", subtypes=(Subtype("inner", ("verdict",)), Subtype("more", ("observation",))))
    assert facts(old, new) == [
        ("request_removed", "control_request/ask", "client", None),
        ("subtype_category_changed", "subtype/inner", "observation", "verdict"),
        ("subtype_added", "subtype/more", None, "observation"),
    ]
