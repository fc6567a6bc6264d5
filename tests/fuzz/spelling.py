"""Writes constants as JavaScript source in the many forms that programs and minifiers use."""

from __future__ import annotations

import json
from random import Random
from typing import Any

WORDS = (
    "name", "type", "mode", "id", "uuid", "value", "level", "content", "text", "status", "items", "path", "kind",
    "session_id", "tool_name", "cwd", "model", "agents", "servers", "error", "is_error", "duration_ms", "toolUseID",
    "subtype", "message", "role", "constructor", "default", "length", "get", "set", "static", "async", "class", "shape",
)  # fmt: skip
"""Names for fields and values, some of them awkward."""

ODD_NAMES = ("x-y", "a b", "0", "1e3", "$ref", "_", "it's", 'say "x"', "Ünï", "new", "\u2028", "12", "a.b", "")
"""Names that need quotes, or that JavaScript orders before others."""

TEXTS = (
    "plain", "", "with 'single' quotes", 'with "double" quotes', "back`tick", "${not a substitution}", "a\nb", "tab\t.",
    "back\\slash", "emoji 😀", "é", "// no comment", "/* nor this */", '{subtype:literal("x")}', ", v: string()})", "</s>",
    "\u2028", "a=>b", "name=1", "class X{", "function f(", "=void 0", "\x00\x07", "export{a as b}", ");",
)  # fmt: skip
"""Strings, most of them like code."""


def word(rng: Random) -> str:
    """A name, now and then an awkward one."""
    return rng.choice(ODD_NAMES) if rng.random() < 0.06 else rng.choice(WORDS)


def words(rng: Random, low: int, high: int) -> list[str]:
    """Some different names, at least `low` and at most `high`."""
    wanted = rng.randint(low, high)
    found: dict[str, None] = {}
    while len(found) < wanted:
        name = word(rng)
        found.setdefault(name if name not in found else f"{name}_{rng.randint(2, 99)}")
    return list(found)


def string(rng: Random, value: str) -> str:
    """A string as a literal, a template, a concatenation, or with escapes."""
    form = rng.random()
    plain = json.dumps(value, ensure_ascii=False)
    if form < 0.6:
        return plain
    if form < 0.7:
        return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    if form < 0.8:
        return "`" + plain[1:-1].replace('\\"', '"').replace("`", "\\`").replace("${", "\\${") + "`"
    if form < 0.9 and len(value) > 1:
        cut = rng.randint(1, len(value) - 1)
        return f"{json.dumps(value[:cut])} + {json.dumps(value[cut:])}"
    return '"' + "".join(_escaped(rng, one) for one in value) + '"'


def _escaped(rng: Random, character: str) -> str:
    code = ord(character)
    if rng.random() < 0.5 and character not in '"\\\n\r\u2028\u2029' and code >= 32:
        return character
    if code < 256 and rng.random() < 0.5:
        return f"\\x{code:02x}"
    return f"\\u{{{code:x}}}" if rng.random() < 0.5 else json.dumps(character)[1:-1]


def number(rng: Random, value: float) -> str:
    """A number in decimal, hexadecimal, exponent or separated form, or as a small calculation."""
    form = rng.random()
    if isinstance(value, int) and value >= 0:
        if form < 0.05:
            return hex(value)
        if form < 0.1 and value >= 10000:
            return f"{value // 1000}_{value % 1000:03d}"
        if form < 0.15:
            return f"({value - 3} + 3)" if value >= 3 else f"(4 - {4 - value})"
        if form < 0.2 and value and value % 1000 == 0:
            return f"{value // 1000}e3"
        if form < 0.25 and value and value % 60 == 0:
            return f"60 * {value // 60}"
        if value == 2**53 - 1 and form < 0.6:
            return "Number.MAX_SAFE_INTEGER"
    return repr(value)


def constant(rng: Random, value: Any) -> str:
    """Any JSON value as an expression."""
    if isinstance(value, str):
        return string(rng, value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return number(rng, value)
    if isinstance(value, list):
        return "[" + ", ".join(constant(rng, item) for item in value) + "]"
    return "{" + ", ".join(f"{key(rng, name)}: {constant(rng, item)}" for name, item in value.items()) + "}"


def key(rng: Random, name: str) -> str:
    """A property name: bare where it can be, else quoted or computed."""
    if name.isidentifier() and name.isascii() and name != "__proto__" and rng.random() < 0.85:
        return name
    return json.dumps(name) if rng.random() < 0.8 else f"[{json.dumps(name)}]"


def prose(rng: Random) -> str:
    """A description as programs write them: a sentence that may look like code."""
    text = " ".join(rng.choice(TEXTS) for _ in range(rng.randint(1, 3)))
    return string(rng, text)


def message(rng: Random) -> str:
    """The optional last argument of a check: nothing, a message, or an object with one."""
    form = rng.random()
    if form < 0.75:
        return ""
    text = prose(rng)
    return f", {text}" if form < 0.9 else f", {{ message: {text} }}"
