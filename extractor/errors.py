"""The errors a user can cause or meet, each one line: which input, what is wrong, what to do."""

from __future__ import annotations

MOST_SHOWN = 1000
"""Of a problem, so many characters are shown: it may quote what is far longer than a line."""


class ExtractorError(Exception):
    """The command could not work (exit 2)."""

    exit_code = 2

    def __init__(self, subject: str, problem: str, remedy: str) -> None:
        self.subject, self.problem, self.remedy = subject, problem, remedy
        super().__init__(_on_a_line(f"{subject}: {problem[:MOST_SHOWN]}; {remedy}"))


def _on_a_line(text: str) -> str:
    """Text on one line that no terminal obeys: it may quote what a release or a recording says."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in line)


class InputError(ExtractorError):
    """An argument or a file that cannot be used: missing, damaged, or something else than it should be."""


class FetchError(ExtractorError):
    """A release that could not be fetched: unknown version, no npm client, no network, bad integrity."""


class IncompleteError(ExtractorError):
    """An anchor is lost or coverage fell (exit 3); what was found has been shown."""

    exit_code = 3
