"""Tables on a console: nothing is cut however narrow a terminal is, and a pipe gets lines that no width changes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any as Untyped

import pytest
from rich.console import Console

from extractor.model.inventory import Inventory
from extractor.render.columns import Columns
from extractor.render.summary import print_summary

NAME = "0123456789" * 12


def printed(columns: Sequence[str], rows: Sequence[Sequence[str]], **options: Untyped) -> str:
    file = io.StringIO()
    Columns(Console(file=file, color_system=None, **options)).table("title", columns, rows)
    return file.getvalue()


@pytest.mark.parametrize("width", [200, 100, 64, 63, 40, 20, 16, 15, 8, 1])
@pytest.mark.parametrize("others", [(), ("agent",), ("agent", "acknowledgement", "worker, bridge, sdk_host")])
def test_nothing_is_cut_however_narrow_the_terminal(width: int, others: tuple[str, ...]) -> None:
    rows = [(NAME, *others), ("-", *others)]
    text = printed(("name", *others)[: len(rows[0])], rows, force_terminal=True, width=width)
    assert re.sub(r"\D", "", text) == NAME
    letters = "title" + "name" + "".join(others) * 3
    assert sorted(re.sub("[^a-z]", "", text)) == sorted(re.sub("[^a-z]", "", letters))
    if width >= 16:
        assert max(map(len, text.splitlines())) <= width


def test_a_long_name_leaves_room_for_what_is_said_of_it() -> None:
    text = printed(("name", "is"), [(NAME, "a word")], force_terminal=True, width=40)
    assert [line for line in text.splitlines() if "a word" in line]


@pytest.mark.parametrize("width", [10, 80])
def test_in_a_pipe_no_line_is_folded_or_ends_in_spaces(width: int) -> None:
    assert printed(("name", "is"), [(NAME, "long"), ("x", "")], width=width) == (
        f"title:\n  name{' ' * 116}  is\n  {NAME}  long\n  x\n\n"
    )
    file = io.StringIO()
    print_summary(
        [Inventory("1.2.3", lost=("stdin union",))], [("1.2.2", "it exists")], Console(file=file, width=width)
    )
    lines = file.getvalue().splitlines()
    assert lines[0] == "release 1.2.3:" and "  sent by client / agent / both  0 / 0 / 0" in lines
    assert lines[-2:] == ["  lost: stdin union", "skipped 1.2.2: it exists"]
    assert all(line == line.rstrip() for line in lines)
