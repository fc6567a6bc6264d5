"""Find bytes in the text of a bundle: tens of megabytes, asked for some fifty needles."""

from __future__ import annotations

from collections.abc import Iterator

import stringzilla


def find_all(text: bytes, needle: bytes, start: int, end: int) -> Iterator[int]:
    """The offset of every `needle` in text[start:end], overlapping ones too, in order."""
    offset = stringzilla.find(text, needle, start, end)
    while offset != -1:
        yield offset
        offset = stringzilla.find(text, needle, offset + 1, end)
