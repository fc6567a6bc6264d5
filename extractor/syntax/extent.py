"""Find where an expression or a declaration ends, from its first byte, without parsing what surrounds it."""

from __future__ import annotations

import re

from extractor.syntax.run import FLAT, ITEM, RUN, SUBSTITUTED, after_slash

MAXIMUM = 4 << 20
"""A definition longer than this many bytes is not followed: no real one is near it, a hostile one might be."""

_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}", b"${": b"}"}
_UNCLOSED = (b'"', b"'")


def expression_end(blob: bytes, start: int, limit: int) -> int | None:
    """The offset after the expression that begins at `start`: the first `,`, `;` or closing bracket outside it.

    None where brackets do not match, a literal is not closed, or the expression passes `limit` or MAXIMUM.
    """
    return _scan(blob, start, min(limit, start + MAXIMUM), ITEM, b"")


def declaration_end(blob: bytes, start: int, limit: int) -> int | None:
    """The offset after the function or class declaration that begins at `start` (after its body's brace)."""
    return _scan(blob, start, min(limit, start + MAXIMUM), FLAT, b"{")


def bracket_end(blob: bytes, start: int, limit: int) -> int | None:
    """The offset after the bracket that closes the one at `start`; None as for `expression_end`."""
    return _scan(blob, start, min(limit, start + MAXIMUM), FLAT, b"([{")


def _scan(blob: bytes, start: int, limit: int, outside: re.Pattern[bytes], last: bytes) -> int | None:
    """The offset after the first outermost bracket of `last`; where that is empty, the end of the item at `start`.

    `outside` passes over what stands outside all brackets.
    """
    stack: list[bytes] = []
    offset = start
    while offset < limit:
        run = (RUN if stack else outside).match(blob, offset, limit)
        if run is not None:
            offset = run.end()
            continue
        mark = blob[offset : offset + 1]
        if mark in _UNCLOSED:
            return None
        if mark == b"`":
            end = _template(blob, offset + 1, limit, stack)
            if end is None:
                return None
            offset = end
        elif mark == b"/":
            offset = after_slash(blob, offset, limit, start)
        elif mark in _CLOSERS:
            stack.append(mark)
            offset += 1
        elif not stack:
            return offset
        else:
            opener = stack.pop()
            if _CLOSERS[opener] != mark:
                return None
            offset += 1
            if opener == b"${":
                end = _template(blob, offset, limit, stack)
                if end is None:
                    return None
                offset = end
            elif not stack and opener in last:
                return offset
    return offset if not stack and not last else None


def _template(blob: bytes, offset: int, limit: int, stack: list[bytes]) -> int | None:
    """The offset after the closing backtick, or after a `${` that is then on the stack."""
    part = SUBSTITUTED.match(blob, offset, limit)
    if part is None:
        return None
    if part.group(1) == b"${":
        stack.append(b"${")
    return part.end()
