"""Compare, side by side in one run: the whole main job on a release, and parsers that only parse its JavaScript.

    python benchmarks/run.py [RELEASE ...] [--runs N]

Every figure is of a whole process, start-up and copies of it included, and the median of N runs taken in turn; ratios are
to ours. With EXTRACTOR_PROCESSES=1 ours is one process.
The releases are read from the tool's own cache (they are fetched once where they are not there yet).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from measure import Run, measure, median, peak_memory

from extractor.acquire import acquire
from extractor.paths import cache_directory

HERE = Path(__file__).parent
NODE_PARSERS = ("meriyah", "acorn", "oxc-parser")
OURS = "extractor run"
TREE_SITTER = "tree-sitter, whole file"

_PARSE_WHOLE = """
import sys, tree_sitter, tree_sitter_javascript as js
text = open(sys.argv[1], "rb").read()
tree_sitter.Parser(tree_sitter.Language(js.language())).parse(text)
"""


def main() -> None:
    """Measure every release asked for and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "releases", nargs="*", default=["2.1.235", "2.1.332"], help="releases to read (default 2.1.235 2.1.332)"
    )
    parser.add_argument("--runs", type=int, default=3, help="runs of each command (default 3)")
    options = parser.parse_args()
    modules = install()
    ours: dict[str, Run] = {}
    for release in options.releases:
        ours[release] = compare(release, options.runs, modules)
    if len(ours) > 1:
        first, *others = ours
        for other in others:
            wall, cpu = ours[other].wall / ours[first].wall, ours[other].cpu / ours[first].cpu
            print(f"\n{other} against {first}: {wall:.2f} times the time, {cpu:.2f} times the CPU")


def install() -> Path:
    """The node parsers, installed once with npm into the cache; the folder to run node in."""
    folder = cache_directory() / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "parse.mjs"):
        shutil.copy(HERE / name, folder / name)
    if not (folder / "node_modules" / "meriyah").is_dir():
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"], cwd=folder, check=True
        )
    return folder


def compare(release: str, runs: int, modules: Path) -> Run:
    """Measure our run and every parser on one release; print the table; return ours."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "bundle.js"
        bundle = acquire(release)
        scripts = [chunk for chunk in bundle.chunks if chunk.kind == "script"]
        file.write_bytes(bundle.text(max(scripts, key=lambda chunk: chunk.end - chunk.start)))
        commands = {OURS: [sys.executable, "-m", "extractor", "run", release, "--inventory-only", "--root"]}
        size = file.stat().st_size
        if size > 0.8 * bundle.script_end:
            commands[TREE_SITTER] = [sys.executable, "-c", _PARSE_WHOLE, str(file)]
            commands |= {name: ["node", str(modules / "parse.mjs"), name, str(file)] for name in NODE_PARSERS}
        print(f"\n{release}: {bundle.script_end / 1e6:.1f} MB of JavaScript in {len(scripts)} chunks")
        del bundle
        measured: dict[str, list[Run]] = {name: [] for name in commands}
        for number in range(runs):
            for name, command in commands.items():
                root = [str(Path(scratch) / str(number))] if name == OURS else []
                measured[name].append(measure([*command, *root]))
        found = {name: median(runs_of) for name, runs_of in measured.items()}
        together = peak_memory([*commands[OURS], str(Path(scratch) / "memory")])
    if together is not None:
        found[OURS] = replace(found[OURS], memory=together)
    ours = found[OURS]
    for name, run in found.items():
        print(
            f"  {name:24} wall {run.wall:6.2f} s ({run.wall / ours.wall:5.2f} of ours)"
            f"  cpu {run.cpu:6.2f} s ({run.cpu / ours.cpu:5.2f})  memory {run.memory:6.0f} MiB ({run.memory / ours.memory:5.2f})"
        )
    return ours


if __name__ == "__main__":
    main()
