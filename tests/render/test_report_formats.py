"""Reports in each format: golden texts, a published schema, and names that stay names whatever they hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from extractor.model.change import EntryChangeKind, Report, ShapeChangeKind
from extractor.render.report_github import report_github
from extractor.render.report_groups import entries
from extractor.render.report_html import report_html
from extractor.render.report_json import report_document, report_json
from extractor.render.report_markdown import code, plain, report_markdown
from extractor.render.report_text import report_text
from extractor.render.report_wording import _ONE, phrase, printable
from tests.render.build_report import EMPTY, HOSTILE, REPORT

DATA = Path(__file__).parent.parent / "data" / "report"
SCHEMAS = Path(__file__).parent.parent.parent / "docs" / "schemas"

FORMATS: dict[str, Callable[[Report], str]] = {
    "text.txt": report_text,
    "colour.txt": lambda report: report_text(report, colour=True),
    "markdown.md": report_markdown,
    "github.txt": report_github,
    "report.json": report_json,
    "page.html": report_html,
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("kind", "report"), [("full", REPORT), ("empty", EMPTY)])
def test_each_format_is_as_it_was(name: str, kind: str, report: Report, refresh_golden: bool) -> None:
    text, file = FORMATS[name](report), DATA / f"{kind}.{name}"
    if refresh_golden:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    assert text.encode() == file.read_bytes()


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / name).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("report", [REPORT, EMPTY, replace(REPORT, uses="uses.yaml")])
def test_the_json_document_is_what_its_published_schema_says(report: Report) -> None:
    validator("diff-report.schema.json").validate(json.loads(report_json(report)))
    assert json.loads(report_json(report)) == report_document(report)


def test_the_published_schema_knows_every_kind_and_refuses_another() -> None:
    schema = json.loads((SCHEMAS / "diff-report.schema.json").read_text("utf-8"))
    assert schema["$defs"]["kind"]["enum"] == [*get_args(EntryChangeKind), *get_args(ShapeChangeKind)]
    document = json.loads(report_json(REPORT))
    document["changes"][0]["kind"] = "something_else"
    assert not validator("diff-report.schema.json").is_valid(document)


def test_there_are_words_for_every_kind() -> None:
    assert set(_ONE) == {*get_args(EntryChangeKind), *get_args(ShapeChangeKind)}


def test_values_are_never_read_as_placeholders() -> None:
    assert phrase("type_changed", [("{new}", "{old}")]) == "type changed: {new} -> {old}"
    assert phrase("value_added", [(None, '"a"'), (None, '"b"')]) == 'values added: "a", "b"'
    assert phrase("default_changed", [(None, "1")]) == "default: none -> 1"
    assert phrase("request_added", [(None, None)]) == "request added, sender not known"


def test_a_shared_shape_is_told_once_with_all_its_uses() -> None:
    shared = next(entry for entry in entries(REPORT) if entry.key == "shared/Agent")
    (line,) = shared.lines
    assert line.text == 'values added: "a", "b"'
    assert line.paths == ("message/told.first.model", "message/told.second.model")
    assert len(line.ids) == 4


def test_a_shared_shape_with_one_use_is_told_where_it_is_used() -> None:
    one_use = tuple(one for one in REPORT.judgements if ".second." not in one.change.path)
    keys = [entry.key for entry in entries(replace(REPORT, judgements=one_use))]
    assert "shared/Agent" not in keys and "message/told" in keys


def test_what_several_messages_of_a_type_have_in_common_is_told_once() -> None:
    family = next(entry for entry in entries(REPORT) if entry.key == "message/result/*")
    assert [line.paths for line in family.lines] == [("message/result/error.n", "message/result/success.n")]


def test_every_change_is_told_in_some_line() -> None:
    told = [one for entry in entries(REPORT) for line in entry.lines for one in line.ids]
    assert sorted(told) == sorted(one.change.id for one in REPORT.judgements)


def test_nothing_a_terminal_acts_on_is_printed() -> None:
    text = report_text(REPORT)
    assert all(one == "\n" or one.isprintable() for one in text)
    assert printable("a\x1b[2J\u202eb\u2028") == "a\\u001b[2J\\u202eb\\u2028"


def test_a_github_command_stays_one_command_of_its_level() -> None:
    lines = report_github(REPORT).splitlines()
    assert all(re.match(r"::(error|warning|notice) title=[^:,\r\n]*::", line) for line in lines)
    assert sum(line.startswith("::error ") for line in lines) == 1


def test_a_waived_change_is_no_annotation() -> None:
    assert "message/told .x" not in report_github(REPORT)


def test_in_markdown_hostile_names_are_text() -> None:
    text = report_markdown(REPORT)
    spans = re.sub(r"(?<!\\)(`+)(?!`).+?(?<!`)\1(?!`)", "", text)
    assert "<script" not in spans and "@all" not in spans
    assert set(re.findall(r"<[^>]*>", spans)) <= {
        "<details>",
        "</details>",
        "<summary>",
        "</summary>",
        "<sub>",
        "</sub>",
    }


@pytest.mark.parametrize(
    ("text", "expected"), [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("", "`  `"), ("a\nb", "`a\\u000ab`")]
)
def test_code_spans_hold_any_text(text: str, expected: str) -> None:
    assert code(text) == expected


def test_plain_text_has_no_markup() -> None:
    assert plain("[a](b) *c* <d> |e| #f @g") == "\\[a\\](b) \\*c\\* \\<d\\> \\|e\\| \\#f \\@g"


@pytest.mark.parametrize("limit", [900, 1500, 3000])
def test_a_limited_report_keeps_the_worst_and_says_that_it_is_cut(limit: int) -> None:
    text = report_markdown(REPORT, limit=limit)
    if len(report_markdown(REPORT)) > limit:
        assert "the rest is left out" in text
    assert len(text) <= limit
    assert "## Breaking" in text


def test_the_page_fetches_nothing_and_escapes_everything() -> None:
    page = report_html(REPORT)
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href|action)\s*=|url\(|@import|fetch\(|XMLHttp", page)
    assert page.count("<script") == 1 and HOSTILE not in page
    assert "&lt;script&gt;alert(1)" in page


def test_without_a_change_every_format_says_so() -> None:
    for name, write in FORMATS.items():
        if name != "report.json":
            assert re.search("no change", write(EMPTY), re.IGNORECASE), name
