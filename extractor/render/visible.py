"""Makes any text safe to print: what is no visible character becomes an escape that is."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text on one line, with control and other invisible characters as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
