"""Apply check objects to a shape: what `.check(...)`, a `checks` list or a check factory carries, by its own name."""

from __future__ import annotations

from extractor.evaluate import Arr, Const, Evaluator, Func, Host, Obj, RegExp, Value
from extractor.model import schema as ir
from extractor.resolve import constraints, parts
from extractor.resolve.shapes import CheckValue, Refusal, SchemaValue


def apply(schema: ir.Schema, check: Value, evaluator: Evaluator) -> ir.Schema:
    """The shape narrowed by one check; a function is a refinement."""
    if isinstance(check, Func):
        return constraints.effect(schema, "refinement")
    definition: object = check
    if isinstance(check, Host) and isinstance(check.payload, CheckValue | SchemaValue):
        definition = check.payload.definition
    if not isinstance(definition, Obj):
        raise Refusal(f"a check that is not known: {parts.reason(check)}")
    name = _text(evaluator, definition, "check") or _text(evaluator, definition, "kind")
    if name is None:
        raise Refusal("a check without a name")
    return named(schema, name, definition, evaluator)


def named(schema: ir.Schema, name: str, definition: Obj, evaluator: Evaluator) -> ir.Schema:
    """The shape narrowed by the check called `name`, its parameters taken from `definition`."""
    value = evaluator.member(definition, "value")
    if name in ("greater_than", "less_than"):
        inclusive = evaluator.member(definition, "inclusive") == Const(True)
        narrow = constraints.at_least if name == "greater_than" else constraints.at_most
        return narrow(schema, parts.number(value), inclusive=inclusive)
    if name in ("min_length", "min_size"):
        return constraints.at_least(schema, parts.number(evaluator.member(definition, "minimum")))
    if name in ("max_length", "max_size"):
        return constraints.at_most(schema, parts.number(evaluator.member(definition, "maximum")))
    if name in ("length_equals", "size_equals"):
        size = parts.number(evaluator.member(definition, "length"))
        return constraints.at_most(constraints.at_least(schema, size), size)
    if name == "multiple_of":
        return constraints.multiple_of(schema, parts.number(value))
    if name == "number_format":
        return constraints.number_format(schema, parts.text(evaluator.member(definition, "format")))
    if name == "string_format":
        return _string_format(schema, definition, evaluator)
    if name == "overwrite":
        return constraints.effect(schema, "rewrite")
    if name in ("custom", "property"):
        return constraints.effect(schema, "refinement")
    raise Refusal(f"check {name}")


def all_of(schema: ir.Schema, checks: Value, evaluator: Evaluator) -> ir.Schema:
    """The shape narrowed by every check of a `checks` list."""
    if isinstance(checks, Arr):
        if not checks.complete:
            raise Refusal("a list of checks that is not known")
        for check in checks.items:
            schema = apply(schema, check, evaluator)
    return schema


def _string_format(schema: ir.Schema, definition: Obj, evaluator: Evaluator) -> ir.Schema:
    name = parts.text(evaluator.member(definition, "format"))
    if name in ("regex", "includes", "starts_with", "ends_with"):
        given = evaluator.member(definition, "pattern")
        if isinstance(given, RegExp):
            return constraints.matching(schema, parts.pattern(given))
        affix = {
            "includes": ("includes", "", ""),
            "starts_with": ("prefix", "^", ".*"),
            "ends_with": ("suffix", ".*", "$"),
        }
        key, before, after = affix.get(name, ("", "", ""))
        return constraints.matching(
            schema, before + parts.escaped(parts.text(evaluator.member(definition, key))) + after
        )
    if name not in constraints.KNOWN_FORMATS:
        return _own_format(schema, evaluator.member(definition, "pattern"))
    return constraints.string_format(schema, name)


def _own_format(schema: ir.Schema, pattern: Value) -> ir.Schema:
    """A format that the program made up: its pattern, where it is given by one, else a refinement."""
    if isinstance(pattern, RegExp):
        return constraints.matching(schema, parts.pattern(pattern))
    return constraints.effect(schema, "refinement")


def _text(evaluator: Evaluator, definition: Obj, name: str) -> str | None:
    found = definition.own(name)
    return found.value if isinstance(found, Const) and isinstance(found.value, str) else None
