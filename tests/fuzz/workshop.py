"""Installs what the fuzzing needs from npm, writes programs to disk, bundles them and asks zod about them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tests.support.installed import npm_folder

HERE = Path(__file__).parent
LIMIT = 300

Bundler = Literal["esbuild", "bun"]


@dataclass(frozen=True, slots=True)
class Form:
    """One way of bundling. `entries`: `all` for one file, `each` for an entry per module with chunks that they share,
    `lazy` for one file in which modules are initialised on demand, `program` for a native executable."""

    bundler: Bundler
    entries: Literal["all", "each", "lazy", "program"]
    options: tuple[str, ...]

    @property
    def name(self) -> str:
        """A short name for test ids."""
        marks = [option.lstrip("-").replace("=", "-") for option in self.options]
        return "-".join([self.bundler, self.entries, *marks])


FORMS = (
    Form("bun", "each", ("--minify",)),
    Form("esbuild", "all", ("--minify", "--format=cjs")),
    Form("bun", "all", ("--minify", "--format=cjs")),
    Form("esbuild", "each", ("--minify",)),
    Form("bun", "lazy", ("--minify", "--format=cjs")),
    Form("esbuild", "lazy", ("--minify", "--format=cjs")),
    Form("bun", "program", ("--minify",)),
    Form("esbuild", "all", ("--minify", "--format=iife", "--global-name=all")),
    Form("esbuild", "each", ("--minify-whitespace", "--minify-identifiers")),
    Form("bun", "each", ("--minify-syntax", "--minify-whitespace")),
    Form("esbuild", "all", ("--format=esm",)),
    Form("bun", "all", ()),
)
"""Every form; the first ones are those that releases have."""


class Workshop:
    """A folder with node_modules in which programs are written, run and bundled, each process in a part of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._programs = home / "programs" / str(os.getpid())

    def write(self, name: str, files: dict[str, str]) -> Path:
        """Writes the files of a program to a folder of their own; the folder."""
        folder = self._programs / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "node_modules").symlink_to(self.home / "node_modules")
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        return folder

    def ask(self, folder: Path, package: str) -> dict[str, dict[str, Any]]:
        """What zod says of each marked schema of a program: `{"schema": ...}`, or `{"error": ...}` where it throws."""
        done = self._run(["node", str(HERE / "oracle.mjs"), str(folder), package], folder)
        answers: dict[str, dict[str, Any]] = json.loads(done)
        return answers

    def bundle(self, folder: Path, form: Form) -> Path:
        """Bundles a program: the folder that holds the result and nothing else, or the native executable."""
        out = folder.parent / f"{folder.name}-{form.name}"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        entries = [str(folder / "all.js")]
        options = list(form.options)
        if form.entries == "each":
            entries += [str(path) for path in sorted(folder.glob("m*.js"))]
            options += ["--splitting", "--format=esm"]
        if form.entries in ("lazy", "program"):
            names = sorted(path.name for path in folder.glob("m*.js"))
            calls = ", ".join(f'import("./{name}")' for name in [*names, "all.js"])
            start = folder / "start.js"
            start.write_text(f"export const all = () => Promise.all([{calls}]);\nglobalThis.all = all;\n")
            entries = [str(start)]
        if form.entries == "program":
            command = [self._bin("bun"), "build", "--compile", *options, *entries, "--outfile", str(out / "program")]
        elif form.bundler == "bun":
            command = [self._bin("bun"), "build", *options, *entries, "--target=node", "--outdir", str(out)]
        else:
            command = [self._bin("esbuild"), "--bundle", "--platform=node", "--log-level=error", *options, *entries]
            command.append(f"--outdir={out}")
        self._run(command, folder)
        return out / "program" if form.entries == "program" else out

    def discard(self, bundled: Path) -> None:
        """Removes what a program was bundled to: a native executable has a hundred megabytes."""
        shutil.rmtree(bundled.parent if bundled.is_file() else bundled)

    def close(self) -> None:
        """Removes what is left of this process's programs."""
        shutil.rmtree(self._programs, ignore_errors=True)

    def _bin(self, name: str) -> str:
        return str(self.home / "node_modules" / ".bin" / name)

    def _run(self, command: list[str], folder: Path) -> str:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command[:3])} failed: {done.stderr[-2000:]}")
        return done.stdout


def open_workshop() -> Workshop:
    """The workshop of this user, its packages installed once for each version of package.json."""
    return Workshop(npm_folder("fuzz", (HERE / "package.json").read_text("utf-8")))
