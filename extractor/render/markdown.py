"""Makes pieces of Markdown that are safe by type: no name can become markup, HTML or the end of a table's cell."""

from __future__ import annotations

import json
import re

from extractor.render.visible import visible

_TICKS = re.compile("`+")
_ANCHOR_DROPPED = re.compile(r"[^\w\- ]")


class Markdown(str):
    """Text that is known to be safe; templates of documents refuse any other text."""

    __slots__ = ()


def code(text: str) -> Markdown:
    """A code span that shows the text, whatever is in it."""
    shown = visible(text) or '""'
    fence = "`" * (max((len(run) for run in _TICKS.findall(shown)), default=0) + 1)
    needs_room = shown.startswith(("`", " ")) or shown.endswith(("`", " "))
    return Markdown(f"{fence} {shown} {fence}" if needs_room and shown.strip() else f"{fence}{shown}{fence}")


def cell(text: str) -> Markdown:
    """A code span for a cell of a table, where a pipe must be escaped even inside a code span."""
    return Markdown(code(text).replace("|", "\\|"))


def cells(texts: list[str] | tuple[str, ...]) -> Markdown:
    """Several code spans for one cell."""
    return Markdown(", ".join(map(cell, texts)))


def codes(texts: list[str] | tuple[str, ...]) -> Markdown:
    """Several code spans for a line of text."""
    return Markdown(", ".join(map(code, texts)))


def plain(text: str) -> Markdown:
    """Words within a line as text: every character that could be markup there is escaped."""
    return Markdown(re.sub(r"([\\`*_\[\]<>&|~#$])", r"\\\1", visible(text)))


def anchor(heading: str) -> Markdown:
    """The anchor that a renderer gives a heading made of one code span."""
    return Markdown(_ANCHOR_DROPPED.sub("", visible(heading).lower()).replace(" ", "-"))


def fenced(value: object) -> Markdown:
    """A JSON value as a fenced block."""
    return Markdown("```json\n" + json.dumps(value, indent=2, ensure_ascii=True) + "\n```")
