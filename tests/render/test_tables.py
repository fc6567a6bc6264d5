"""The reference tables: what they say of a small release, examples that are true, and names that stay names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any as Untyped

import pytest
from hypothesis import HealthCheck, given, settings
from markdown_it import MarkdownIt

from extractor.model.inventory import Inventory
from extractor.render.examples import Examples, Impossible
from extractor.render.markdown import cell, code, fenced, plain
from extractor.render.tables import render_tables
from tests.render.test_models import hostile_inventory
from tests.support.golden import check_golden
from tests.support.packages import import_package
from tests.support.protocol_inventory import expected_inventory
from tests.support.random_schemas import HOSTILE_NAMES, inventories
from tests.support.small_inventory import SMALL

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
BLOCK = re.compile(r"```json\n(.*?)\n```", re.DOTALL)


def test_the_tables_of_a_small_release(refresh_golden: bool) -> None:
    check_golden("tables", render_tables(SMALL), refresh_golden)


def test_the_same_inventory_gives_the_same_bytes() -> None:
    assert render_tables(expected_inventory("2.1.235")) == render_tables(expected_inventory("2.1.235"))


@pytest.mark.parametrize("release", ["2.1.113", "2.1.235", "2.1.245"])
def test_every_example_is_a_frame_of_its_release(release: str, tmp_path: Path) -> None:
    inventory = expected_inventory(release)
    package = import_package(inventory, tmp_path)
    tables = render_tables(inventory)
    checked = 0
    for section in tables["control-requests.md"].split("\n## ")[1:]:
        subtype = section.split("`")[1]
        spec = package.CONTROL_REQUESTS[subtype]
        request, *answers = [json.loads(block) for block in BLOCK.findall(section)]
        parse = package.parse_stdout if spec.originator == "agent" else package.parse_stdin
        assert type(parse(request)).__name__ == "ControlRequestMessage"
        assert spec.request.model_validate(request["request"]).model_dump() == request["request"]
        for answer in answers:
            assert type(package.parse_stdout(answer)).__name__ == "ControlResponseMessage"
            if spec.response is not None:
                spec.response.model_validate(answer["response"]["response"])
        assert len(answers) == (spec.response_kind != "undeclared")
        checked += 1 + len(answers)
    for section in tables["messages.md"].split("\n## ")[1:]:
        for block in BLOCK.findall(section):
            frame = json.loads(block)
            parse = package.parse_stdout if "stdout" in section.splitlines()[2] else package.parse_stdin
            assert not type(parse(frame)).__name__.startswith("Unknown")
            checked += 1
    assert checked >= len(inventory.control_requests) + len(inventory.messages)


def tokens(text: str) -> list[Untyped]:
    found = []
    for token in MARKDOWN.parse(text):
        found += [token, *(token.children or [])]
    return found


@pytest.mark.parametrize(
    "name", ["|", "`", "``", "` `", "a|b`c", "<b>", "\n", "\x1b", " ", "", "$x$", "*a*", "\\", "\\|", "```"]
)
def test_a_name_is_shown_as_it_is(name: str) -> None:
    shown = [token.content for token in tokens(code(name)) if token.type == "code_inline"]
    visible = {"": '""', "\n": "\\n", "\x1b": "\\x1b"}.get(name, name)
    assert shown == [visible]
    table = f"| a | b |\n|---|---|\n| {cell(name)} | end |\n"
    assert "html_inline" not in {token.type for token in tokens(table)}
    assert sum(token.type == "td_open" for token in tokens(table)) == 2
    text = [token.content for token in tokens(f"x {plain(name)} y") if token.type == "text"]
    assert {token.type for token in tokens(f"x {plain(name)} y")} <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "text_special",
    }
    assert text[0].startswith("x ")


def test_a_fence_holds_whatever_is_in_it() -> None:
    found = [token for token in tokens(fenced({"a": "```\n</details>", "b": ["~~~"]})) if token.type == "fence"]
    assert [json.loads(token.content) for token in found] == [{"a": "```\n</details>", "b": ["~~~"]}]


def test_hostile_names_break_no_table_and_make_no_markup() -> None:
    for name, text in render_tables(hostile_inventory()).items():
        found = tokens(text)
        assert {token.type for token in found if "html" in token.type} <= {"html_block"}, name
        assert sum(token.type == "html_block" for token in found) == 1
        assert text.isprintable() or "\x1b" not in text
        columns = row = 0
        for token in found:
            if token.type == "thead_open":
                columns = 0
            elif token.type == "th_open":
                columns += 1
            elif token.type == "tr_open":
                row = 0
            elif token.type == "td_open":
                row += 1
            elif token.type == "tr_close" and row:
                assert row == columns


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(inventories())
def test_any_inventory_has_tables(inventory: Inventory) -> None:
    for text in render_tables(inventory).values():
        assert text.endswith("\n")
        assert sum("html" in token.type for token in tokens(text)) == 1


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(inventories())
def test_an_example_is_the_same_every_time(inventory: Inventory) -> None:
    for message in inventory.messages:
        try:
            first = Examples(inventory.definitions).example(message.schema)
        except Impossible:
            continue
        assert json.dumps(first) == json.dumps(Examples(inventory.definitions).example(message.schema))


def test_hostile_names_are_all_in_the_tables() -> None:
    text = render_tables(hostile_inventory())["control-requests.md"]
    for name in HOSTILE_NAMES:
        assert cell(name) in text
