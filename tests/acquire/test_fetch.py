"""Versions, fetched with npm: which package, what is checked, what is left behind, and every way it fails."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from extractor.acquire import acquire, published_versions, resolve_release
from extractor.acquire import npm as npm_client
from extractor.errors import ExtractorError, FetchError, InputError
from extractor.model.release import Release
from tests.acquire.build_containers import (
    PROGRAM,
    SPLIT,
    elf_section,
    graph,
    main_tarball,
    manifest,
    pe,
    platform_tarball,
    tarball,
)
from tests.acquire.fake_npm import FakeNpm

MAIN = "@anthropic-ai/claude-code"


def publish_native(npm: FakeNpm, version: str = "2.1.120", tag: str | None = None) -> None:
    """A release with builds for two platforms, as the registry has them since they are native."""
    builds = {"linux-x64": elf_section(graph(SPLIT)), "win32-x64": pe(graph(SPLIT))}
    launcher = tarball({"package.json": manifest(version), "bin/claude.exe": b"echo none"})
    optional = {f"{MAIN}-{platform}": version for platform in builds} | {"@img/sharp-linux-x64": "^0.34.2"}
    npm.publish(MAIN, version, launcher, tag, optional)
    for platform, executable in builds.items():
        npm.publish(f"{MAIN}-{platform}", version, platform_tarball(version, platform, executable))


def failure(release: str, cache: Path, kind: type[ExtractorError] = FetchError, **options: str) -> str:
    with pytest.raises(kind) as caught:
        acquire(release, cache_dir=cache, **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert not cache.exists() or not list(cache.iterdir())
    return str(caught.value)


def test_a_release_with_a_cli_js_comes_from_the_main_package(npm: FakeNpm, cache: Path, tmp_path: Path) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"), optional={"@img/sharp-linux-x64": "^0.34.2"})
    bundle = acquire("2.0.5", cache_dir=cache)
    assert (bundle.release, bundle.platform, bundle.blob) == ("2.0.5", "any", PROGRAM)
    assert [call[:2] for call in npm.calls] == [["view", f"{MAIN}@2.0.5"], ["pack", f"{MAIN}@2.0.5"]]
    assert not list((tmp_path / "tmp").iterdir())


def test_a_native_release_comes_from_the_package_of_the_platform(npm: FakeNpm, cache: Path, tmp_path: Path) -> None:
    publish_native(npm)
    bundle = acquire("2.1.120", cache_dir=cache)
    assert (bundle.release, bundle.platform, len(bundle.chunks)) == ("2.1.120", "linux-x64", 3)
    assert [call[1] for call in npm.calls] == [
        f"{MAIN}@2.1.120",
        f"{MAIN}-linux-x64@2.1.120",
        f"{MAIN}-linux-x64@2.1.120",
    ]
    other = acquire("2.1.120", platform="win32-x64", cache_dir=cache)
    assert (other.platform, other.container) == ("win32-x64", "pe section")
    assert not list((tmp_path / "tmp").iterdir())


def test_the_second_time_nothing_is_asked(npm: FakeNpm, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish_native(npm)
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    first = [acquire(release, cache_dir=cache) for release in ("2.1.120", "2.0.5")]
    calls = len(npm.calls)
    monkeypatch.setenv("PATH", "")
    again = [acquire(release, cache_dir=cache) for release in ("2.1.120", "2.0.5")]
    assert first == again
    assert acquire("2.0.5", platform="darwin-x64", cache_dir=cache) == first[1]
    assert len(npm.calls) == calls


def test_latest_is_what_npm_says(npm: FakeNpm, cache: Path) -> None:
    publish_native(npm, "2.1.121", tag="latest")
    assert resolve_release("latest") == Release("2.1.121", "linux-x64")
    assert acquire("latest", cache_dir=cache).release == "2.1.121"
    npm.change_view(MAIN, "latest", version="../../etc")
    assert "is no version" in failure("latest", cache.with_name("other"))


def test_a_version_is_resolved_without_asking(npm: FakeNpm) -> None:
    assert resolve_release("2.1.120", platform="darwin-arm64") == Release("2.1.120", "darwin-arm64")
    assert npm.calls == []


def test_what_is_done_is_reported(npm: FakeNpm, cache: Path) -> None:
    publish_native(npm)
    steps: list[str] = []
    acquire("2.1.120", cache_dir=cache, progress=lambda message, _share: steps.append(message))
    assert [step.split()[0] for step in steps] == ["asking", "fetching", "reading", "keeping"]


def test_an_unknown_version(npm: FakeNpm, cache: Path) -> None:
    message = failure("9.9.9", cache)
    assert message == f"{MAIN}@9.9.9: npm knows no such version; 'npm view {MAIN} versions' lists them"


def test_an_older_npm_answers_an_unknown_version_with_nothing(npm: FakeNpm, cache: Path) -> None:
    npm.fail(code=0)
    assert "npm knows no such version" in failure("9.9.9", cache)


def test_a_platform_without_a_build(npm: FakeNpm, cache: Path) -> None:
    publish_native(npm)
    assert failure("2.1.120", cache, platform="linux-riscv64") == (
        f"{MAIN}@2.1.120: has no build for linux-riscv64; choose one of linux-x64, win32-x64"
    )


def test_a_platform_that_is_none(npm: FakeNpm, cache: Path) -> None:
    assert "is no platform" in failure("2.1.120", cache, InputError, platform="../x")
    assert npm.calls == []


@pytest.mark.parametrize("code", ["ENOTFOUND", "ECONNREFUSED", "EAI_AGAIN", "ETIMEDOUT", "ENOTCACHED", "FETCH_ERROR"])
def test_no_network(npm: FakeNpm, cache: Path, code: str) -> None:
    npm.fail(stdout=json.dumps({"error": {"code": code, "summary": "request\nfailed"}}))
    assert f"npm cannot reach its registry ({code}); check the network" in failure("2.1.120", cache)
    npm.fail(stderr=f"npm ERR! code {code}\nnpm ERR! request failed\n")
    assert f"npm cannot reach its registry ({code}); check the network" in failure("2.1.120", cache)


def test_npm_gives_up_soon_unless_the_user_wants_more_patience(
    npm: FakeNpm, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.lower().startswith("npm_config_fetch")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NPM_CONFIG_FETCH_RETRIES", "9")
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    acquire("2.0.5", cache_dir=cache)
    shared = {
        "NPM_CONFIG_FETCH_RETRIES": "9",
        "npm_config_fetch_retry_mintimeout": "1000",
        "npm_config_fetch_retry_maxtimeout": "4000",
    }
    assert npm.patience == [shared | {"npm_config_fetch_timeout": "15000"}, shared]


def test_an_npm_that_fails_otherwise(npm: FakeNpm, cache: Path) -> None:
    npm.fail(code=7, stdout="<html>\n" * 50, stderr="npm error code EACCES\n")
    assert "npm failed (EACCES); run 'npm view" in failure("2.1.120", cache)
    npm.fail(code=7)
    assert "npm failed (no code)" in failure("2.1.120", cache)


def test_published_versions_from_one_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm_client, "versions", lambda name: ["2.1.10", "2.1.9", "0.0.0-next", "2.1.100", "odd"])
    assert published_versions("2.1.9") == ["2.1.9", "2.1.10", "2.1.100"]
    assert published_versions("2.1.9", 2) == ["2.1.10", "2.1.100"]
    for since, problem in (("2.1.101", "nothing was published from it on"), ("new", "it is no version")):
        with pytest.raises(InputError, match=f"^{since}: {problem}; "):
            published_versions(since)


def test_no_npm(npm: FakeNpm, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "cannot be fetched without npm, which is not on PATH; install Node.js" in failure("2.1.120", cache)


def test_an_npm_that_cannot_be_started(npm: FakeNpm, cache: Path) -> None:
    (npm.bin / "npm").write_text("#!/nowhere/at/all\n")
    assert "npm cannot be started" in failure("2.1.120", cache)


def test_a_tarball_with_other_bytes_than_published(npm: FakeNpm, cache: Path, tmp_path: Path) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    npm.replace_tarball(MAIN, "2.0.5", main_tarball("2.0.5", PROGRAM + b"evil();"))
    assert "does not match its published sha512; clear npm's cache" in failure("2.0.5", cache)
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("integrity", [None, "", "sha1-abc", "sha512-", "sha512-!", 5])
def test_a_version_without_a_sha512(npm: FakeNpm, cache: Path, integrity: object) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    npm.change_view(MAIN, "2.0.5", **{"dist.integrity": integrity})
    message = failure("2.0.5", cache)
    assert "npm states no sha512 for it" in message or "does not match" in message


def test_one_of_several_digests_is_enough(npm: FakeNpm, cache: Path) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    right = json.loads((npm.home / "packages.json").read_text())[f"{MAIN}@2.0.5"]["view"]["dist.integrity"]
    npm.change_view(MAIN, "2.0.5", **{"dist.integrity": f"sha1-x sha512-AAAA {right}?opt"})
    assert acquire("2.0.5", cache_dir=cache).release == "2.0.5"


def test_a_package_of_another_version(npm: FakeNpm, cache: Path) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.6"))
    assert "its package says it is 2.0.6" in failure("2.0.5", cache)


def test_a_package_that_cannot_be_read(npm: FakeNpm, cache: Path) -> None:
    npm.publish(MAIN, "2.0.5", tarball({"package.json": b'{"name": "left-pad", "version": "2.0.5"}'}))
    assert "is the package left-pad" in failure("2.0.5", cache, InputError)


def test_no_room_for_temporary_files(npm: FakeNpm, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    monkeypatch.setattr("tempfile.tempdir", str(npm.home / "missing"))
    assert "2.0.5: cannot be unpacked (No such file or directory); make room" in failure("2.0.5", cache)
