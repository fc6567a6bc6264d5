"""Find where an expression or a declaration ends, from its first byte, without parsing what surrounds it."""

from __future__ import annotations

import re

MAXIMUM = 4 << 20
"""A definition longer than this many bytes is not followed: no real one is near it, a hostile one might be."""

_TOKEN = re.compile(
    rb"""(?P<skip>[^"'`/()\[\]{},;]++)"""
    rb"""|"(?:[^"\\\n]|\\[\s\S])*+" | '(?:[^'\\\n]|\\[\s\S])*+'"""
    rb"""|//[^\n]*+|/\*[\s\S]*?\*/"""
    rb"""|(?P<mark>[`/()\[\]{},;])""",
    re.VERBOSE,
)
TEMPLATE = re.compile(rb"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*+(`|\$\{)")
REGEX = re.compile(rb"/(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[A-Za-z]*")
BEFORE_REGEX = re.compile(
    rb"(?:^|[(,=:\[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do|yield|await))\s*$"
)
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}", b"${": b"}"}


def expression_end(blob: bytes, start: int, limit: int) -> int | None:
    """The offset after the expression that begins at `start`: the first `,`, `;` or closing bracket outside it.

    None where brackets do not match, a literal is not closed, or the expression passes `limit` or MAXIMUM.
    """
    return _scan(blob, start, min(limit, start + MAXIMUM), stop_after_block=False)


def declaration_end(blob: bytes, start: int, limit: int) -> int | None:
    """The offset after the function or class declaration that begins at `start` (after its body's brace)."""
    return _scan(blob, start, min(limit, start + MAXIMUM), stop_after_block=True)


def _scan(blob: bytes, start: int, limit: int, *, stop_after_block: bool) -> int | None:
    stack: list[bytes] = []
    offset = start
    while offset < limit:
        token = _TOKEN.match(blob, offset, limit)
        if token is None:
            return None
        mark = token.group("mark")
        if mark is None:
            offset = token.end()
        elif mark == b"`":
            end = _template(blob, token.end(), limit, stack)
            if end is None:
                return None
            offset = end
        elif mark == b"/":
            offset = _slash(blob, token.start(), limit, start)
        elif mark in _CLOSERS:
            stack.append(mark)
            offset = token.end()
        elif mark in b",;":
            if not stack and not stop_after_block:
                return token.start()
            offset = token.end()
        elif not stack:
            return token.start()
        else:
            opener = stack.pop()
            if _CLOSERS[opener] != mark:
                return None
            offset = token.end()
            if opener == b"${":
                end = _template(blob, offset, limit, stack)
                if end is None:
                    return None
                offset = end
            elif stop_after_block and not stack and opener == b"{":
                return offset
    return offset if not stack and not stop_after_block else None


def _template(blob: bytes, offset: int, limit: int, stack: list[bytes]) -> int | None:
    """The offset after the closing backtick, or after a `${` that is then on the stack."""
    part = TEMPLATE.match(blob, offset, limit)
    if part is None:
        return None
    if part.group(1) == b"${":
        stack.append(b"${")
    return part.end()


def _slash(blob: bytes, offset: int, limit: int, start: int) -> int:
    """The offset after a regular expression literal, or after a division sign."""
    if BEFORE_REGEX.search(blob[max(start, offset - 16) : offset]):
        literal = REGEX.match(blob, offset, limit)
        if literal is not None:
            return literal.end()
    return offset + 1
