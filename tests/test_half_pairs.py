"""Half a surrogate pair in a name or a value, which JavaScript has and no file holds: it costs nothing, anywhere."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from extractor.inventory import inventory_directory, read_inventory
from extractor.sample import sample_bundle
from tests.test_cli import extractor

HALF = "\\ud800"
EDITS = {
    'lit("relay")': f'lit("re{HALF}lay")',
    'm.request.subtype==="relay"': f'm.request.subtype==="re{HALF}lay"',
    'lit("keep_alive")': f'lit("keep{HALF}alive")',
    "oneOf(MODES)": f'oneOf(["plan","{HALF}","b\\udc00"])',
    "server:str()": f'"{HALF}":str(),server:new Schema({{type:"default",innerType:str(),defaultValue:"{HALF}"}})',
    "share:num()": f'share:new Schema({{type:"string",checks:[new Schema({{check:"string_format",format:"regex",'
    f'pattern:new RegExp("[{HALF}-\\udbff]")}})]}})',
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project root with the sample, and with the sample full of halves."""
    folder = tmp_path_factory.mktemp("halves")
    text = sample_bundle().blob.decode()
    for version in ("2.1.900", "2.1.901"):
        for old, new in EDITS.items() if version == "2.1.901" else ():
            assert old in text, old
            text = text.replace(old, new)
        (folder / f"{version}.js").write_text(text.replace("Version: sample", f"Version: {version}"))
        done = extractor("run", f"./{version}.js", cwd=folder)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return folder


def test_an_inventory_comes_back_whole(root: Path) -> None:
    inventory = read_inventory(inventory_directory(root, "2.1.901"))
    assert "re\ud800lay" in [request.subtype for request in inventory.control_requests]
    assert "keep\ud800alive" in [message.key for message in inventory.messages]
    assert inventory.unresolved == ()
    assert extractor("check", cwd=root).returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        ("show", "2.1.901"),
        ("show", "2.1.901", "--json"),
        ("export", "2.1.901"),
        ("run", "./2.1.901.js", "--json"),
        *(("diff", "2.1.900", "2.1.901", "--format", name) for name in ("text", "markdown", "json", "github", "html")),
        *(("history", "--format", name) for name in ("text", "markdown")),
        ("history", "--json"),
        ("history", "--fields"),
        ("history", "set_mode"),
    ],
)
def test_every_output_is_text_that_a_file_holds(root: Path, command: tuple[str, ...]) -> None:
    done = extractor(*command, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ud800" in done.stdout.lower() or command[0] in ("run", "history")
    if "json" in command or "--json" in command or command[0] == "export":
        json.loads(done.stdout)


def test_it_is_written_to_files_too(root: Path, tmp_path: Path) -> None:
    for name in ("text", "markdown", "json", "github", "html"):
        done = extractor("diff", "2.1.900", "2.1.901", "--format", name, "--output", str(tmp_path / name), cwd=root)
        assert (done.returncode, done.stderr) == (0, "")
        (tmp_path / name).read_text("utf-8")


def test_models_accept_what_the_program_does(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(root / "generated/python"))
    package = importlib.import_module("claude_protocol_2_1_901")
    try:
        assert "re\ud800lay" in package.CONTROL_REQUESTS
        line = r'{"type":"keep\ud800alive"}'
        assert not type(package.parse_stdout(json.loads(line))).__name__.startswith("Unknown")
    finally:
        for name in [name for name in sys.modules if name.startswith("claude_protocol_2_1_901")]:
            del sys.modules[name]


def test_recordings_with_halves_are_checked(root: Path) -> None:
    known = r'{"type":"control_request","request_id":"1","request":{"subtype":"set_mode","mode":"\ud800"}}'
    other = r'{"type":"control_request","request_id":"2","request":{"subtype":"set_mode","mode":"\ud801"}}'
    done = extractor("validate", "2.1.901", "--direction", "stdin", "-", cwd=root, stdin=known + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    done = extractor("validate", "2.1.901", "--direction", "stdin", "-", cwd=root, stdin=other + "\n")
    assert (done.returncode, done.stderr) == (1, "")
