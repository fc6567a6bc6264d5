"""The command line from outside: exit codes, one-line errors, results on stdout, files written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import extractor as package
from extractor import generate
from extractor.acquire.cache import store
from extractor.sample import sample_bundle


def extractor(*arguments: str, cwd: Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """One run of the command as a user would start it, with no npm on PATH unless the environment says so."""
    env = {"PATH": str(cwd), "HOME": str(cwd), "EXTRACTOR_CACHE": str(cwd / "cache"), **environment}
    env["PYTHONPATH"] = str(Path(package.__file__).parents[1])
    command = [sys.executable, "-m", "extractor", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project root with two releases: the sample, and the sample with one field made required."""
    folder = tmp_path_factory.mktemp("root")
    for name, edit in (("2.1.900", ("", "")), ("2.1.901", ("reason:str().optional()", "reason:str()"))):
        text = sample_bundle().blob.decode().replace(*edit).replace("Version: sample", f"Version: {name}")
        (folder / f"{name}.js").write_text(text)
        done = extractor("run", f"./{name}.js", cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def test_the_main_job_writes_the_inventory_and_what_is_made_of_it(root: Path) -> None:
    assert (root / "inventories/2.1.900/control_requests.yaml").is_file()
    assert (root / "generated/tables/2.1.900/README.md").is_file()
    assert (root / "generated/python/claude_protocol_2_1_900/py.typed").is_file()
    assert (root / "generated/reports/2.1.900-2.1.901.md").is_file()
    assert extractor("check", cwd=root).returncode == 0


def test_a_stale_file_is_found_and_generating_mends_it(root: Path) -> None:
    page = root / "generated/tables/2.1.900/README.md"
    text = page.read_text()
    page.write_text(text + "edited\n")
    stale = extractor("check", cwd=root)
    assert (stale.returncode, stale.stdout) == (1, f"{page.relative_to(root)}: it is not what the inventory makes\n")
    assert extractor("generate", cwd=root).returncode == 0
    assert page.read_text() == text


def test_a_picture_that_cannot_be_drawn_here_is_told_and_is_nobodys_fault(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for folder in ("inventories", "generated"):
        shutil.copytree(root / folder, tmp_path / folder)
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(generate, "can_draw", lambda: False)
    generate.generate(tmp_path, [], lambda text, share: None)
    assert not (tmp_path / generate.PICTURE).exists()
    assert generate.stale(tmp_path) == []
    assert [record.message for record in caplog.records] == [generate._UNDRAWN] * 2
    monkeypatch.setattr(generate, "can_draw", lambda: True)
    assert generate.stale(tmp_path) == [f"{generate.PICTURE}: it does not show the inventories"]


def test_asking_for_a_release_that_is_not_there_changes_no_project(root: Path, tmp_path: Path) -> None:
    for folder in ("inventories", "generated"):
        shutil.copytree(root / folder, tmp_path / folder)
    before = sorted(tmp_path.rglob("*"))
    store(tmp_path / "cache", replace(sample_bundle(), release="2.1.902", platform="any"))
    for command in (["show", "2.1.902"], ["diff", "2.1.900", "2.1.902"], ["export", "2.1.902"]):
        done = extractor(*command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert [path for path in sorted(tmp_path.rglob("*")) if "cache" not in path.relative_to(tmp_path).parts] == before
    assert list((tmp_path / "cache").glob("extracted-*/inventories/2.1.902"))


def test_show_gives_the_same_json_twice_and_nothing_else_on_stdout(root: Path) -> None:
    first, second = (extractor("show", "2.1.900", "--json", cwd=root).stdout for _ in range(2))
    assert first == second
    assert json.loads(first)["control_requests"]["interrupt"] == {
        "originator": "client",
        "response": "acknowledgement",
    }


@pytest.mark.parametrize("release", ["../2.1.900", "..", "../../etc", "2.1.900/../2.1.900", ".hidden", "a\nb"])
def test_no_name_of_a_release_leads_out_of_the_inventories(root: Path, tmp_path: Path, release: str) -> None:
    inner = tmp_path / "inventories"
    shutil.copytree(root / "inventories" / "2.1.900", tmp_path / "2.1.900")
    shutil.copytree(root / "inventories" / "2.1.900", inner / "2.1.900")
    for command in (("show",), ("export",), ("run",), ("diff", "2.1.900"), ("models", "--output", "out")):
        done = extractor(*command, release, "--root", str(tmp_path), cwd=inner)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1


def test_a_bundle_that_claims_a_path_as_its_version_is_named_by_its_file(tmp_path: Path) -> None:
    for number, claim in enumerate(("../x", "/etc/x", "1.2.3/../../x", "..")):
        text = sample_bundle().blob.decode().replace("Version: sample", f"Version: {claim}")
        package = tmp_path / f"package-{number}"
        package.mkdir()
        (package / "cli.js").write_text(text)
        manifest = {"name": "@anthropic-ai/claude-code", "version": claim, "bin": "cli.js"}
        (package / "package.json").write_text(json.dumps(manifest))
        done = extractor("run", str(package), "--root", "root", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"root/inventories/package-{number}/release.yaml").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == [*(f"package-{number}" for number in range(4)), "root"]


def test_a_full_disk_behind_stdout_is_one_line(root: Path) -> None:
    for command in (("show", "2.1.900"), ("show", "2.1.900", "--json"), ("export", "2.1.900"), ("history",)):
        env = {"PATH": str(root), "HOME": str(root), "PYTHONPATH": str(Path(package.__file__).parents[1])}
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "extractor", *command], cwd=root, env=env, stdout=full, stderr=subprocess.PIPE
            )
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1), done.stderr
        assert b"No space left on device" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_reader_that_has_gone_ends_every_command_as_it_ends_others(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "inventories", tmp_path / "inventories")
    (tmp_path / "frames").write_text("{}\n")
    commands = [
        *(("show", "2.1.900"), ("show", "2.1.900", "--json"), ("export", "2.1.900"), ("diff", "2.1.900", "2.1.901")),
        *(("history",), ("history", "--json"), ("validate", "2.1.900", "frames"), ("check",)),
        *(("models", "2.1.900", "--output", "out"), ("run", "sample", "--inventory-only")),
        *(("--help",), ("show", "--help"), ("--version",)),
    ]
    env = {"PATH": str(root), "HOME": str(root), "PYTHONPATH": str(Path(package.__file__).parents[1])}
    for command in commands:
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            line = [sys.executable, "-m", "extractor", *command]
            done = subprocess.run(line, cwd=tmp_path, env=env, stdout=pipe, stderr=subprocess.PIPE)
        assert (command, done.returncode, done.stderr) == (command, -signal.SIGPIPE, b"")


def test_wrong_arguments_are_one_line_that_names_them(tmp_path: Path) -> None:
    for command, words in (
        (("no-such",), "'no-such'; see `"),
        (("show",), "'release'; see `"),
        (("run", "sample", "--limit", "2"), "--limit: it limits what --since finds, and there is no --since; see `"),
        (("run",), "name a release, or give --since; see `"),
    ):
        done = extractor(*command, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
        assert words in done.stderr


def test_a_cache_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for command in (("run", "2.1.235"), ("show", "2.1.235"), ("show", "sample"), ("export", "2.1.235")):
        for place in ("file", "file/below", "/proc/cache"):
            done = extractor(*command, "--cache-dir", place, cwd=tmp_path)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
            assert done.stderr.startswith(f"error: {place}: cannot hold the cache"), done.stderr


def test_export_writes_the_document_of_the_contract(root: Path) -> None:
    document = json.loads(extractor("export", "2.1.900", "--format", "jsonschema", cwd=root).stdout)
    assert document["release"] == "2.1.900"
    assert document["control_requests"]["interrupt"]["response"] is None
    assert "response" not in document["control_requests"]["set_mode"]
    assert extractor("export", "2.1.900", "--format", "xml", cwd=root).returncode == 2


def test_diff_exits_as_it_is_told_to(root: Path) -> None:
    breaking = extractor("diff", "2.1.900", "2.1.901", "--fail-on", "breaking", cwd=root)
    assert breaking.returncode == 1 and "request.reason" in breaking.stdout
    assert extractor("diff", "2.1.900", "2.1.901", cwd=root).returncode == 0
    assert extractor("diff", "2.1.900", "2.1.900", "--fail-on", "any", cwd=root).returncode == 0
    assert json.loads(extractor("diff", "2.1.900", "2.1.901", "--format", "json", cwd=root).stdout)
    assert "<html" in extractor("diff", "2.1.900", "2.1.901", "--format", "html", cwd=root).stdout
    assert extractor("diff", "2.1.900", "2.1.901", "--fail-on", "sometimes", cwd=root).returncode == 2


def test_history_of_one_entry_and_of_none(root: Path) -> None:
    assert "2.1.901" in extractor("history", "interrupt", cwd=root).stdout
    assert json.loads(extractor("history", "--json", cwd=root).stdout)
    unknown = extractor("history", "no_such", cwd=root)
    assert unknown.returncode == 2 and len(unknown.stderr.splitlines()) == 1


def test_validate_reads_standard_input_and_says_what_is_wrong(root: Path) -> None:
    good = {"type": "control_request", "request_id": "1", "request": {"subtype": "set_mode", "mode": "plan"}}
    bad = {**good, "request": {"subtype": "set_mode", "mode": "wild"}}
    lines = "".join(json.dumps({"direction": "stdin", "frame": frame}) + "\n" for frame in (good, bad))
    done = extractor("validate", "2.1.900", "-", cwd=root, stdin=lines)
    assert done.returncode == 1 and "line 2" in done.stdout and "$.request.mode" in done.stdout
    assert extractor("validate", "2.1.900", "-", cwd=root, stdin=json.dumps(good) + "\n").returncode == 0


def test_models_are_written_where_the_user_says(root: Path, tmp_path: Path) -> None:
    done = extractor("models", "2.1.900", "--output", str(tmp_path / "out"), "--package-name", "wire", cwd=root)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/wire/py.typed").is_file() and (tmp_path / "out/pyproject.toml").is_file()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("missing.js", None),
        ("empty.js", b""),
        ("prose.txt", b"This is a text and no bundle at all.\n" * 20),
        ("cut.elf", b"\x7fELF" + b"\0" * 4096),
        ("other.tgz", b"\x1f\x8b" + b"\0" * 64),
        ("binary.js", bytes(range(256)) * 64),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(tmp_path: Path, name: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = extractor("run", f"./{name}", cwd=tmp_path)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert len(done.stderr.splitlines()) == 1 and name in done.stderr, done.stderr
    assert not (tmp_path / "inventories").exists() and not (tmp_path / "generated").exists()


def test_without_npm_a_version_cannot_be_fetched_and_the_sample_can_be_read(tmp_path: Path) -> None:
    done = extractor("run", "2.1.235", cwd=tmp_path)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "npm" in done.stderr
    assert extractor("run", "sample", cwd=tmp_path).returncode == 0
    assert (tmp_path / "inventories/sample/release.yaml").is_file()


def test_an_incomplete_release_exits_3_and_replaces_nothing(root: Path) -> None:
    before = (root / "inventories/2.1.900/messages.yaml").read_bytes()
    text = (root / "2.1.900.js").read_text().replace("Stdout=memo(", "Stdout=unheardOf(")
    (root / "broken.js").write_text(text)
    done = extractor("run", "./broken.js", cwd=root)
    assert done.returncode == 3 and "stdout union" in done.stderr and "control requests" in done.stdout
    assert (root / "inventories/2.1.900/messages.yaml").read_bytes() == before


def test_coverage_that_fell_exits_3_and_force_replaces(root: Path, tmp_path: Path) -> None:
    text = (root / "2.1.900.js").read_text()
    (tmp_path / "first.js").write_text(text)
    (tmp_path / "second.js").write_text(text.replace(",Progress()", ""))
    assert extractor("run", "./first.js", "--inventory-only", cwd=tmp_path).returncode == 0
    fallen = extractor("run", "./second.js", "--inventory-only", cwd=tmp_path)
    assert fallen.returncode == 0 or "coverage fell" in fallen.stderr
    (tmp_path / "third.js").write_text(text.replace("save_state", "other"))
    fallen = extractor("run", "./third.js", "--inventory-only", cwd=tmp_path)
    assert fallen.returncode == 3 and "dispatch/worker/save_state" in fallen.stderr
    assert extractor("run", "./third.js", "--inventory-only", "--force", cwd=tmp_path).returncode == 0


def test_many_releases_carry_on_past_one_that_fails(root: Path, tmp_path: Path) -> None:
    good = root / "2.1.900.js"
    done = extractor("run", str(tmp_path / "none.js"), str(good), "--inventory-only", "--json", cwd=tmp_path)
    assert done.returncode == 2 and "none.js" in done.stderr
    assert list(json.loads(done.stdout)["releases"]) == ["2.1.900"]


def test_results_in_a_pipe_are_plain_text(root: Path) -> None:
    for command in (("show", "2.1.900"), ("diff", "2.1.900", "2.1.901"), ("history",)):
        assert "\x1b" not in extractor(*command, cwd=root).stdout
