"""Turn JavaScript literals into values, with esprima where escapes or number forms have to be read."""

from __future__ import annotations

import re
from functools import lru_cache

import esprima

_PLAIN_STRING = re.compile(r"(['\"])([^\\\n]*)\1", re.DOTALL)
_PLAIN_NUMBER = re.compile(r"[0-9]+")


@lru_cache(maxsize=65536)
def string_value(source: str) -> str:
    """The value of a string literal, quotes included; ValueError where it is none."""
    simple = _PLAIN_STRING.fullmatch(source)
    if simple is not None:
        return simple[2]
    value = _literal(source)
    if not isinstance(value, str):
        raise ValueError(f"not a string literal: {source[:40]}")
    return value


@lru_cache(maxsize=4096)
def number_value(source: str) -> int | float:
    """The value of a number literal in any JavaScript form; integral numbers are int."""
    if _PLAIN_NUMBER.fullmatch(source) and not (source.startswith("0") and len(source) > 1):
        return int(source)
    value = _literal(source.replace("_", ""))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"not a number literal: {source[:40]}")
    return int(value) if value == value and abs(value) < 2**63 and value == int(value) else float(value)


@lru_cache(maxsize=4096)
def template_text(source: str) -> str:
    """The value of a template literal's text between substitutions, escapes read."""
    if "\\" not in source:
        return source.replace("\r\n", "\n")
    return string_value("`" + source + "`")


def _literal(source: str) -> object:
    try:
        body = esprima.parseScript(f"({source})").body[0].expression
    except (esprima.Error, RecursionError, ValueError, IndexError) as error:
        raise ValueError(f"not a literal: {source[:40]}") from error
    if body.type == "TemplateLiteral" and len(body.quasis) == 1:
        return body.quasis[0].value.cooked
    return body.value if body.type == "Literal" else None
