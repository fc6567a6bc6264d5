"""The mismatches that fuzzing has found, each as the smallest program that shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A schema, `text`, in a module that imports all of zod as `z`, after the statements of `before`."""

    name: str
    text: str
    before: str = ""


BOTH = (
    Case("a default computed by a function is known", "z.array(z.string()).default(() => ['a'])"),
    Case("a catch computed by a function is known", "z.number().catch(() => 5)"),
    Case("extract keeps the order it asks for", "z.enum(['a', 'b', 'c']).extract(['c', 'a'])"),
    Case("exclude keeps the order of the enum", "z.enum(['a', 'b', 'c']).exclude(['b'])"),
    Case("pick keeps the order of its mask", "z.object({ a: z.string(), b: z.null() }).pick({ b: true, a: true })"),
    Case(
        "a mask with false chooses nothing", "z.object({ a: z.string(), b: z.null() }).partial({ a: false, b: true })"
    ),
    Case(
        "an overwritten field keeps its place",
        "z.object({ a: z.string(), b: z.null() }).extend({ a: z.null(), c: z.null() })",
    ),
    Case(
        "index-like names come first after extend", "z.object({ b: z.null() }).extend({ 1: z.string(), 0: z.null() })"
    ),
    Case("a spread field keeps its place", "z.object({ a: z.string(), ...{ b: z.null(), a: z.null() } })"),
    Case("bare names may be written with escapes", "z.object({ \\u00dcn\\u00ef: z.string(), 'x\\u2028': z.null() })"),
    Case("two steps are a step of both", "z.number().multipleOf(4).multipleOf(6)"),
    Case("a decimal step and a whole one", "z.number().multipleOf(0.01).multipleOf(1)"),
    Case("bounds narrow, whatever their order", "z.string().min(5).min(2).max(10).max(20)"),
    Case("a length after a bound", "z.string().max(30).length(16)"),
    Case("flags are part of a pattern", "z.string().regex(/^a$/im).regex(/b/u).regex(/./s)"),
    Case("a slash in new RegExp is escaped", "z.string().regex(new RegExp('a/b[/]c\\\\/d'))"),
    Case("RegExp without new", "z.string().regex(RegExp('^c$', 'i'))"),
    Case("String.raw in new RegExp", "z.string().regex(new RegExp(String.raw`^\\w+\\.\\d{2}$`))"),
    Case("a template in new RegExp", "z.string().regex(new RegExp(`^${'x'}{3}\\\\d$`))"),
    Case("prefixes are escaped", "z.string().startsWith('a.b/').endsWith('$').includes('(')"),
    Case(
        "an enum of a numeric object",
        "z.nativeEnum(E)",
        "const E = ((e) => { e[e['A'] = 0] = 'A'; e[e['B'] = 1] = 'B'; return e; })({});",
    ),
    Case("an enum that fills itself", "z.nativeEnum(E)", "var E = ((e) => { e['A'] = 'a'; return e; })(E || {});"),
    Case(
        "an enum filled by a statement",
        "z.nativeEnum(E)",
        "var E; (function (e) { e['A'] = 'a'; e['B'] = 'b'; })(E || (E = {}));",
    ),
    Case("an enum filled by an assigning statement", "z.nativeEnum(E)", "var E; ((e) => { e['A'] = 'a'; })(E ||= {});"),
    Case("options of an enum, spread", "z.enum([...E.options, 'c'])", "const E = z.enum(['a', 'b']);"),
    Case("a member of an enum", "z.literal(E.enum.b)", "const E = z.enum(['a', 'b']);"),
    Case("values of an object", "z.enum(Object.values(E))", "const E = { A: 'a', 2: 'two', B: 'b' };"),
    Case("keys of an object", "z.enum(Object.keys(E))", "const E = { A: 'a', 2: 'two', B: 'b' };"),
    Case("literals made by map", "z.union(L.map((x) => z.literal(x)))", "const L = ['a', 'b'];"),
    Case("a shape made by reduce", "z.object(['a', 'b'].reduce((s, k) => ({ ...s, [k]: z.string() }), {}))"),
    Case(
        "a shape filled in a loop",
        "z.object(S)",
        "const S = (() => { const s = {}; for (const k of ['a', 'b']) s[k] = z.string(); return s; })();",
    ),
    Case(
        "lazies of one helper keep their own values",
        "z.object({ a: many(z.string()), b: many(z.null()) })",
        "const many = (s) => z.array(z.lazy(() => s));",
    ),
    Case("a helper with a default parameter", "one(z.null())", "const one = (a, b = z.string()) => z.union([a, b]);"),
    Case(
        "a helper that takes a pattern apart",
        "h({ kind: z.null(), a: z.string() })",
        "const h = ({ kind, ...rest }) => z.object({ ...rest, kind });",
    ),
    Case(
        "a helper with a block's own name",
        "h(z.null())",
        "const h = (a) => { { let a = z.string(); void a; } return z.array(a); };",
    ),
    Case(
        "a name that is assigned anew",
        "h()",
        "const h = () => { let a = z.null(); const b = a; a = z.string(); return z.tuple([a, b]); };",
    ),
    Case(
        "a class that has a name for itself",
        "H.make()",
        "const H = class Z { static s = z.null(); static make() { return z.array(Z.s); } };",
    ),
    Case("a static property assigned later", "H.s", "class H {} H.s = z.null();"),
    Case(
        "a name that strings mention as declared",
        "S",
        "const S = z.null(); const t = ';function S(){}', u = '} class S{', v = ',S=1';",
    ),
    Case(
        "a name that is local in many functions",
        "S",
        "const S = z.null(); " + " ".join(f"function f{i}(S) {{ S = {i}; return S; }}" for i in range(20)),
    ),
    Case("names bound by a pattern", "b", "const { a, b } = { a: z.null(), b: z.string() };"),
    Case("names bound by an array's pattern", "b", "const [a, b] = [z.null(), z.string()];"),
    Case("a string with many escapes", "z.literal('\\x41\\u0042\\u{1f600}\\ud83d\\ude00\\n\\0')"),
    Case("halves of a character put together", "z.literal('\\ud83d' + '\\ude00')"),
    Case("numbers in text", "z.literal(`${1e21} ${1.5e-7} ${0.1} ${100}`)"),
    Case("what a template's substitution holds is not read for escapes", "z.literal(`${'a\\\\n'}\\n`)"),
    Case("an optional in a tuple's end", "z.tuple([z.string(), z.null().optional()])"),
    Case("a union with undefined", "z.object({ a: z.union([z.string(), z.undefined()]), b: z.undefined() })"),
    Case("a lazy field that may be absent", "z.object({ a: z.lazy(() => z.string().optional()) })"),
    Case(
        "a part of a shape",
        "z.object({ b: S.shape.a, c: S.shape['b'].optional() })",
        "const S = z.object({ a: z.null(), b: z.string() });",
    ),
    Case(
        "an element and what is unwrapped",
        "z.tuple([S.element, O.unwrap()])",
        "const S = z.array(z.null()); const O = z.string().optional();",
    ),
)
"""Schemas that zod 3 and zod 4 write alike."""

ZOD3 = (
    Case("a catchall of never is none", "z.object({ a: z.string() }).catchall(z.never())"),
    Case("a catchall outweighs strictness", "z.object({ a: z.string() }).catchall(z.null()).strict()"),
    Case(
        "required takes off optionals only",
        "z.object({ a: z.string().default('x'), b: z.null().optional() }).required()",
    ),
    Case("a mask inherits", "z.object({ constructor: z.string(), b: z.null() }).omit({ b: true })"),
    Case("a record of values", "z.record(z.null())"),
    Case("a record whose values are a part", "z.record(z.string(), S.element)", "const S = z.array(z.null());"),
    Case("constructors bound by a pattern", "z.strictObject({ a: z.string() })"),
)

ZOD4 = (
    Case("extract asks by name", "z.enum({ A: 'a', B: 'b' }).extract(['B'])"),
    Case("a member asked by name", "z.literal(z.enum({ A: 'a', B: 'b' }).enum.B)"),
    Case("a partial record", "z.partialRecord(z.enum(['a', 'b']), z.null())"),
    Case("a record asks for every key", "z.record(z.enum(['a', 'b']), z.null())"),
    Case("two integer formats", "z.uint32().int()"),
    Case("an integer within single precision", "z.float32().int()"),
    Case(
        "strings in a template", "z.templateLiteral(['a', z.string().min(2), z.literal(['x', 'y.z']), null, true, 3])"
    ),
    Case("null in a template", "z.templateLiteral([z.null(), z.literal(1)])"),
    Case("required takes defaults off", "z.object({ a: z.string().default('x'), b: z.null().optional() }).required()"),
    Case("a lazy field made required", "z.object({ a: z.lazy(() => z.string().optional()) }).required()"),
    Case(
        "a union made required",
        "z.object({ a: z.union([z.string().optional(), z.undefined(), z.null()]).nonoptional() })",
    ),
    Case("checks given as objects", "z.string().check(z.minLength(2), z.regex(/a/i), z.trim(), z.lowercase())"),
    Case("a format given as a check", "z.string().check(z.email())"),
    Case("a refinement given as a check", "z.number().check(z.refine((x) => x > 1), z.gt(2))"),
    Case(
        "recursion by a getter",
        "S",
        "const S = z.object({ a: z.string(), get kids() { return z.array(S).optional(); } });",
    ),
    Case(
        "recursion by a getter, extended",
        "S.extend({ b: z.null() })",
        "const S = z.object({ a: z.string(), get kids() { return z.array(S); } });",
    ),
    Case("a tuple's rest", "z.tuple([z.string()], z.null())"),
    Case("a pipe out of a transform of anything is no preprocess", "z.unknown().transform(String).pipe(z.string())"),
    Case("preprocess of something optional", "z.object({ a: z.preprocess((x) => x, z.string().optional()) })"),
    Case(
        "what is no enumerable property", "z.object(Object.defineProperty({ a: z.null() }, 'b', { value: z.null() }))"
    ),
)

NEWEST = (
    Case("a format of the program's own, by its pattern", "z.stringFormat('abc', /^abc$/)"),
    Case("a format of the program's own, by a function", "z.stringFormat('abc', (x) => x.length > 2)"),
    Case("a hash", "z.hash('sha256')"),
    Case("newer formats", "z.tuple([z.hostname(), z.hex(), z.mac(), z.httpUrl(), z.url({ protocol: /^https?$/ })])"),
    Case(
        "dates with options",
        "z.tuple([z.iso.datetime({ local: true }), z.iso.datetime({ offset: true, precision: 3 })])",
    ),
    Case("strings that are read as booleans", "z.stringbool()"),
    Case("any JSON", "z.json()"),
    Case("a codec is read from its input", "z.codec(z.string(), z.number(), { decode: (x) => 1, encode: (x) => '' })"),
    Case("exactly one of", "z.xor([z.string(), z.number()])"),
    Case("a loose record", "z.looseRecord(z.string(), z.null())"),
    Case("a loose record with a pattern", "z.looseRecord(z.string().regex(/^a/), z.null())"),
    Case("an exactly optional field", "z.object({ a: z.string().exactOptional() })"),
    Case("a safe extension", "z.object({ a: z.string() }).safeExtend({ b: z.null() })"),
    Case("a check of a property", "z.string().check(z.property('length', z.number().min(3))).max(9)"),
    Case("a function applied", "z.string().apply((s) => s.min(3))"),
    Case("custom schemas", "z.tuple([z.custom((x) => !!x), z.custom(), z.instanceof(Date)])"),
    Case("keys that are numbers", "z.record(z.int(), z.string())"),
    Case("an empty tuple", "z.tuple([]).rest(z.string())"),
    Case(
        "literals of several kinds as tags",
        "z.discriminatedUnion('a', [z.object({ a: z.literal(['x', 1]) }), z.object({ a: z.literal(null) })])",
    ),
    Case(
        "a field left out of a union",
        "z.object({ a: z.union([z.string(), z.null().optional()]), b: z.string().optional().pipe(z.any()) })",
    ),
)
"""What only the newest zod has."""

MINI = (
    Case("a catchall by function", "z.catchall(z.object({ a: z.string() }), z.null())"),
    Case("extend by function", "z.extend(z.object({ a: z.string(), b: z.null() }), { a: z.null(), c: z.string() })"),
    Case(
        "pick and omit by function",
        "z.tuple([z.pick(S, { b: true }), z.omit(S, { b: true })])",
        "const S = z.object({ a: z.null(), b: z.string() });",
    ),
    Case(
        "partial and required by function",
        "z.required(z.partial(S), { a: true })",
        "const S = z.object({ a: z.null(), b: z.string() });",
    ),
    Case("a default by function", "z.object({ a: z._default(z.string(), 'x'), b: z.prefault(z.null(), null) })"),
    Case("checks by function", "z.string().check(z.minLength(1), z.maxLength(3), z.refine((x) => !!x))"),
    Case("entries of an enum", "z.enum(Object.values(E.def.entries))", "const E = z.enum(['a', 'b']);"),
)
"""Schemas without methods to chain: zod's own functions change them, and are followed."""

NEWEST_MINI = (Case("a field called constructor", "z.extend(z.object({ a: z.string() }), { constructor: z.null() })"),)
"""What only the newest zod makes without methods."""
