"""The cache: what is kept comes back unchanged, what is damaged is fetched again, and nothing is half-written."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.acquire import __main__ as command
from extractor.acquire import acquire, cache, keep_tarball
from extractor.errors import FetchError, InputError
from extractor.model.bundle import Bundle, Chunk
from extractor.paths import cache_directory
from tests.acquire.build_containers import SPLIT, elf_section, graph, main_tarball, platform_tarball
from tests.acquire.fake_npm import FakeNpm

MAIN = "@anthropic-ai/claude-code"
BUNDLE = Bundle(
    release="2.1.120",
    platform="linux-x64",
    container="elf section",
    blob="let ä=1;\n# ö".encode(),
    chunks=(Chunk("/$bunfs/root/cli", 0, 9), Chunk("/$bunfs/root/a.md", 10, 14, "document")),
    entry="/$bunfs/root/cli",
)


def test_a_bundle_comes_back_as_it_was(tmp_path: Path) -> None:
    path = cache.store(tmp_path / "deep/cache", BUNDLE)
    assert path == tmp_path / "deep/cache/2.1.120-linux-x64.bundle"
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert cache.load(path.parent, "2.1.120", "linux-x64") == BUNDLE
    assert cache.load(path.parent, "2.1.120", "darwin-x64") is None
    assert cache.load(path.parent, "2.1.12", "linux-x64") is None


def test_names_that_lead_out_of_the_cache_are_refused(tmp_path: Path) -> None:
    for version, platform in (("../x", "linux-x64"), ("2.1.1", "a/b"), ("", "x"), (".", "x")):
        with pytest.raises(ValueError, match="no plain names"):
            cache.cached_file(tmp_path, version, platform)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_file_is_never_taken_for_a_bundle(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = cache.store(tmp_path_factory.mktemp("cache"), BUNDLE)
    assert path is not None
    whole = path.read_bytes()
    if data.draw(st.booleans()):
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    else:
        at = data.draw(st.integers(0, len(whole) - 1))
        path.write_bytes(whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :])
    assert cache.load(path.parent, "2.1.120", "linux-x64") in (None, BUNDLE)


def test_a_damaged_file_is_fetched_again_with_a_warning(
    npm: FakeNpm, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    first = acquire("2.0.5", cache_dir=cache)
    file = cache / "2.0.5-any.bundle"
    whole = file.read_bytes()
    file.write_bytes(whole[:-3])
    with caplog.at_level(logging.WARNING):
        assert acquire("2.0.5", cache_dir=cache) == first
    assert [record.getMessage() for record in caplog.records] == [f"{file} was damaged; it is replaced"]
    assert file.read_bytes() == whole


def test_a_damaged_file_that_cannot_be_fetched_again_is_one_error(
    npm: FakeNpm, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.mkdir()
    file = cache / "2.0.5-any.bundle"
    file.write_bytes(b"damaged")
    with pytest.raises(
        FetchError, match=f"its file in the cache, {file}, was damaged, and it npm knows no such version"
    ):
        acquire("2.0.5", cache_dir=cache)
    assert caplog.records == []


@pytest.mark.parametrize(
    "header",
    [
        b"[" * 100_000,
        b'{"format":1,"sha256":"x","directory":1e999}',
        b'{"format":1,"sha256":"x","directory":-5}',
        b"null",
    ],
)
def test_no_header_is_a_crash(tmp_path: Path, header: bytes) -> None:
    path = cache.store(tmp_path, BUNDLE)
    assert path is not None
    path.write_bytes(header + b"\n" + path.read_bytes())
    assert cache.load(tmp_path, "2.1.120", "linux-x64") is None


def test_a_file_under_another_name_is_not_believed(tmp_path: Path) -> None:
    path = cache.store(tmp_path, BUNDLE)
    assert path is not None
    path.rename(tmp_path / "2.1.121-linux-x64.bundle")
    assert cache.load(tmp_path, "2.1.121", "linux-x64") is None


def test_a_file_of_another_format_is_not_read(tmp_path: Path) -> None:
    path = cache.store(tmp_path, BUNDLE)
    assert path is not None
    path.write_bytes(path.read_bytes().replace(b'"format": 1', b'"format": 0', 1))
    assert cache.load(tmp_path, "2.1.120", "linux-x64") is None


@pytest.mark.parametrize("place", ["file", "file/cache"])
def test_a_cache_that_cannot_be_written_is_said_once_before_anything_is_fetched(
    npm: FakeNpm, tmp_path: Path, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    (tmp_path / "file").write_text("in the way")
    steps: list[str] = []
    with pytest.raises(InputError, match="it is no directory; choose another cache with --cache-dir"):
        acquire("2.0.5", cache_dir=tmp_path / place, progress=lambda text, share: steps.append(text))
    assert (caplog.records, steps) == ([], [])


def test_a_full_disk_costs_only_a_warning(
    npm: FakeNpm, cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    monkeypatch.setattr("extractor.acquire.cache._write", full)
    assert acquire("2.0.5", cache_dir=cache).release == "2.0.5"
    assert [record.getMessage() for record in caplog.records] == [
        f"{cache / '2.0.5-any.bundle'} cannot be written (No space left on device); the release will be fetched again"
    ]


def test_a_damaged_file_that_cannot_be_removed_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    path = cache.store(tmp_path, BUNDLE)
    assert path is not None
    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "unlink", refuse)
    assert cache.load(tmp_path, "2.1.120", "linux-x64") is None


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        cache.store(tmp_path, BUNDLE)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_fetch_leaves_the_cache_as_it_was(npm: FakeNpm, cache: Path) -> None:
    npm.publish(MAIN, "2.0.5", main_tarball("2.0.5"))
    acquire("2.0.5", cache_dir=cache)
    with pytest.raises(FetchError):
        acquire("2.0.6", cache_dir=cache)
    assert [file.name for file in cache.iterdir()] == ["2.0.5-any.bundle"]


def test_a_tarball_on_disk_fills_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    native, plain, bad = tmp_path / "a.tgz", tmp_path / "b.tgz", tmp_path / "c.tgz"
    native.write_bytes(platform_tarball("2.1.120", "linux-arm64", elf_section(graph(SPLIT))))
    plain.write_bytes(main_tarball("2.0.5"))
    bad.write_bytes(b"nothing")
    kept = tmp_path / "cache"
    arguments = ["extractor.acquire", str(native), str(bad), str(plain), "--cache-dir", str(kept)]
    monkeypatch.setattr("sys.argv", arguments)
    assert command.main() == 2
    printed = capsys.readouterr()
    assert printed.out == "2.1.120 linux-arm64\n2.0.5 any\n"
    assert printed.err.startswith(f"{bad}: is no complete gzip file; ")
    monkeypatch.setenv("PATH", "")
    assert len(acquire("2.1.120", platform="linux-arm64", cache_dir=kept).chunks) == 3
    assert acquire("2.0.5", cache_dir=kept) == keep_tarball(plain, cache_dir=kept)


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("EXTRACTOR_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_directory() == tmp_path / ".cache/claude-protocol-extractor"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_directory() == tmp_path / ".cache/claude-protocol-extractor"
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache_directory() == Path("/xdg/claude-protocol-extractor")
    monkeypatch.setenv("EXTRACTOR_CACHE", "~/own")
    assert cache_directory() == tmp_path / "own"
    assert cache_directory(Path("/chosen")) == Path("/chosen")
