"""Patterns and texts that would keep Python's matcher busy for ever: they are given up, and that is said."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from extractor.model.inventory import Inventory, Message
from extractor.model.schema import Field, Literal, Object, String
from extractor.validate import to_text, validate_files
from extractor.validate.compiled import Compiler
from extractor.validate.patience import LONGEST, GaveUp, TookLong, in_time, is_straight
from extractor.validate.patterns import compile_pattern

ENDLESS = "^(a+)+$"
HOSTILE = "a" * 60 + "b"

STRAIGHT = (
    *(r"\S", "^[0-9a-f]{64}$", "^[A-Za-z0-9+/]*={0,2}$", "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", r"^[^\p{Cc}\u2028]+$"),
    *("^(?:on|off)$", "^v?[0-9]{1,4}$", r"^\(*$", "^[)*+]*$", "^(?=.*a)b$", "a{3}b{3}"),
)
WINDING = (
    *(
        ENDLESS,
        "^(?:a|a)*$",
        "^a*a*$",
        "a*b",
        "^a+|b+",
        "^(?:a*){2}$",
        "^(?:a{0,9}){3}$",
        r"^\/(?:[^/]+(?:\/[^/]+)*)?$",
    ),
    *("^" + "a?" * 30 + "a{30}$", "^" + "a{0,8}" * 12 + "$", "^" + "(?:a|a)" * 30 + "$", "^(?=a*b)a*$"),
)


@pytest.mark.parametrize("source", STRAIGHT)
def test_a_pattern_that_takes_a_text_in_one_go(source: str) -> None:
    assert is_straight(source)
    began = time.process_time()
    for text in ("a" * 500_000 + "!", "=" * 500_000, HOSTILE):
        compile_pattern(source)(text)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("source", WINDING)
def test_a_pattern_that_may_try_one_way_after_another(source: str) -> None:
    assert not is_straight(source)


def test_a_match_without_end_is_given_up() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    test = compile_pattern(ENDLESS)
    assert test("aaa")
    assert not test("aab")
    with pytest.raises(TookLong):
        test(HOSTILE)
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


def test_a_long_text_and_another_thread_are_not_tried() -> None:
    with pytest.raises(GaveUp, match="characters"):
        in_time(lambda _: None, "a" * (LONGEST + 1))
    said: list[str] = []

    def elsewhere() -> None:
        try:
            compile_pattern(ENDLESS)("aaa")
        except GaveUp as error:
            said.append(str(error))
        assert compile_pattern("^a{1,64}$")("aaa")

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert said == ["a search that may be endless cannot be stopped here"]


def test_a_pattern_that_took_long_once_is_not_asked_again() -> None:
    compiler = Compiler({})
    checks = [compiler.check(String(patterns=(ENDLESS,))) for _ in range(3)]
    assert checks[0]("b") is not None
    began = time.process_time()
    assert [check(HOSTILE) for check in checks * 50] == [None] * 150
    assert time.process_time() - began < 5
    assert compiler.unchecked == {f"pattern /{ENDLESS}/, at least on one text: it took more than 1 s"}


def test_a_long_text_is_let_through_and_the_next_is_checked() -> None:
    compiler = Compiler({})
    check = compiler.check(String(patterns=("^(?:ab)+$",)))
    assert check("c" * (LONGEST + 1)) is None
    assert check("abc") is not None
    assert compiler.unchecked == {
        f"pattern /^(?:ab)+$/, at least on one text: it has more than {LONGEST} characters"
    }  # fmt: skip


def test_a_hostile_recording_ends_with_a_line_that_says_so(tmp_path: Path) -> None:
    shape = Object((Field("type", Literal(("ping",))), Field("id", String(patterns=(ENDLESS,)))))
    inventory = Inventory("0.0.1", messages=(Message("ping", shape, ("stdout",)),))
    recording = tmp_path / "recording.ndjson"
    recording.write_text(f'{{"type":"ping","id":"{HOSTILE}"}}\n' * 200)
    text = to_text(validate_files(inventory, [recording]))
    assert f"not checked: pattern /{ENDLESS}/, at least on one text: it took more than 1 s" in text
