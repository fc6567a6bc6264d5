"""Pydantic models that datamodel-code-generator makes of the export: they import, and frames come back from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.consumers.exports import LACKING, MISTYPED, Export
from tests.support.installed import run

pytestmark = pytest.mark.node

OPTIONS = [
    "--input-file-type", "jsonschema", "--output", "models.py", "--output-model-type", "pydantic_v2.BaseModel",
    "--class-name", "Frame", "--formatters", "builtin",
]  # fmt: skip
PARSE = """
import json, sys
from pydantic import ValidationError
from models import Frame
good, bad = json.load(sys.stdin)
wrong, taken = [], []
for frame in good:
    try:
        made = Frame.model_validate(frame).model_dump(mode="json", by_alias=True, exclude_unset=True)
    except ValidationError as error:
        made = str(error)[:300]
    if made != frame:
        wrong.append([frame, made])
for frame in bad:
    try:
        Frame.model_validate(frame)
    except ValidationError:
        continue
    taken.append(frame)
print(json.dumps([wrong, taken]))
"""


def test_datamodel_code_generator_makes_models_of_every_frame(
    generator_python: Path, export: Export, tmp_path: Path
) -> None:
    run([str(generator_python), "-m", "datamodel_code_generator", "--input", export.path, *OPTIONS], tmp_path)
    (tmp_path / "parse.py").write_text(PARSE, "utf-8")
    frames = json.dumps([export.frames, MISTYPED + LACKING])
    wrong, taken = json.loads(run([str(generator_python), "-W", "error", "parse.py"], tmp_path, frames))
    assert wrong == []
    assert taken == []
