"""Messages come, go, join and leave the wire; where no shape is declared, what the code writes is compared."""

from __future__ import annotations

import pytest

from extractor.model.inventory import Emitter, Inventory, Message, Stream
from extractor.model.schema import Number, String
from tests.diff.build import changes, facts, messages, obj

IN: tuple[Stream, ...] = ("stdin",)
OUT: tuple[Stream, ...] = ("stdout",)
BOTH: tuple[Stream, ...] = ("stdin", "stdout")


@pytest.mark.parametrize(
    ("streams", "flow", "words"),
    [
        (IN, "to_agent", "stdin"),
        (OUT, "to_client", "stdout"),
        (BOTH, "both", "stdin and stdout"),
        ((), "inside", "not on the wire"),
    ],
)
def test_a_message_that_came_and_one_that_went(streams: tuple[Stream, ...], flow: str, words: str) -> None:
    one = messages(("told", obj(), streams))
    assert [(c.kind, c.path, c.flow, c.old, c.new) for c in changes(messages(), one)] == [
        ("message_added", "message/told", flow, None, words)
    ]
    assert [(c.kind, c.flow, c.old, c.new) for c in changes(one, messages())] == [
        ("message_removed", flow, words, None)
    ]


def test_wire_membership_is_told_for_each_stream() -> None:
    old, new = messages(("told", obj(), IN)), messages(("told", obj(), OUT))
    assert [(one.kind, one.flow) for one in changes(old, new)] == [
        ("message_joined", "to_client"),
        ("message_left", "to_agent"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "flow"), [(OUT, OUT, "to_client"), (BOTH, IN, "to_agent"), ((), OUT, "inside"), (IN, OUT, "inside")]
)
def test_a_shape_is_judged_where_both_releases_send_it(
    old: tuple[Stream, ...], new: tuple[Stream, ...], flow: str
) -> None:
    found = changes(messages(("told", obj(x=String()), old)), messages(("told", obj(x=Number()), new)))
    assert [one.flow for one in found if one.kind == "type_changed"] == [flow]


def test_a_release_without_message_shapes_denies_none() -> None:
    silent = Inventory("1", absent=(("schemas", "it has no schemas"),))
    one = messages(("told", obj(), OUT))
    assert [kind for kind, *_ in facts(silent, one)] == ["message_declared"]
    assert [kind for kind, *_ in facts(one, silent)] == ["message_undeclared"]


def test_a_release_that_shapes_only_what_it_writes_denies_nothing_else() -> None:
    absent = (("schemas", "of what it writes alone"),)
    written = Inventory("1", messages=(Message("user", obj(), OUT),), absent=absent)
    more = Inventory("2", messages=(Message("told", obj(), OUT), Message("user", obj(), OUT)), absent=absent)
    full = messages(("told", obj(), OUT), ("user", obj(), BOTH))
    assert [kind for kind, *_ in facts(written, more)] == ["message_added"]
    assert [kind for kind, *_ in facts(more, written)] == ["message_removed"]
    assert [kind for kind, *_ in facts(written, full)] == ["message_declared"]
    assert [kind for kind, *_ in facts(full, written)] == ["message_undeclared"]


def test_what_the_code_writes_is_compared_where_no_shape_is_declared() -> None:
    old = Inventory("1", emitters=(Emitter("a", ("x", "y"), ("z",)), Emitter("b", ())))
    new = Inventory("1", emitters=(Emitter("a", ("z",), ("y", "n")), Emitter("c", ())))
    assert [(kind, path) for kind, path, _, _ in facts(old, new)] == [
        ("emitted_field_added", "emitter/a.n"),
        ("emitted_field_removed", "emitter/a.x"),
        ("emitted_field_became_uncertain", "emitter/a.y"),
        ("emitted_field_became_certain", "emitter/a.z"),
        ("emitter_removed", "emitter/b"),
        ("emitter_added", "emitter/c"),
    ]


def test_a_release_in_which_emitters_are_not_read_denies_none() -> None:
    assert facts(Inventory("1", emitters=(Emitter("a", ()),)), Inventory("2")) == []


def test_an_emitter_of_a_declared_message_adds_nothing() -> None:
    declared = Message("a", obj(x=String()), OUT)
    old = Inventory("1", messages=(declared,), emitters=(Emitter("a", ("x",)),))
    new = Inventory("1", messages=(declared,), emitters=(Emitter("a", (), ("x",)),))
    assert facts(old, new) == []
