"""Classification: categories, who sends what, and what counts as absent or as lost."""

from __future__ import annotations

import pytest

from extractor.classify import Facts, classify, inferred_sender
from extractor.model.inventory import Direction, Dispatch, Inventory
from extractor.model.schema import Any, Field, Literal, Object
from extractor.resolve.entries import Entries, RequestEntry


def entries(*subtypes: str, **changes: object) -> Entries:
    """Entries with these requests and everything a release of today has, less what `changes` says."""
    requests = {
        name: RequestEntry(name, "client", Object((Field("subtype", Literal((name,))),)), "undeclared", None)
        for name in subtypes
    }
    found = Entries(requests, has_registry=True, has_requests=True, has_stdin=True, has_stdout=True)
    for name, value in changes.items():
        setattr(found, name, value)
    return found


WORKER = Dispatch("worker", ("interrupt", "set_model"))
HOST = Dispatch("sdk_host", ("can_use_tool",))
BRIDGE = Dispatch("bridge", ("set_color",))


def inventory(found: Entries, *places: Dispatch, release: str = "2.1.999", **facts: object) -> Inventory:
    return classify(release, found, Facts(dispatches=places, **facts))  # type: ignore[arg-type]


def test_a_whole_release_lacks_nothing() -> None:
    whole = inventory(entries("interrupt", "can_use_tool"), WORKER, HOST)
    assert whole.lost == () and whole.absent == ()
    assert [request.subtype for request in whole.control_requests] == ["can_use_tool", "interrupt"]
    assert all(request.direction is None for request in whole.control_requests)


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({"has_stdout": False}, ("stdout union",)),
        ({"has_stdin": False}, ("stdin union",)),
        ({"has_registry": False}, ("control request registry",)),
        ({"has_registry": False, "has_requests": False}, ("control request registry", "request schemas")),
    ],
)
def test_what_a_release_of_today_hides_is_lost(change: dict[str, object], lost: tuple[str, ...]) -> None:
    assert inventory(entries("interrupt", **change), WORKER).lost == lost


def test_a_release_that_speaks_the_protocol_and_dispatches_nothing_has_lost_its_worker() -> None:
    assert inventory(entries("interrupt"), HOST).lost == ("worker dispatch",)


def test_old_releases_say_what_they_do_not_have() -> None:
    without_registry = inventory(entries("interrupt", has_registry=False), WORKER, release="2.1.100")
    assert without_registry.lost == () and [name for name, _ in without_registry.absent] == ["registry"]
    bare = entries(has_registry=False, has_requests=False, has_stdin=False, has_stdout=False)
    without_schemas = inventory(bare, WORKER, release="2.0.1")
    assert without_schemas.lost == () and [name for name, _ in without_schemas.absent] == ["schemas"]


def test_a_release_older_than_the_protocol_says_only_that() -> None:
    bare = entries(has_registry=False, has_requests=False, has_stdin=False, has_stdout=False)
    old = inventory(bare, release="0.2.9", speaks_protocol=False)
    assert old.lost == () and [name for name, _ in old.absent] == ["protocol"]


def test_where_no_registry_says_it_the_senders_come_from_dispatch() -> None:
    names = ("interrupt", "can_use_tool", "set_color", "hook_callback")
    found = inventory(entries(*names, has_registry=False), WORKER, HOST, BRIDGE, release="2.1.100")
    assert {one.subtype: one.direction for one in found.control_requests} == {
        "interrupt": Direction("client", "inferred"),
        "can_use_tool": Direction("agent", "inferred"),
        "set_color": Direction("client", "inferred"),
        "hook_callback": Direction("agent", "inferred"),
    }
    both = Dispatch("worker", ("can_use_tool",))
    assert inferred_sender("can_use_tool", (both, HOST)) == "both"


def test_unions_for_each_side_declare_the_senders() -> None:
    sides = [frozenset({"interrupt", "set_model"}), frozenset({"can_use_tool"})]
    names = ("interrupt", "can_use_tool", "set_model")
    found = inventory(entries(*names, has_registry=False, senders=sides), WORKER, release="2.1.150")
    assert {one.subtype: one.direction for one in found.control_requests} == {
        "interrupt": Direction("client", "declared"),
        "set_model": Direction("client", "declared"),
        "can_use_tool": Direction("agent", "declared"),
    }


def test_unions_that_do_not_make_up_the_whole_declare_nothing() -> None:
    sides = [frozenset({"interrupt"}), frozenset({"can_use_tool"})]
    found = inventory(entries("interrupt", "can_use_tool", "set_model", has_registry=False, senders=sides), WORKER)
    assert {one.direction.grade for one in found.control_requests if one.direction} == {"inferred"}


def test_a_subtype_has_every_category_it_is_used_in() -> None:
    uses = {"success": {"verdict", "message"}, "interrupt": {"request"}}
    found = inventory(entries("interrupt", subtypes=uses), WORKER)
    assert [(one.name, one.categories) for one in found.subtypes] == [
        ("interrupt", ("control_request",)),
        ("success", ("observation", "verdict")),
    ]


def test_a_part_of_a_message_is_no_request() -> None:
    uses = {"interrupt": {"request"}, "success": {"request", "message", "verdict"}, "unlisted": {"request"}}
    found = {one.name: one.categories for one in inventory(entries("interrupt", subtypes=uses), WORKER).subtypes}
    assert found["success"] == ("observation", "verdict")
    assert found["interrupt"] == found["unlisted"] == ("control_request",)


def test_equal_facts_in_another_order_give_equal_inventories() -> None:
    one = inventory(entries("a", "b", messages={"x": (Any(), ()), "y": (Any(), ())}), WORKER, HOST)
    other = inventory(entries("b", "a", messages={"y": (Any(), ()), "x": (Any(), ())}), HOST, WORKER)
    assert one == other
