"""A stand-in for npm: in comes a directory of packages, out goes an `npm` on PATH that serves only them.

It answers `view` and `pack` as npm does, fails as npm fails, and writes down every call.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from pathlib import Path

_SCRIPT = """#!{python}
import json, os, pathlib, shutil, sys
home = pathlib.Path({home!r})
patience = {{name: value for name, value in os.environ.items() if name.lower().startswith("npm_config_fetch")}}
with (home / "patience").open("a") as file:
    file.write(json.dumps(patience) + "\\n")
with (home / "calls").open("a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
failure = home / "failure"
if failure.exists():
    stated = json.loads(failure.read_text())
    sys.stdout.write(stated["stdout"])
    sys.stderr.write(stated["stderr"])
    sys.exit(stated["code"])
command, spec = sys.argv[1:3]
assert "--json" in sys.argv
packages = json.loads((home / "packages.json").read_text())
known = packages.get(spec)
if known is None:
    json.dump({{"error": {{"code": "E404", "summary": "No match found", "detail": "..."}}}}, sys.stdout)
    sys.stderr.write("npm error code E404\\n")
    sys.exit(1)
if command == "view":
    json.dump(known["view"], sys.stdout)
elif command == "pack":
    assert "--ignore-scripts" in sys.argv
    target = pathlib.Path(sys.argv[sys.argv.index("--pack-destination") + 1])
    shutil.copy(home / known["tarball"], target / "package.tgz")
    json.dump([{{"filename": "package.tgz"}}], sys.stdout)
else:
    sys.exit("npm does not know " + command)
"""


class FakeNpm:
    """The registry behind the fake: publish packages, make it fail, and see how it was called."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.bin = home / "bin"
        self.bin.mkdir(parents=True)
        self._packages: dict[str, object] = {}
        program = self.bin / "npm"
        program.write_text(_SCRIPT.format(python=sys.executable, home=str(home)))
        program.chmod(0o755)
        self._save()

    def publish(
        self, name: str, version: str, tarball: bytes, tag: str | None = None, optional: dict[str, str] | None = None
    ) -> None:
        """Serve a tarball as a version of a package, and under a tag when one is given."""
        file = hashlib.sha256(tarball).hexdigest()
        (self.home / file).write_bytes(tarball)
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(tarball).digest()).decode()
        view: dict[str, object] = {"name": name, "version": version, "dist.integrity": integrity}
        if optional:
            view["optionalDependencies"] = optional
        for spec in (version, *([tag] if tag else [])):
            self._packages[f"{name}@{spec}"] = {"view": view, "tarball": file}
        self._save()

    def replace_tarball(self, name: str, version: str, tarball: bytes) -> None:
        """Serve other bytes than were published: what a broken or hostile mirror does."""
        package = self._packages[f"{name}@{version}"]
        assert isinstance(package, dict)
        (self.home / package["tarball"]).write_bytes(tarball)

    def change_view(self, name: str, version: str, /, **fields: object) -> None:
        """Change what `view` answers for a version."""
        package = self._packages[f"{name}@{version}"]
        assert isinstance(package, dict)
        package["view"] = {**package["view"], **fields}
        self._save()

    def fail(self, code: int = 1, stdout: str = "", stderr: str = "") -> None:
        """Make every call from now on fail with this output."""
        failure = {"code": code, "stdout": stdout, "stderr": stderr}
        (self.home / "failure").write_text(json.dumps(failure))

    @property
    def calls(self) -> list[list[str]]:
        """The arguments of every call so far."""
        path = self.home / "calls"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def patience(self) -> list[dict[str, str]]:
        """What every call so far was told in its environment of retries and timeouts."""
        return [json.loads(line) for line in (self.home / "patience").read_text().splitlines()]

    def _save(self) -> None:
        (self.home / "packages.json").write_text(json.dumps(self._packages))
