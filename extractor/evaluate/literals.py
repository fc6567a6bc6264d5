"""Turn JavaScript literals into values, with esprima where escapes or number forms have to be read."""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from typing import Any

_LINE_ENDS = {"\n": "n", "\r": "r", "\u2028": "u2028", "\u2029": "u2029"}
_JSON_NUMBER = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_JSON = re.compile(r'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*')
"""Text between double quotes that JSON reads as JavaScript does."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@lru_cache(maxsize=65536)
def string_value(source: str) -> str:
    """The value of a string literal, quotes included; ValueError where it is none."""
    if len(source) < 2 or source[0] != source[-1] or source[0] not in "'\"":
        raise ValueError(f"not a string literal: {source[:40]}")
    if "\\" not in source:
        return source[1:-1]
    if _JSON.fullmatch(source, 1, len(source) - 1):
        return joined(str(json.loads(f'"{source[1:-1]}"')))
    value = _read(source).value
    if not isinstance(value, str):
        raise ValueError(f"not a string literal: {source[:40]}")
    return joined(value)


@lru_cache(maxsize=4096)
def number_value(source: str) -> int | float:
    """The value of a number literal in any JavaScript form; integral numbers are int."""
    if len(source) > _LONGEST_NUMBER:
        raise ValueError(f"not a number literal: {source[:40]}")
    text = source.replace("_", "")
    value = json.loads(text) if _JSON_NUMBER.fullmatch(text) else _read(text).value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"not a number literal: {source[:40]}")
    return _integral(value)


def _integral(value: float) -> int | float:
    """The number as JavaScript has it, which is a double; int where it is integral."""
    if abs(value) > 2**53:
        try:
            value = float(value)
        except OverflowError:
            return math.inf
    return int(value) if abs(value) < 2**63 and value == int(value) else value


@lru_cache(maxsize=4096)
def template_text(source: str) -> str:
    """The value of a template literal's text between substitutions, escapes read."""
    text = source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source
    if "\\" not in text:
        return text
    if _JSON.fullmatch(text):
        return joined(str(json.loads(f'"{text}"')))
    cooked = _read(f"`{text}`").quasis[0].value.cooked
    if not isinstance(cooked, str):
        raise ValueError(f"not a template: {source[:40]}")
    return joined(cooked)


def raw_text(source: str) -> str:
    """The text of a template literal between substitutions as `String.raw` gives it: escapes kept."""
    return source.replace("\r\n", "\n")


def regex_source(pattern: str) -> str:
    """The `source` of `new RegExp(pattern)`: slashes and line ends escaped, as they would be in a literal."""
    if not pattern:
        return "(?:)"
    parts, is_in_class, is_escaped = [], False, False
    for character in pattern:
        if is_escaped:
            parts.append(_LINE_ENDS.get(character, character))
        elif character == "/" and not is_in_class:
            parts.append("\\/")
        else:
            parts.append("\\" + _LINE_ENDS[character] if character in _LINE_ENDS else character)
        if not is_escaped and character in "[]":
            is_in_class = character == "["
        is_escaped = character == "\\" and not is_escaped
    return "".join(parts)


def identifier_name(text: str) -> str:
    """The name that an identifier or a bare property name stands for: it may be written with escapes."""
    if "\\" not in text:
        return text
    name = _read(text).name
    if not isinstance(name, str):
        raise ValueError(f"not a name: {text[:40]}")
    return name


_LONGEST_NUMBER = 2000

MOST_TEXT = 1 << 24
"""A text that is put together may be this long: doubled often enough, a letter would fill all memory."""


def joined(text: str) -> str:
    """The text with each pair of surrogates, which are two units of a JavaScript string, as one character."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _read(source: str) -> Any:
    """The syntax node of a literal or an identifier standing alone; ValueError where esprima refuses it.

    esprima is imported here: it takes a third of a second and a hundred megabytes, and few releases need it.
    """
    import esprima

    for line_end in ("\u2028", "\u2029"):
        source = source.replace(line_end, "\\" + _LINE_ENDS[line_end])
    try:
        return esprima.parseScript(f"({source})").body[0].expression
    except (esprima.Error, RecursionError, IndexError, OverflowError) as error:
        raise ValueError(f"not a literal: {source[:40]}") from error
