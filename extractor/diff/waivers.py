"""Reads a waiver file: YAML in, the waivers it holds out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import yaml

from extractor.errors import InputError
from extractor.model.change import Waiver

LARGEST_FILE = 4 * 2**20
REMEDY = "see docs/diff.md for the form of a waiver file"
_ID = re.compile(r"[0-9a-f]{12}\Z")
_KEYS = {"id", "reason", "expires"}


def read_waivers(path: Path) -> tuple[Waiver, ...]:
    """The waivers of a file; InputError names the entry that is wrong, unknown keys and repeated ids included."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(str(path), f"is larger than {LARGEST_FILE >> 20} MB", REMEDY)
        loaded = yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # ids stay as written
    except OSError as error:
        raise InputError(str(path), f"cannot be read ({error.strerror})", "give the path of a waiver file") from None
    except RecursionError:
        raise InputError(str(path), "is nested too deeply", REMEDY) from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        raise InputError(str(path), f"is not YAML ({_first_line(error)})", REMEDY) from None
    if not isinstance(loaded, Mapping) or set(loaded) != {"waivers"} or not isinstance(loaded["waivers"] or [], list):
        raise InputError(str(path), "has no list called waivers, or something beside it", REMEDY)
    found: dict[str, Waiver] = {}
    for number, entry in enumerate(loaded["waivers"] or (), 1):
        waiver = _waiver(entry, f"{path}, waiver {number}")
        if waiver.id in found:
            raise InputError(f"{path}, waiver {number}", f"repeats the id {waiver.id}", "keep one of the two")
        found[waiver.id] = waiver
    return tuple(found.values())


def _waiver(entry: object, subject: str) -> Waiver:
    if not isinstance(entry, Mapping) or not {"id", "reason"} <= set(entry) <= _KEYS:
        raise InputError(subject, "must have id and reason, may have expires, and nothing else", REMEDY)
    identity, reason, expires = entry["id"], entry["reason"], entry.get("expires")
    if not isinstance(identity, str) or not _ID.match(identity):
        raise InputError(subject, "has an id that is not twelve hexadecimal digits", "copy it from the report")
    if not isinstance(reason, str) or not reason.strip():
        raise InputError(subject, "gives no reason", "say why the change is acceptable")
    return Waiver(identity, " ".join(reason.split()), _date(expires, subject))


def _date(text: object, subject: str) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise InputError(subject, "has an expires that is no date", "write it as 2031-12-31") from None


def _first_line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f"line {mark.line + 1}: " if mark is not None else ""
    text = str(getattr(error, "problem", None) or error).splitlines()
    return where + (text[0] if text else type(error).__name__)
