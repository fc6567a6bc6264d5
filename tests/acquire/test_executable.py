"""Native executables of every kind, with records of every length, in every encoding."""

from __future__ import annotations

from pathlib import Path

import pytest
import zstandard

from extractor.acquire import acquire
from extractor.errors import InputError
from extractor.model.bundle import Bundle
from tests.acquire.build_containers import (
    BINARY,
    CLIENT,
    CONTAINERS,
    FILE,
    LATIN1,
    NAPI,
    SPLIT,
    TEXT,
    TRAILER,
    UTF16,
    Part,
    elf_overlay,
    elf_section,
    graph,
    macho,
    pe,
)


def opened(tmp_path: Path, data: bytes) -> Bundle:
    path = tmp_path / "claude"
    path.write_bytes(data)
    return acquire(str(path))


def texts(bundle: Bundle, kind: str = "script") -> dict[str, bytes]:
    return {chunk.name: bundle.text(chunk) for chunk in bundle.chunks if chunk.kind == kind}


@pytest.mark.parametrize("stride", [28, 32, 36, 52, 60])
@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container_with_records_of_every_length(tmp_path: Path, container: str, stride: int) -> None:
    bundle = opened(tmp_path, CONTAINERS[container](graph(SPLIT, stride)))
    assert bundle.container == container
    assert bundle.entry == "/$bunfs/root/cli"
    assert texts(bundle) == {part.name: part.text for part in SPLIT[:2]}
    assert texts(bundle, "document") == {"/$bunfs/root/notes.md": b"# notes\n"}
    assert bundle.script_end == sum(len(part.text) for part in SPLIT[:2]) + 1
    assert bundle.blob[: bundle.script_end] == SPLIT[0].text + b"\n" + SPLIT[1].text


@pytest.mark.parametrize("size", [24, 32])
def test_an_offsets_record_of_either_length(tmp_path: Path, size: int) -> None:
    assert len(opened(tmp_path, elf_overlay(graph(SPLIT, 28, offsets_size=size))).chunks) == 3


@pytest.mark.parametrize(
    ("data", "platform"),
    [
        (elf_section(graph(SPLIT)), "linux-x64"),
        (elf_section(graph(SPLIT), head=b"/lib/ld-musl-x86_64.so.1\0"), "linux-x64-musl"),
        (elf_overlay(graph(SPLIT)), "linux-arm64"),
        (macho(graph(SPLIT)), "darwin-arm64"),
        (macho(graph(SPLIT), 0x01000007), "darwin-x64"),
        (pe(graph(SPLIT)), "win32-x64"),
        (pe(graph(SPLIT), 0xAA64), "win32-arm64"),
        (pe(graph(SPLIT), 0x014C), "win32-unknown"),
    ],
)
def test_the_platform_is_in_the_header(tmp_path: Path, data: bytes, platform: str) -> None:
    assert opened(tmp_path, data).platform == platform


def test_a_windows_build_reads_like_the_others(tmp_path: Path) -> None:
    parts = [
        Part(part.name.replace("/$bunfs/", "B:/~BUN/"), part.text.replace(b"/$bunfs/", b"B:/~BUN/"))
        for part in SPLIT[:2]
    ]
    parts.append(Part("B:\\~BUN\\root\\notes.md", b"a\r\nb\r\n", LATIN1, TEXT, 0, CLIENT))
    bundle = opened(tmp_path, pe(graph(parts)))
    assert texts(bundle) == {part.name: part.text for part in SPLIT[:2]}
    assert texts(bundle, "document") == {"/$bunfs/root/notes.md": b"a\nb\n"}
    assert bundle.entry == "/$bunfs/root/cli"


@pytest.mark.parametrize(
    ("encoding", "raw"),
    [
        (BINARY, 'let s=(i)=>"ä→😀";'.encode()),
        (UTF16, 'let s=(i)=>"ä→😀";'.encode("utf-16-le")),
        (UTF16, 'let s=(i)=>"ä→😀";'.encode()),
    ],
)
def test_scripts_in_unicode(tmp_path: Path, encoding: int, raw: bytes) -> None:
    bundle = opened(tmp_path, elf_section(graph([Part("/$bunfs/root/cli", raw, encoding)], entry=0)))
    assert bundle.blob.decode() == 'let s=(i)=>"ä→😀";'


@pytest.mark.parametrize("encoding", [LATIN1, BINARY])
def test_scripts_in_latin_1(tmp_path: Path, encoding: int) -> None:
    raw = 'let s=(i)=>"äöü";'.encode("latin-1")
    bundle = opened(tmp_path, elf_section(graph([Part("/$bunfs/root/cli", raw, encoding)], entry=0)))
    assert bundle.blob.decode() == 'let s=(i)=>"äöü";'


def test_documents_are_decompressed_and_decoded(tmp_path: Path) -> None:
    parts = [
        SPLIT[1],
        Part("/$bunfs/root/a.md.zst", zstandard.compress("# ä\n".encode()), BINARY, FILE, 0, CLIENT),
        Part("/$bunfs/root/b.txt", "→".encode("utf-16-le") + b"b\0", UTF16, TEXT, 0, CLIENT),
        Part("/$bunfs/root/c.html", "<b>ä</b>".encode("latin-1"), LATIN1, TEXT, 0, CLIENT),
        Part("/$bunfs/root/d.txt", b"\xff\0\xfe", BINARY, FILE, 0, CLIENT),
        Part("/$bunfs/root/e.woff2.asset", b"wOF2", BINARY, FILE, 0, CLIENT),
        Part("/$bunfs/root/f.min.js", zstandard.compress(b"var f=()=>{};"), BINARY, FILE, 0, CLIENT),
        Part("/$bunfs/root/g.wasm", b"\0asm", BINARY, 9, 0, CLIENT),
        Part("/$bunfs/root/h.node", b"\x7fELF", BINARY, NAPI, 0, CLIENT),
    ]
    bundle = opened(tmp_path, elf_section(graph(parts, entry=0)))
    assert list(texts(bundle)) == ["/$bunfs/root/cli"]
    assert {name: text.decode() for name, text in texts(bundle, "document").items()} == {
        "/$bunfs/root/a.md.zst": "# ä\n",
        "/$bunfs/root/b.txt": "→b",
        "/$bunfs/root/c.html": "<b>ä</b>",
    }


def test_scripts_come_before_documents_in_the_containers_order(tmp_path: Path) -> None:
    parts = [SPLIT[3], SPLIT[1], SPLIT[0]]
    bundle = opened(tmp_path, elf_section(graph(parts)))
    assert [chunk.name for chunk in bundle.chunks] == [part.name for part in (SPLIT[1], SPLIT[0], SPLIT[3])]
    for chunk in bundle.chunks:
        assert bundle.chunk_at(chunk.start) is chunk
        assert bundle.chunk_at(chunk.end - 1) is chunk


def test_records_without_flags_are_read_by_their_names(tmp_path: Path) -> None:
    parts = [Part(part.name, part.text, 0, 0, 0, 0) for part in SPLIT]
    bundle = opened(tmp_path, elf_section(graph(parts, 32)))
    assert list(texts(bundle)) == [part.name for part in SPLIT[:2]]
    assert list(texts(bundle, "document")) == ["/$bunfs/root/notes.md"]


def test_the_trailers_text_inside_a_script_does_not_mislead(tmp_path: Path) -> None:
    script = Part("/$bunfs/root/cli", b'let t=(a)=>"' + TRAILER + b'";')
    assert opened(tmp_path, elf_section(graph([script], entry=0))).blob == script.text


def test_the_last_valid_graph_wins(tmp_path: Path) -> None:
    first, second = graph(SPLIT[:2]), graph([Part("/$bunfs/root/cli", b"let second=()=>{};")], entry=0)
    assert opened(tmp_path, elf_overlay(first + second)).blob == b"let second=()=>{};"


def test_a_section_that_lies_is_passed_over(tmp_path: Path) -> None:
    data = bytearray(elf_section(graph(SPLIT)))
    data[-64 + 24 : -64 + 32] = (2**62).to_bytes(8, "little")
    bundle = opened(tmp_path, bytes(data))
    assert (bundle.container, len(bundle.chunks)) == ("elf overlay", 3)


def test_the_release_is_read_from_the_scripts(tmp_path: Path) -> None:
    info = b'e({PACKAGE_URL:"@anthropic-ai/claude-code",README_URL:"x",VERSION:"2.1.240"}.VERSION,()=>1);'
    parts = [Part("/$bunfs/root/cli", b'({VERSION:"9.9.9"});' + info)]
    assert opened(tmp_path, macho(graph(parts, entry=0))).release == "2.1.240"


def test_a_release_that_says_nothing_is_called_after_its_file(tmp_path: Path) -> None:
    assert opened(tmp_path, macho(graph(SPLIT))).release == "claude"


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_truncated_executable_is_refused(tmp_path: Path, container: str) -> None:
    data = CONTAINERS[container](graph(SPLIT))
    path = tmp_path / "claude"
    for size in (2, 8, 30, 64, 100, len(data) // 2, data.rfind(TRAILER)):
        path.write_bytes(data[:size])
        with pytest.raises(InputError, match=r"claude: is .*; give a"):
            acquire(str(path))


def test_a_bomb_in_a_document_is_refused(tmp_path: Path) -> None:
    bomb = zstandard.compress(bytes(1 << 26))
    parts = [SPLIT[1], Part("/$bunfs/root/a.md.zst", bomb, BINARY, FILE, 0, CLIENT)]
    with pytest.raises(InputError, match=r"document .* is too large"):
        opened(tmp_path, elf_section(graph(parts, entry=0)))


@pytest.mark.parametrize("stated", [True, False])
def test_a_document_compressed_with_or_without_its_size(tmp_path: Path, stated: bool) -> None:
    frame = zstandard.ZstdCompressor(write_content_size=stated).compress(b"# notes" * 1000)
    parts = [SPLIT[1], Part("/$bunfs/root/a.md.zst", frame, BINARY, FILE, 0, CLIENT)]
    bundle = opened(tmp_path, elf_section(graph(parts, entry=0)))
    assert texts(bundle, "document") == {"/$bunfs/root/a.md.zst": b"# notes" * 1000}


@pytest.mark.parametrize("stated", [True, False])
def test_a_damaged_document_is_refused(tmp_path: Path, stated: bool) -> None:
    frame = zstandard.ZstdCompressor(write_content_size=stated).compress(b"# notes" * 1000)
    parts = [SPLIT[1], Part("/$bunfs/root/a.md.zst", frame[:-4], BINARY, FILE, 0, CLIENT)]
    with pytest.raises(InputError, match=r"compressed document .* is damaged"):
        opened(tmp_path, elf_section(graph(parts, entry=0)))
