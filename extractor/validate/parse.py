"""Reads one line as JSON, as JavaScript would: bytes come in, a value with its repeated keys or a reason goes out."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any as Untyped
from typing import NoReturn

from extractor.model.schema import Json


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why a line is not JSON, in words a user can act on."""

    reason: str


class LineParser:
    """Parses lines; `repeated` holds the keys that the last line gave twice in one object (the last one counts)."""

    def __init__(self) -> None:
        self.repeated: list[str] = []
        hooks: dict[str, Untyped] = {"object_pairs_hook": self._object, "parse_constant": _refuse_constant}
        self._decode = json.JSONDecoder(**hooks).decode
        self._decode_long_numbers = json.JSONDecoder(parse_int=float, **hooks).decode

    def parse(self, data: bytes, is_cut: bool = False) -> Json | Malformed:
        """The value of one line. `is_cut` says that the file ended within it, which makes a better reason."""
        if self.repeated:
            self.repeated = []
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            return Malformed(f"not UTF-8 at byte {error.start + 1}")
        try:
            value: Json = self._decode(text)
        except json.JSONDecodeError as error:
            return Malformed(_reason(text, error, is_cut))
        except _NotJson as error:
            return Malformed(f"{error} is not JSON")
        except RecursionError:
            return Malformed("nested too deep to be a frame")
        except ValueError:
            return self._parse_long_numbers(text)
        return value

    def _parse_long_numbers(self, text: str) -> Json | Malformed:
        """An integer of thousands of digits: JavaScript reads it as Infinity, and so is it here."""
        try:
            value: Json = self._decode_long_numbers(text)
        except ValueError as error:
            return Malformed(str(error))
        return value

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) != len(pairs):
            self.repeated += [key for key, times in Counter(key for key, _ in pairs).items() if times > 1][:8]
        return found


class _NotJson(Exception):
    """NaN, Infinity or -Infinity, which Python reads and JSON does not have."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotJson(name)


def _reason(text: str, error: json.JSONDecodeError, is_cut: bool) -> str:
    if error.pos >= len(text) - 1 or error.msg.startswith("Unterminated string"):
        return f"JSON cut off at column {len(text) + 1}" + (" (the recording ends here)" if is_cut else "")
    if not text.startswith(("{", "[")):
        return "not JSON: text of some other kind, such as a log line"
    if error.msg == "Extra data":
        return f"more than one JSON value on the line, the second at column {error.pos + 1}"
    return f"not JSON at column {error.pos + 1}: {error.msg[:1].lower()}{error.msg[1:]}"
