"""What a program uses, read from a generated package without importing it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from extractor.diff.uses import read_uses
from extractor.errors import InputError
from extractor.history.support import support
from extractor.history.timeline import history
from extractor.model.uses import Uses
from extractor.render.models import render_distribution, render_models
from tests.support.protocol_inventory import expected_inventory

CONTROL = '''
"""Written by hand in the form of a generated package; importing it must never happen."""
raise SystemExit("imported")

CONTROL_REQUESTS: Final[Mapping[str, Spec]] = MappingProxyType(
    {
        "ask": Spec(AskRequest, AskResponse, "client", "schema"),
        "plain": Spec(request=PlainRequest, response=None, originator=None),
    }
)
'''
MODELS = """
class AskRequest(WireModel):
    subtype: Fixed[Literal["ask"]] = REQUIRED
    agents: Maybe[dict[str, list["Agent"]]] = UNSET
    class_: Annotated[Maybe[str], Field(alias="class")] = UNSET
    odd: Maybe[Agent | None] = Field(UNSET, validation_alias="odd name")
    _private: int = 0


class Agent(WireModel):
    model: str
    parent: Optional[Agent]


class AskResponse(WireValue):
    root: Union[Agent, Other]


class Other(WireModel):
    ok: tuple[Agent, ...]


class PlainRequest(WireModel):
    subtype: Fixed[Literal["plain"]] = REQUIRED


class Envelope(WireModel):
    type: Literal["control_request"]
    request: Union[AskRequest, PlainRequest]
"""
STREAMS = """
_STDIN: Final = Stream(shapes={("control_request", None): (Envelope,), ("system", "init"): (Agent,)}, unknown=U)
_STDOUT: Final = Stream(shapes={}, unknown=U)
SSE_EVENTS: Final[tuple[str, ...]] = ("session.error",)
HOOK_EVENTS: Final[tuple[str, ...]] = ("Stop",)
"""


def package(directory: Path, control: str = CONTROL) -> Path:
    directory.mkdir(parents=True)
    for name, text in {"control.py": control, "models.py": MODELS, "streams.py": STREAMS}.items():
        (directory / name).write_text(text)
    return directory


ASK = "control_request/ask"
PATHS = (
    ASK,
    f'{ASK}/request["odd name"]', f'{ASK}/request["odd name"].model', f'{ASK}/request["odd name"].parent',
    f"{ASK}/request.agents", f"{ASK}/request.agents.*[].model", f"{ASK}/request.agents.*[].parent",
    f"{ASK}/request.class", f"{ASK}/request.subtype",
    f"{ASK}/response.model", f"{ASK}/response.ok", f"{ASK}/response.ok[].model", f"{ASK}/response.ok[].parent",
    f"{ASK}/response.parent",
    "control_request/plain", "control_request/plain/request.subtype",
    "event/session.error", "hook_event/Stop",
    "message/control_request", "message/control_request.request", "message/control_request.type",
    "message/system/init", "message/system/init.model", "message/system/init.parent",
)  # fmt: skip


@pytest.mark.parametrize("place", ["", "models", "src/models"])
def test_all_that_it_has_models_for_is_used(tmp_path: Path, place: str) -> None:
    package(tmp_path / "given" / place)
    assert read_uses(tmp_path / "given") == Uses("given", tuple(sorted(PATHS)))
    assert "control" not in sys.modules


@pytest.mark.parametrize(
    ("control", "problem"),
    [
        ("x = 1", "no CONTROL_REQUESTS"),
        ("def (", "is not Python"),
        ("a\0b", "is not Python"),
        ("(" * 9999, "is not Python"),
    ],
)
def test_what_is_no_package_is_one_line(tmp_path: Path, control: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_uses(package(tmp_path / "given", control))


def test_no_package_and_two_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no package of models"):
        read_uses(tmp_path)
    package(tmp_path / "one"), package(tmp_path / "two")
    with pytest.raises(InputError, match="holds 2 packages of models"):
        read_uses(tmp_path)


@pytest.mark.parametrize("render", [render_models, render_distribution])
def test_a_generated_package_uses_exactly_what_its_release_has(tmp_path: Path, render: object) -> None:
    """Every path is an entry of the release, so the release supports the package built from it."""
    inventory = expected_inventory("2.1.235")
    files = render_models(inventory) if render is render_models else render_distribution(inventory)
    for name, text in files.items():
        path = tmp_path / "given" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    uses = read_uses(tmp_path / "given")
    found = history([inventory])
    assert support(found, uses).oldest == "2.1.235"
    fields = {
        key
        for key in found.entries
        if key.startswith(("control_request/", "message/"))
        and "<" not in key
        and not key.endswith(("]", "*", "/response"))
    }
    dispatched = {key for key in fields if found.entries[key].states == ("seen",)}
    assert fields - dispatched - set(uses.paths) == set()
