"""What can no longer be read is never called removed, and what can be read again is never called new."""

from __future__ import annotations

from dataclasses import replace

from extractor.model.inventory import ControlRequest, Dispatch, Inventory, Unresolved
from extractor.model.schema import Any, Effect, Literal, Number, Schema, String, Union
from tests.diff.build import facts, messages, obj, received, sent


def unread(inventory: Inventory, *keys: str) -> Inventory:
    return replace(inventory, unresolved=tuple(Unresolved(key, "a name leads nowhere") for key in keys))


def test_an_entry_that_became_unresolved_is_out_of_sight() -> None:
    old, new = sent(String()), unread(Inventory("1"), "control_request/ask")
    assert facts(old, new) == [("lost_sight", "control_request/ask", "client", None)]
    assert facts(new, old) == [("sight_regained", "control_request/ask", None, "client")]


def test_so_is_an_entry_of_which_a_part_is_unresolved() -> None:
    old, new = sent(String()), unread(Inventory("1"), "control_request/ask/request.it")
    assert facts(old, new) == [("lost_sight", "control_request/ask", "client", None)]


def test_a_field_that_became_unresolved_is_out_of_sight_once() -> None:
    old = received(obj(x=obj(a=String(), b=Number()), y=String()))
    new = unread(received(obj(x=obj(), y=Number())), "message/told.x")
    assert facts(old, new) == [
        ("lost_sight", "message/told.x", None, None),
        ("type_changed", "message/told.y", "string", "number"),
    ]


def test_a_key_that_only_starts_alike_explains_nothing() -> None:
    old, new = received(obj(xy=String())), unread(received(obj()), "message/told.x")
    assert [kind for kind, *_ in facts(old, new)] == ["field_removed", "unresolved_appeared"]


def test_a_request_without_a_name_may_be_the_one_that_is_missing_and_explains_nothing_else() -> None:
    other = ControlRequest("other", "client", obj(x=String()), "undeclared")
    old = Inventory("1", (ControlRequest("ask", "client", obj(), "undeclared"), other))
    new = unread(Inventory("2", (replace(other, request=obj()),)), "control_request")
    assert facts(old, new) == [
        ("unresolved_appeared", "control_request", None, "a name leads nowhere"),
        ("lost_sight", "control_request/ask", "client", None),
        ("field_removed", "control_request/other/request.x", "string", None),
    ]


def test_a_message_without_a_name_may_be_the_one_that_is_missing_from_that_stream() -> None:
    old = messages(("a", obj(), ("stdin",)), ("b", obj(), ("stdout",)), ("c", obj(), ("stdin", "stdout")))
    found = facts(old, unread(Inventory("2"), "stream/stdout"))
    assert [(kind, path) for kind, path, _, _ in found] == [
        ("message_removed", "message/a"),
        ("lost_sight", "message/b"),
        ("lost_sight", "message/c"),
        ("unresolved_appeared", "stream/stdout"),
    ]


def test_labels_of_alternatives_do_not_hide_that_a_place_is_unread() -> None:
    def forms(cat: Schema) -> Inventory:
        return received(obj(x=Union((obj(type=Literal(("cat",)), name=cat), obj(type=Literal(("dog",)))))))

    new = unread(forms(Effect(Any(), ("unresolved",))), "message/told.x.name")
    assert [(kind, path) for kind, path, _, _ in facts(forms(String()), new)] == [
        ("lost_sight", "message/told.x<type=cat>.name")
    ]


def test_other_changes_above_an_unresolved_part_stay_what_they_are() -> None:
    old = messages(("told", obj(x=String()), ("stdout",)))
    new = unread(messages(("told", obj(x=String()), ("stdin", "stdout"))), "message/told.x.y")
    assert [kind for kind, *_ in facts(old, new)] == ["message_joined"]


def test_where_an_anchor_is_lost_nothing_is_called_removed() -> None:
    old = replace(sent(String()), dispatches=(Dispatch("worker", ("ask",)),), slash_commands=("clear",))
    new = Inventory("2", lost=("request registry",))
    assert {kind for kind, *_ in facts(old, new)} == {"lost_sight"}
    assert {kind for kind, *_ in facts(new, old)} == {"sight_regained"}


def test_unresolved_things_without_another_change_are_told() -> None:
    old, new = unread(Inventory("1"), "message/a", "message/b"), unread(Inventory("1"), "message/b", "message/c")
    assert facts(old, new) == [
        ("unresolved_gone", "message/a", "a name leads nowhere", None),
        ("unresolved_appeared", "message/c", None, "a name leads nowhere"),
    ]
