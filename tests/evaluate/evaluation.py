"""Evaluates expressions written in tests: text comes in, a JSON value or the reason why there is none goes out."""

from __future__ import annotations

from extractor.evaluate import UNDEFINED, Evaluator, Host, Instance, Unknown, Value, plain
from extractor.evaluate.values import Argument, Global
from tests.support.sources import source_of


class NoLibrary:
    """A library that recognises nothing."""

    def constructed(self, instance: Instance, evaluator: Evaluator) -> Value | None:
        return None

    def call(self, host: Host, method: str, arguments: list[Argument], evaluator: Evaluator) -> Value:
        raise AssertionError("nothing is of this library")

    def member(self, host: Host, name: str, evaluator: Evaluator) -> Value:
        raise AssertionError("nothing is of this library")

    def assign(self, host: Host, name: str, value: Value) -> None:
        raise AssertionError("nothing is of this library")

    def type_of(self, host: Host) -> str:
        raise AssertionError("nothing is of this library")

    def is_instance(self, host: Host, cls: Value, evaluator: Evaluator) -> bool | None:
        raise AssertionError("nothing is of this library")


def value_of(text: str, before: str = "", *, whole: bool = False) -> Value:
    """The value of an expression, after other statements of its file."""
    source = source_of(f"{before}\nvar X={text};", whole=whole)
    return Evaluator(source, NoLibrary()).name(source.bundle.chunks[0], "X")


def json_of(text: str, before: str = "") -> object:
    """The JSON value of an expression that has one; ValueError with the reason where it has none."""
    value = value_of(text, before)
    if value == UNDEFINED:
        return "(undefined)"
    return plain(value)


def reason_of(text: str, before: str = "") -> str:
    """Why the value of an expression is not known; the test fails where it is."""
    value = value_of(text, before)
    assert isinstance(value, Unknown | Global), value
    return value.reason if isinstance(value, Unknown) else f"{value.path} is of the program's surroundings"
