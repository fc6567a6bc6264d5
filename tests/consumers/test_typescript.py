"""TypeScript made of the export: it compiles, and its types take the frames that fit and refuse damaged ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.consumers.exports import LACKING, MISTYPED, Export
from tests.support.installed import run

pytestmark = pytest.mark.node

STRICT = ["--strict", "--noEmit", "--target", "es2022"]
CONVERT = """
const { isDeepStrictEqual } = require("util");
const { Convert } = require("./converter.js");
const [good, bad] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const wrong = good.filter((frame) => {
  try {
    return !isDeepStrictEqual(JSON.parse(Convert.frameToJson(Convert.toFrame(JSON.stringify(frame)))), frame);
  } catch (error) {
    return true;
  }
});
const taken = bad.filter((frame) => {
  try {
    Convert.toFrame(JSON.stringify(frame));
    return true;
  } catch (error) {
    return false;
  }
});
console.log(JSON.stringify([wrong, taken]));
"""


@pytest.fixture
def folder(export: Export, tmp_path: Path) -> Path:
    """A folder for what is made of the export."""
    return tmp_path


def test_json_schema_to_typescript_makes_types_of_every_frame(node_tools: Path, export: Export, folder: Path) -> None:
    command = [str(node_tools / "json2ts"), "-i", export.path, "-o", "types.ts", "--unreachableDefinitions"]
    run(command, folder)
    text = (folder / "types.ts").read_text("utf-8")
    root = re.search(r"^export type (Wire\w+)", text, re.M)
    assert root is not None
    assert set(export.document["$defs"]) <= set(re.findall(r"^export (?:type|interface) (\w+)", text, re.M))
    start = f'import type {{ {root[1]} as Frame }} from "./types";\n'
    fitting = [f"export const frame{at}: Frame = {json.dumps(frame)};\n" for at, frame in enumerate(export.frames)]
    fitting += [
        f'export const value{at}: import("./types").{name} = {json.dumps(value)};\n'
        for at, (name, value) in enumerate(export.values)
    ]
    (folder / "fitting.ts").write_text(start + "".join(fitting), "utf-8")
    run([str(node_tools / "tsc"), *STRICT, "fitting.ts"], folder)
    wrong = [f"export const wrong{at}: Frame = {json.dumps(frame)};" for at, frame in enumerate(MISTYPED + LACKING)]
    (folder / "damaged.ts").write_text(start + "".join(f"// @ts-expect-error\n{line}\n" for line in wrong), "utf-8")
    run([str(node_tools / "tsc"), *STRICT, "damaged.ts"], folder)


def test_quicktype_makes_a_converter_that_gives_every_frame_back(
    node_tools: Path, export: Export, folder: Path
) -> None:
    quicktype = [str(node_tools / "quicktype"), "--src-lang", "schema", "--lang", "typescript", "--top-level", "Frame"]
    run([*quicktype, "--out", "converter.ts", export.path], folder)
    run([str(node_tools / "tsc"), *STRICT, "converter.ts"], folder)
    run([str(node_tools / "tsc"), "--strict", "--target", "es2022", "--module", "commonjs", "converter.ts"], folder)
    (folder / "convert.cjs").write_text(CONVERT, "utf-8")
    wrong, taken = json.loads(run(["node", "convert.cjs"], folder, json.dumps([export.frames, MISTYPED])))
    assert wrong == []
    assert taken == []
