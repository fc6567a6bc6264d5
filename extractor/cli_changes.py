"""The commands that work on inventories together: diff, history, check and generate."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from extractor.arguments import AsJson, CacheDir, Platform, Root, app, choose, workspace
from extractor.errors import InputError
from extractor.output import Progress, emit


@app.command()
def diff(
    old: Annotated[str, typer.Argument(help="The older release.")],
    new: Annotated[str, typer.Argument(help="The newer release.")],
    format: Annotated[str, typer.Option("--format", help="text, markdown, json, github or html.")] = "text",
    fail_on: Annotated[str, typer.Option("--fail-on", help="Exit 1 from: breaking, dangerous, any; or never.")] = "never",
    waivers: Annotated[Path | None, typer.Option("--waivers", help="Changes that are accepted, with reasons.")] = None,
    uses: Annotated[Path | None, typer.Option("--uses", help="Only what touches these subtypes and fields.")] = None,
    output: Annotated[Path | None, typer.Option("--output", help="A file instead of stdout.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Of markdown: at most so many characters.")] = None,
    root: Root = Path(), platform: Platform = None, cache_dir: CacheDir = None,
) -> None:  # fmt: skip
    """What changed between two releases, judged by whom it breaks."""
    from extractor.diff.compare import diff_inventories
    from extractor.diff.judge import fails, judge
    from extractor.diff.waivers import read_waivers
    from extractor.reports import FAIL_ON, FORMATS, read_uses, render

    choose(format, FORMATS, "--format")
    choose(fail_on, FAIL_ON, "--fail-on")
    accepted = read_waivers(waivers) if waivers is not None else ()
    wanted = read_uses(uses) if uses is not None else None
    with workspace(root, cache_dir, platform) as work:
        comparison = diff_inventories(work.inventory(old), work.inventory(new))
    report = judge(comparison, accepted, today=datetime.now(UTC).date(), uses=wanted)
    in_colour = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    emit(render(report, format, limit=limit, colour=in_colour), output)
    raise typer.Exit(int(fails(report, fail_on)))  # type: ignore[arg-type]


@app.command()
def history(
    key: Annotated[str | None, typer.Argument(help="One entry: a request, a message, a field, an event.")] = None,
    format: Annotated[str, typer.Option("--format", help="text, markdown or svg.")] = "text",
    fields: Annotated[bool, typer.Option("--fields", help="Of text: every place in every shape as well.")] = False,
    uses: Annotated[Path | None, typer.Option("--uses", help="The oldest release that has all of these.")] = None,
    output: Annotated[Path | None, typer.Option("--output", help="A file instead of stdout.")] = None,
    as_json: AsJson = False, root: Root = Path(),
) -> None:  # fmt: skip
    """Since and until which release each entry exists, from the inventories in the root alone."""
    from extractor.reports import HISTORY_FORMATS, history_of, read_uses, support_of, trace_of

    choose(format, HISTORY_FORMATS, "--format")
    wanted = "json" if as_json else format
    if uses is not None:
        emit(support_of(root, read_uses(uses), wanted), output)
    elif key is not None:
        emit(trace_of(root, key, wanted), output)
    else:
        emit(history_of(root, wanted, fields=fields), output)


@app.command()
def check(root: Root = Path()) -> None:
    """Check that every committed file is what the inventories make; exit 1 where one is stale."""
    from extractor.generate import stale

    _need_inventories(root)
    with Progress() as progress:
        progress.report("comparing generated files", None)
        problems = stale(root)
    for problem in problems:
        emit(problem)
    if problems:
        typer.echo("error: generated files are stale; run `extractor generate`", err=True)
        raise typer.Exit(1)


@app.command(name="generate")
def generate_all(root: Root = Path()) -> None:
    """Write again everything that is made of the inventories in the root, without reading a release."""
    from extractor.generate import generate
    from extractor.inventory import list_inventories

    _need_inventories(root)
    with Progress() as progress:
        generate(root, list_inventories(root), progress.report)


def _need_inventories(root: Path) -> None:
    from extractor.inventory import list_inventories

    if not list_inventories(root):
        raise InputError(
            str(root), "it holds no inventories", "give --root, or run `extractor run` with a release first"
        )
