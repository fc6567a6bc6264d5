// zod 4's own toJSONSchema. Its override hook adds, under keywords with x-, what toJSONSchema leaves out, says only in
// some versions, or says in a way that loses a part: each fact is read from the live schema.

const NAMED = new Set([
  "email", "url", "uuid", "uuidv4", "uuidv6", "uuidv7", "guid", "datetime", "date", "time", "duration", "ipv4", "ipv6",
  "cidrv4", "cidrv6", "base64", "base64url", "nanoid", "cuid", "cuid2", "ulid", "xid", "ksuid", "emoji", "jwt", "e164",
  "mac", "hex", "hostname",
]);
const FORMATS = { guid: "uuid", url: "uri", datetime: "date-time", json_string: "json-string", uuidv4: "uuid", uuidv6: "uuid", uuidv7: "uuid" };

export function zod4Schema(toJSONSchema, schema) {
  forgetParents(schema, new Set());
  return toJSONSchema(schema, { target: "draft-2020-12", io: "input", unrepresentable: "any", override });
}

// A schema that another was derived from is no longer told apart from it: its override hook would not be called.
function forgetParents(schema, seen) {
  if (seen.has(schema)) return;
  seen.add(schema);
  schema._zod.parent = undefined;
  const def = schema._zod.def;
  const inside = [
    def.innerType, def.element, def.in, def.out, def.left, def.right, def.rest, def.keyType, def.valueType, def.catchall,
    ...(def.options ?? []), ...(def.items ?? []), ...Object.values(def.shape ?? {}),
    def.type === "lazy" ? schema._zod.innerType : undefined,
  ];
  for (const one of inside) if (one?._zod !== undefined) forgetParents(one, seen);
}

function override({ zodSchema, jsonSchema }) {
  const def = zodSchema._zod.def;
  const add = HOOKS[def.type];
  if (add !== undefined) Object.assign(jsonSchema, add(def, zodSchema, jsonSchema));
}

const HOOKS = {
  string: strings,
  number: numbers,
  array: (def, schema) => bounds(checksOf(def, schema), ["minItems", "maxItems"]),
  object: objects,
  tuple: tuples,
  record: records,
  undefined: () => ({ "x-undefined": true }),
  void: () => ({ "x-undefined": true }),
  literal: (def) => (def.values.every((value) => value === undefined) ? { "x-undefined": true } : {}),
  union: (def) => (def.discriminator === undefined ? {} : { "x-discriminator": def.discriminator }),
  catch: (def) => ({ ...fallback(() => def.catchValue({ issues: [] })), "x-catch": true }),
  default: (def) => ({ ...fallback(() => def.defaultValue), "x-catch": undefined }),
  prefault: (def) => ({ ...fallback(() => def.defaultValue), "x-catch": undefined }),
  nonoptional: needed,
};

// The patterns that the program itself wrote, with their flags, and the last format that it asked for: the pattern
// that a format of zod's own brings with it is the format's meaning; of any other format the pattern is all.
function strings(def, schema) {
  const checks = checksOf(def, schema);
  const formats = checks.filter((one) => one.check === "string_format");
  const patterns = formats.filter((one) => !NAMED.has(one.format) && one.pattern !== undefined).map(flagged);
  const named = formats.filter((one) => NAMED.has(one.format)).map((one) => FORMATS[one.format] ?? one.format);
  const lengths = bounds(checks, ["minLength", "maxLength"]);
  return { ...lengths, "x-patterns": [...new Set(patterns)], "x-format": named.at(-1) ?? null };
}

// Every check of a schema; a schema of a format is its own first check.
function checksOf(def, schema) {
  const checks = [...(def.check === undefined ? [] : [schema]), ...(def.checks ?? [])];
  return checks.map((check) => check._zod.def);
}

// What all bounds come to together: some versions let a later one hide an earlier one.
function bounds(checks, [low, high]) {
  const said = { [low]: undefined, [high]: undefined };
  const raise = (key, value, choose) => (said[key] = said[key] === undefined ? value : choose(said[key], value));
  for (const one of checks) {
    if (one.check === "greater_than") raise(one.inclusive ? low : "exclusiveMinimum", one.value, Math.max);
    if (one.check === "less_than") raise(one.inclusive ? high : "exclusiveMaximum", one.value, Math.min);
    if (one.check === "min_length" || one.check === "length_equals") raise(low, one.minimum ?? one.length, Math.max);
    if (one.check === "max_length" || one.check === "length_equals") raise(high, one.maximum ?? one.length, Math.min);
    if (one.check === "number_format") {
      const [least, most] = RANGES[one.format];
      raise(low, least, Math.max);
      raise(high, most, Math.min);
    }
  }
  return said;
}

const SINGLE = 3.4028234663852886e38;
const RANGES = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  float32: [-SINGLE, SINGLE],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
};

function flagged({ pattern }) {
  const flags = [...pattern.flags].filter((flag) => "ims".includes(flag)).sort().join("");
  return flags ? `(?${flags}:${pattern.source})` : pattern.source;
}

function numbers(def, schema) {
  const checks = checksOf(def, schema);
  const steps = checks.filter((one) => one.check === "multiple_of").map((one) => one.value);
  const isInteger = checks.some((one) => one.check === "number_format" && one.format.includes("int"));
  const type = isInteger ? "integer" : "number";
  return { type, ...bounds(checks, ["minimum", "maximum"]), ...(steps.length ? { multipleOf: steps, allOf: undefined } : {}) };
}

// A tuple is closed without a rest, and as long as its last item that may not be left out.
function tuples(def, schema, said) {
  const needed = def.items.findLastIndex((item) => !omissible(item)) + 1;
  return { items: def.rest ? said.items : false, minItems: needed };
}

// A loose record with a pattern lets other keys hold anything, which JSON Schema says in another way; any other asks for
// every key that its key schema lists, unless it was made partial.
function records(def) {
  if (def.mode === "loose" && checksOf(def.keyType._zod.def, def.keyType).length > 0) {
    return { required: [], propertyNames: { type: "string" }, additionalProperties: {} };
  }
  const keys = def.partial || def.mode === "loose" ? undefined : def.keyType._zod.values;
  return { required: [], ...(keys === undefined ? {} : { "x-exhaustive": true }) };
}

function fallback(compute) {
  const value = JSON.stringify(compute());
  return value === undefined ? {} : { "x-default": JSON.parse(value) };
}

function objects(def) {
  return { required: Object.keys(def.shape).filter((name) => !omissible(def.shape[name])) };
}

// Whether a field may be left out because its schema says something of an absent value. Versions of zod differ where a
// catch or a preprocess is inside: here a catch may be absent, and a preprocess if what it feeds may. Elsewhere the
// answer is checked against zod's own.
function omissible(schema, seen = new Set()) {
  const def = schema._zod.def;
  if (seen.has(schema)) return false;
  const inside = (one) => omissible(one, new Set([...seen, schema]));
  const answer = (() => {
    switch (def.type) {
      case "optional": case "default": case "prefault": case "catch": case "undefined": case "void": return true;
      case "literal": return def.values.includes(undefined);
      case "nullable": case "readonly": return inside(def.innerType);
      case "nonoptional": return false;
      case "lazy": return inside(schema._zod.innerType);
      case "pipe": return inside(def.in._zod.def.type === "transform" ? def.out : def.in);
      case "union": return def.options.some(inside);
      case "intersection": return inside(def.left) && inside(def.right);
      default: return false;
    }
  })();
  const zods = schema._zod.optin !== undefined;
  if (answer !== zods && !differs(schema)) throw new Error(`zod says ${schema._zod.optin} of a ${def.type}`);
  return answer;
}

function needed({ innerType }) {
  if (catches(innerType)) throw new Error("versions of zod differ on a catch that may not be absent");
  return { default: undefined, "x-default": undefined, "x-needed": true };
}

// Whether a catch stands where it takes an absent value.
function catches(schema, seen = new Set()) {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const def = schema._zod.def;
  if (def.type === "catch") return true;
  if (def.type === "union") return def.options.some((one) => catches(one, seen));
  if (def.type === "lazy") return catches(schema._zod.innerType, seen);
  if (def.type === "pipe") return catches(def.in._zod.def.type === "transform" ? def.out : def.in, seen);
  return def.innerType !== undefined && catches(def.innerType, seen);
}

// Whether versions of zod differ on the absence of what is at or in a schema.
function differs(schema, seen = new Set()) {
  const def = schema._zod.def;
  if (seen.has(schema)) return false;
  const next = new Set([...seen, schema]);
  if (["catch", "transform", "undefined", "void", "literal", "intersection", "lazy"].includes(def.type)) return true;
  return [def.innerType, def.in, def.out, ...(def.options ?? [])].some((one) => one !== undefined && differs(one, next));
}
