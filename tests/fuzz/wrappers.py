"""Writes what wraps or changes another schema: optional, default, refinements, object methods, lazies, helpers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.fuzz import composites, spelling
from tests.fuzz.program import Expr, Shared

if TYPE_CHECKING:
    from tests.fuzz.writer import Writer

FALLBACKS = ("x", "", 0, 1.5, True, False, None, [], {}, ["a", 1], {"a": 1, "b": [None]})


def wrapped(w: Writer, expr: Expr, depth: int) -> Expr:
    """The schema in one wrapper, or with one more method called on it."""
    rng = w.rng
    name = rng.choice(
        ["optional", "optional", "optional", "nullable", "nullable", "nullish", "default", "default", "catch", "readonly",
         "describe", "describe", "refine", "superRefine", "transform", "pipe", "preprocess", "brand", "nonoptional",
         "prefault", "lazy", "check", "meta", "array", "object"]
    )  # fmt: skip
    if name == "object" and expr.kind == "object" and not expr.is_fixed:
        return changed(w, expr, depth)
    if name == "lazy":
        return Expr(f"{w.zod('lazy')}(() => {expr.text})", "lazy", inner=expr)
    if name == "preprocess":
        return (
            Expr(f"{w.zod('preprocess')}((x) => x, {expr.text})", "effect", inner=expr)
            if not w.flavour.is_mini
            else expr
        )
    return _functional(w, expr, name) if w.flavour.is_mini else _chained(w, expr, name)


def _argument(w: Writer, expr: Expr, name: str) -> str | None:
    """What stands in a wrapper's parentheses; None where this flavour has no such wrapper."""
    rng = w.rng
    if name in ("default", "prefault", "catch"):
        value = w.constant(rng.choice(FALLBACKS))
        return value if rng.random() < 0.75 else f"() => ({value})"
    if name in ("refine", "superRefine"):
        text = "(x) => !!x" if name == "refine" else "(x, c) => { if (!x) c.addIssue({}); }"
        return text + (f", {{ message: {spelling.prose(rng)} }}" if name == "refine" and rng.random() < 0.5 else "")
    if name == "transform":
        return rng.choice(["(x) => String(x)", "(x) => ({ x })", "function (x) { return x }", "String"])
    if name == "pipe":
        return w.bare(0).text
    if name == "describe":
        return spelling.prose(rng)
    if name == "meta":
        return f"{{ title: {spelling.prose(rng)} }}"
    if name == "check":
        return f"{w.zod('refine')}((x) => !!x)" if w.flavour.is_mini else "(c) => { c.value; }"
    return ""


def _chained(w: Writer, expr: Expr, name: str) -> Expr:
    if w.flavour.major == 3 and name in ("nonoptional", "prefault", "check", "meta"):
        name = "describe"
    if name == "object":
        name = "describe"
    text = f"{expr.text}.{name}({_argument(w, expr, name)})"
    keeps = name in ("describe", "meta", "brand")
    is_checked = name in ("refine", "superRefine", "check")
    if keeps or (is_checked and w.flavour.major == 4):
        return Expr(text, expr.kind, expr.fields, expr.values, expr.inner, expr.is_fixed or is_checked)
    kinds = {"optional": "optional", "nullable": "nullable", "array": "array", "default": "default"}
    return Expr(text, kinds.get(name, "effect"), inner=expr)


def _functional(w: Writer, expr: Expr, name: str) -> Expr:
    if name in ("describe", "meta", "refine", "superRefine", "check", "object", "brand"):
        if name == "brand":
            return Expr(f"{expr.text}.brand()", expr.kind, expr.fields, expr.values, expr.inner)
        return Expr(
            f"{expr.text}.check({_argument(w, expr, 'check')})", expr.kind, expr.fields, expr.values, expr.inner, True
        )
    if name == "transform":
        return Expr(f"{w.zod('pipe')}({expr.text}, {w.zod('transform')}({_argument(w, expr, name)}))", "effect")
    function = w.zod("_default" if name == "default" else name)
    argument = _argument(w, expr, name)
    text = f"{function}({expr.text}, {argument})" if argument else f"{function}({expr.text})"
    return Expr(text, "optional" if name == "optional" else "effect", inner=expr)


def coerced(w: Writer) -> Expr:
    """A schema that converts its input first."""
    name = w.rng.choice(["string", "number", "boolean"])
    return w.checked(Expr(f"{w.zod('coerce')}.{name}()", name), [("min", "1")] if name == "number" else [])


def changed(w: Writer, expr: Expr, depth: int) -> Expr:
    """An object schema after one of the methods that make another object of it."""
    rng = w.rng
    names = list(expr.fields)
    method = rng.choice(["extend", "extend", "merge", "pick", "omit", "partial", "partial", "required", "keyof"])
    chosen = rng.sample(names, rng.randint(0, len(names)))
    mask = "{ " + ", ".join(f"{spelling.key(rng, name)}: {rng.choice(['true', '!0'])}" for name in chosen) + " }"
    if method in ("extend", "merge"):
        added = composites.fields(w, depth - 1, 1, 2)
        shape = composites.shape(w, added)
        both = {**expr.fields, **added}
        if method == "merge" and not w.flavour.is_mini:
            return Expr(f"{expr.text}.merge({w.zod('object')}({shape}))", "object", both)
        return _applied(w, expr, "extend", shape, both)
    if method in ("pick", "omit"):
        left = {name: one for name, one in expr.fields.items() if (name in chosen) == (method == "pick")}
        return _applied(w, expr, method, mask, left)
    if method == "keyof":
        return _applied(w, expr, method, "", {}, "native") if names else expr
    arguments = mask if chosen and rng.random() < 0.5 else ""
    return _applied(w, expr, method, arguments, dict.fromkeys(names, Expr("", "changed")))


def _applied(w: Writer, expr: Expr, method: str, argument: str, fields: dict[str, Expr], kind: str = "object") -> Expr:
    if w.flavour.is_mini:
        text = f"{w.zod(method)}({expr.text}{', ' + argument if argument else ''})"
    else:
        text = f"{expr.text}.{method}({argument})"
    return Expr(text, kind, fields)


def derived(w: Writer, shared: Shared, depth: int) -> Expr:
    """What a schema makes of a shared one: the same, one of its parts, or a change of it."""
    rng, expr = w.rng, shared.expr
    text = w.module.refer(shared)
    same = Expr(text, expr.kind, expr.fields, expr.values, expr.inner, expr.is_fixed)
    if expr.kind == "object" and expr.fields and rng.random() < 0.3:
        name = rng.choice(list(expr.fields))
        access = (
            f".{name}" if name.isidentifier() and name.isascii() and rng.random() < 0.7 else f"[{json.dumps(name)}]"
        )
        return Expr(f"{text}{w.shape_of()}{access}", "part")
    if expr.kind == "object" and not expr.is_fixed and rng.random() < 0.5:
        return changed(w, same, depth)
    if expr.kind == "array" and rng.random() < 0.4:
        return Expr(f"{text}.element" if not w.flavour.is_mini else f"{text}.def.element", "part")
    if expr.kind == "union" and rng.random() < 0.3:
        options = f"...{text}.options" if not w.flavour.is_mini else f"...{text}.def.options"
        return Expr(f"{w.zod('union')}([{options}, {w.zod('null')}()])", "wide")
    if expr.kind == "wrapped" and rng.random() < 0.5 and not w.flavour.is_mini:
        return Expr(f"{text}.unwrap()", "part")
    return same


def recursive(w: Writer) -> Expr:
    """A reference to a definition that is being made, behind a lazy."""
    name = w.rng.choice(w.names)
    inner = Expr(f"{name}()", "self")
    roll = w.rng.random()
    if roll < 0.3:
        return Expr(f"{w.zod('array')}({w.zod('lazy')}(() => {inner.text}))", "lazy")
    if roll < 0.5:
        return Expr(f"{w.zod('record')}({w.zod('string')}(), {w.zod('lazy')}(() => {inner.text}))", "lazy")
    if roll < 0.7 and not w.flavour.is_mini:
        return Expr(f"{w.zod('lazy')}(() => {inner.text}).optional()", "optional")
    return Expr(f"{w.zod('optional')}({w.zod('lazy')}(() => {inner.text}))", "optional")


def helped(w: Writer, shared: Shared, depth: int) -> Expr:
    """What a shared helper function makes."""
    name = w.module.use(shared.name, shared.module)
    given = {
        "number": lambda: w.constant(w.rng.randint(0, 99)),
        "string": lambda: w.constant(w.rng.choice(spelling.WORDS)),
        "schema": lambda: w.schema(depth - 1).text,
        "shape": lambda: composites.shape(w, composites.fields(w, depth - 1, 0, 3)),
        "list": lambda: w.constant(["p", "q"]),
    }
    arguments = [given[kind]() for kind in shared.expr.values]
    return Expr(f"{name}({', '.join(arguments)})", "helped")
