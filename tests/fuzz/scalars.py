"""Writes schemas of strings, numbers, literals and enums, with the checks that they may have."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.fuzz import spelling
from tests.fuzz.program import Expr

if TYPE_CHECKING:
    from tests.fuzz.writer import Writer

REGEXES = (
    "/^[a-z]+$/", "/^[a-z]+$/i", "/a\\/b/", "/[/]x/", "/^\\d{3}-\\d{4}$/", '/["\'`]/', "/^(?:a|b)*$/u", "/x{2,}/m",
    "/^[^\\]}]+$/", "/\\u0041/", "/./s", "new RegExp('^a+$')", "new RegExp('^b\\\\d$', 'i')", "RegExp('^c$')",
    "new RegExp(String.raw`^\\w+\\.\\d$`)", "new RegExp(`^${'x'}{3}$`)", "/^\\p{L}+$/u", "/(?<year>\\d{4})/",
)  # fmt: skip

_CLASSIC_FORMATS = ("email", "url", "uuid", "nanoid", "cuid", "cuid2", "ulid", "base64", "jwt", "emoji")
_ZOD3_FORMATS = ("base64url", "ip", "date", "time", "duration", "datetime", "cidr")
_ZOD4_FORMATS = (
    "guid", "xid", "ksuid", "ipv4", "ipv6", "cidrv4", "cidrv6", "base64url", "e164", "uuidv4", "uuidv6", "uuidv7",
)  # fmt: skip
_ISO = ("iso.datetime", "iso.date", "iso.time", "iso.duration")


def text(w: Writer) -> Expr:
    """A string schema."""
    roll = w.rng.random()
    if w.flavour.major == 4 and roll < 0.15:
        name = w.rng.choice((*_CLASSIC_FORMATS, *_ZOD4_FORMATS, *_ISO))
        return w.checked(Expr(f"{w.zod(name)}({_format_options(w, name)})", "string"), _string_checks(w, 0))
    if w.flavour.major == 4 and not w.flavour.is_mini and roll < 0.19:
        return template(w)
    created = Expr(f"{w.zod('string')}({w.parameters()})", "string")
    if not w.flavour.is_mini and roll < 0.32:
        names = (*_CLASSIC_FORMATS, *(_ZOD3_FORMATS if w.flavour.major == 3 else _ZOD4_FORMATS))
        name = w.rng.choice(names)
        created.text += f".{name}({_format_options(w, name)})"
    return w.checked(created, _string_checks(w, w.rng.choice((0, 0, 0, 1, 1, 2, 3))))


def _format_options(w: Writer, name: str) -> str:
    if name in ("iso.datetime", "datetime") and w.rng.random() < 0.4:
        return w.rng.choice(["{ offset: true }", "{ local: true }", "{ precision: 3 }", "{ offset: !0, precision: 0 }"])
    if name == "ip" and w.rng.random() < 0.4:
        return w.rng.choice(['{ version: "v4" }', '{ version: "v6" }'])
    return w.parameters()


def _string_checks(w: Writer, count: int) -> list[tuple[str, str]]:
    return [_string_check(w) for _ in range(count)]


def _string_check(w: Writer) -> tuple[str, str]:
    rng = w.rng
    name = rng.choice(
        ["min", "max", "min", "max", "length", "regex", "regex", "startsWith", "endsWith", "includes", "trim",
         "toLowerCase", "toUpperCase", "nonempty", "lowercase", "uppercase", "normalize", "overwrite"]
    )  # fmt: skip
    if name in ("min", "max", "length"):
        bounds = {"min": [0, 1, 2, 16], "max": [16, 100, 1000, 4096], "length": [16]}
        return name, w.constant(rng.choice(bounds[name])) + spelling.message(rng)
    if name == "regex":
        return name, rng.choice(REGEXES) + spelling.message(rng)
    if name in ("startsWith", "endsWith", "includes"):
        return name, w.constant(rng.choice(["a", "http://", "x.y", "(", "/", "$", "é", "a-b", "[1]"]))
    if name in ("lowercase", "uppercase", "normalize", "overwrite") and w.flavour.major == 3:
        return "trim", ""
    if name == "nonempty" and w.flavour.is_mini:
        return "min", "1"
    return name, "(x) => x" if name == "overwrite" else ""


def template(w: Writer) -> Expr:
    """A template literal schema."""
    z = w.zod
    pieces = [
        w.rng.choice([
            '"a"', '"x.y"', "3", '"-"', "true", f"{z('string')}()", f"{z('number')}()", f"{z('literal')}(1)",
            f"{z('literal')}(['a', 'b'])", f"{z('enum')}(['on', 'off'])", f"{z('string')}().min(2)", f"{z('null')}()",
            f"{z('string')}().max(4).min(1)",
        ])
        for _ in range(w.rng.randint(1, 4))
    ]  # fmt: skip
    return Expr(f"{z('templateLiteral')}([{', '.join(pieces)}])", "template")


def number(w: Writer) -> Expr:
    """A number schema."""
    rng = w.rng
    if w.flavour.major == 4 and rng.random() < 0.2:
        created = Expr(f"{w.zod(rng.choice(['int', 'int32', 'uint32', 'float32', 'float64']))}()", "number")
    else:
        created = Expr(f"{w.zod('number')}({w.parameters()})", "number")
    return w.checked(created, [_number_check(w) for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3)))])


def _number_check(w: Writer) -> tuple[str, str]:
    rng = w.rng
    name = rng.choice(
        ["int", "int", "min", "max", "gt", "gte", "lt", "lte", "positive", "nonnegative", "negative", "nonpositive",
         "multipleOf", "finite", "safe"]
    )  # fmt: skip
    if name in ("min", "max", "gt", "gte", "lt", "lte"):
        bound = rng.choice([0, 1, -1, 5, 100, 0.5, -2.5, 1e21, 65535, 86400000, 2**53 - 1, 3600, 1.5e-7])
        return name, w.constant(bound) + spelling.message(rng)
    if name == "multipleOf":
        return name, w.constant(rng.choice([1, 2, 5, 0.5, 0.01]))
    return name, ""


def literal(w: Writer) -> Expr:
    """A literal schema: one value, or several where the flavour can say so."""
    rng = w.rng
    if rng.random() < 0.7:
        value = rng.choice(spelling.WORDS)
        return Expr(f"{w.zod('literal')}({w.constant(value)})", "literal", values=[value])
    pool = [rng.choice(spelling.TEXTS), rng.choice([0, 1, -1, 2.5, 1000]), rng.random() < 0.5, None]
    if w.flavour.major == 4 and rng.random() < 0.4:
        values = rng.sample(pool, rng.randint(1, 4))
        return Expr(f"{w.zod('literal')}({w.constant(values)})", "literals")
    if w.flavour.major == 4 and rng.random() < 0.1:
        return Expr(f"{w.zod('literal')}([{w.constant(pool[0])}, undefined])", "literals")
    return Expr(f"{w.zod('literal')}({w.constant(rng.choice(pool))})", "scalar")


def enum(w: Writer) -> Expr:
    """An enum: its values written out, kept in a variable, spread, of an object, or taken from another schema."""
    rng = w.rng
    roll = rng.random()
    if roll < 0.3 and (shared := w.find("enum")) is not None:
        return _derived_enum(w, shared.expr, w.module.refer(shared))
    values = list(dict.fromkeys(rng.choice(spelling.WORDS) for _ in range(rng.randint(1, 5))))
    make = w.zod("enum")
    if roll < 0.6:
        return Expr(f"{make}({w.constant(values)})", "enum", values=values)
    if roll < 0.7:
        extra = [value for value in ("extra", "other") if value not in values]
        name = w.define_constant("LIST", spelling.constant(rng, values))
        return Expr(f"{make}([...{name}, {json.dumps(extra[0])}])", "enum", values=[*values, extra[0]])
    if roll < 0.8:
        name = w.define_constant("LIST", spelling.constant(rng, values))
        options = f"{name}.map((x) => {w.zod('literal')}(x))"
        if len(values) > 1 and rng.random() < 0.4:
            return Expr(f"{w.zod('union')}({options})", "union")
        return Expr(f"{make}({name})", "enum", values=values)
    return _object_enum(w, values)


def _object_enum(w: Writer, values: list[str]) -> Expr:
    rng = w.rng
    native = w.zod("enum" if w.flavour.major == 4 and rng.random() < 0.7 else "nativeEnum")
    if w.flavour.is_mini:
        native = w.zod("enum")
    names = [f"K{index}" for index in range(len(values))]
    form = rng.random()
    if form < 0.3:
        body = "".join(f'e[e["{name}"] = {index}] = "{name}"; ' for index, name in enumerate(names))
        text = f"((e) => {{ {body}return e }})({{}})"
        return Expr(f"{native}({w.define_constant('Native', text)})", "native")
    if form < 0.6:
        name = _compiled_enum(w, dict(zip(names, values, strict=True)))
        return Expr(f"{native}({w.module.use(name, w.program.base)})", "native")
    text = spelling.constant(rng, dict(zip(names, values, strict=True)))
    name = w.define_constant("Keys", text)
    if form < 0.8:
        return Expr(f"{native}({name})", "native")
    return Expr(f"{w.zod('enum')}({rng.choice(['Object.values', 'Object.keys'])}({name}))", "native")


def _compiled_enum(w: Writer, entries: dict[str, str]) -> str:
    """An enum as compilers of TypeScript write it: a function fills an object; its name."""
    name = w.program.fresh("Native")
    body = "".join(f"e[{json.dumps(key)}] = {json.dumps(value)}; " for key, value in entries.items())
    forms = (
        f"export var {name} = ((e) => {{ {body}return e }})({name} || {{}});",
        f"export var {name}; (function (e) {{ {body}}})({name} || ({name} = {{}}));",
        f"export var {name}; ((e) => {{ {body}}})({name} ||= {{}});",
    )
    w.program.base.body.append(w.rng.choice(forms))
    return name


def _derived_enum(w: Writer, shared: Expr, reference: str) -> Expr:
    rng = w.rng
    values = shared.values
    kept = rng.sample(values, rng.randint(1, len(values)))
    form = rng.choice(["same", "extract", "exclude", "options", "member", "spread"])
    if w.flavour.is_mini:
        entries = f"{reference}.def.entries"
        if form in ("options", "spread"):
            return Expr(f"{w.zod('enum')}(Object.values({entries}))", "enum", values=values)
        if form == "member":
            return Expr(f"{w.zod('literal')}({entries}[{json.dumps(kept[0])}])", "literal", values=kept[:1])
        return Expr(reference, "enum", values=values)
    if form == "extract":
        return Expr(f"{reference}.extract({w.constant(kept)})", "enum", values=kept)
    if form == "exclude" and len(kept) < len(values):
        left = [value for value in values if value not in kept]
        return Expr(f"{reference}.exclude({w.constant(kept)})", "enum", values=left)
    if form == "options":
        return Expr(f"{w.zod('enum')}({reference}.options)", "enum", values=values)
    if form == "spread" and "extra" not in values:
        return Expr(f"{w.zod('enum')}([...{reference}.options, 'extra'])", "enum", values=[*values, "extra"])
    if form == "member":
        return Expr(f"{w.zod('literal')}({reference}.enum[{json.dumps(kept[0])}])", "literal", values=kept[:1])
    return Expr(reference, "enum", values=values)
