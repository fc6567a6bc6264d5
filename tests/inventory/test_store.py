"""Inventories on disk: whole or not at all, the same bytes every time, and one line for every kind of damage."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor.errors import IncompleteError, InputError
from extractor.inventory import (
    inventory_directory,
    inventory_files,
    list_inventories,
    read_inventory,
    write_inventory,
)
from extractor.model.inventory import ControlRequest, Evidence, Inventory, Message
from extractor.model.schema import Array, Field, Object, Ref, String, Union
from tests.support.golden import check_golden
from tests.support.protocol_inventory import expected_inventory
from tests.support.random_schemas import inventories
from tests.support.small_inventory import SMALL as SMALL_RELEASE

SMALL = Inventory(
    "1.2.3",
    control_requests=(ControlRequest("ask", "client", Object((Field("a", String()),)), "acknowledgement"),),
    messages=(Message("user", Ref("Text"), ("stdin",)), Message("user", String(), ("stdout",))),
    definitions={"Text": String()},
    evidence={"message/user": (Evidence("chunk", 1, 2, "schemas"),)},
)


@pytest.mark.parametrize("release", ["2.1.113", "2.1.235", "2.1.245"])
def test_a_whole_release_there_and_back(release: str, tmp_path: Path) -> None:
    inventory = expected_inventory(release)
    directory = write_inventory(inventory, tmp_path)
    assert directory == tmp_path / "inventories" / release
    back = read_inventory(directory)
    assert back == inventory
    assert inventory_files(back) == {path.name: path.read_text("utf-8") for path in directory.iterdir()}


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture], deadline=None)
@given(inventories())
def test_any_inventory_there_and_back(tmp_path: Path, inventory: Inventory) -> None:
    shutil.rmtree(tmp_path / "inventories", ignore_errors=True)
    directory = write_inventory(inventory, tmp_path)
    back = read_inventory(directory)
    assert back == inventory
    assert inventory_files(back) == inventory_files(inventory)


def test_the_files_of_a_small_release(refresh_golden: bool) -> None:
    check_golden("inventory", inventory_files(SMALL_RELEASE), refresh_golden)


def test_evidence_can_be_left_out(tmp_path: Path) -> None:
    directory = write_inventory(SMALL, tmp_path)
    (directory / "evidence.yaml").unlink()
    assert read_inventory(directory, evidence=False) == replace(SMALL, evidence={})
    with pytest.raises(InputError, match=r"evidence\.yaml: is missing"):
        read_inventory(directory)


def test_an_inventory_is_replaced_as_a_whole(tmp_path: Path) -> None:
    directory = write_inventory(SMALL, tmp_path)
    (directory / "stray").write_text("left by someone")
    changed = replace(SMALL, slash_commands=("help",))
    assert write_inventory(changed, tmp_path) == directory
    assert read_inventory(directory) == changed
    assert not (directory / "stray").exists()
    assert [path.name for path in directory.parent.iterdir()] == ["1.2.3"]


def test_an_incomplete_inventory_never_replaces_a_complete_one(tmp_path: Path) -> None:
    incomplete = replace(SMALL, lost=("stdout union",), messages=())
    assert read_inventory(write_inventory(incomplete, tmp_path)).lost == ("stdout union",)
    directory = write_inventory(SMALL, tmp_path)
    with pytest.raises(IncompleteError, match="lost stdout union"):
        write_inventory(incomplete, tmp_path)
    assert read_inventory(directory) == SMALL
    (directory / "release.yaml").write_text("damaged: [")
    with pytest.raises(IncompleteError):
        write_inventory(incomplete, tmp_path)
    write_inventory(SMALL, tmp_path)
    assert read_inventory(directory) == SMALL


def test_nothing_is_left_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = write_inventory(SMALL, tmp_path)
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if target == directory and path.name.startswith(".1.2.3.") and path.parent == directory.parent:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(InputError, match="No space left on device"):
        write_inventory(replace(SMALL, slash_commands=("help",)), tmp_path)
    assert read_inventory(directory) == SMALL
    assert [path.name for path in directory.parent.iterdir()] == ["1.2.3"]


def test_a_root_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "inventories").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_inventory(SMALL, tmp_path)


@pytest.mark.parametrize("file", ["dispatch.yaml", "commands.yaml", "release.yaml"])
def test_a_file_that_was_cut_within_its_last_word_is_noticed(file: str, tmp_path: Path) -> None:
    directory = write_inventory(SMALL, tmp_path)
    text = (directory / file).read_text()
    (directory / file).write_text(text.removesuffix("\n"))
    with pytest.raises(InputError, match=f"{file}: ends in the middle of a line"):
        read_inventory(directory)


def test_a_file_of_all_too_many_values_is_refused_before_it_fills_memory(tmp_path: Path) -> None:
    directory = write_inventory(SMALL, tmp_path)
    (directory / "commands.yaml").write_text(f"slash_commands: [{'1,' * 3_000_000}1]\nhook_events: []\n")
    with pytest.raises(InputError, match=r"commands.yaml: holds more values than an inventory can"):
        read_inventory(directory)


@pytest.mark.parametrize("release", ["..", ".", "", "../up", "a/b", "/etc", ".hidden", "a\nb", "a" * 101])
def test_a_release_is_no_path(release: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no name of a release"):
        inventory_directory(tmp_path, release)
    with pytest.raises(InputError, match="is no name of a release"):
        write_inventory(replace(SMALL, release=release), tmp_path)


def test_inventories_are_listed_by_version(tmp_path: Path) -> None:
    assert list_inventories(tmp_path) == ()
    for release in ("2.1.9", "2.1.113", "2.0.77", "2.1.113-beta.1", "sample", "10.0.0"):
        write_inventory(replace(SMALL, release=release), tmp_path)
    (tmp_path / "inventories" / ".2.1.1.tmp").mkdir()
    (tmp_path / "inventories" / "empty").mkdir()
    listed = list_inventories(tmp_path)
    assert listed == ("2.0.77", "2.1.9", "2.1.113-beta.1", "2.1.113", "10.0.0", "sample")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"definitions": {}}, "refers to the definition 'Text', which is missing"),
        ({"definitions": {"Text": Ref("Text")}}, "nothing but a reference to itself"),
        ({"definitions": {"Text": Union((String(), Ref("B"))), "B": Ref("Text")}}, "a reference to itself"),
        ({"control_requests": SMALL.control_requests * 2}, "share the key 'ask'"),
        ({"control_requests": (ControlRequest("a", None, String(), "schema"),)}, "not what its kind says"),
    ],
)
def test_a_faulty_inventory_is_not_written(changes: dict[str, object], problem: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write_inventory(replace(SMALL, **changes), tmp_path)  # type: ignore[arg-type]
    assert problem in str(caught.value)
    assert not (tmp_path / "inventories").exists()


def test_a_definition_may_contain_itself(tmp_path: Path) -> None:
    tree = replace(SMALL, definitions={"Text": Union((String(), Array(Ref("Text"))))})
    assert read_inventory(write_inventory(tree, tmp_path)) == tree


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("release.yaml", None, "is missing"),
        ("messages.yaml", None, "is missing"),
        ("messages.yaml", "", "is empty"),
        ("messages.yaml", "\x00\x01", "is not YAML"),
        ("messages.yaml", b"\xff\xfe", "is not UTF-8"),
        ("messages.yaml", "[]", "is no mapping"),
        ("messages.yaml", "{user: {streams: [stdin]}}", "user.schema: the key 'schema' is missing"),
        ("messages.yaml", "{user: {streams: [stdio], schema: string}}", "'stdio' is none of stdin, stdout"),
        ("messages.yaml", "{user: {streams: [stdin], schema: {ref: Lost}}}", "counts 2 messages, and 1 are there"),
        ("messages.yaml", "{user: {streams: [stdin], schema: {object: {a: bool}}}}", "schema.object.a: 'bool'"),
        ("definitions.yaml", "{Other: string}", "refers to the definition 'Text', which is missing"),
        ("control_requests.yaml", "{ask: {originator: me, request: any, response: any}}", "'me' is none of client"),
        ("evidence.yaml", "{a: [[chunk, 2, 1, finder]]}", "a.entry 1: ['chunk', 2, 1, 'finder'] is no"),
        ("dispatch.yaml", "[{role: worker}]", "entry 1: the key 'subtypes' is missing"),
        ("release.yaml", "{format: 2}", "has the format 2, and this program reads 1"),
        ("release.yaml", "{release: 1.2.3}", "the key 'format' is missing"),
    ],
)
def test_damage_is_one_line_that_names_the_file(
    file: str, text: str | bytes | None, problem: str, tmp_path: Path
) -> None:
    directory = write_inventory(SMALL, tmp_path)
    (directory / file).unlink()
    if text is not None:
        (directory / file).write_bytes(text if isinstance(text, bytes) else text.encode() + b"\n")
    with pytest.raises(InputError) as caught:
        read_inventory(directory)
    message = str(caught.value)
    assert problem in message
    assert "\n" not in message
    assert str(directory) in message


def test_a_directory_of_another_release_is_noticed(tmp_path: Path) -> None:
    directory = write_inventory(SMALL, tmp_path)
    moved = directory.rename(directory.parent / "1.2.4")
    with pytest.raises(InputError, match="is of the release"):
        read_inventory(moved)
    with pytest.raises(InputError, match="holds no inventory"):
        read_inventory(directory)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300)
@given(st.data())
def test_no_damage_is_a_crash(tmp_path: Path, data: st.DataObject) -> None:
    texts = inventory_files(SMALL)
    directory = tmp_path / "inventories" / SMALL.release
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    damaged = data.draw(st.sampled_from(sorted(texts)))
    for name, text in texts.items():
        content = text.encode()
        if name == damaged:
            start = data.draw(st.integers(0, len(content)))
            end = data.draw(st.integers(start, min(len(content), start + 20)))
            content = (
                content[:start]
                + data.draw(st.binary(max_size=6) | st.sampled_from([b": [", b"- ", b"'"]))
                + content[end:]
            )
        (directory / name).write_bytes(content)
    try:
        found = read_inventory(directory)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(found, Inventory)
        inventory_files(found)
