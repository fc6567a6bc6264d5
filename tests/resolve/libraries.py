"""Three small schema libraries, one of each dialect, written for these tests: only what a dialect is known by."""

from __future__ import annotations

ZOD4 = """
class Schema { constructor(def) { this.def = def; } }
const string = () => new Schema({ type: "string" });
const number = () => new Schema({ type: "number" });
const boolean = () => new Schema({ type: "boolean" });
const nothing = () => new Schema({ type: "null" });
const any = () => new Schema({ type: "any" });
const never = () => new Schema({ type: "never" });
function literal(value) { return new Schema({ type: "literal", values: Array.isArray(value) ? value : [value] }); }
function entries(values) { return Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values; }
function choice(values) { return new Schema({ type: "enum", entries: entries(values) }); }
function object(shape) { return new Schema({ type: "object", get shape() { return { ...shape }; } }); }
function array(element) { return new Schema({ type: "array", element }); }
function tuple(items, rest = null) { return new Schema({ type: "tuple", items, rest }); }
function record(keyType, valueType) { return new Schema({ type: "record", keyType, valueType }); }
function union(options) { return new Schema({ type: "union", options }); }
function tagged(discriminator, options) { return new Schema({ type: "union", options, discriminator, inclusive: false }); }
function both(left, right) { return new Schema({ type: "intersection", left, right }); }
function lazy(getter) { return new Schema({ type: "lazy", getter }); }
"""

ZOD3 = """
var Kinds; ((e) => { e.ZodString = "ZodString"; })(Kinds ||= {});
class Schema { constructor(def) { this._def = def; } }
const string = () => new Schema({ checks: [], typeName: Kinds.ZodString, coerce: false });
const number = () => new Schema({ checks: [], typeName: Kinds.ZodNumber, coerce: false });
const boolean = () => new Schema({ typeName: Kinds.ZodBoolean, coerce: false });
const nothing = () => new Schema({ typeName: Kinds.ZodNull });
const any = () => new Schema({ typeName: Kinds.ZodAny });
const never = () => new Schema({ typeName: Kinds.ZodNever });
const literal = (value) => new Schema({ value, typeName: Kinds.ZodLiteral });
const choice = (values) => Array.isArray(values)
  ? new Schema({ values, typeName: Kinds.ZodEnum })
  : new Schema({ values, typeName: Kinds.ZodNativeEnum });
const object = (shape) => new Schema({ shape: () => shape, unknownKeys: "strip", catchall: never(), typeName: Kinds.ZodObject });
const array = (type) => new Schema({ type, minLength: null, maxLength: null, exactLength: null, typeName: Kinds.ZodArray });
const tuple = (items, rest = null) => new Schema({ items, typeName: Kinds.ZodTuple, rest });
const record = (keyType, valueType) => new Schema({ keyType, valueType, typeName: Kinds.ZodRecord });
const union = (options) => new Schema({ options, typeName: Kinds.ZodUnion });
const tagged = (discriminator, options) =>
  new Schema({ typeName: Kinds.ZodDiscriminatedUnion, discriminator, options, optionsMap: new Map() });
const both = (left, right) => new Schema({ left, right, typeName: Kinds.ZodIntersection });
const lazy = (getter) => new Schema({ getter, typeName: Kinds.ZodLazy });
"""

CLASSES = """
class Base {
  checks; constructor(check) { this.checks = check && [check]; }
  copy(c) { return Object.assign(Object.create(Object.getPrototypeOf(this)), this, c); }
  with(c) { return this.copy({ checks: this.checks ? [...this.checks, c] : [c] }); }
  safeParse(v) { return this.read(v); }
  optional() { return new Maybe(this); }
  nullable() { return new OrNull(this); }
}
class Str extends Base { get type() { return "string"; } read(v) { return v; } }
class Num extends Base { get type() { return "number"; } read(v) { return v; } }
class Bool extends Base { get type() { return "boolean"; } read(v) { return v; } }
class Nil extends Base { get type() { return "null"; } }
class Any extends Base { get type() { return "any"; } }
class Nev extends Base { get type() { return "never"; } }
class Lit extends Base { values; constructor(v) { super(); this.values = v; } get type() { return "literal"; } }
class Enum extends Base { entries; constructor(v) { super(); this.entries = v; } get type() { return "enum"; } }
class Arr extends Base { element; constructor(e) { super(); this.element = e; } get type() { return "array"; } }
class Tup extends Base {
  items; restType; constructor(i, r) { super(); this.items = i; this.restType = r; }
  get type() { return "tuple"; }
}
class Uni extends Base { options; constructor(o) { super(); this.options = o; } get type() { return "union"; } }
class Tag extends Uni { discriminator; constructor(d, o) { super(o); this.discriminator = d; } }
class Both extends Base {
  left; right; constructor(l, r) { super(); this.left = l; this.right = r; }
  get type() { return "intersection"; }
}
class Rec extends Base {
  keyType; valueType; constructor(k, v) { super(); this.keyType = k; this.valueType = v; }
  get type() { return "record"; }
}
class Wrap extends Base { innerType; constructor(i) { super(); this.innerType = i; } }
class Maybe extends Wrap { get type() { return "optional"; } }
class OrNull extends Wrap { get type() { return "nullable"; } }
class Lazy extends Base { getter; cell = {}; constructor(g) { super(); this.getter = g; } get type() { return "lazy"; } }
class Obj extends Base {
  shape; others; constructor(s, o) { super(); this.shape = s; this.others = o; }
  get type() { return "object"; }
}
const string = () => new Str(); const number = () => new Num(); const boolean = () => new Bool(); const nothing = () => new Nil();
const any = () => new Any(); const never = () => new Nev();
const literal = (v) => new Lit(Array.isArray(v) ? v : [v]);
const choice = (v) => new Enum(Array.isArray(v) ? Object.fromEntries(v.map((x) => [x, x])) : v);
const object = (s) => new Obj(s); const array = (e) => new Arr(e); const tuple = (i, r) => new Tup(i, r);
const record = (k, v) => new Rec(k, v); const union = (o) => new Uni(o); const tagged = (d, o) => new Tag(d, o);
const both = (l, r) => new Both(l, r); const lazy = (g) => new Lazy(g);
"""

MEMO = "function memo(make) { let made; return () => made ??= make(); }\n"
DIALECTS = {"zod3": ZOD3, "zod4": ZOD4, "classes": CLASSES}
