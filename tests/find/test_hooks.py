"""Hook events: the list that holds every name given as hook_event_name, and not a list of some."""

from __future__ import annotations

import pytest

from extractor.find.hooks import find_hooks
from tests.find.bundles import source, text_at

GIVEN = """
var a = object({ hook_event_name: literal("Before") }), b = { hook_event_name: "After", session_id: s };
var c = z.object({ hook_event_name: z.literal('Ending') });
"""


@pytest.mark.parametrize(
    "listed",
    [
        'E=["Ending","Before","After","Quiet"]',
        "E = [\n  'Ending',\n  'Before',\n  'After',\n  'Quiet',\n]",
        'E=z.enum(["After","Before","Ending","Quiet"])',
        'E=new Set(["After","Before","Ending","Quiet"])',
    ],
)
def test_the_list_that_holds_every_given_name(listed: str) -> None:
    partial = 'blocking=["Before","Ending"];matched=new Set(["Before","After"]);'
    hooks = find_hooks(source(GIVEN, partial + listed))
    assert hooks.names == ("After", "Before", "Ending", "Quiet")
    assert (hooks.absent, hooks.lost) == (None, None)


def test_the_shortest_such_list_is_taken() -> None:
    code = 'all=["Before","After","Ending","Quiet"];everything=["Before","After","Ending","Quiet","notice","idle"]'
    assert find_hooks(source(GIVEN, code)).names == ("After", "Before", "Ending", "Quiet")


def test_places_are_the_item_and_what_gives_the_name() -> None:
    where = source(GIVEN, 'E=["Before","After","Ending","Quiet"]')
    hooks = find_hooks(where)
    assert [text_at(where, place) for place in hooks.places["Quiet"]] == ['"Quiet"']
    assert [text_at(where, place) for place in hooks.places["After"]] == ['"After"', 'hook_event_name: "After"']


def test_a_list_with_something_else_in_it_is_none() -> None:
    for code in ('E=["Before","After","Ending",more]', 'E=["Before","After"].concat(["Ending"])', "E=[...a]"):
        hooks = find_hooks(source(GIVEN, code))
        assert hooks.names == () and hooks.lost == "the list of hook events"


def test_a_release_without_hooks_says_so() -> None:
    hooks = find_hooks(source('E=["Before","After"];log(input.hook_event_name)'))
    assert hooks.names == () and hooks.lost is None
    assert hooks.absent is not None
