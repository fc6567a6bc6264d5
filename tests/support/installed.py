"""Packages for tests: exact versions come in, a folder where they are installed, once for all runs, goes out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

LIMIT = 600


def cache_folder() -> Path:
    """Where tests keep what they fetched: outside the repository, one folder for each user."""
    return Path(tempfile.gettempdir()) / f"extractor-tests-{os.getuid()}"


def kept(label: str, wanted: str, make: Callable[[Path], None]) -> Path:
    """The folder that `make` filled with what is `wanted`; made anew only when that text changes.

    Runs at the same time do not disturb each other: a folder appears when it is whole.
    """
    home = cache_folder() / f"{label}-{sha256(wanted.encode()).hexdigest()[:12]}"
    if not home.exists():
        home.parent.mkdir(parents=True, exist_ok=True)
        started = Path(tempfile.mkdtemp(prefix=f".{label}-", dir=home.parent))
        try:
            make(started)
            started.rename(home)
        except OSError:
            if not home.exists():
                raise
        finally:
            shutil.rmtree(started, ignore_errors=True)
    return home


def npm_folder(label: str, manifest: str) -> Path:
    """A folder with the packages that a package.json (its text) depends on, in node_modules."""

    def make(home: Path) -> None:
        (home / "package.json").write_text(manifest, encoding="utf-8")
        run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"], home)

    return kept(label, manifest, make)


def python_folder(label: str, requirements: Iterable[str]) -> Path:
    """A virtual environment with packages in it. Run its programs as modules of its `bin/python`."""
    wanted = sorted(requirements)

    def make(home: Path) -> None:
        run([sys.executable, "-m", "venv", str(home)], home)
        run([str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", *wanted], home)

    return kept(label, json.dumps([*wanted, sys.version]), make)


def run(command: list[str], folder: Path, text: str | None = None) -> str:
    """What a program prints; a RuntimeError with the end of what it said where it fails."""
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)[:200]} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout
