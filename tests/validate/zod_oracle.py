"""Real zods to compare with: a schema and values come in, what zod's own safeParse says of each goes out."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import assert_never

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    FrozenJson,
    FrozenObject,
    Intersection,
    Json,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)

VERSIONS = {"zod3": "3.25.76", "zod4": "4.0.0", "zod4new": "4.4.3"}
"""Zod 3; the zod 4 that releases carry; and a later one, which is stricter about some absent fields."""

_SCRIPT = Path(__file__).with_name("zod_oracle.mjs")


def installed_zods() -> Path:
    """A folder whose node_modules holds every zod of VERSIONS, installed once and kept for later runs."""
    label = "-".join(VERSIONS.values())
    home = Path(tempfile.gettempdir()) / f"extractor-tests-{os.getuid()}" / f"zod-{label}"
    if not (home / "done").exists():
        home.mkdir(parents=True, exist_ok=True)
        wanted = [f"{name}@npm:zod@{version}" for name, version in VERSIONS.items()]
        (home / "package.json").write_text('{"private": true, "type": "module"}')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *wanted], cwd=home, check=True, timeout=300)
        (home / "done").touch()
    return home


class Oracle:
    """One zod in a Node process of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
        home = installed_zods()
        script = home / "zod_oracle.mjs"
        script.write_bytes(_SCRIPT.read_bytes())
        self._process = subprocess.Popen(
            ["node", str(script), name], cwd=home, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def accepts(
        self, schema: Schema, values: Sequence[Json], definitions: Mapping[str, Schema] | None = None
    ) -> list[bool | None]:
        """What safeParse says of each value: accepted, refused, or None where zod throws instead."""
        return self.accepts_text(schema, [json.dumps(value) for value in values], definitions)

    def accepts_text(
        self, schema: Schema, texts: Sequence[str], definitions: Mapping[str, Schema] | None = None
    ) -> list[bool | None]:
        """The same for values given as JSON text."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        named = {name: self._source(one) for name, one in (definitions or {}).items()}
        question = {"source": self._source(schema), "definitions": named, "values": list(texts)}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if isinstance(answer, dict):
            raise ValueError(f"{self._source(schema)}: {answer['error']}")
        verdicts: list[bool | None] = answer
        return verdicts

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _source(self, schema: Schema) -> str:
        return zod_source(schema, self.name == "zod3")


def zod_source(schema: Schema, is_zod3: bool) -> str:
    """The JavaScript that makes a schema with zod. Only what zod itself can say is understood."""

    def make(inner: Schema) -> str:
        return zod_source(inner, is_zod3)

    match schema:
        case Any():
            return "z.unknown()"
        case Never():
            return "z.never()"
        case Undefined():
            return "z.undefined()"
        case Boolean():
            return "z.boolean()"
        case String():
            return _string(schema)
        case Number():
            return _number(schema)
        case Literal(values):
            if len(values) > 1 and all(isinstance(value, str) for value in values):
                return f"z.enum({json.dumps(values)})"
            options = [f"z.literal({json.dumps(value)})" for value in values]
            return options[0] if len(options) == 1 else f"z.union([{', '.join(options)}])"
        case Array(element, low, high):
            return f"z.array({make(element)})" + _call("min", low) + _call("max", high)
        case Tuple(items, rest):
            written = f"z.tuple([{', '.join(make(item) for item in items)}])"
            return written if rest is None else f"{written}.rest({make(rest)})"
        case Record(key, value):
            return f"z.record({_key(key, is_zod3)}, {make(value)})"
        case Object(fields, unknown_keys, rest):
            inside = ", ".join(f"{json.dumps(field.name)}: {make(field.schema)}" for field in fields)
            suffix = {"strip": "", "strict": ".strict()", "passthrough": ".passthrough()"}[unknown_keys]
            return f"z.object({{{inside}}})" + (f".catchall({make(rest)})" if rest is not None else suffix)
        case Union(options, discriminator):
            written = f"[{', '.join(make(option) for option in options)}]"
            if discriminator is None:
                return f"z.union({written})"
            return f"z.discriminatedUnion({json.dumps(discriminator)}, {written})"
        case Intersection(left, right):
            return f"z.intersection({make(left)}, {make(right)})"
        case Optional(inner):
            return f"{make(inner)}.optional()"
        case Nullable(inner):
            return f"{make(inner)}.nullable()"
        case Default(inner, value):
            return f"{make(inner)}.default({json.dumps(_thawed(value))})"
        case Catch(inner, value):
            return f"{make(inner)}.catch({json.dumps(_thawed(value))})"
        case Effect(inner, effects):
            written = make(inner)
            for effect in effects:
                written += {"transform": ".transform((x) => x)", "refinement": ".refine(() => true)"}[effect]
            return written
        case Ref(name):
            return f"ref({json.dumps(name)})"
        case _:
            assert_never(schema)


def _call(method: str, argument: float | None) -> str:
    return "" if argument is None else f".{method}({json.dumps(argument)})"


def _string(schema: String) -> str:
    written = "z.string()" + _call("min", schema.min_length) + _call("max", schema.max_length)
    if schema.format is not None:
        written += f".{schema.format}()"
    flags = ["u" if "\\p{" in source.lower() else "" for source in schema.patterns]
    patterns = zip(schema.patterns, flags, strict=True)
    return written + "".join(f'.regex(new RegExp({json.dumps(source)}, "{flag}"))' for source, flag in patterns)


def _number(schema: Number) -> str:
    written = "z.number()" + (".int()" if schema.format in ("int", "safeint") else "")
    written += _call("gte", schema.minimum) + _call("lte", schema.maximum)
    written += _call("gt", schema.exclusive_minimum) + _call("lt", schema.exclusive_maximum)
    return written + _call("multipleOf", schema.multiple_of)


def _key(schema: Schema, is_zod3: bool) -> str:
    if isinstance(schema, Literal):
        return f"z.enum({json.dumps(schema.values)})"
    return zod_source(schema, is_zod3)


def _thawed(value: FrozenJson) -> Json:
    if isinstance(value, FrozenObject):
        return {name: _thawed(inner) for name, inner in value.items}
    return [_thawed(inner) for inner in value] if isinstance(value, tuple) else value
