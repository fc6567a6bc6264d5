"""The generated package as a whole: safe, importable, typed, formatted, and true of real frames."""

from __future__ import annotations

import ast
import json
import keyword
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any as Untyped

import pytest
from hypothesis import HealthCheck, given, settings
from pydantic import TypeAdapter, ValidationError

from extractor import validate
from extractor.errors import InputError
from extractor.model.inventory import ControlRequest, Event, Inventory, Message
from extractor.model.schema import Any, Array, Field, Literal, Number, Object, Optional, Ref, Schema, String, Union
from extractor.render.examples import Examples, Impossible
from extractor.render.models import package_name_of, render_distribution, render_models
from tests.support.golden import check_golden
from tests.support.packages import import_package, write_files
from tests.support.protocol_inventory import expected_inventory
from tests.support.random_schemas import HOSTILE_NAMES, inventories
from tests.support.small_inventory import SMALL

DATA = Path(__file__).parents[1] / "data" / "frames"
CHECKER = Path(validate.__file__).parent
RELEASES = ("2.1.113", "2.1.235", "2.1.245")


def shape(**fields: Schema) -> Object:
    return Object(tuple(Field(*item) for item in fields.items()))


def recorded(name: str) -> list[dict[str, Untyped]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Untyped:
    """The package of 2.1.235."""
    return import_package(expected_inventory("2.1.235"), tmp_path_factory.mktemp("2.1.235"))


def test_every_recorded_frame_there_and_back(package: Untyped) -> None:
    frames = recorded("2.1.235.ndjson")
    assert len(frames) > 100
    for record in frames:
        frame = record["frame"]
        parse = package.parse_stdin if record["direction"] == "stdin" else package.parse_stdout
        message = parse(frame)
        assert message.model_dump() == frame
        assert message.model_dump(by_alias=True, exclude_unset=True) == frame
        assert json.loads(message.model_dump_json()) == frame
        assert parse(json.dumps(frame)) == parse(json.dumps(frame).encode()) == message
        is_unknown = type(message).__name__.startswith("Unknown")
        assert is_unknown == (frame.get("request", {}).get("subtype") == "no_such")


def test_recorded_responses_fit_the_models_of_their_requests(package: Untyped) -> None:
    sent: dict[str, str] = {}
    checked = 0
    for record in recorded("2.1.235.ndjson"):
        frame = record["frame"]
        if frame["type"] == "control_request":
            sent[frame["request_id"]] = frame["request"]["subtype"]
        elif frame["type"] == "control_response" and frame["response"]["subtype"] == "success":
            spec = package.CONTROL_REQUESTS[sent[frame["response"]["request_id"]]]
            if spec.response is not None:
                payload = frame["response"]["response"]
                assert spec.response.model_validate(payload).model_dump() == payload
                checked += 1
    assert checked > 10


def test_frames_marked_wrong_are_refused_or_unknown(package: Untyped) -> None:
    wrong = [record for record in recorded("collected.ndjson") if record["kind"] == "wrong"]
    accepted = []
    for record in wrong:
        parse = package.parse_stdin if record["direction"] == "stdin" else package.parse_stdout
        try:
            message = parse(record["frame"])
        except ValidationError:
            continue
        if not type(message).__name__.startswith("Unknown"):
            accepted.append(record["frame"]["type"])
    assert set(accepted) <= {"control_response"}, "only what a response answers tells that it is wrong"


def test_a_message_of_another_release_never_kills_a_reader(package: Untyped) -> None:
    frames: list[dict[str, Untyped]] = [
        {"type": "brand_new", "x": 1},
        {"type": "system", "subtype": "brand_new", "x": [None]},
        {"type": "result", "subtype": "error_brand_new"},
        {"type": "control_request", "request_id": "1", "request": {"subtype": "brand_new", "x": {}}},
        {"type": "control_response", "response": {"subtype": "brand_new", "request_id": "1"}},
    ]
    for frame in frames:
        for parse, unknown in (
            (package.parse_stdin, package.UnknownStdinMessage),
            (package.parse_stdout, package.UnknownStdoutMessage),
        ):
            message = parse(frame)
            assert type(message) is unknown
            assert message.model_dump() == frame
    known = {**recorded("2.1.235.ndjson")[0]["frame"], "brand_new": {"x": None}}
    assert package.parse_stdin(known).model_dump() == known


@pytest.mark.parametrize(
    "line", ["", "{", "nul", "[1]", "5", '"x"', "{}", '{"type": 1}', '{"type": null}', "NaN", b"\xff", "[" * 100_000]
)
def test_what_is_no_frame_is_a_value_error(package: Untyped, line: str | bytes) -> None:
    for parse in (package.parse_stdin, package.parse_stdout):
        with pytest.raises(ValueError, match=r"."):
            parse(line)


def test_a_damaged_message_is_refused(package: Untyped) -> None:
    frame = recorded("2.1.235.ndjson")[0]["frame"]
    for damaged in ({**frame, "request_id": 1}, {**frame, "request": None}, {**frame, "request": {"subtype": None}}):
        with pytest.raises(ValidationError):
            package.parse_stdin(damaged)


def test_the_unions_work_in_other_types(package: Untyped) -> None:
    adapter = TypeAdapter(list[package.StdoutMessage])  # type: ignore[name-defined]
    frames = [{"type": "keep_alive"}, {"type": "brand_new"}]
    messages = adapter.validate_python(frames)
    assert [type(message).__name__ for message in messages] == ["KeepAliveMessage", "UnknownStdoutMessage"]
    assert adapter.validate_python(messages) == messages
    assert adapter.dump_python(messages, by_alias=True, exclude_unset=True) == frames


def test_the_table_of_control_requests(package: Untyped) -> None:
    inventory = expected_inventory("2.1.235")
    assert list(package.CONTROL_REQUESTS) == [request.subtype for request in inventory.control_requests]
    for request in inventory.control_requests:
        spec = package.CONTROL_REQUESTS[request.subtype]
        assert (spec.originator, spec.response_kind) == (request.originator, request.response_kind)
        assert (spec.response is None) == (request.response is None)
        assert spec.request.__name__ in package.__all__
    model = package.SetModelRequest(model="m")
    frame = package.ControlRequestMessage(request_id="1", request=model).model_dump()
    assert frame == {"type": "control_request", "request_id": "1", "request": {"subtype": "set_model", "model": "m"}}
    assert package.parse_stdin(frame).request == model


def test_the_names_that_travel_in_messages(package: Untyped) -> None:
    assert len(package.SSE_EVENTS) == 36
    assert package.EVENT_SESSION_ERROR == "session.error"
    assert not hasattr(package, "EVENT_SESSION_ARCHIVED")
    assert "PreToolUse" in package.HOOK_EVENTS
    assert package.RELEASE == "2.1.235"


@pytest.mark.parametrize("release", RELEASES)
def test_every_export_is_there_and_every_file_is_clean(release: str, tmp_path: Path) -> None:
    package = import_package(expected_inventory(release), tmp_path)
    assert len(package.__all__) == len(set(package.__all__)) > 50
    assert all(hasattr(package, name) for name in package.__all__)
    for path in tmp_path.rglob("*.py"):
        text = path.read_text("utf-8")
        assert text.startswith("# Generated by claude-protocol-extractor ")
        assert f"from release {release}." in text.splitlines()[0]
        assert "import *" not in text
        assert "extractor." not in text
    assert next(tmp_path.glob("*/py.typed")).read_text() == ""


@pytest.mark.parametrize("release", RELEASES)
def test_it_is_formatted_typed_and_linted(release: str, tmp_path: Path) -> None:
    write_files(render_distribution(expected_inventory(release), "made"), tmp_path)
    commands = [
        ["ruff", "format", "--isolated", "--line-length", "120", "--check", "."],
        ["ruff", "check", "--isolated", "--line-length", "120", "--select", "E,F,I", "--ignore", "E501", "."],
        ["mypy", "--strict", "--cache-dir", "cache", "made"],
    ]
    for command in commands:
        result = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr


USER_CODE = """
from typing import assert_type
from made import CONTROL_REQUESTS, UNSET, InitializeRequest, KeepAliveMessage, SetModelRequest
from made import UnknownStdoutMessage, parse_stdout

message = parse_stdout(b"{}")
if isinstance(message, UnknownStdoutMessage):
    assert_type(message.type, str)
request = SetModelRequest(model="x")
assert_type(request.model or "default", str)
stop = InitializeRequest(title="x")
if stop.title is not UNSET:
    assert_type(stop.title, str)
assert_type(stop.title or "default", str)
spec = CONTROL_REQUESTS["set_model"]
print(spec.request.__name__, KeepAliveMessage())
"""
WRONG_CODE = """
from made import InitializeRequest, StopTaskRequest

InitializeRequest(title=None)  # wrong: null is not absent
StopTaskRequest()  # wrong: task_id is needed
"""


def test_code_that_uses_it_is_checked_by_mypy_and_pyright(tmp_path: Path) -> None:
    write_files(render_models(expected_inventory("2.1.235"), "made"), tmp_path)
    write_files({"good.py": USER_CODE, "wrong.py": WRONG_CODE}, tmp_path)
    checkers = (["mypy", "--strict", "--cache-dir", "cache"], ["pyright", "--pythonpath", sys.executable])
    for checker in checkers:
        good = subprocess.run(
            [sys.executable, "-m", *checker, "good.py", "made"], cwd=tmp_path, capture_output=True, text=True
        )
        assert good.returncode == 0, good.stdout + good.stderr
        wrong = subprocess.run(
            [sys.executable, "-m", *checker, "wrong.py"], cwd=tmp_path, capture_output=True, text=True
        )
        assert wrong.returncode != 0
        assert "wrong.py:4" in wrong.stdout
        assert "wrong.py:5" in wrong.stdout


def test_it_imports_quickly_and_needs_pydantic_only(tmp_path: Path) -> None:
    write_files(render_models(expected_inventory("2.1.235"), "made"), tmp_path)
    code = (
        "import sys, time; import pydantic; before = set(sys.modules); start = time.perf_counter(); import made;"
        "print(time.perf_counter() - start); print(sorted(n.split('.')[0] for n in set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    seconds, modules = result.stdout.splitlines()
    assert float(seconds) < 1.5
    known = {*sys.stdlib_module_names, "made", "pydantic", "pydantic_core", "typing_extensions", "annotated_types"}
    loaded = {module for module in ast.literal_eval(modules) if not module.startswith("_")}
    assert loaded <= known | {"typing_inspection"}


def test_the_same_inventory_gives_the_same_bytes() -> None:
    inventory = expected_inventory("2.1.113")
    assert render_distribution(inventory) == render_distribution(expected_inventory("2.1.113"))
    assert list(render_models(inventory, "a")) == sorted(render_models(inventory, "a"))


def test_the_distribution_can_be_built(tmp_path: Path) -> None:
    write_files(render_distribution(expected_inventory("2.1.113")), tmp_path / "source")
    build = ["pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", str(tmp_path), "./source"]
    subprocess.run([sys.executable, "-m", *build], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith("claude_protocol_2_1_113-2.1.113-")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"claude_protocol_2_1_113/{name}" for name in ("__init__.py", "py.typed", "_base.py")} <= names


@pytest.mark.parametrize("name", ["", "a-b", "A", "a.b", "../a", "class", "1a", "a b", "a\n", "__init__"])
def test_a_package_name_is_checked(name: str) -> None:
    with pytest.raises(InputError, match="is no name of a package"):
        render_models(Inventory("1.2.3"), name)


def test_the_usual_package_name() -> None:
    assert package_name_of("2.1.235") == "claude_protocol_2_1_235"
    assert package_name_of("2.1.0-beta.1") == "claude_protocol_2_1_0_beta_1"


def hostile_inventory(hostile: tuple[str, ...] = HOSTILE_NAMES) -> Inventory:
    """Every hostile name as a field, a literal, a subtype, a message key and a definition."""
    fields = {name: Optional(Literal((name,))) for name in hostile}
    everything = shape(**{**fields, "type": Literal(("all",))})
    messages = [Message("all", everything, ("stdin", "stdout"))]
    for name in hostile:
        messages.append(Message(f"m/{name}", shape(type=Literal(("m",)), subtype=Literal((name,))), ("stdout",)))
    requests = tuple(
        ControlRequest(name, "client", shape(subtype=Literal((name,)), x=Ref(name)), "schema", Ref(name))
        for name in hostile
    )
    return Inventory(
        "1.2.3",
        control_requests=requests,
        messages=tuple(messages),
        definitions={name: shape(**{name: Optional(String())}) for name in hostile},
        events=tuple(Event(name, "sse_parser") for name in hostile),
        slash_commands=hostile,
        hook_events=hostile,
        dialect="'\"\n",
    )


def test_hostile_names_are_data(tmp_path: Path) -> None:
    inventory = hostile_inventory()
    package = import_package(inventory, tmp_path)
    frame = {"type": "all", **{name: name for name in HOSTILE_NAMES if name != "type"}}
    message = package.parse_stdout(frame)
    assert message.model_dump() == frame
    attributes = type(message).model_fields
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in attributes)
    assert not any(name.startswith("_") for name in attributes)
    assert list(package.CONTROL_REQUESTS) == list(HOSTILE_NAMES)
    for name in HOSTILE_NAMES:
        message = package.parse_stdout({"type": "m", "subtype": name})
        assert not type(message).__name__.startswith("Unknown")
        response = package.CONTROL_REQUESTS[name].response
        assert response.model_validate({name: "x"}).model_dump() == {name: "x"}
    for path in tmp_path.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert "__import__" not in called


def test_a_hostile_package_is_typed_and_formatted(tmp_path: Path) -> None:
    fitting = tuple(name for name in HOSTILE_NAMES if len(name) < 80)
    write_files(render_models(hostile_inventory(fitting), "made"), tmp_path)
    for command in (
        ["mypy", "--strict", "--cache-dir", "cache", "made"],
        ["ruff", "format", "--isolated", "--line-length", "120", "--check", "."],
    ):
        result = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout[-3000:]


@settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(inventories())
def test_any_inventory_makes_a_package_that_reads_its_examples(tmp_path: Path, inventory: Inventory) -> None:
    examples = Examples(inventory.definitions)
    package = import_package(inventory, tmp_path)
    assert len(package.__all__) == len(set(package.__all__))
    folder = Path(str(package.__file__)).parent
    lint = [sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", "--select", "F,I", "--line-length", "120"]
    assert subprocess.run([*lint, str(folder)], capture_output=True, text=True).stdout == ""
    for request in inventory.control_requests:
        spec = package.CONTROL_REQUESTS[request.subtype]
        assert (spec.response is None) == (request.response is None)
        try:
            value = examples.example(request.request)
        except Impossible:
            continue
        try:
            model = spec.request.model_validate(value)
        except ValidationError:
            continue
        assert model.model_dump() == value


def test_the_package_of_a_small_release(refresh_golden: bool) -> None:
    copied = {f"made/_{path.stem}.py" for path in CHECKER.glob("*.py")}
    files = {path: text for path, text in render_distribution(SMALL, "made").items() if path not in copied}
    check_golden("models", files, refresh_golden)


def test_shapes_are_shared_and_named_after_their_use() -> None:
    rule = shape(tool=String())
    message = shape(
        type=Literal(("m",)),
        rules=Array(Ref("Rule")),
        choice=Union((shape(kind=Literal(("first",)), a=String()), shape(kind=Literal(("second",)), b=Number()))),
        deep=Optional(shape(inner=shape(x=Any()))),
    )
    inventory = Inventory(
        "1.2.3",
        control_requests=(ControlRequest("do_it", "client", shape(subtype=Literal(("do_it",))), "undeclared"),),
        messages=(
            Message("m", message, ("stdout",)),
            Message("wrap", shape(type=Literal(("wrap",)), request=shape(subtype=Literal(("do_it",)))), ("stdin",)),
        ),
        definitions={"Rule": rule},
    )
    text = render_models(inventory, "made")
    assert "class MMessageChoiceFirst(WireModel):" in text["made/messages.py"]
    assert "class MMessageDeepInner(WireModel):" in text["made/messages.py"]
    assert 'Field(discriminator="kind")' in text["made/messages.py"]
    assert "    rules: list[Rule]\n" in text["made/messages.py"]
    assert "    request: DoItRequest\n" in text["made/messages.py"]
    assert "class Rule(WireModel):" in text["made/shapes.py"]


def test_a_response_that_is_a_shared_union_has_a_class_of_its_own(tmp_path: Path) -> None:
    union = Union((shape(ok=Literal((True,))), shape(error=String())))
    request = ControlRequest("ask", "client", shape(subtype=Literal(("ask",))), "schema", Ref("AskResponse"))
    package = import_package(
        Inventory("1.2.3", control_requests=(request,), definitions={"AskResponse": union}), tmp_path
    )
    response = package.CONTROL_REQUESTS["ask"].response
    assert response is package.AskResponseValue
    for value in ({"ok": True}, {"error": "x", "new": 1}):
        assert response.model_validate(value).model_dump() == value
    with pytest.raises(ValidationError):
        response.model_validate({"ok": 1})
    assert len(package.__all__) == len(set(package.__all__))


def test_a_response_that_two_requests_share_is_one_class(tmp_path: Path) -> None:
    requests = tuple(
        ControlRequest(name, "client", shape(subtype=Literal((name,))), "schema", Ref("AskResponse"))
        for name in ("ask", "beg")
    )
    inventory = Inventory("1.2.3", control_requests=requests, definitions={"AskResponse": shape(ok=String())})
    package = import_package(inventory, tmp_path)
    assert package.CONTROL_REQUESTS["ask"].response is package.AskResponse
    assert package.CONTROL_REQUESTS["beg"].response is package.BegResponse is package.AskResponse
    assert len(package.__all__) == len(set(package.__all__))


def test_messages_that_share_a_shape_share_a_model() -> None:
    error = shape(type=Literal(("result",)), subtype=Literal(("error_a", "error_b")))
    messages = tuple(Message(key, error, ("stdout",)) for key in ("result/error_a", "result/error_b"))
    text = render_models(Inventory("1.2.3", messages=messages), "made")
    assert "class ResultErrorMessage(WireModel):" in text["made/messages.py"]
    assert '("result", "error_b"): (ResultErrorMessage,),' in text["made/streams.py"]


def test_options_are_called_by_what_tells_them_apart() -> None:
    tag = Literal(("u",))
    union = Union((shape(type=tag, isReplay=Literal((True,))), shape(type=tag, isReplay=Optional(Literal((True,))))))
    text = render_models(Inventory("1.2.3", messages=(Message("u", union, ("stdin",)),)), "made")["made/messages.py"]
    assert "class UMessageIsReplay(WireModel):" in text
    assert "class UMessagePlain(WireModel):" in text


def test_a_message_with_two_shapes_is_tried_as_both(tmp_path: Path) -> None:
    first, second = shape(type=Literal(("u",)), a=String()), shape(type=Literal(("u",)), b=Number())
    inventory = Inventory(
        "1.2.3", messages=(Message("u", first, ("stdin",)), Message("u", second, ("stdin", "stdout")))
    )
    package = import_package(inventory, tmp_path)
    assert type(package.parse_stdin({"type": "u", "a": "x"})) is not type(package.parse_stdin({"type": "u", "b": 1}))
    assert package.parse_stdout({"type": "u", "b": 1}).model_dump() == {"type": "u", "b": 1}
    with pytest.raises(ValidationError):
        package.parse_stdout({"type": "u", "a": "x"})


def test_a_release_without_schemas_has_a_package(tmp_path: Path) -> None:
    package = import_package(replace(Inventory("1.0.128"), hook_events=("Stop",)), tmp_path)
    assert package.CONTROL_REQUESTS == {}
    assert type(package.parse_stdout({"type": "assistant"})).__name__ == "UnknownStdoutMessage"
    assert package.HOOK_EVENTS == ("Stop",)
