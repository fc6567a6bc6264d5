"""Pass over JavaScript text that needs no thought: one regular expression for a run of literals and balanced brackets."""

from __future__ import annotations

import re

_STRING = rb"""
      "(?:[^"\\\n]++|\\[\s\S])*+"
    | '(?:[^'\\\n]++|\\[\s\S])*+'
"""
_SUBSTITUTION = rb"\$\{(?:[^{}`\"'/]++|" + _STRING + rb")*+\}"
_LITERAL = (
    _STRING
    + rb"| `(?:[^`\\$]++|\\[\s\S]|\$(?!\{)|"
    + _SUBSTITUTION
    + rb""")*+`
    | //[^\n]*+\n
    | /\*[\s\S]*?\*/
"""
)
_CLASS = rb"\[(?:[^\]\\\n]|\\[^\n]){0,100}+\]"
_PATTERN = (
    rb"(?:(?<=[(,=:\[!&|?{};+\-*%~^<>\n])|(?<=\.\.\.))/(?:[^/*\\\[\n]|\\[^\n]|" + _CLASS + rb")"
    rb"(?:[^/\\\[\n]{1,100}+|\\[^\n]|" + _CLASS + rb"){0,20}+/[A-Za-z]*+"
)
_DIVISION = rb"(?<=[)\]\d])/(?![/*])"
_ATOMS = rb"""[^"'`/()\[\]{}]++ |""" + _LITERAL + rb"|" + _PATTERN + rb"|" + _DIVISION
_DEPTH = 2


def _nested(atoms: bytes, depth: int) -> bytes:
    """Alternatives for `atoms` and for brackets around them, up to `depth` of them inside each other."""
    inside = _ATOMS
    for _ in range(depth - 1):
        inside += _brackets(inside)
    return atoms + _brackets(inside)


def _brackets(inside: bytes) -> bytes:
    many = rb"(?:" + inside + rb")*+"
    return rb"| \(" + many + rb"\) | \[" + many + rb"\] | \{" + many + rb"\}"


FLAT = re.compile(rb"(?:" + _ATOMS + rb")++", re.VERBOSE)
"""A run of code without brackets in which every literal and comment that begins also ends.

It stops before a template with substitutions, and before a slash that may be a division or begin a pattern.
"""

TEXT = re.compile(rb"(?:" + _ATOMS.replace(rb"/()\[\]{}]++", rb"/]++", 1) + rb")++", re.VERBOSE)
"""The same with all brackets, whether they match or not."""

RUN = re.compile(rb"(?:" + _nested(_ATOMS, _DEPTH) + rb")++", re.VERBOSE)
"""The same with brackets that end in it, unless more than one other stands inside another in them."""

ITEM = re.compile(rb"(?:" + _nested(_ATOMS.replace(rb"{}]++", rb"{},;]++", 1), _DEPTH) + rb")++", re.VERBOSE)
"""The same up to a comma or semicolon that no bracket holds."""

LITERAL = re.compile(_LITERAL, re.VERBOSE)
"""One string, template without substitutions, or comment that ends."""

SUBSTITUTED = re.compile(rb"(?:[^`\\$]++|\\[\s\S]|\$(?!\{))*+(`|\$\{)")
"""The rest of a template up to its end or its next substitution: group 1 is which."""

_LONGEST_REGEX = 16 << 10
_REGEX = re.compile(rb"/(?:[^/\\\[\n]++|\\[^\n]|\[(?:[^\]\\\n]++|\\[^\n])*+\])++/[A-Za-z]*")
_BEFORE_REGEX = re.compile(
    rb"(?:^|[(,=:\[!&|?{};+\-*%~^<>\n]|\.\.\.|\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do|yield|await))\s*$"
)


def after_slash(blob: bytes, offset: int, limit: int, floor: int) -> int:
    """The offset after what the slash at `offset` begins: a comment that nothing ends, a pattern, or a division sign.

    `floor` is where the code begins: nothing before it tells which of them it is.
    """
    if blob.startswith(b"//", offset):
        end = blob.find(b"\n", offset, limit)
        return limit if end == -1 else end
    if _BEFORE_REGEX.search(blob[max(floor, offset - 16) : offset]):
        literal = _REGEX.match(blob, offset, min(limit, offset + _LONGEST_REGEX))
        if literal is not None:
            return literal.end()
    return offset + 1
