"""The user's own npm client: in comes a package and a version, out go its metadata and its checked tarball.

Nothing of a package is ever run, and where packages come from is npm's configuration alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from extractor.errors import FetchError

_VIEW_SECONDS = 180
_PACK_SECONDS = 3600
_ERROR_CODE = re.compile(r"^npm (?:ERR!|error) code (\w+)", re.MULTILINE)
_UNKNOWN = {"E404", "ETARGET", "E405"}
_OFFLINE = {
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "ENOTCACHED",
    "ERR_SOCKET_TIMEOUT",
    "EIDLETIMEOUT",
    "EPROTO",
    "FETCH_ERROR",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
}
_RETRIES = {"fetch_retries": "2", "fetch_retry_mintimeout": "1000", "fetch_retry_maxtimeout": "4000"}
"""npm's own waits between attempts (10 s, then 60 s) look like a program that hangs."""
_VIEW_PATIENCE = _RETRIES | {"fetch_timeout": "15000"}
"""How long an answer may stand still, in ms. A download may pause for as long as npm is configured to wait."""


@dataclass(frozen=True, slots=True)
class Package:
    """One published version of a package: its integrity (`sha512-...`) and what it depends on optionally."""

    name: str
    version: str
    integrity: str
    optional: Mapping[str, str] = field(default_factory=dict)


def view(name: str, version: str) -> Package:
    """What npm knows of a version (or tag) of a package.

    Raises FetchError when there is no npm, no network, no such version, or no integrity for it.
    """
    spec = f"{name}@{version}"
    fields = ("name", "version", "dist.integrity", "optionalDependencies")
    answer = _json(_run(spec, ["view", spec, *fields, "--json"], _VIEW_SECONDS, _VIEW_PATIENCE))
    if isinstance(answer, list) and answer:
        answer = answer[-1]
    if not isinstance(answer, dict) or not isinstance(answer.get("version"), str):
        raise _unknown(spec)
    integrity, optional = answer.get("dist.integrity"), answer.get("optionalDependencies")
    if not isinstance(integrity, str) or not _sha512s(integrity):
        raise FetchError(spec, "npm states no sha512 for it", "check the registry that npm is configured for")
    return Package(
        name=name,
        version=answer["version"],
        integrity=integrity,
        optional={str(key): str(value) for key, value in optional.items()} if isinstance(optional, dict) else {},
    )


def versions(name: str) -> list[str]:
    """Every version of a package that npm knows, in its order. Raises FetchError."""
    answer = _json(_run(name, ["view", name, "versions", "--json"], _VIEW_SECONDS, _VIEW_PATIENCE))
    listed = answer if isinstance(answer, list) else [answer]
    found = [version for version in listed if isinstance(version, str)]
    if not found:
        raise FetchError(name, "npm lists no versions of it", "check the registry that npm is configured for")
    return found


def pack(package: Package, target: Path) -> Path:
    """Download the tarball of a package into the empty directory `target` and check it.

    Raises FetchError when it cannot be fetched, or is not what its integrity says.
    """
    spec = f"{package.name}@{package.version}"
    arguments = ["pack", spec, "--json", "--ignore-scripts", "--pack-destination", str(target)]
    _run(spec, arguments, _PACK_SECONDS, _RETRIES)
    tarballs = [path for path in target.glob("*.tgz") if path.is_file()]
    if len(tarballs) != 1:
        raise FetchError(spec, "npm pack left no tarball", "run the same command again, or update npm")
    with tarballs[0].open("rb") as file:
        digest = hashlib.file_digest(file, "sha512").digest()
    if digest not in _sha512s(package.integrity):
        remedy = "clear npm's cache and run again; if it stays, do not trust this source"
        raise FetchError(spec, "the tarball does not match its published sha512", remedy)
    return tarballs[0]


def _run(spec: str, arguments: list[str], seconds: int, patience: Mapping[str, str]) -> str:
    """What npm prints, when it succeeds; else FetchError with npm's reason in one line."""
    program = shutil.which("npm")
    if program is None:
        remedy = "install Node.js with npm, or give the path of a cli.js, an executable or a tarball"
        raise FetchError(spec, "cannot be fetched without npm, which is not on PATH", remedy)
    try:
        done = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
            env=_environment(patience),
        )
    except subprocess.TimeoutExpired:
        raise FetchError(spec, f"npm did not answer within {seconds} s", "check the network and run again") from None
    except OSError as error:
        raise FetchError(spec, f"npm cannot be started ({error.strerror})", "check the npm on PATH") from None
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise _failure(spec, output, done.stderr.decode("utf-8", "replace"))
    return output


def _environment(patience: Mapping[str, str]) -> dict[str, str]:
    """The user's environment with npm's patience in it; what the user set there stays."""
    own = {name.lower() for name in os.environ}
    wanted = {f"npm_config_{name}": value for name, value in patience.items()}
    return {**os.environ, **{name: value for name, value in wanted.items() if name not in own}}


def _failure(spec: str, output: str, errors: str) -> FetchError:
    answer = _json(output)
    error = answer.get("error") if isinstance(answer, dict) else None
    stated = error.get("code") if isinstance(error, dict) else None
    match = _ERROR_CODE.search(errors)
    code = str(stated or (match.group(1) if match else "no code"))
    if code in _UNKNOWN:
        return _unknown(spec)
    if code in _OFFLINE:
        return FetchError(
            spec, f"npm cannot reach its registry ({code})", "check the network and 'npm config get registry'"
        )
    return FetchError(spec, f"npm failed ({code})", f"run 'npm view {spec}' to see why")


def _unknown(spec: str) -> FetchError:
    name = spec.rpartition("@")[0]
    return FetchError(spec, "npm knows no such version", f"'npm view {name} versions' lists them")


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _sha512s(integrity: str) -> list[bytes]:
    """The sha512 digests that a subresource integrity string names."""
    digests = []
    for part in integrity.split():
        algorithm, _, value = part.partition("-")
        if algorithm == "sha512":
            try:
                digests.append(base64.b64decode(value.partition("?")[0], validate=True))
            except ValueError:
                continue
    return digests
