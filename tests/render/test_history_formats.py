"""Histories in each format: golden texts, published schemas, sentences that claim no more than was read."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from extractor.errors import InputError
from extractor.history.support import support
from extractor.history.timeline import history
from extractor.history.trace import find_keys, trace
from extractor.model.history import EntryHistory, State
from extractor.model.inventory import Inventory
from extractor.model.uses import Uses
from extractor.render.history_json import history_json, support_json, trace_json
from extractor.render.history_markdown import history_page, trace_markdown
from extractor.render.history_svg import fingerprint, growth_svg, shows
from extractor.render.history_text import history_text, support_text, trace_text
from extractor.render.history_wording import gaps_text, spans_text
from tests.history.build import ALL, FIRST, SECOND, compare
from tests.render.build_report import HOSTILE

DATA = Path(__file__).parent.parent / "data" / "history"
SCHEMAS = Path(__file__).parent.parent.parent / "docs" / "schemas"

HISTORY = history(ALL, compare)
TRACES = tuple(trace(HISTORY, key, ALL, compare) for key in find_keys(HISTORY, "ask"))
ANSWERS = (
    support(HISTORY, Uses("uses.yaml", ("control_request/ask", "control_request/ask/request.more"))),
    support(HISTORY, Uses("uses.yaml", ("control_request/nope", "message/told"))),
    support(HISTORY, Uses("uses.yaml", ("event/session.error",))),
)
WRITTEN: Mapping[str, Callable[[], str]] = {
    "list.txt": lambda: history_text(HISTORY),
    "fields.txt": lambda: history_text(HISTORY, fields=True),
    "entry.txt": lambda: trace_text(TRACES, HISTORY),
    "support.txt": lambda: "\n".join(map(support_text, ANSWERS)),
    "page.md": lambda: history_page(HISTORY, picture="growth.svg"),
    "entry.md": lambda: trace_markdown(TRACES, HISTORY),
    "index.json": lambda: history_json(HISTORY),
    "entry.json": lambda: trace_json(TRACES, HISTORY),
    "support.json": lambda: support_json(ANSWERS[0]),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_each_format_is_as_it_was(name: str, refresh_golden: bool) -> None:
    text, file = WRITTEN[name](), DATA / name
    if refresh_golden:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    assert text.encode() == file.read_bytes()


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ("history-index.schema.json", history_json(HISTORY)),
        ("history-index.schema.json", history_json(history([FIRST]))),
        ("history-entry.schema.json", trace_json(TRACES, HISTORY)),
        *(("support.schema.json", support_json(one)) for one in ANSWERS),
    ],
)
def test_documents_are_what_their_published_schemas_say(schema: str, text: str) -> None:
    loaded = json.loads((SCHEMAS / schema).read_text("utf-8"))
    Draft202012Validator.check_schema(loaded)
    Draft202012Validator(loaded).validate(json.loads(text))


def test_whether_a_release_has_a_field_is_one_look_up() -> None:
    index = json.loads(history_json(HISTORY))
    place = index["releases"].index("2.0.11")
    assert index["entries"]["control_request/ask/request.more"]["presence"][place] == "+"
    assert all(len(entry["presence"]) == len(index["releases"]) for entry in index["entries"].values())


RELEASES = ("1.0.9", "1.0.10", "1.0.11", "1.0.20")
SENTENCES: list[tuple[str, str]] = [
    ("++++", "since 1.0.9 (the oldest release read)"),
    ("-+++", "since 1.0.10"),
    ("---+", "since 1.0.20 (1.0.11 did not have it)"),
    ("-~++", "since 1.0.10"),
    ("?+++", "since 1.0.10 (1.0.9 cannot tell)"),
    ("??++", "since 1.0.11 (1.0.9 to 1.0.10 cannot tell)"),
    ("-?++", "since 1.0.11 (1.0.10 cannot tell, 1.0.9 did not have it)"),
    ("+---", "in 1.0.9 (the oldest release read)"),
    ("-+--", "in 1.0.10"),
    ("++--", "from 1.0.9 to 1.0.10 (the oldest release read)"),
    ("+++-", "from 1.0.9 to 1.0.11 (the oldest release read; 1.0.20 no longer has it)"),
    ("-++?", "from 1.0.10 to 1.0.11 (later releases cannot tell)"),
    ("+-+-", "in 1.0.9 (the oldest release read); in 1.0.11 (1.0.20 no longer has it)"),
    ("--??", "in no release that can tell"),
]
STATES: Mapping[str, State] = {"+": "declared", "~": "seen", "-": "missing", "?": "unknown"}


@pytest.mark.parametrize(("marks", "expected"), SENTENCES)
def test_a_sentence_claims_no_more_than_was_read(marks: str, expected: str) -> None:
    from extractor.history.timeline import spans

    states = tuple(STATES[mark] for mark in marks)
    entry = EntryHistory("event/x.y", states, tuple(spans(RELEASES, states)))
    assert spans_text(entry, RELEASES) == expected


@pytest.mark.parametrize(
    ("releases", "expected"),
    [
        (("1.0.1",), "nothing is known of others"),
        (("1.0.1", "1.0.2"), "with none left out"),
        (("1.0.1", "1.0.3"), "were not read"),
    ],
)
def test_releases_that_were_not_read_are_never_passed_over_in_silence(releases: tuple[str, ...], expected: str) -> None:
    assert expected in gaps_text(releases)


def test_hostile_names_are_text_everywhere() -> None:
    found = history([Inventory("1", slash_commands=(HOSTILE,))])
    assert all(one == "\n" or one.isprintable() for one in history_text(found))
    page = history_page(found)
    assert "\x1b" not in page and all("<script" not in line or "`" in line for line in page.splitlines())
    assert list(json.loads(history_json(found))["entries"]) == [f"slash_command/{HOSTILE}"]


def test_the_picture_is_the_same_bytes_each_time() -> None:
    picture = growth_svg(HISTORY)
    assert picture == growth_svg(history(ALL))
    assert picture.endswith("</svg>\n") and "<dc:date>" not in picture


def test_the_picture_shows_every_release_and_is_one_svg_that_asks_for_nothing() -> None:
    picture = growth_svg(HISTORY)
    root = ElementTree.fromstring(picture)
    texts = {"".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(HISTORY.releases) <= texts
    assert {"sent by the client", "sent by the program", "answered, shape not declared"} <= texts
    links = [value for node in root.iter() for name, value in node.items() if name.endswith("href")]
    assert all(link.startswith("#") for link in links)


def test_a_picture_tells_whether_it_is_of_this_history() -> None:
    picture = growth_svg(HISTORY)
    assert shows(picture, HISTORY)
    assert not shows(picture, history([FIRST, SECOND]))
    assert not shows("<svg/>", HISTORY)
    assert fingerprint(HISTORY) != fingerprint(history([FIRST, SECOND]))


def test_a_missing_matplotlib_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match="matplotlib: is not installed; install the extra `plots`"):
        growth_svg(HISTORY)
