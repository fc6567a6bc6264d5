"""Turn JavaScript literals into values: strings and templates with their escapes, numbers in every form."""

from __future__ import annotations

import re
from functools import lru_cache

_LINE_ENDS = {"\n": "n", "\r": "r", "\u2028": "u2028", "\u2029": "u2029"}
_PLAIN_NUMBER = re.compile(r"[0-9]+")


_ESCAPE = re.compile(
    r"\\(?:u(?P<unicode>[0-9A-Fa-f]{4})|u\{0*(?P<braced>[0-9A-Fa-f]{1,6})\}|x(?P<hex>[0-9A-Fa-f]{2})"
    r"|(?P<octal>[0-3][0-7]{0,2}|[4-7][0-7]?)|(?P<other>\r\n|[\s\S]))"
)
_SIMPLE = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v",
    "\n": "", "\r": "", "\r\n": "", "\u2028": "", "\u2029": "",
}  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_RADIX = {"0x": 16, "0o": 8, "0b": 2}


@lru_cache(maxsize=65536)
def string_value(source: str) -> str:
    """The value of a string literal, quotes included; ValueError where it is none."""
    if len(source) < 2 or source[0] != source[-1] or source[0] not in "'\"":
        raise ValueError(f"not a string literal: {source[:40]}")
    return _unescaped(source[1:-1]) if "\\" in source else source[1:-1]


@lru_cache(maxsize=4096)
def number_value(source: str) -> int | float:
    """The value of a number literal in any JavaScript form; integral numbers are int."""
    text = source.replace("_", "").lower()
    radix = _RADIX.get(text[:2])
    if radix is not None:
        return _integral(float(int(text[2:], radix)))
    if _PLAIN_NUMBER.fullmatch(text):
        is_octal = len(text) > 1 and text[0] == "0" and not set(text) & {"8", "9"}
        return _integral(int(text, 8) if is_octal else int(text))
    return _integral(float(text))


def _integral(value: float) -> int | float:
    """The number as JavaScript has it, which is a double; int where it is integral."""
    if abs(value) > 2**53:
        value = float(value)
    return int(value) if abs(value) < 2**63 and value == int(value) else value


@lru_cache(maxsize=4096)
def template_text(source: str) -> str:
    """The value of a template literal's text between substitutions, escapes read."""
    text = source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source
    return _unescaped(text) if "\\" in text else text


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


def _unescaped(text: str) -> str:
    """Text between the quotes of a literal with its escapes read; ValueError for one that JavaScript refuses."""
    return joined(_ESCAPE.sub(_read_escape, text))


def identifier_name(text: str) -> str:
    """The name that an identifier or a bare property name stands for: it may be written with escapes."""
    return _unescaped(text) if "\\" in text else text


def joined(text: str) -> str:
    """The text with each pair of surrogates, which are two units of a JavaScript string, as one character."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _read_escape(found: re.Match[str]) -> str:
    code = found["unicode"] or found["braced"] or found["hex"]
    if code:
        return chr(int(code, 16))
    octal = found["octal"]
    if octal:
        return chr(int(octal, 8))
    other = found["other"]
    if other in ("u", "x"):
        raise ValueError("an escape that is cut short")
    return _SIMPLE.get(other, other)
