"""Statements that schemas do not need: code that a reader of text may take for definitions, strings or comments."""

from __future__ import annotations

NOISE = (
    """export function noise1(e) { const t = /["'`]/.test(e) ? "a" : `b${e ? `c${e}` : "}"}`; return t.replace(/[/]\\//g, "x") / 2; }""",
    """export class Noise2 { static one = 1; #two = /}/; get type() { return "noise"; } method(a = {}, { b, ...c } = {}) { return a / b / c; } }""",
    """export async function* noise3(n) { for await (const x of n) { if (x) yield x; else label: { break label; } } }""",
    """export const noise4 = { subtype: "fuzz_none", type: "control_request", "request_id": 1, get v() { return `,v:${1}`; } };""",
    """export function noise5(t, n, r) { switch (t) { case "a": { let t = n; return t } default: return r?.[n] ?? (t = n, r = t) } }""",
    """export var noise6 = (e => (e.a = 1, e))({}), noise7 = function inner(n) { return n ? inner(n - 1) : () => ({ n }) };""",
    """export function noise8(z) { let object = z, string = z, literal = (x) => x; return object({ a: string, subtype: literal("none") }) }""",
    """try { if (globalThis.never) throw /* ) */ new Error("x") } catch ({ message: t }) { console.log(t) } // ' unbalanced " ` {""",
)  # fmt: skip
"""Every one is a whole statement that does nothing when its module is loaded."""
