"""Makes a random program from a seed: shared definitions first, then the marked schemas that use them."""

from __future__ import annotations

from random import Random

from tests.fuzz import composites, scalars, spelling, wrappers
from tests.fuzz.flavours import Flavour
from tests.fuzz.noise import NOISE
from tests.fuzz.program import Expr, Module, Program, Shared
from tests.fuzz.writer import Writer

MEMOS = (
    "export function memo(make) { let made; return () => made ??= make(); }",
    "export const memo = (make) => { let made; return () => (made ??= make()); };",
    "export function memo(make) { let made; return () => { if (made === undefined) made = make(); return made; }; }",
)


def program(seed: int, flavour: Flavour, schemas: int) -> Program:
    """A program with `schemas` marked schemas, named `fuzz_000000` and so on; the same for the same arguments."""
    rng = Random(seed)
    made = Program(rng, flavour, rng.randint(2, 5))
    made.base.body.append(rng.choice(MEMOS[:2] if rng.random() < 0.7 else MEMOS))
    _helpers(made)
    for index in range(schemas):
        if index % 4 == 0:
            _share(made)
        _mark(made, f"fuzz_{index:06d}")
    for module in made.modules:
        module.body.insert(rng.randint(0, len(module.body)), rng.choice(NOISE))
    _decoys(made)
    return made


def _decoys(made: Program) -> None:
    """Functions with local names that others have at the top level, and schemas that nothing marks."""
    for module in made.modules:
        names = [one.name for one in made.shared if one.module is module][:3]
        if names:
            inner = " ".join(f"let {name} = () => {module.zod('null')}();" for name in names)
            module.body.append(
                f"export function {made.fresh('decoy')}(a) {{ {inner} return [{', '.join(names)}, a]; }}"
            )


def _mark(made: Program, name: str) -> None:
    rng = made.rng
    module = rng.choice(made.modules)
    is_devious = rng.random() < 0.15
    writer = Writer(made, module, is_devious=is_devious)
    if is_devious:
        made.devious.add(name)
    depth = rng.choice((1, 2, 2, 3, 3, 4))
    memo = module.use("memo", made.base)
    z = writer.zod
    value = writer.schema(depth).text
    tag = f'subtype: {z("literal")}("{name}")'
    if rng.random() < 0.85 or made.flavour.is_mini:
        text = f"{z('object')}({{ {tag}, v: {value} }})"
    else:
        text = f"{z('object')}({{ {tag} }}).extend({{ v: {value} }})"
    if not made.flavour.is_mini and rng.random() < 0.4:
        text += f".describe({spelling.prose(rng)})"
    module.body.append(f"export const {name} = {memo}(() => {text});")
    made.marks.append((name, module))


def _share(made: Program) -> None:
    """One more shared definition."""
    rng = made.rng
    kind = rng.choice(
        ["object", "object", "object", "recursive", "enum", "array", "union", "wrapped", "shape", "scalar"]
    )
    is_thunk = rng.random() < 0.7 or kind == "recursive"
    module = rng.choice(made.modules) if is_thunk else made.base
    name = made.fresh("Shared")
    writer = Writer(made, module, (name,) if kind == "recursive" else ())
    if not is_thunk:
        writer = _Constant(made, module)
    expr = _definition(writer, kind)
    memo = module.use("memo", made.base)
    text = f"{memo}(() => {expr.text})" if is_thunk else expr.text
    if kind == "shape" and is_thunk:
        text = f"{memo}(() => ({expr.text}))"
    keyword = rng.choice(["const", "var", "let"])
    module.body.append(f"export {keyword} {name} = {text};")
    made.shared.append(Shared(name, module, expr, is_thunk))
    if not is_thunk and rng.random() < 0.2 and kind == "object":
        _hold(made, writer, name, expr)


def _hold(made: Program, writer: Writer, name: str, expr: Expr) -> None:
    """The schema once more, as a property of an object or a static property of a class."""
    held = made.fresh("Holder")
    forms = (
        f"export const {held} = {{ first: {writer.zod('null')}(), schema: {name} }};",
        f"export class {held} {{ static first = {writer.zod('null')}(); static schema = {name}; }}",
        f"export class {held} {{}} {held}.schema = {name};",
    )
    made.base.body.append(made.rng.choice(forms))
    made.shared.append(Shared(f"{held}.schema", made.base, expr, is_thunk=False))


class _Constant(Writer):
    """Writes what is computed when its module is loaded: it may refer to what its module defines before."""

    def may_use(self, shared: Shared) -> bool:
        return shared.module is self.module and not shared.is_thunk


def _definition(w: Writer, kind: str) -> Expr:
    rng = w.rng
    if kind == "enum":
        values = list(dict.fromkeys(rng.choice(spelling.WORDS) for _ in range(rng.randint(2, 5))))
        return Expr(f"{w.zod('enum')}({w.constant(values)})", "enum", values=values)
    if kind == "array":
        return composites.array(w, 1)
    if kind == "union":
        return Expr(composites.union(w, 1).text, "union")
    if kind == "wrapped":
        inner = w.bare(1)
        optional = f"{w.zod('optional')}({inner.text})"
        return Expr(rng.choice([optional, f"{w.zod('nullable')}({inner.text})"]), "wrapped", inner=inner)
    if kind == "scalar":
        return Expr(rng.choice((scalars.text, scalars.number, scalars.literal))(w).text, "scalar")
    fields = composites.fields(w, 2, 1, 5)
    if kind == "shape":
        return Expr(composites.shape(w, fields), "shape", fields)
    if kind == "recursive":
        fields["again"] = wrappers.recursive(w)
        if w.flavour.major == 4 and rng.random() < 0.5:
            own = composites.shape(w, fields)[1:-1].strip()
            getter = f"get self() {{ return {w.zod('array')}({w.names[0]}()); }}"
            both = {**fields, "self": Expr("", "lazy")}
            return Expr(f"{w.zod('object')}({{ {own}, {getter} }})", "object", both)
    return Expr(f"{w.zod('object')}({composites.shape(w, fields)})", "object", fields)


def _helpers(made: Program) -> None:
    """The functions that programs write for what they say often."""
    module: Module = made.base
    z = module.zod
    chained = not made.flavour.is_mini
    helpers = [
        (
            "(n) => " + (f"{z('string')}().max(n)" if chained else f"{z('string')}().check({z('maxLength')}(n))"),
            ["number"],
        ),
        (f"(s) => {z('optional')}(s)", ["schema"]),
        (f"(a, b = {z('string')}()) => {z('union')}([a, b])", ["schema"]),
        (f"(shape) => {z('object')}({{ id: {z('string')}(), ...shape }})", ["shape"]),
        (f"({{ kind, ...rest }}) => {z('object')}({{ ...rest, kind: kind ?? {z('number')}() }})", ["shape"]),
        (f"(name, value) => {z('object')}({{ [name]: value }})", ["string", "schema"]),
        (f"(list) => {z('union')}(list.map((one) => {z('literal')}(one)))", ["list"]),
        (f"(list, value) => {z('object')}(Object.fromEntries(list.map((one) => [one, value])))", ["list", "schema"]),
        (f"(...many) => {z('tuple')}(many)", ["schema", "schema"]),
        (f"(s, flag) => flag ? {z('array')}(s) : {z('nullable')}(s)", ["schema", "number"]),
        (f"(s) => {{ const z = s; function inner(s) {{ return {z('array')}(s); }} return inner(z); }}", ["schema"]),
        (
            f"(s) => {z('object')}({{ one: {z('lazy')}(() => s), many: {z('array')}({z('lazy')}(() => s)) }})",
            ["schema"],
        ),
        (f"(s) => ({{ plain: s, maybe: {z('optional')}(s) }}).maybe", ["schema"]),
        (f"(n) => (n > 50 ? {z('string')}() : {z('number')}())", ["number"]),
        (f"(text) => {{ let made = {z('literal')}(`${{text}}_x`); return made; }}", ["string"]),
    ]
    for text, kinds in made.rng.sample(helpers, 10):
        name = made.fresh("helper")
        if made.rng.random() < 0.5 and text.startswith("(") and " => {" not in text:
            head, body = text.split(" => ", 1)
            module.body.append(f"export function {name}{head} {{ return {body}; }}")
        else:
            module.body.append(f"export const {name} = {text};")
        made.shared.append(Shared(name, module, Expr("", "helper", values=kinds), is_thunk=False))
