"""String formats by the names zod gives them: a name comes in, a test of strings (or None: not checked) goes out."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Final

Test = Callable[[str], bool]

_DATE = (
    r"(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:"
    r"(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))"
)
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?"
_HEX4 = "[0-9a-fA-F]{4}"
_GUID = f"[0-9a-fA-F]{{8}}-{_HEX4}-{_HEX4}-{_HEX4}-[0-9a-fA-F]{{12}}"
_UUID = (
    f"[0-9a-fA-F]{{8}}-{_HEX4}-[1-8][0-9a-fA-F]{{3}}-[89abAB][0-9a-fA-F]{{3}}-[0-9a-fA-F]{{12}}"
    "|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff"
)
_EMAIL = r"(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}"
_DURATION = (
    r"[-+]?P(?!\Z)(?:[-+]?\d+(?:[.,]\d+)?Y)?(?:[-+]?\d+(?:[.,]\d+)?M)?(?:[-+]?\d+(?:[.,]\d+)?W)?"
    r"(?:[-+]?\d+(?:[.,]\d+)?D)?(?:T(?=[\d+-])(?:[-+]?\d+(?:[.,]\d+)?H)?(?:[-+]?\d+(?:[.,]\d+)?M)?"
    r"(?:[-+]?\d+(?:[.,]\d+)?S)?)?"
)

_PATTERNS: Final[dict[str, str]] = {
    "uuid": _UUID,
    "guid": _GUID,
    "email": _EMAIL,
    "date": _DATE,
    "time": _TIME,
    "datetime": rf"{_DATE}T{_TIME}(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?",
    "duration": _DURATION,
    "cuid": r"[cC][^\s-]{6,}",
    "cuid2": "[0-9a-z]+",
    "ulid": "[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}",
    "xid": "[0-9a-vA-V]{20}",
    "ksuid": "[A-Za-z0-9]{27}",
    "nanoid": "[a-zA-Z0-9_-]{21}",
    "e164": r"\+(?:[0-9]){6,14}[0-9]",
    "base64url": "[A-Za-z0-9_-]*={0,2}",
    "lowercase": "[^A-Z]*",
    "uppercase": "[^a-z]*",
}

_SAME: Final[dict[str, str]] = {"date-time": "datetime", "uri": "url"}
"""JSON Schema's names for what zod names otherwise."""
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:(?P<rest>[^\0]*)\Z", re.ASCII | re.DOTALL)
_HOSTED = ("http", "https", "ws", "wss", "ftp")


def format_test(name: str, dialect: str | None) -> Test | None:
    """The test for a format, or None when it has none here. Where options the inventory does not keep would widen a
    format (offsets of a datetime, versions of a uuid in zod 3), the wider form is tested."""
    name = _SAME.get(name, name)
    if name == "uuid" and dialect is not None and "3" in dialect:
        name = "guid"
    if name in _PATTERNS:
        match = re.compile(f"(?:{_PATTERNS[name]})\\Z", re.ASCII | re.DOTALL).match
        return lambda text: match(text) is not None
    return _TESTS.get(name)


def _is_url(text: str) -> bool:
    match = _URL.match(text.strip())
    if match is None:
        return False
    scheme = match[0].split(":", 1)[0].lower()
    return scheme not in _HOSTED or bool(match["rest"].strip("/\\"))


def _is_address(text: str, versions: tuple[int, ...] = (4, 6)) -> bool:
    try:
        return "%" not in text and ipaddress.ip_address(text).version in versions
    except ValueError:
        return False


def _is_network(text: str, versions: tuple[int, ...] = (4, 6)) -> bool:
    address, slash, bits = text.partition("/")
    try:
        top = 32 if ipaddress.ip_address(address).version == 4 else 128
    except ValueError:
        return False
    number = bits.isascii() and bits.isdigit() and len(bits) <= 3 and int(bits) <= top
    return bool(slash) and number and _is_address(address, versions)


def _is_base64(text: str) -> bool:
    try:
        return not re.search(r"\s", text) and bool(base64.b64decode(text, validate=True) or not text)
    except (binascii.Error, ValueError):
        return False


def _is_jwt(text: str) -> bool:
    parts = text.split(".")
    if len(parts) != 3 or not parts[0]:
        return False
    padded = parts[0].replace("-", "+").replace("_", "/") + "=" * (-len(parts[0]) % 4)
    try:
        header = json.loads(base64.b64decode(padded))
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and bool(header.get("alg")) and header.get("typ", "JWT") == "JWT"


_TESTS: Final[dict[str, Test]] = {
    "url": _is_url,
    "ip": _is_address,
    "ipv4": partial(_is_address, versions=(4,)),
    "ipv6": partial(_is_address, versions=(6,)),
    "cidr": _is_network,
    "cidrv4": partial(_is_network, versions=(4,)),
    "cidrv6": partial(_is_network, versions=(6,)),
    "base64": _is_base64,
    "jwt": _is_jwt,
}
