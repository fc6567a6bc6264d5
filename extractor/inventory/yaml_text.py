"""Turns a tree of plain values into the one canonical YAML text for it: ASCII, stable, made for reading and diffing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Tree: TypeAlias = "Scalar | tuple[Tree, ...] | Mapping[str, Tree]"

WIDTH = 110
"""A value that fits on the line of its key is written there, up to this column."""

LONGEST_IMPLICIT_KEY = 1000
"""YAML reads a longer key only in its explicit form, `? key`."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*\Z")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*[?!]*\Z")
_RESERVED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE = re.compile(r"[^ !#-\[\]-~]")
_INTEGRAL_BELOW = 1e21


MARK = "\ufdd0"
"""Half a surrogate pair is no character, and no file holds it: it is written as this mark, which no text has, and its
code in four digits. The mark itself is written like that too, so that every text comes back as it was."""

_MARKED = re.compile("[\ud800-\udfff\ufdd0]")
_MARKED_CODE = re.compile("\ufdd0(D[89A-F][0-9A-F]{2}|FDD0)?")


def marked(text: str) -> str:
    """The text with every half of a surrogate pair, and every mark, as a mark and a code."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _MARKED.sub(lambda one: f"{MARK}{ord(one[0]):04X}", whole)


def unmarked(text: str) -> str:
    """What was marked; a ValueError where a mark is followed by no code."""

    def half(found: re.Match[str]) -> str:
        if found[1] is None:
            raise ValueError("a mark (U+FDD0) without the code of half a surrogate pair")
        return chr(int(found[1], 16))

    return _MARKED_CODE.sub(half, text)


class Block(dict[str, Tree]):
    """A mapping that is always written one key a line."""


def dump(tree: Tree) -> str:
    """The YAML document of `tree`, ending in a newline."""
    lines: list[str] = []
    if not tree or not isinstance(tree, (Mapping, tuple)):
        return (_flow(tree, 1 << 30) or "") + "\n"
    _block(tree, 0, "", lines)
    return "\n".join(lines) + "\n"


def _value(node: Tree, indent: int, lead: str, lines: list[str]) -> None:
    """Writes `node` after `lead`, which ends in `:` or `-`; what does not fit goes on lines of its own."""
    flow = _flow(node, WIDTH - len(lead))
    if flow is not None:
        lines.append(f"{lead} {flow}")
    elif isinstance(node, (Mapping, tuple)):
        _block(node, indent, lead, lines)
    else:
        lines.append(f"{lead} {_scalar(node)}")


def _block(node: Tree, indent: int, lead: str, lines: list[str]) -> None:
    """Writes a collection, one entry a line; the first entry shares its line with a `-`."""
    margin = " " * indent
    start = f"{lead} " if lead.endswith("-") else margin
    if lead and not lead.endswith("-"):
        lines.append(lead)
    if isinstance(node, Mapping):
        for key, value in node.items():
            name = key if _KEY.match(key) and not _is_reserved(key) else _quoted(key)
            if len(name) > LONGEST_IMPLICIT_KEY:
                lines.append(f"{start}? {name}")
                _value(value, indent + 2, f"{margin}:", lines)
            else:
                _value(value, indent + 2, f"{start}{name}:", lines)
            start = margin
        return
    assert isinstance(node, tuple)
    for value in node:
        _value(value, indent + 2, f"{start}-", lines)
        start = margin


def _flow(node: Tree, room: int) -> str | None:
    """`node` on one line, or None where it needs more than `room` columns or lines of its own."""
    if isinstance(node, Mapping):
        if isinstance(node, Block) and node:
            return None
        text = _joined("{", ((key, value) for key, value in node.items()), room)
    elif isinstance(node, tuple):
        text = _joined("[", ((None, value) for value in node), room)
    else:
        text = _scalar(node)
    return text if text is not None and len(text) <= room else None


def _joined(opening: str, entries: Iterable[tuple[str | None, Tree]], room: int) -> str | None:
    parts: list[str] = []
    left = room
    for key, value in entries:
        text = _flow(value, left)
        if text is None:
            return None
        if key is not None:
            text = f"{_scalar(key)}: {text}"
        left -= len(text) + 2
        if left < -2:
            return None
        parts.append(text)
    return opening + ", ".join(parts) + ("}" if opening == "{" else "]")


def _scalar(value: Scalar) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if _WORD.match(value) and not _is_reserved(value) else _quoted(value)
    return number_text(value)


def number_text(value: float) -> str:
    """A number as every YAML reader reads it; an integral float is written as the integer it is in JavaScript."""
    if isinstance(value, int):
        return str(value)
    if value.is_integer() and abs(value) < _INTEGRAL_BELOW:
        return str(int(value))
    digits, _, exponent = repr(value).partition("e")
    if not exponent:
        return digits
    sign = exponent if exponent[0] in "+-" else f"+{exponent}"
    return f"{digits if '.' in digits else digits + '.0'}e{sign}"


def _is_reserved(word: str) -> bool:
    return word.lower() in _RESERVED


def _quoted(text: str) -> str:
    if _MARKED.search(text):
        text = marked(text)
    return f'"{_UNSAFE.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    short = _ESCAPED.get(character)
    if short is not None:
        return short
    if code > 0xFFFF:
        return f"\\U{code:08X}"
    return f"\\u{code:04X}" if code > 0xFF else f"\\x{code:02X}"
