"""Writes schemas of objects, arrays, tuples, records, unions and intersections."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.fuzz import devious, scalars, spelling
from tests.fuzz.program import Expr

if TYPE_CHECKING:
    from tests.fuzz.writer import Writer


def any_of_them(w: Writer, depth: int) -> Expr:
    """One of the composite schemas."""
    make = w.rng.choice(
        (obj, obj, obj, array, array, tuple_, record, record, union, union, discriminated, intersection)
    )
    return make(w, depth)


def fields(w: Writer, depth: int, low: int = 0, high: int = 4) -> dict[str, Expr]:
    """The fields of an object."""
    return {name: w.schema(depth - 1) for name in spelling.words(w.rng, low, high)}


def shape(w: Writer, declared: dict[str, Expr]) -> str:
    """An object literal of fields; now and then a field is a getter, as recursive schemas are written.

    Getters stand last: engines differ on their order among other properties. `declared` is ordered as written.
    """
    parts, getters = [], []
    for name in list(declared):
        expr = declared[name]
        if w.flavour.major == 4 and w.rng.random() < 0.04 and name.isidentifier() and name.isascii():
            getters.append(f"get {name}() {{ return {expr.text}; }}")
            declared[name] = declared.pop(name)
        else:
            parts.append(f"{spelling.key(w.rng, name)}: {expr.text}")
    return "{ " + ", ".join([*parts, *getters]) + " }"


def obj(w: Writer, depth: int) -> Expr:
    """An object: its shape written out, partly spread from another, strict, loose, or with a catchall."""
    rng = w.rng
    if w.is_devious and rng.random() < 0.4:
        built = rng.choice(devious.SHAPES).format(schema=w.schema(depth - 2).text)
        return Expr(f"{w.zod('object')}({built})", "built")
    declared = fields(w, depth)
    text = shape(w, declared)
    if rng.random() < 0.2:
        text, declared = _spread(w, text, declared)
    make = "object" if w.flavour.major == 4 or rng.random() < 0.9 else "strictObject"
    if w.flavour.major == 4 and rng.random() < 0.2:
        make = rng.choice(["strictObject", "looseObject"])
    expr = Expr(f"{w.zod(make)}({text})", "object", declared)
    roll = rng.random()
    if roll < 0.2 and not w.flavour.is_mini:
        old = ["strict", "strip", "passthrough", *(["loose"] if w.flavour.major == 4 else ["nonstrict"])]
        return Expr(f"{expr.text}.{rng.choice(old)}()", "object", declared)
    if roll < 0.26:
        inner = w.bare(0).text if rng.random() < 0.7 else f"{w.zod('never')}()"
        if w.flavour.is_mini:
            return Expr(f"{w.zod('catchall')}({expr.text}, {inner})", "object", declared)
        return Expr(f"{expr.text}.catchall({inner})", "object", declared)
    return expr


def _spread(w: Writer, text: str, declared: dict[str, Expr]) -> tuple[str, dict[str, Expr]]:
    """The shape with the fields of a shared object or a shared shape spread into it, before or after its own."""
    kind = w.rng.choice(["object", "shape"])
    shared = w.find(kind)
    if shared is None:
        return text, declared
    given = w.module.refer(shared) + (w.shape_of() if kind == "object" else "")
    own = text[1:-1].strip()
    other = shared.expr.fields
    if w.rng.random() < 0.7:
        return f"{{ ...{given}{', ' if own else ''}{own} }}", {**other, **declared}
    return f"{{ {own}{', ' if own else ''}...{given} }}", {**declared, **other}


def array(w: Writer, depth: int) -> Expr:
    """An array."""
    inner = w.schema(depth - 1)
    chained = not w.flavour.is_mini and w.rng.random() < 0.2
    text = f"{inner.text}.array()" if chained else f"{w.zod('array')}({inner.text})"
    names = w.rng.choice(([], [], [], ["min"], ["max"], ["min", "max"], ["length"], ["nonempty"]))
    bounds = {"min": w.rng.randint(0, 2), "max": w.rng.randint(3, 50), "length": w.rng.randint(0, 4)}
    checks = [(name, w.constant(bounds[name]) if name in bounds else "") for name in names]
    return w.checked(Expr(text, "array", inner=inner), checks)


def tuple_(w: Writer, depth: int) -> Expr:
    """A tuple, with or without a rest."""
    items = ", ".join(w.schema(depth - 1).text for _ in range(w.rng.randint(1, 3)))
    roll = w.rng.random()
    if roll < 0.15 and not w.flavour.is_mini:
        return Expr(f"{w.zod('tuple')}([{items}]).rest({w.schema(0).text})", "tuple")
    if roll < 0.3 and w.flavour.major == 4:
        return Expr(f"{w.zod('tuple')}([{items}], {w.schema(0).text})", "tuple")
    return Expr(f"{w.zod('tuple')}([{items}])", "tuple")


def record(w: Writer, depth: int) -> Expr:
    """A record, its keys any string, a constrained string, or the values of an enum or literals."""
    value = w.schema(depth - 1).text
    roll = w.rng.random()
    if w.flavour.major == 3 and roll < 0.3:
        return Expr(f"{w.zod('record')}({value})", "record")
    if roll < 0.6:
        return Expr(f"{w.zod('record')}({w.zod('string')}(), {value})", "record")
    name = w.rng.choice(["record", "partialRecord"]) if w.flavour.major == 4 else "record"
    if roll < 0.75:
        return Expr(f"{w.zod('record')}({scalars.text(w).text}, {value})", "record")
    if roll < 0.9:
        return Expr(f"{w.zod(name)}({scalars.enum(w).text}, {value})", "record")
    keys = [f"{w.zod('literal')}({json.dumps(word)})" for word in spelling.words(w.rng, 2, 3)]
    return Expr(f"{w.zod(name)}({w.zod('union')}([{', '.join(keys)}]), {value})", "record")


def union(w: Writer, depth: int) -> Expr:
    """A union."""
    options = [w.schema(depth - 1).text for _ in range(w.rng.randint(2, 4))]
    if not w.flavour.is_mini and w.rng.random() < 0.2:
        return Expr(f"{options[0]}.or({options[1]})", "union")
    return Expr(f"{w.zod('union')}([{', '.join(options)}])", "union")


def discriminated(w: Writer, depth: int) -> Expr:
    """A discriminated union: each option an object with its own literal, or enum, in the same field."""
    rng = w.rng
    tag = rng.choice(["type", "kind", "x-tag", "behavior"])
    values = rng.sample(["a", "b", "c", "d", "e", "f", "g"], 6)
    options = []
    for _ in range(rng.randint(2, 3)):
        if rng.random() < 0.8:
            marked = Expr(f"{w.zod('literal')}({json.dumps(values.pop())})", "literal")
        else:
            marked = Expr(f"{w.zod('enum')}([{json.dumps(values.pop())}, {json.dumps(values.pop())}])", "enum")
        rest = {name: value for name, value in fields(w, depth - 1, 0, 3).items() if name != tag}
        made = Expr(f"{w.zod('object')}({shape(w, {tag: marked, **rest})})", "object")
        options.append(made.text)
    if w.flavour.major == 4 and rng.random() < 0.15 and values:
        last = f"{w.zod('object')}({{ {spelling.key(rng, tag)}: {w.zod('literal')}({json.dumps(values.pop())}) }})"
        options.append(f"{w.zod('discriminatedUnion')}({json.dumps(tag)}, [{last}])")
    return Expr(f"{w.zod('discriminatedUnion')}({json.dumps(tag)}, [{', '.join(options)}])", "union")


def intersection(w: Writer, depth: int) -> Expr:
    """An intersection, of objects mostly."""
    left, right = (obj(w, depth - 1) if w.rng.random() < 0.8 else w.schema(depth - 1) for _ in range(2))
    if not w.flavour.is_mini and w.rng.random() < 0.5:
        return Expr(f"{left.text}.and({right.text})", "intersection")
    return Expr(f"{w.zod('intersection')}({left.text}, {right.text})", "intersection")
