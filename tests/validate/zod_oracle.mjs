// Asks a real zod. Lines on stdin: {"source": "z.object(...)", "definitions": {name: source}, "values": [...]}.
// Lines on stdout: [true, false, null, ...]: whether safeParse accepts each value; null where zod itself gives up.
import { createInterface } from "node:readline";

const { z } = await import(process.argv[2]);

function make(source, definitions) {
  const named = {};
  const ref = (name) => z.lazy(() => named[name]);
  const build = (text) => new Function("z", "ref", `return ${text}`)(z, ref);
  for (const [name, text] of Object.entries(definitions)) named[name] = build(text);
  return build(source);
}

function verdict(schema, text) {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return null;
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { source, definitions, values } = JSON.parse(line);
  let answer;
  try {
    const schema = make(source, definitions ?? {});
    answer = values.map((text) => verdict(schema, text));
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
