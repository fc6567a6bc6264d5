"""Archives that were not made by npm: nothing in them leads out, and none takes more than a release does."""

from __future__ import annotations

import gzip
import io
import tarfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.acquire.source import read_tarball
from extractor.acquire.tarball import unpack
from extractor.errors import InputError
from tests.acquire.build_containers import PROGRAM, main_tarball, manifest, tarball

MEBIBYTE = 1 << 20


def archive(*entries: tarfile.TarInfo, good: bool = True) -> bytes:
    """An archive of the given entries, and behind them a good package."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as file:
        for entry in entries:
            file.addfile(entry, io.BytesIO(b"x" * entry.size))
        if good:
            for name, data in (("cli.js", PROGRAM), ("package.json", manifest("2.0.5"))):
                info = tarfile.TarInfo(f"package/{name}")
                info.size = len(data)
                file.addfile(info, io.BytesIO(data))
    return gzip.compress(stream.getvalue(), mtime=0)


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, size
    return info


def refusal(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "x.tgz"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_tarball(path, "x.tgz")
    return str(caught.value)


def test_a_good_archive_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.tgz").write_bytes(archive(entry("package", tarfile.DIRTYPE), entry("package/" + "l" * 300, size=9)))
    assert read_tarball(tmp_path / "x.tgz", "x.tgz").blob == PROGRAM


@pytest.mark.parametrize("name", ["../evil.js", "package/../../evil.js", "/etc/evil.js", "package\\..\\evil.js"])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    assert "would land outside" in refusal(tmp_path, archive(entry(name, size=3)))
    assert not list(tmp_path.rglob("evil.js"))


def test_a_long_path_that_leads_out_is_refused(tmp_path: Path) -> None:
    assert "would land outside" in refusal(tmp_path, archive(entry("package/" + "a/" * 100 + "../" * 150 + "evil.js")))
    pax = tarball({"a" * 120 + "/../../evil.js": b"x"})
    assert "would land outside" in refusal(tmp_path, pax)


SPECIAL = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE)


@pytest.mark.parametrize("kind", SPECIAL)
def test_links_and_devices_are_refused(tmp_path: Path, kind: bytes) -> None:
    assert "holds a link or a device" in refusal(tmp_path, archive(entry("package/cli.js", kind, "/etc/passwd")))


def test_a_file_where_a_directory_should_be(tmp_path: Path) -> None:
    path = tmp_path / "x.tgz"
    path.write_bytes(archive(entry("package/bin", size=3), entry("package/bin/claude", size=3)))
    with pytest.raises((InputError, OSError)):
        read_tarball(path, "x.tgz")


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    assert "too many files" in refusal(tmp_path, archive(*(entry(f"package/v/{i}") for i in range(20_001))))


@pytest.mark.parametrize("name", ["package/cli.js", "package/vendor/zeros"])
def test_a_bomb_takes_neither_memory_nor_disk(tmp_path: Path, name: str) -> None:
    stream = io.BytesIO()
    with gzip.open(stream, "wb", compresslevel=6) as file:
        file.write(entry(name, size=1 << 33).tobuf(tarfile.GNU_FORMAT))
        for _ in range(400):
            file.write(bytes(MEBIBYTE))
    (tmp_path / "x.tgz").write_bytes(stream.getvalue())
    (tmp_path / "out").mkdir()
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="unpacks to far more than a release holds"):
            unpack(tmp_path / "x.tgz", tmp_path / "out", "x.tgz")
        assert tracemalloc.get_traced_memory()[1] < 16 * MEBIBYTE
    finally:
        tracemalloc.stop()
    assert sum(path.stat().st_size for path in (tmp_path / "out").iterdir()) < 160 * MEBIBYTE


def test_an_extension_header_of_any_size_is_bounded(tmp_path: Path) -> None:
    for kind in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.XGLTYPE):
        data = entry("@LongLink", kind, size=1 << 30).tobuf(tarfile.GNU_FORMAT) + bytes(MEBIBYTE)
        assert "extension header that is too large" in refusal(tmp_path, gzip.compress(data))


@pytest.mark.parametrize(
    "body", [b"13 size=-1\n", b"99999 path=x\n", b"x path=a\n", b"11 nothing\n", "12 size=²\n".encode(), b"0 path=\n"]
)
def test_a_damaged_extension_header_is_refused(tmp_path: Path, body: bytes) -> None:
    header = entry("pax", tarfile.XHDTYPE, size=len(body)).tobuf(tarfile.USTAR_FORMAT)
    data = header + body.ljust(512, b"\0") + entry("package/cli.js").tobuf(tarfile.USTAR_FORMAT)
    assert "damaged extension header" in refusal(tmp_path, gzip.compress(data))


@pytest.mark.parametrize("field", [b"-0000000007\0", b"+0000000007\0", b"0_000000007\0", b"garbage!!!!\0"])
def test_a_size_that_is_no_number_is_refused(tmp_path: Path, field: bytes) -> None:
    header = bytearray(entry("package/cli.js").tobuf(tarfile.USTAR_FORMAT))
    header[124:136] = field
    header[148:156] = b"%06o\0 " % (sum(header[:148]) + 256 + sum(header[156:]))
    assert "no tar archive, or damaged" in refusal(tmp_path, gzip.compress(bytes(header) + bytes(1024)))


def test_something_else_that_is_gzipped(tmp_path: Path) -> None:
    assert "is no tar archive" in refusal(tmp_path, gzip.compress(b"let a=(b)=>{};" * 100))
    assert "is no npm package" in refusal(tmp_path, gzip.compress(b""))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_archive_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    plain = bytearray(gzip.decompress(main_tarball("2.0.5")))
    for _ in range(data.draw(st.integers(1, 8))):
        plain[data.draw(st.integers(0, len(plain) - 1))] = data.draw(st.integers(0, 255))
    del plain[data.draw(st.integers(0, len(plain))) or len(plain) :]
    path = tmp_path_factory.mktemp("fuzz") / "x.tgz"
    path.write_bytes(gzip.compress(bytes(plain), compresslevel=1))
    try:
        bundle = read_tarball(path, "x.tgz")
    except InputError as error:
        assert str(error).startswith("x.tgz: ")
    else:
        assert bundle.chunks
