"""The command line: arguments come in, the work is done elsewhere, text and exit codes go out (see the contract)."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from extractor import __version__, cli_changes
from extractor.arguments import AsJson, CacheDir, Names, Platform, Release, Root, app, check_complete, workspace
from extractor.errors import ExtractorError, InputError
from extractor.output import Progress, emit, emit_json, fail, leave_closed_pipe
from extractor.workspace import Workspace

USAGE_ERROR: type[Exception] = next(one for one in typer.BadParameter.__mro__ if one.__name__ == "UsageError")
"""What wrong arguments raise, whether typer stands on click or carries its own copy of it."""


def _refuse_usage(error: Any) -> NoReturn:
    """One line on stderr for wrong arguments; the help text where there were none at all."""
    message = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(message, err=True)
    else:
        command = error.ctx.command_path if error.ctx is not None else "extractor"
        typer.echo(f"error: {' '.join(message.split()).rstrip('.')}; see `{command} --help`", err=True)
    sys.exit(2)


def main() -> None:
    """Run the command line; every error a user can meet is one line on stderr and its exit code.

    Where whoever reads the output has gone (`| head`), typer and rich exit with 1 and forget why.
    """
    try:
        _run()
    except BrokenPipeError:
        leave_closed_pipe()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            leave_closed_pipe()
        raise


def _run() -> NoReturn:
    try:
        code = app(standalone_mode=False)
    except USAGE_ERROR as error:
        _refuse_usage(error)
    except ExtractorError as error:
        fail(error)
    except BrokenPipeError:
        raise
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except OSError as error:
        if error.filename is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written to nowhere at exit
        problem = f"cannot be used ({error.strerror or error})"
        fail(InputError(str(error.filename or "output"), problem, "check it, its permissions and the space left"))
    except (MemoryError, RecursionError) as error:
        problem = "needs more memory than there is" if isinstance(error, MemoryError) else "is nested too deeply"
        fail(InputError("input", problem, "is it really a release, an inventory or a recording?"))
    sys.exit(code if isinstance(code, int) else 0)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"extractor {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


@app.command()
def run(
    releases: Annotated[list[str] | None, typer.Argument(help="Releases; one or more.", show_default=False)] = None,
    since: Annotated[str | None, typer.Option("--since", help="Every published release from this one on.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Of --since: at most so many, the newest.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Extract also what has an inventory already.")] = False,
    audit: Annotated[bool, typer.Option("--audit", help="Parse whole chunks: slow, the same result.")] = False,
    inventory_only: Annotated[bool, typer.Option("--inventory-only", help="Generate nothing.")] = False,
    names: Names = None,
    as_json: AsJson = False, root: Root = Path(), platform: Platform = None, cache_dir: CacheDir = None,
) -> None:  # fmt: skip
    """The main job: read releases; write inventories/<release>/ and generated/, print a summary."""
    from extractor.backfill import Incomplete, run_all

    wanted = list(releases or [])
    if limit is not None and since is None:
        raise typer.BadParameter("it limits what --since finds, and there is no --since", param_hint="--limit")
    if since is not None:
        from extractor.acquire import published_versions

        wanted += published_versions(since, limit)
    if not wanted:
        raise typer.BadParameter("name a release, or give --since", param_hint="RELEASES")
    with Progress(steps=len(wanted)) as progress:
        work = Workspace(root, cache_dir, platform, progress.report, names)
        outcome = run_all(work, wanted, skip=len(wanted) > 1, force=force, audit=audit, done=progress.step)
        if not inventory_only:
            from extractor.generate import generate

            generate(root, [inventory.release for inventory in outcome.written], progress.report)
    from extractor.render.summary import print_summary, summary_document

    for _, error in outcome.failed:
        if isinstance(error, Incomplete):
            outcome.written.append(error.inventory)
    if as_json:
        emit_json(summary_document(outcome.written, outcome.skipped))
    else:
        print_summary(outcome.written, outcome.skipped)
        _say_what_was_written(root, [one.release for one in outcome.written if not one.lost], inventory_only)
    for _, error in outcome.failed:
        typer.echo(f"error: {error}", err=True)
    raise typer.Exit(outcome.exit_code)


def _say_what_was_written(root: Path, releases: list[str], inventory_only: bool) -> None:
    from extractor.inventory import holds_inventory, inventory_directory
    from extractor.paths import generated_directory
    from extractor.render.models import package_name_of
    from extractor.reports import changes_since_previous

    for release in releases if len(releases) == 1 else []:
        changes = changes_since_previous(root, release) if holds_inventory(root, release) else None
        if changes is not None:
            emit(f"  {changes}")
        emit(f"  inventory  {inventory_directory(root, release)}")
        if not inventory_only:
            emit(f"  models     {generated_directory(root) / 'python' / package_name_of(release)}")
            emit(f"  tables     {generated_directory(root) / 'tables' / release / 'README.md'}")


@app.command()
def show(
    release: Release,
    as_json: AsJson = False,
    root: Root = Path(),
    platform: Platform = None,
    cache_dir: CacheDir = None,
) -> None:
    """Show the classified inventory of a release."""
    from extractor.render.show import print_inventory, show_document

    with workspace(root, cache_dir, platform) as work:
        inventory = work.inventory(release)
    if as_json:
        emit_json(show_document(inventory))
    else:
        print_inventory(inventory)
    check_complete(inventory.lost)


@app.command()
def export(
    release: Release,
    format: Annotated[str, typer.Option("--format", help="The document to write: jsonschema.")] = "jsonschema",
    output: Annotated[Path | None, typer.Option("--output", help="A file instead of stdout.")] = None,
    descriptions: Annotated[bool, typer.Option("--descriptions", help="With the vendor's sentences: do not publish.")] = False,
    names: Names = None,
    root: Root = Path(), platform: Platform = None, cache_dir: CacheDir = None,
) -> None:  # fmt: skip
    """Write the protocol document of a release: JSON Schema 2020-12.

    It holds what the release declares; requests that are answered without a schema are not in it (see show).
    """
    from extractor.render.jsonschema import protocol_text

    if format != "jsonschema":
        raise typer.BadParameter(f"{format!r} is not a format; there is jsonschema", param_hint="--format")
    with workspace(root, cache_dir, platform, names) as work:
        inventory = work.extracted(release, descriptions=True) if descriptions else work.inventory(release)
    emit(protocol_text(inventory), output)
    check_complete(inventory.lost)


@app.command()
def validate(
    release: Annotated[str, typer.Argument(help="A release, or `auto`: the one each stream's own system/init names.")],
    files: Annotated[list[str], typer.Argument(help="Recorded NDJSON frames; `-` is standard input.", show_default=False)],
    direction: Annotated[str | None, typer.Option("--direction", help="Of bare frames: stdin or stdout.")] = None,
    fail_on_unknown: Annotated[bool, typer.Option("--fail-on-unknown", help="Exit 1 for unknown things too.")] = False,
    as_json: AsJson = False, root: Root = Path(), platform: Platform = None, cache_dir: CacheDir = None,
) -> None:  # fmt: skip
    """Check recorded frames against what a release speaks; exit 1 when one is invalid."""
    from rich.console import Console

    from extractor.validate.document import to_document
    from extractor.validate.run import Options, release_of_stream, validate_each
    from extractor.validate.source import as_source, rereadable
    from extractor.validate.text import print_report

    if direction not in (None, "stdin", "stdout"):
        raise typer.BadParameter(f"{direction!r} is no direction; stdin and stdout are", param_hint="--direction")
    with contextlib.ExitStack() as opened, workspace(root, cache_dir, platform) as work:
        sources = [opened.enter_context(rereadable(file)) if release == "auto" else as_source(file) for file in files]
        releases = [release_of_stream(source) if release == "auto" else release for source in sources]
        inventories = {name: work.inventory(name) for name in dict.fromkeys(releases)}
        options = Options(direction, progress=lambda file, lines: work.report(f"{file}: {lines} lines", None))  # type: ignore[arg-type]
        report = validate_each(zip(sources, (inventories[name] for name in releases), strict=True), options)
    if as_json:
        emit_json(to_document(report))
    else:
        print_report(report, Console())
    for error in report.errors:
        typer.echo(f"error: {error}", err=True)
    raise typer.Exit(report.exit_code(fail_on_unknown))


@app.command()
def models(
    release: Release,
    output: Annotated[Path, typer.Option("--output", help="The folder of the distribution.", show_default=False)],
    package_name: Annotated[str | None, typer.Option("--package-name", help="The package's import name.")] = None,
    names: Names = None,
    root: Root = Path(), platform: Platform = None, cache_dir: CacheDir = None,
) -> None:  # fmt: skip
    """Write the pydantic package of a release anywhere, as an installable distribution of its own."""
    from extractor.distribution import write_distribution

    with workspace(root, cache_dir, platform, names) as work:
        inventory = work.inventory(release)
    check_complete(inventory.lost)
    emit(str(write_distribution(inventory, output, package_name)))


__all__ = ["app", "cli_changes", "main"]
