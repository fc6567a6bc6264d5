"""Tests of string formats, each with near misses."""

from __future__ import annotations

import pytest

from extractor.model.schema import String
from extractor.validate.compiled import Compiler
from extractor.validate.formats import format_test

RIGHT = {
    "uuid": ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "00000000-0000-0000-0000-000000000000"],
    "guid": ["3f2504e0-4f89-f1d3-0a0c-0305e82c3301"],
    "email": ["a.b+c@d-e.org"],
    "url": ["https://a.b", "mailto:a@b", " http://x "],
    "date": ["2020-02-29"],
    "time": ["23:59:59.5", "12:00"],
    "datetime": ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.123+02:00", "2020-01-01T00:00"],
    "date-time": ["2020-01-01T00:00:00Z"],
    "duration": ["P1Y2M3DT4H5M6S", "P1W", "PT0.5S"],
    "cuid": ["cjld2cjxh0000qzrmn831i7rn"],
    "cuid2": ["tz4a98xxat96iws9zmbrgj3a"],
    "ulid": ["01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    "xid": ["9m4e2mr0ui3e8a215n4g"],
    "ksuid": ["0ujtsYcgvSTl8PAuAdqWYSMnLOv"],
    "nanoid": ["V1StGXR8_Z5jdHi6B-myT"],
    "e164": ["+491234567"],
    "ip": ["1.2.3.4", "::1"],
    "ipv4": ["255.255.255.255"],
    "ipv6": ["2001:db8::1"],
    "cidr": ["10.0.0.0/8", "::/0"],
    "cidrv4": ["10.0.0.1/32"],
    "cidrv6": ["2001:db8::/128"],
    "base64": ["", "YWI="],
    "base64url": ["YQ", "a_-b"],
    "jwt": ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x"],
    "lowercase": ["abc1"],
    "uppercase": ["ABC1"],
}
WRONG = {
    "uuid": ["3f2504e0-4f89-f1d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c330", "x"],
    "guid": ["3f2504e0-4f89-41d3-9a0c-0305e82c330g"],
    "email": ["a@b", ".a@b.co", "a..b@c.co", "a@b.co\n"],
    "url": ["a.b", "", "https://", "//a"],
    "date": ["2021-02-29", "2020-1-1", "2020-01-01\n"],
    "time": ["24:00:00", "1:00"],
    "datetime": ["2020-01-01", "2020-13-01T00:00:00Z", "2020-01-01 00:00:00Z"],
    "date-time": ["yesterday"],
    "duration": ["P", "1Y", "PT"],
    "cuid": ["abc"],
    "cuid2": ["ABC", ""],
    "ulid": ["01ARZ3NDEKTSV4RRFFQ69G5FAU", "01"],
    "xid": ["9m4e2mr0ui3e8a215n4"],
    "ksuid": ["0ujtsYcgvSTl8PAuAdqWYSMnLO-"],
    "nanoid": ["V1StGXR8_Z5jdHi6B-my"],
    "e164": ["491234567", "+1"],
    "ip": ["1.2.3", "1.2.3.256", "fe80::1%eth0"],
    "ipv4": ["::1", "01.2.3.4"],
    "ipv6": ["1.2.3.4"],
    "cidr": ["10.0.0.0", "10.0.0.0/33"],
    "cidrv4": ["::/0", "10.0.0.0/"],
    "cidrv6": ["10.0.0.0/8", "::/129"],
    "base64": ["YWI", "YW I=", "=" * 4],
    "base64url": ["Y+", "a b"],
    "jwt": ["a.b.c", "a.b", "e30.e30.x"],
    "lowercase": ["A"],
    "uppercase": ["a"],
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_format_and_its_near_misses(name: str) -> None:
    test = format_test(name, "zod4")
    assert test is not None
    assert [text for text in RIGHT[name] if not test(text)] == []
    assert [text for text in WRONG[name] if test(text)] == []


def test_zod_3_takes_uuids_of_any_version() -> None:
    test = format_test("uuid", "zod3")
    assert test is not None
    assert test("3f2504e0-4f89-f1d3-0a0c-0305e82c3301")


def test_a_format_that_is_not_known_is_not_checked_and_said_so() -> None:
    compiler = Compiler({})
    assert compiler.check(String("of tomorrow"))("x") is None
    assert compiler.unchecked == {"format of tomorrow"}
