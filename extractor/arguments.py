"""What all commands share: the application, the arguments they have in common, and the workspace they work in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from extractor.output import Progress
from extractor.workspace import Workspace

app = typer.Typer(
    name="extractor",
    help="Reads a Claude Code CLI release, statically, and says exactly what protocol that release speaks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Release = Annotated[
    str, typer.Argument(help="A version, `latest`, `installed`, `sample`, or a path.", show_default=False)
]
Root = Annotated[Path, typer.Option("--root", help="The project root, with inventories/ and generated/.")]
Platform = Annotated[str | None, typer.Option("--platform", help="The platform package to read (default linux-x64).")]
CacheDir = Annotated[Path | None, typer.Option("--cache-dir", help="Where fetched releases are kept.")]
Names = Annotated[Path | None, typer.Option("--names", help="An SDK's sdk.d.ts: shapes get its public names.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


@contextmanager
def workspace(root: Path, cache: Path | None, platform: str | None, names: Path | None = None) -> Iterator[Workspace]:
    """A workspace whose progress is shown on stderr while the command works."""
    with Progress() as progress:
        yield Workspace(root, cache, platform, progress.report, names)


def check_complete(lost: tuple[str, ...]) -> None:
    """Exits with 3 where an anchor is lost, after what was found has been shown."""
    if lost:
        typer.echo(f"error: extraction is incomplete; lost: {', '.join(lost)}", err=True)
        raise typer.Exit(3)


def choose(value: str, choices: tuple[str, ...], option: str) -> None:
    """Refuses a value that is none of the choices."""
    if value not in choices:
        raise typer.BadParameter(f"{value!r} is none of {', '.join(choices)}", param_hint=option)
