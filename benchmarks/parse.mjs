// Parses one file whole with one parser, as a process of its own: node parse.mjs PARSER FILE
import { readFileSync } from "node:fs";

const [parser, file] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
if (parser === "meriyah") {
  const { parseScript, parseModule } = await import("meriyah");
  (/^\s*(?:\/\/[^\n]*\s*)*(?:import|export)[ {"*]/.test(text) || /\nexport\{/.test(text) ? parseModule : parseScript)(text, { next: true });
} else if (parser === "acorn") {
  const { parse } = await import("acorn");
  parse(text, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true, allowHashBang: true });
} else if (parser === "oxc-parser") {
  const { parseSync } = await import("oxc-parser");
  if (parseSync("bundle.js", text).program.body.length === 0) process.exit(1);
} else {
  throw new Error(`unknown parser ${parser}`);
}
