// What a zod 3 schema accepts, in JSON Schema, read from its live definition; zod 3 has no such function of its own.

const FORMATS = { url: "uri", datetime: "date-time" };

export function zod3Schema(root) {
  const reader = new Reader();
  return { ...reader.schema(root), $defs: reader.defs };
}

class Reader {
  names = new Map();
  defs = {};

  schema(one) {
    const def = one._def;
    const make = this[def.typeName];
    if (make === undefined) throw new Error(`zod 3: ${def.typeName}`);
    return make.call(this, def, one);
  }

  ZodAny() { return {}; }
  ZodUnknown() { return {}; }
  ZodNever() { return { not: {} }; }
  ZodUndefined() { return { "x-undefined": true }; }
  ZodVoid() { return { "x-undefined": true }; }
  ZodNull() { return { type: "null" }; }
  ZodBoolean() { return { type: "boolean" }; }

  ZodLiteral({ value }) {
    return value === undefined ? { "x-undefined": true } : { const: value };
  }

  ZodEnum({ values }) { return { enum: values }; }

  ZodNativeEnum({ values }) {
    const names = Object.keys(values).filter((key) => typeof values[values[key]] !== "number");
    return { enum: names.map((key) => values[key]) };
  }

  ZodString({ checks }) {
    const said = { type: "string", "x-patterns": [] };
    const pattern = (text) => said["x-patterns"].includes(text) || said["x-patterns"].push(text);
    for (const check of checks) {
      if (check.kind === "min") said.minLength = Math.max(said.minLength ?? 0, check.value);
      else if (check.kind === "max") said.maxLength = Math.min(said.maxLength ?? Infinity, check.value);
      else if (check.kind === "length") {
        said.minLength = Math.max(said.minLength ?? 0, check.value);
        said.maxLength = Math.min(said.maxLength ?? Infinity, check.value);
      } else if (check.kind === "regex") pattern(flagged(check.regex));
      else if (check.kind === "startsWith") pattern(`^${escaped(check.value)}.*`);
      else if (check.kind === "endsWith") pattern(`.*${escaped(check.value)}$`);
      else if (check.kind === "includes") pattern(escaped(check.value));
      else if (!["trim", "toLowerCase", "toUpperCase"].includes(check.kind)) said.format = FORMATS[check.kind] ?? check.kind;
    }
    return said;
  }

  ZodNumber({ checks }) {
    const said = { type: "number" };
    for (const check of checks) {
      if (check.kind === "int") said.type = "integer";
      else if (check.kind === "multipleOf") said.multipleOf = [...(said.multipleOf ?? []), check.value];
      else if (check.kind === "min") raise(said, check.inclusive ? "minimum" : "exclusiveMinimum", check.value, Math.max);
      else if (check.kind === "max") raise(said, check.inclusive ? "maximum" : "exclusiveMaximum", check.value, Math.min);
    }
    return said;
  }

  ZodObject(def) {
    const shape = def.shape();
    const properties = {};
    const required = [];
    for (const [name, field] of Object.entries(shape)) {
      properties[name] = this.schema(field);
      if (!omissible(field)) required.push(name);
    }
    const said = { type: "object", properties, required };
    if (def.catchall._def.typeName !== "ZodNever") said.additionalProperties = this.schema(def.catchall);
    else if (def.unknownKeys === "strict") said.additionalProperties = false;
    else if (def.unknownKeys === "passthrough") said.additionalProperties = {};
    return said;
  }

  ZodArray({ type, minLength, maxLength, exactLength }) {
    const said = { type: "array", items: this.schema(type) };
    if (minLength !== null) said.minItems = minLength.value;
    if (maxLength !== null) said.maxItems = maxLength.value;
    if (exactLength !== null) said.minItems = said.maxItems = exactLength.value;
    return said;
  }

  ZodTuple({ items, rest }) {
    const needed = items.findLastIndex((item) => !omissible(item)) + 1;
    return {
      type: "array", prefixItems: items.map((item) => this.schema(item)),
      items: rest ? this.schema(rest) : false, minItems: needed,
    };
  }

  ZodRecord({ keyType, valueType }) {
    return { type: "object", propertyNames: this.schema(keyType), additionalProperties: this.schema(valueType) };
  }

  ZodUnion({ options }) { return { anyOf: options.map((option) => this.schema(option)) }; }

  ZodDiscriminatedUnion({ options, discriminator }) {
    return { anyOf: options.map((option) => this.schema(option)), "x-discriminator": discriminator };
  }

  ZodIntersection({ left, right }) { return { allOf: [this.schema(left), this.schema(right)] }; }
  ZodNullable({ innerType }) { return { anyOf: [this.schema(innerType), { type: "null" }] }; }
  ZodOptional({ innerType }) { return this.schema(innerType); }
  ZodReadonly({ innerType }) { return this.schema(innerType); }
  ZodBranded({ type }) { return this.schema(type); }
  ZodPromise({ type }) { return this.schema(type); }
  ZodDefault({ innerType, defaultValue }) { return { ...this.schema(innerType), default: defaultValue() }; }
  ZodCatch({ innerType, catchValue }) { return { ...this.schema(innerType), default: catchValue({}) }; }
  ZodEffects({ schema }) { return this.schema(schema); }
  ZodPipeline({ in: first }) { return this.schema(first); }

  ZodLazy({ getter }) {
    const target = getter();
    if (!this.names.has(target)) {
      const name = `lazy${this.names.size}`;
      this.names.set(target, name);
      this.defs[name] = this.schema(target);
    }
    return { $ref: `#/$defs/${this.names.get(target)}` };
  }
}

// Whether a field may be left out because its schema says something of an absent value (any and unknown do not).
function omissible(schema, seen = new Set()) {
  const def = schema._def;
  if (seen.has(schema)) return false;
  const inside = (one) => omissible(one, new Set([...seen, schema]));
  switch (def.typeName) {
    case "ZodOptional": case "ZodDefault": case "ZodCatch": case "ZodUndefined": case "ZodVoid": return true;
    case "ZodLiteral": return def.value === undefined;
    case "ZodNullable": case "ZodReadonly": return inside(def.innerType);
    case "ZodBranded": return inside(def.type);
    case "ZodEffects": return inside(def.schema);
    case "ZodPipeline": return inside(def.in);
    case "ZodLazy": return inside(def.getter());
    case "ZodUnion": case "ZodDiscriminatedUnion": return def.options.some(inside);
    case "ZodIntersection": return inside(def.left) && inside(def.right);
    default: return false;
  }
}

function raise(said, key, value, choose) {
  said[key] = said[key] === undefined ? value : choose(said[key], value);
}

function flagged(regex) {
  const flags = [...regex.flags].filter((flag) => "ims".includes(flag)).sort().join("");
  return flags ? `(?${flags}:${regex.source})` : regex.source;
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
