"""Join comparisons and histories with the formats they can be written in: names of formats come in, text goes out."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from extractor.diff import uses as uses_reader
from extractor.diff.compare import changes_between, diff_inventories
from extractor.diff.judge import judge
from extractor.errors import InputError
from extractor.history.support import support
from extractor.history.timeline import history
from extractor.history.trace import find_keys, trace
from extractor.inventory import inventory_directory, list_inventories, read_inventory
from extractor.model.change import Report
from extractor.model.inventory import Inventory
from extractor.model.uses import Uses
from extractor.render import history_json, history_markdown, history_svg, history_text
from extractor.render.report_github import report_github
from extractor.render.report_html import report_html
from extractor.render.report_json import report_json
from extractor.render.report_markdown import report_markdown
from extractor.render.report_text import report_text, totals

FORMATS = ("text", "markdown", "json", "github", "html")
FAIL_ON = ("breaking", "dangerous", "any", "never")
HISTORY_FORMATS = ("text", "markdown", "svg")


def render(report: Report, format: str, *, limit: int | None = None, colour: bool = False) -> str:
    """A judged comparison in one of FORMATS."""
    if format == "markdown":
        return report_markdown(report, limit=limit)
    if format == "text":
        return report_text(report, colour=colour)
    return {"json": report_json, "github": report_github, "html": report_html}[format](report)


def read_uses(path: Path) -> Uses:
    """What an SDK uses: a YAML file of subtypes and fields, or the folder of a generated package."""
    return uses_reader.read_uses(path)


def history_of(root: Path, format: str, *, fields: bool = False) -> str:
    """The history of all entries of the inventories in `root`; as text, with `fields`, of every place in them too."""
    found = history(_inventories(root), compare=changes_between)
    if format == "json":
        return history_json.history_json(found)
    if format == "svg":
        return history_svg.growth_svg(found)
    if format == "markdown":
        return history_markdown.history_page(found)
    return history_text.history_text(found, fields=fields)


def trace_of(root: Path, key: str, format: str) -> str:
    """One entry across releases; InputError where there is none of that name."""
    inventories = _inventories(root)
    found = history(inventories)
    keys = find_keys(found, key)
    if not keys:
        raise InputError(key, "no release has such an entry", "list the entries with `extractor history`")
    traces = tuple(trace(found, one, inventories, changes_between) for one in keys)
    if format == "json":
        return history_json.trace_json(traces, found)
    if format == "markdown":
        return history_markdown.trace_markdown(traces, found)
    return history_text.trace_text(traces, found)


def support_of(root: Path, uses: Uses, format: str) -> str:
    """Which releases have everything that is used, and what the others lack."""
    found = support(history(_inventories(root)), uses)
    return history_json.support_json(found) if format == "json" else history_text.support_text(found)


def _inventories(root: Path) -> tuple[Inventory, ...]:
    return tuple(
        read_inventory(inventory_directory(root, release), evidence=False) for release in list_inventories(root)
    )


def changes_since_previous(root: Path, release: str) -> str | None:
    """One line on what a release changed since the one before it in `root`; None where it is the oldest there."""
    kept = list_inventories(root)
    older = kept[: kept.index(release)] if release in kept else ()
    if not older:
        return None
    old, new = (read_inventory(inventory_directory(root, name), evidence=False) for name in (older[-1], release))
    report = judge(diff_inventories(old, new), today=date.min)
    counts = ", ".join(totals(report)) or "no change"
    return f"since {older[-1]}: {counts} (extractor diff {older[-1]} {release})"
