"""The classified inventory on screen and as a document: the contract's keys, values and shapes, and safe to print."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any as Untyped

import yaml
from hypothesis import given
from rich.console import Console

from extractor.model.inventory import (
    ControlRequest,
    Direction,
    Dispatch,
    Emitter,
    Gate,
    Inventory,
    Message,
    Subtype,
    Unresolved,
)
from extractor.model.schema import String
from extractor.render.show import print_inventory, show_document
from tests.support.golden import check_golden
from tests.support.protocol_inventory import EXPECTED, expected_inventory
from tests.support.random_schemas import HOSTILE_NAMES, inventories
from tests.support.small_inventory import SMALL as SMALL_RELEASE

SMALL = Inventory(
    "1.2.3",
    control_requests=(
        ControlRequest("a", None, String(), "undeclared", direction=Direction("agent", "inferred")),
        ControlRequest("b", "client", String(), "acknowledgement"),
    ),
    messages=(Message("result/bad", String(), ("stdout",)), Message("system/inside", String(), ())),
    subtypes=(Subtype("b", ("control_request",)), Subtype("inside", ("observation",))),
    dispatches=(Dispatch("bridge", ("a",)), Dispatch("worker", ("b", "c"), (Gate("c", "a flag"),))),
    emitters=(Emitter("assistant", ("type",), ("uuid",)),),
    unresolved=(Unresolved("message/x", "no such shape"),),
    absent=(("registry", "it has none"),),
    lost=("stdin union",),
)


def test_it_says_what_the_release_must_yield() -> None:
    document = show_document(expected_inventory("2.1.235"))
    expected: dict[str, Untyped] = yaml.safe_load((EXPECTED / "2.1.235.yaml").read_text("utf-8"))
    assert list(document)[: len(expected)] == list(expected)
    assert {key: document[key] for key in expected} == expected
    assert json.loads(json.dumps(document)) == document


def test_what_the_contract_does_not_fix_comes_after() -> None:
    document = show_document(SMALL)
    assert document["result_errors"] == ["bad"]
    assert document["string_only_dispatch"] == ["c"]
    assert document["schema_without_worker_dispatch"] == ["a"]
    assert document["schema_or_dispatch"] == 3
    assert document["direction"] == {"a": {"value": "agent", "grade": "inferred"}}
    assert document["dispatches"] == {"bridge": ["a"], "worker": ["b", "c"]}
    assert document["gated_dispatch"] == {"worker": {"c": "a flag"}}
    assert document["internal_messages"] == ["system/inside"]
    assert document["streams"] == {"result/bad": ["stdout"]}
    assert document["emitters"] == {"assistant": {"always": ["type"], "sometimes": ["uuid"]}}
    assert document["absent"] == {"registry": "it has none"}
    assert document["lost"] == ["stdin union"]
    assert document["unresolved"] == [{"key": "message/x", "reason": "no such shape"}]


def printed(inventory: Inventory, **options: Untyped) -> str:
    file = io.StringIO()
    print_inventory(inventory, Console(file=file, **options))
    return file.getvalue()


def test_a_pipe_gets_plain_aligned_lines() -> None:
    text = printed(SMALL)
    assert "\x1b" not in text
    lines = text.splitlines()
    assert "  subtype  sent by           response         answered by" in lines
    assert "  a        agent (inferred)  undeclared       bridge" in lines
    assert "  c                          no schema        worker (gated)" in lines
    assert "  message/x  no such shape" in lines
    assert all(line == line.rstrip() for line in lines)


def test_a_small_release_on_screen(refresh_golden: bool) -> None:
    files = {"show.txt": printed(SMALL_RELEASE), "show.json": json.dumps(show_document(SMALL_RELEASE), indent=2) + "\n"}
    check_golden("show", files, refresh_golden)


def test_long_lines_are_not_cut_in_a_pipe() -> None:
    long = "x" * 500
    assert long in printed(replace(SMALL, unresolved=(Unresolved("message/x", long),)))


def test_a_terminal_gets_tables() -> None:
    text = printed(SMALL, force_terminal=True, width=100, color_system="truecolor")
    assert "\x1b[" in text
    assert "agent (inferred)" in text


def test_hostile_names_do_nothing_to_a_terminal() -> None:
    hostile = ("\x1b]0;title\x07", "[red]x[/red]", "[/]", "a\nb", *HOSTILE_NAMES)
    inventory = replace(SMALL, slash_commands=hostile, subtypes=tuple(Subtype(name, ()) for name in hostile))
    text = printed(inventory)
    assert "\x1b" not in text
    assert "\\x1b]0;title\\x07" in text
    assert "[red]x[/red]" in text
    assert "a\\nb" in text
    printed(inventory, force_terminal=True)


@given(inventories())
def test_any_inventory_can_be_shown(inventory: Inventory) -> None:
    json.dumps(show_document(inventory))
    assert printed(inventory)
