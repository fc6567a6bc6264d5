"""The page of a report in a real browser: it searches, filters, unfolds, in light and dark, and asks for nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from extractor.render.report_html import report_html
from tests.render.build_report import EMPTY, REPORT

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the PATH"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Opened:
    """A page opened from a file, with everything it asked for and everything it complained about."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))
        page.goto(file.as_uri())

    def visible(self) -> list[str]:
        """The places of the lines that can be seen."""
        return [line.inner_text().split("\n")[0] for line in self.page.locator("li[data-severity]:visible").all()]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    file = tmp_path / "report.html"
    file.write_text(report_html(REPORT), "utf-8")
    page = browser.new_page()
    yield (found := Opened(page, file))
    assert found.asked == [file.as_uri()]
    assert found.errors == []
    page.close()


def test_all_changes_are_there_and_counted(opened: Opened) -> None:
    assert len(opened.visible()) == 5
    assert opened.page.inner_text("#shown") == "9 of 9 changes"
    assert not opened.page.locator("#none").is_visible()


def test_search_looks_through_paths_values_ids_and_reasons(opened: Opened) -> None:
    first = REPORT.judgements[0].change
    for wanted, count in ((first.id, 1), ("ASK/REQUEST", 1), ("values added agent", 4), ("refused", 1), ("zzz", 0)):
        opened.page.fill("#search", wanted)
        assert opened.page.inner_text("#shown") == f"{count} of 9 changes", wanted
    assert opened.page.locator("#none").is_visible()
    assert opened.page.locator("article:not(.rest):visible").count() == 0
    opened.page.fill("#search", "")
    assert len(opened.visible()) == 5


def test_the_slash_key_goes_to_the_search(opened: Opened) -> None:
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("/told")
    assert opened.page.input_value("#search") == "/told"


def test_severities_and_waived_changes_are_filtered(opened: Opened) -> None:
    opened.page.uncheck("input[value=safe]")
    opened.page.uncheck("input[value=dangerous]")
    assert opened.page.inner_text("#shown") == "2 of 9 changes"
    opened.page.uncheck("#waived")
    assert [line.split()[0].lower() for line in opened.visible()] == ["breaking"]
    assert "request.it" in opened.visible()[0]


def test_shapes_stand_side_by_side_and_unfold(opened: Opened) -> None:
    shape = opened.page.locator("details.whole", has_text="control_request/ask/request")
    shape.locator("summary").click()
    added = shape.locator("td.new")
    assert added.inner_text().strip() == "it: string"
    old, new = added.locator("xpath=../td[1]").bounding_box(), added.bounding_box()
    assert old is not None and new is not None
    assert old["x"] + old["width"] <= new["x"] + 1 and abs(old["y"] - new["y"]) < 1
    before = shape.locator("tbody:visible tr").count()
    shape.get_by_role("button", name="unchanged lines").first.click()
    assert shape.locator("tbody:visible tr").count() > before
    assert shape.locator("tr:visible").count() == 1 + 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_light_and_dark(browser: Browser, tmp_path: Path, scheme: str) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_html(REPORT), "utf-8")
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto(file.as_uri())
    page.locator("details.whole summary").first.click()
    pairs = page.evaluate(
        """() => [...document.querySelectorAll("h1, p, code, .badge, .meta span, label, summary, td")].map((one) => {
          let back = one;
          while (back && getComputedStyle(back).backgroundColor === "rgba(0, 0, 0, 0)") back = back.parentElement;
          return [getComputedStyle(one).color, getComputedStyle(back).backgroundColor];
        })"""
    )
    assert len(pairs) > 20
    assert min(contrast(ink, back) for ink, back in pairs) >= 4.5
    is_dark = luminance(page.evaluate("getComputedStyle(document.body).backgroundColor")) < 0.2
    assert is_dark == (scheme == "dark")
    context.close()


def luminance(colour: str) -> float:
    """The relative luminance of `rgb(r, g, b)`."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_it_fits_a_narrow_screen(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_html(REPORT), "utf-8")
    page = browser.new_page(viewport={"width": 360, "height": 700})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()


def test_an_empty_report_says_that_nothing_changed(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_html(EMPTY), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.locator("#none").inner_text() == "No change."
    page.close()


def test_without_scripts_everything_is_still_there(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_html(REPORT), "utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("li[data-severity]:visible").count() == 5
    context.close()
