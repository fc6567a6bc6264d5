"""Bind the names of parameters and declarations to values, through patterns and defaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extractor.evaluate.literals import identifier_name, string_value
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Context,
    Deferred,
    Frame,
    Obj,
    Unknown,
    Value,
    force,
)
from extractor.syntax import Branch

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Evaluator

_NAMES = ("identifier", "shorthand_property_identifier_pattern")


def parameters(function: Branch) -> list[Branch]:
    """The parameter patterns of a function, in order."""
    single = function.child_by_field_name("parameter")
    if single is not None:
        return [single]
    listed = function.child_by_field_name("parameters")
    return [] if listed is None else listed.named_children


def bind_arguments(evaluator: Evaluator, function: Branch, arguments: list[Argument], context: Context) -> None:
    """Give the parameters of a function their values in the frame of `context`."""
    frame = context.frame
    assert frame is not None
    for index, pattern in enumerate(parameters(function)):
        if pattern.type == "rest_pattern":
            rest = Arr([force(value) for value in arguments[index:]])
            bind(evaluator, pattern.named_children[0], rest, context, frame)
        else:
            value = arguments[index] if index < len(arguments) else UNDEFINED
            bind(evaluator, pattern, value, context, frame)


def declare(evaluator: Evaluator, declarator: Branch, context: Context, *, is_var: bool) -> None:
    """Bind the names of one `let`, `const` or `var` declarator: in its block, or for `var` in its function."""
    target, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
    frame = context.frame
    if target is None or frame is None:
        return
    while is_var and frame.is_block and frame.parent is not None:
        frame = frame.parent
    if value is not None:
        bind(evaluator, target, evaluator.defer(value, context), context, frame)
    elif not is_var or target.text not in frame.names:
        bind(evaluator, target, UNDEFINED, context, frame)


def bind(evaluator: Evaluator, pattern: Branch, value: Argument, context: Context, frame: Frame) -> None:
    """Bind the names of a pattern to (parts of) a value, in `frame`; defaults in it see `context`."""
    if pattern.type in _NAMES:
        if isinstance(value, Deferred):
            value.node = None
        frame.names[pattern.text] = value
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left, right = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        if left is not None and right is not None:
            bind(evaluator, left, _with_default(value, evaluator.defer(right, context)), context, frame)
    elif pattern.type == "object_pattern":
        _bind_object(evaluator, pattern, value, context, frame)
    elif pattern.type == "array_pattern":
        _bind_array(evaluator, pattern, value, context, frame)
    else:
        for name in pattern_names(pattern):
            frame.names[name] = Unknown("a parameter pattern that is not followed")


def pattern_names(pattern: Branch) -> Iterator[str]:
    """The names that a pattern binds."""
    if pattern.type in _NAMES:
        yield pattern.text
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern", "pair_pattern"):
        inner = pattern.child_by_field_name("value" if pattern.type == "pair_pattern" else "left")
        if inner is not None:
            yield from pattern_names(inner)
    elif pattern.type in ("object_pattern", "array_pattern", "rest_pattern"):
        for child in pattern.named_children:
            yield from pattern_names(child)


def _with_default(value: Argument, fallback: Argument) -> Deferred:
    def chosen() -> Value:
        given = force(value)
        return force(fallback) if given == UNDEFINED else given

    return Deferred(chosen)


def _bind_array(evaluator: Evaluator, pattern: Branch, value: Argument, context: Context, frame: Frame) -> None:
    has_gaps = ",," in pattern.text.replace(" ", "") or pattern.text.replace(" ", "").startswith("[,")
    for index, child in enumerate(pattern.named_children):
        if has_gaps:
            part: Argument = Unknown("a pattern with gaps")
        elif child.type == "rest_pattern":
            part = Deferred(lambda index=index: _items(force(value), index))  # type: ignore[misc]
            child = child.named_children[0]
        else:
            part = Deferred(lambda index=index: _item(force(value), index))  # type: ignore[misc]
        bind(evaluator, child, part, context, frame)


def _bind_object(evaluator: Evaluator, pattern: Branch, value: Argument, context: Context, frame: Frame) -> None:
    taken: set[str] = set()
    is_known = True
    for child in pattern.named_children:
        if child.type == "rest_pattern":
            rest: Argument = Unknown("the rest of a pattern with a computed key")
            if is_known:
                rest = Deferred(lambda taken=frozenset(taken): _without(force(value), taken))  # type: ignore[misc]
            bind(evaluator, child.named_children[0], rest, context, frame)
            continue
        key, inner = _key_of(child), child
        if child.type == "pair_pattern":
            inner = child.child_by_field_name("value") or child
        if key is None:
            is_known = False
            part: Argument = Unknown("a pattern with a computed key")
        else:
            taken.add(key)
            part = Deferred(lambda key=key: evaluator.member(force(value), key))  # type: ignore[misc]
        bind(evaluator, inner, part, context, frame)


def _key_of(child: Branch) -> str | None:
    """The property that one part of an object pattern takes; None where it is computed."""
    key: Branch | None = child
    if child.type == "pair_pattern":
        key = child.child_by_field_name("key")
    elif child.type == "object_assignment_pattern":
        key = child.child_by_field_name("left")
    if key is None or key.type in ("computed_property_name", "number"):
        return None
    return string_value(key.text) if key.type == "string" else identifier_name(key.text)


def _without(value: Value, taken: frozenset[str]) -> Value:
    if not isinstance(value, Obj):
        return Unknown("the rest of something unknown")
    kept = {name: found for name, found in value.properties.items() if name not in taken}
    return Obj(kept, value.complete)


def _item(value: Value, index: int) -> Value:
    if isinstance(value, Arr) and value.complete and value.kind != "map":
        return value.items[index] if index < len(value.items) else UNDEFINED
    return Unknown("an item of something unknown")


def _items(value: Value, start: int) -> Value:
    if isinstance(value, Arr) and value.complete and value.kind != "map":
        return Arr(value.items[start:])
    return Unknown("the rest of something unknown")
