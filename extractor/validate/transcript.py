"""Tells a line of a session transcript on disk from a frame of the wire: an object comes in, yes or no goes out."""

from __future__ import annotations

from collections.abc import Mapping

from extractor.model.schema import Json

ADVICE = (
    "is a session transcript from disk, which is another format than the frames of stdin and stdout",
    "record a run with `--output-format stream-json --verbose` and check that",
)
"""What it is, and what to do: the two halves of the one line that names a transcript."""

_OWN = ("parentUuid", "isSidechain", "leafUuid", "isSnapshotUpdate", "userType")


def is_transcript_line(frame: Mapping[str, Json], is_known_type: bool) -> bool:
    """Whether an object is a transcript's line: it has keys that only those have, or the session's id in their
    spelling beside a type that the wire does not know."""
    if "session_id" in frame or "type" not in frame:
        return False
    marks = sum(key in frame for key in _OWN)
    if "sessionId" in frame:
        return marks > 0 or not is_known_type
    return marks > 0 and not is_known_type
