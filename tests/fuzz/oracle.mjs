// Asks real zod what it has built: node oracle.mjs DIRECTORY PACKAGE; writes {name: {schema} | {error}} as JSON.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { zod3Schema } from "./zod3_schema.mjs";
import { zod4Schema } from "./zod4_schema.mjs";

const [directory, name] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.join(directory, file)).href);
// Always the converter of the earlier zod 4: it says each schema on its own, later ones join and rewrite neighbours.
const { toJSONSchema } = await load("node_modules/zod40/index.js");
const convert = name === "zod3" ? zod3Schema : (schema) => zod4Schema(toJSONSchema, schema);
const answers = {};
for (const [key, make] of Object.entries(await load("all.js"))) {
  try {
    answers[key] = { schema: convert(schemaOf(make())) };
  } catch (error) {
    answers[key] = { error: String(error?.stack ?? error).slice(0, 400) };
  }
}
process.stdout.write(JSON.stringify(answers));

function schemaOf(marked) {
  return (marked.shape ?? marked._zod.def.shape).v;
}
