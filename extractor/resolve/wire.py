"""Read the wire identity of shapes: which `type` and `subtype` values an object has, alone or in a union."""

from __future__ import annotations

from collections.abc import Iterator

from extractor.model import schema as ir
from extractor.model.parts import parts
from extractor.resolve.constraints import beneath


def members(schema: ir.Schema) -> Iterator[ir.Schema]:
    """The alternatives of a shape: the members of a union, nested unions opened, each once; else the shape itself."""
    stack, seen = [schema], set()
    while stack:
        current = stack.pop()
        inner = beneath(current)
        if not isinstance(inner, ir.Union):
            yield current
        elif id(inner) not in seen:
            seen.add(id(inner))
            stack.extend(reversed(inner.options))


def literals(schema: ir.Schema, name: str) -> tuple[str, ...]:
    """The strings that field `name` of an object shape may hold, where it is a literal or an enum; else ()."""
    found = field(schema, name)
    inner = beneath(found) if found is not None else None
    if isinstance(inner, ir.Optional | ir.Default):
        inner = beneath(inner.inner)
    if isinstance(inner, ir.Literal):
        return tuple(value for value in inner.values if isinstance(value, str))
    return ()


def field(schema: ir.Schema, name: str) -> ir.Schema | None:
    """The shape of an object's field, in an intersection that of the last part that declares it."""
    stack, seen = [schema], set()
    while stack:
        inner = beneath(stack.pop())
        if isinstance(inner, ir.Object):
            found = inner.field(name)
            if found is not None:
                return found.schema
        elif isinstance(inner, ir.Intersection) and id(inner) not in seen:
            seen.add(id(inner))
            stack += (inner.left, inner.right)
    return None


def message_keys(schema: ir.Schema) -> tuple[str, ...]:
    """The keys of a message shape: `type`, or `type/subtype` for each of its subtypes; () for no message.

    A message always says its type: an object whose `type` may be absent is none.
    """
    kind = field(schema, "type")
    if kind is None or not isinstance(beneath(kind), ir.Literal):
        return ()
    subtypes = literals(schema, "subtype")
    return tuple(
        f"{kind}/{subtype}" if subtype else kind for kind in literals(schema, "type") for subtype in subtypes or ("",)
    )


def objects(schema: ir.Schema) -> Iterator[ir.Schema]:
    """Every object (or intersection of objects) in a shape, at any depth, outermost first, a shared one once."""
    stack, seen = [schema], set()
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, ir.Object | ir.Intersection):
            yield current
        stack.extend(reversed(parts(current)))
