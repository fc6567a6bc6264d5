"""RELEASE as a path: every kind of file and directory it may be, and everything that is none of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.acquire import acquire, resolve_release
from extractor.errors import InputError
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

NATIVE = elf_section(graph(SPLIT))


def written(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def refusal(path: Path | str) -> str:
    with pytest.raises(InputError) as caught:
        acquire(str(path))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message


def test_a_plain_file_states_its_version(tmp_path: Path) -> None:
    bundle = acquire(str(written(tmp_path / "cli.js", PROGRAM)))
    assert (bundle.release, bundle.platform, bundle.container, bundle.entry) == ("2.1.7", "any", "cli.js", "cli.js")
    assert bundle.blob == PROGRAM
    assert [(chunk.name, chunk.kind) for chunk in bundle.chunks] == [("cli.js", "script")]


def test_a_plain_file_without_a_version_is_called_after_its_path(tmp_path: Path) -> None:
    text = b"const a=(b)=>{};"
    assert acquire(str(written(tmp_path / "my .. cli.v2.js", text))).release == "my-cli.v2"
    assert acquire(str(written(tmp_path / "...js", text))).release == "unnamed"


def test_a_file_of_a_package_has_the_packages_version(tmp_path: Path) -> None:
    written(tmp_path / "package.json", manifest("2.0.5", bin={"claude": "cli.js"}))
    assert acquire(str(written(tmp_path / "cli.js", b"const a=(b)=>{};"))).release == "2.0.5"


def test_a_file_beside_another_package_has_not(tmp_path: Path) -> None:
    written(tmp_path / "package.json", b'{"name": "left-pad", "version": "1.3.0"}')
    assert acquire(str(written(tmp_path / "cli.js", PROGRAM))).release == "2.1.7"


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    assert acquire(str(written(tmp_path / "cli.js", b"\xef\xbb\xbf" + PROGRAM))).blob == PROGRAM


def test_a_tarball_of_the_main_package(tmp_path: Path) -> None:
    bundle = acquire(str(written(tmp_path / "x.tgz", main_tarball("2.0.5"))))
    assert (bundle.release, bundle.platform, bundle.blob) == ("2.0.5", "any", PROGRAM)


@pytest.mark.parametrize(("platform", "native"), [("linux-arm64-musl", NATIVE), ("win32-x64", pe(graph(SPLIT)))])
def test_a_tarball_of_a_platform_package(tmp_path: Path, platform: str, native: bytes) -> None:
    bundle = acquire(str(written(tmp_path / "x.tgz", platform_tarball("2.1.120", platform, native))))
    assert (bundle.release, bundle.platform, len(bundle.chunks)) == ("2.1.120", platform, 3)


@pytest.mark.parametrize("below", ["", "package"])
def test_an_unpacked_package(tmp_path: Path, below: str) -> None:
    written(tmp_path / below / "package.json", manifest("2.1.120", "darwin-x64"))
    written(tmp_path / below / "claude", NATIVE)
    bundle = acquire(str(tmp_path))
    assert (bundle.release, bundle.platform) == ("2.1.120", "darwin-x64")


def test_only_the_program_of_a_package_counts(tmp_path: Path) -> None:
    written(tmp_path / "package.json", manifest("1.0.1", bin={"claude": "cli.mjs"}))
    written(tmp_path / "sdk.mjs", b"export const sdk=()=>{};")
    written(tmp_path / "cli.js", b"const old=()=>{};")
    assert acquire(str(written(tmp_path / "cli.mjs", PROGRAM).parent)).blob == PROGRAM


def test_a_launcher_package_uses_the_platform_package_installed_with_it(tmp_path: Path) -> None:
    launcher = tmp_path / "node_modules/@anthropic-ai/claude-code"
    written(launcher / "package.json", manifest("2.1.120", bin={"claude": "bin/claude.exe"}))
    written(launcher / "bin/claude.exe", b"echo not installed >&2\n")
    assert "is the launcher package" in refusal(launcher)
    written(launcher.with_name("claude-code-linux-x64") / "claude", NATIVE)
    assert acquire(str(launcher)).release == "2.1.120"


def test_a_program_outside_of_its_package_is_not_followed(tmp_path: Path) -> None:
    written(tmp_path / "cli.js", PROGRAM)
    written(tmp_path / "package/package.json", manifest("2.0.1", bin={"claude": "../cli.js"}))
    refusal(tmp_path / "package")


def test_loose_chunks(tmp_path: Path) -> None:
    for part in SPLIT[:2]:
        written(tmp_path / part.name.rpartition("/")[2], part.text)
    written(tmp_path / "notes.md", b"# notes\r\n")
    written(tmp_path / "native.node", b"\x7fELF")
    written(tmp_path / "mermaid.min.js", b"var mermaid=()=>{};")
    written(tmp_path / "src/worker.js", b'import"B:/~BUN/root/chunk-aaaaaaaa.js";')
    written(tmp_path / ".hidden.js", b"let hidden=()=>{};")
    bundle = acquire(str(tmp_path))
    assert {chunk.name: bundle.text(chunk) for chunk in bundle.chunks} == {
        "/$bunfs/root/chunk-aaaaaaaa.js": SPLIT[0].text,
        "/$bunfs/root/cli": SPLIT[1].text,
        "/$bunfs/root/src/worker.js": b'import"/$bunfs/root/chunk-aaaaaaaa.js";',
        "/$bunfs/root/notes.md": b"# notes\n",
    }
    assert (bundle.container, bundle.entry) == ("directory", None)


def test_loose_chunks_that_keep_their_order_in_their_names(tmp_path: Path) -> None:
    written(tmp_path / "00000_src__z.js", b"export let z=()=>{};")
    written(tmp_path / "00001_a.js", b"export let a=()=>{};")
    assert [chunk.name for chunk in acquire(str(tmp_path)).chunks] == ["/$bunfs/root/src/z.js", "/$bunfs/root/a.js"]


def test_loose_chunks_below_buns_own_root(tmp_path: Path) -> None:
    written(tmp_path / "$bunfs/root/a.js", b"export let a=()=>{};")
    written(tmp_path / "$bunfs/root/b.js", b"export let b=()=>{};")
    assert [chunk.name for chunk in acquire(str(tmp_path)).chunks] == ["/$bunfs/root/a.js", "/$bunfs/root/b.js"]


def test_a_directory_with_only_a_cli_js(tmp_path: Path) -> None:
    written(tmp_path / "cli.js", PROGRAM)
    assert acquire(str(tmp_path)).container == "cli.js"


@pytest.mark.parametrize(("name", "data"), [("claude", NATIVE), ("claude.exe", pe(graph(SPLIT)))])
def test_a_directory_with_only_an_executable(tmp_path: Path, name: str, data: bytes) -> None:
    written(tmp_path / "README.md", b"# read me")
    written(tmp_path / name, data)
    assert acquire(str(tmp_path)).entry == "/$bunfs/root/cli"


def test_links_in_a_directory_are_not_followed(tmp_path: Path) -> None:
    secret = written(tmp_path / "secret.js", b"let secret=()=>{};")
    written(tmp_path / "chunks/a.js", b"export let a=()=>{};")
    written(tmp_path / "chunks/b.js", b"export let b=()=>{};")
    (tmp_path / "chunks/c.js").symlink_to(secret)
    (tmp_path / "chunks/d").symlink_to(tmp_path)
    assert len(acquire(str(tmp_path / "chunks")).chunks) == 2


def test_installed_is_the_claude_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(InputError, match="installed: there is no claude on PATH; install"):
        acquire("installed")
    program = written(tmp_path / "lib/claude-code/cli.js", PROGRAM)
    written(program.with_name("package.json"), manifest("2.0.5", bin={"claude": "cli.js"}))
    program.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/claude").symlink_to(program)
    assert acquire("installed").release == "2.0.5"
    found = resolve_release("installed")
    assert (found.version, found.platform, found.source) == ("2.0.5", "any", program)


def test_an_installed_launcher_script_leads_to_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scope = tmp_path / "node_modules/@anthropic-ai"
    launcher = written(scope / "claude-code/cli-wrapper.cjs", b"const { spawnSync } = require('x');(()=>{})();")
    written(launcher.with_name("package.json"), manifest("2.1.120", bin={"claude": "bin/claude.exe"}))
    written(scope / "claude-code-linux-x64/claude", NATIVE)
    launcher.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/claude").symlink_to(launcher)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    bundle = acquire("installed")
    assert (bundle.release, bundle.container) == ("2.1.120", "elf section")


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("cli.js", b"", "is empty"),
        ("cli.js", b"This text is no bundle.\n", "is no JavaScript bundle"),
        ("cli.js", b"\xff\xfe\x00{(=>var", "is no JavaScript bundle"),
        ("notes.txt", b"let a=(b)=>{};", "is no JavaScript bundle"),
        ("data.json", b'{"var a": "(b) => {}"}', "is no JavaScript bundle"),
        ("claude", b"\x7fELF" + bytes(5000), "without a complete Bun module graph"),
        ("claude", b"MZ", "without a complete Bun module graph"),
        ("claude", b"\xcf\xfa\xed\xfe" + b"\xff" * 60, "without a complete Bun module graph"),
        ("x.tgz", b"\x1f\x8b", "is no complete gzip file"),
        ("x.tgz", main_tarball("2.0.5")[:-200], "is no complete gzip file"),
        ("x.tgz", tarball({"package.json": b'{"name": "left-pad", "version": "1.3.0"}'}), "is the package left-pad"),
        ("x.tgz", tarball({"readme.md": b"# hi"}), "is no npm package"),
        ("x.tgz", tarball({"package.json": manifest("2.0.5")}), "is the launcher package"),
        ("x.tgz", tarball({"package.json": manifest("2.0.5", "linux-x64")}), "without the program"),
        ("x.tgz", tarball({"package.json": b"[" * 100_000}), "is no npm package"),
        ("x.tgz", tarball({"package.json": manifest("2.0.5", "../../x")}), "is the package"),
    ],
)
def test_files_that_are_no_release(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    assert problem in refusal(written(tmp_path / name, data))


def test_paths_that_are_no_release(tmp_path: Path) -> None:
    assert "does not exist" in refusal(tmp_path / "missing.js")
    assert "does not exist" in refusal(tmp_path / ("x" * 200) / "y")
    assert "holds no JavaScript" in refusal(tmp_path)
    written(tmp_path / "a/package.json", b'{"name": "left-pad", "version": "1.3.0"}')
    written(tmp_path / "a/index.js", PROGRAM)
    assert "holds the package left-pad" in refusal(tmp_path / "a")
    os.mkfifo(tmp_path / "pipe")
    assert "is no regular file" in refusal(tmp_path / "pipe")


@pytest.mark.parametrize("release", ["", "a\0b"])
def test_arguments_that_are_no_release(release: str) -> None:
    with pytest.raises(InputError, match="is no release; give a version"):
        acquire(release)


def test_a_name_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError):
        acquire("x" * 5000)


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path / "cli.js", PROGRAM)
    monkeypatch.setattr(Path, "open", refuse)
    assert "cannot be read (Permission denied); check" in refusal(path)
