"""Compiles schemas: the schema IR of one inventory comes in, a check for each schema goes out, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Json,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from extractor.validate.absence import absence
from extractor.validate.containers import array_check, object_check, record_check, tuple_check
from extractor.validate.flaw import Flaw, Flaws, is_refused
from extractor.validate.formats import Test, format_test
from extractor.validate.patience import GaveUp, TookLong
from extractor.validate.patterns import Untranslatable, compile_pattern
from extractor.validate.scalars import (
    Check,
    anything,
    is_boolean,
    is_string,
    literal_check,
    nothing,
    number_check,
    string_check,
)
from extractor.validate.unions import Option, intersection_check, tags_of, union_check


class Compiler:
    """Makes checks for the schemas of one inventory. `unchecked` names the patterns and formats met so far that
    cannot be checked here (they are let through)."""

    def __init__(self, definitions: Mapping[str, Schema], dialect: str | None = None) -> None:
        self._definitions = definitions
        self._dialect = dialect
        self._named: dict[str, Check] = {}
        self._slow: set[str] = set()
        self.unchecked: set[str] = set()

    def check(self, schema: Schema) -> Check:
        """The check of one schema: it returns None for a value that is right in every respect."""
        match schema:
            case Any():
                return anything
            case Never() | Undefined():
                return nothing
            case Boolean():
                return is_boolean
            case String():
                return string_check(schema, self._tests(schema))
            case Number():
                return number_check(schema)
            case Literal():
                return literal_check(schema)
            case Array(element, low, high):
                return array_check(self.check(element), low, high)
            case Tuple():
                return self._tuple(schema)
            case Record():
                return self._record(schema)
            case Object():
                return self._object(schema)
            case Union(options, discriminator):
                branches = [Option(self.check(option), tags_of(option, self._definitions.get)) for option in options]
                return union_check(branches, discriminator)
            case Intersection(left, right):
                return intersection_check(self.check(left), self.check(right))
            case Optional(inner) | Default(inner):
                return self.check(inner)
            case Nullable(inner):
                return _nullable(self.check(inner))
            case Catch(inner):
                return _caught(self.check(inner))
            case Effect():
                return self._effect(schema)
            case Ref(name):
                return self._reference(name)
            case _:
                assert_never(schema)

    def _tests(self, schema: String) -> tuple[tuple[str, Test], ...]:
        tests: list[tuple[str, Test]] = []
        if schema.format is not None:
            test = format_test(schema.format, self._dialect)
            if test is not None:
                tests.append((f"a string in the format `{schema.format}`", test))
            elif not schema.patterns:
                self.unchecked.add(f"format {schema.format}")
        for source in schema.patterns:
            try:
                tests.append((f"a string that matches /{source}/", self._patient(source, compile_pattern(source))))
            except Untranslatable:
                self.unchecked.add(f"pattern /{source}/")
        return tuple(tests)

    def _patient(self, source: str, test: Test) -> Test:
        """The test of a pattern, letting through what it gives up on; where it took long once, it is not asked again."""

        def check(text: str) -> bool:
            try:
                return source in self._slow or test(text)
            except GaveUp as error:
                if isinstance(error, TookLong):
                    self._slow.add(source)
                self.unchecked.add(f"pattern /{source}/, at least on one text: {error}")
                return True

        return check

    def _object(self, schema: Object) -> Check:
        absences = {field.name: absence(field.schema, self._definitions) for field in schema.fields}
        rest = None if schema.rest is None else self.check(schema.rest)
        return object_check(
            {field.name: self.check(field.schema) for field in schema.fields},
            frozenset(name for name, answer in absences.items() if answer == "refused"),
            frozenset(name for name, answer in absences.items() if answer == "unchecked"),
            schema.unknown_keys,
            rest,
        )

    def _effect(self, schema: Effect) -> Check:
        inner = self.check(schema.inner)
        if "unresolved" in schema.effects:
            self.unchecked.add("a part of a shape that the inventory could not resolve")
        return _converted(inner) if {"preprocess", "coerce"} & set(schema.effects) else inner

    def _tuple(self, schema: Tuple) -> Check:
        least = len(schema.items)
        is_zod3 = self._dialect is not None and "3" in self._dialect
        while least and not is_zod3 and absence(schema.items[least - 1], self._definitions) == "accepted":
            least -= 1
        rest = None if schema.rest is None else self.check(schema.rest)
        return tuple_check(tuple(self.check(item) for item in schema.items), least, rest)

    def _record(self, schema: Record) -> Check:
        key = self.check(schema.key)
        return record_check(None if key in (is_string, anything) else key, self.check(schema.value))

    def _reference(self, name: str) -> Check:
        if name not in self._definitions:
            self.unchecked.add(f"definition {name}")
            return anything
        named = self._named

        def check(value: Json) -> Flaws | None:
            return named[name](value)

        if name not in named:
            named[name] = check
            named[name] = self.check(self._definitions[name])
        return check


def _nullable(inner: Check) -> Check:
    def check(value: Json) -> Flaws | None:
        if value is None:
            return None
        flaws = inner(value)
        if flaws is not None:
            for flaw in flaws:
                if not flaw.path and flaw.kind in ("wrong_type", "unexpected_value"):
                    flaw.expected += " or null"
        return flaws

    return anything if inner is anything else check


def _caught(inner: Check) -> Check:
    """What `inner` refuses is shown, not refused: the release puts a value of its own in its place."""

    def check(value: Json) -> Flaws | None:
        flaws = inner(value)
        if flaws is None or not is_refused(flaws):
            return flaws
        first = next(flaw for flaw in flaws if flaw.grade == "invalid")
        return [Flaw("replaced_value", first.expected, value, allowed=first.allowed)]

    return check


def _converted(inner: Check) -> Check:
    """What `inner` refuses is shown, not refused: the release converts a value before it looks at it."""

    def check(value: Json) -> Flaws | None:
        flaws = inner(value)
        if flaws is None or not is_refused(flaws):
            return flaws
        first = next(flaw for flaw in flaws if flaw.grade == "invalid")
        return [Flaw("converted", first.expected, value)]

    return check
