"""Reads what a program uses of the protocol from a YAML file: a file comes in, used paths go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from extractor.errors import InputError
from extractor.model.uses import Uses

LARGEST_FILE = 4 * 2**20
REMEDY = "see docs/diff.md for the form of a file of uses"
ENTRIES = {"control_requests": "control_request", "messages": "message"}
NAMES = {"events": "event", "hook_events": "hook_event", "slash_commands": "slash_command"}
PARTS = ("request", "response")


def read_uses_file(path: Path) -> Uses:
    """The uses in a YAML file; InputError names what is wrong in it, an unknown section or part included."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(str(path), f"is larger than {LARGEST_FILE >> 20} MB", REMEDY)
        loaded = yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # every scalar a string
    except OSError as error:
        raise InputError(str(path), f"cannot be read ({error.strerror})", "give the path of a file of uses") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        raise InputError(str(path), "is not YAML", REMEDY) from None
    if not isinstance(loaded, Mapping) or not loaded:
        raise InputError(str(path), "names nothing", REMEDY)
    unknown = sorted(set(map(str, loaded)) - ENTRIES.keys() - NAMES.keys())
    if unknown:
        raise InputError(str(path), f"has an unknown section {unknown[0]!r}", REMEDY)
    found: list[str] = []
    for section, content in loaded.items():
        subject = f"{path}, {section}"
        if section in ENTRIES:
            found += _entry_paths(content, ENTRIES[section], subject)
        else:
            found += [f"{NAMES[section]}/{name}" for name in _names(content, subject)]
    if not found:
        raise InputError(str(path), "names nothing", REMEDY)
    return Uses(path.name, tuple(sorted(set(found))))


def _entry_paths(content: object, prefix: str, subject: str) -> Iterator[str]:
    """`name:` or a list of names stands for whole entries; a list of fields, or one for each part, for places."""
    if not isinstance(content, Mapping):
        yield from (f"{prefix}/{name}" for name in _names(content, subject))
        return
    for name, fields in content.items():
        key, place = f"{prefix}/{name}", f"{subject}, {name}"
        if fields in ("", None):
            yield key
        elif isinstance(fields, Mapping) and prefix == "control_request" and set(fields) <= set(PARTS):
            for part, names in fields.items():
                yield from _field_paths(f"{key}/{part}", names, place)
        else:
            yield from _field_paths(f"{key}/request" if prefix == "control_request" else key, fields, place)


def _field_paths(root: str, fields: object, subject: str) -> Iterator[str]:
    if fields in ("", None):
        yield root
        return
    for name in _names(fields, subject):
        yield root + (name if name.startswith("[") else f".{name.removeprefix('.')}")


def _names(content: object, subject: str) -> list[str]:
    if not isinstance(content, list) or not all(isinstance(name, str) and name for name in content):
        raise InputError(subject, "must be a list of names", REMEDY)
    return content
