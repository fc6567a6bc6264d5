"""What the language and its hosts name themselves, so that no bundle defines it."""

from __future__ import annotations

GLOBALS = frozenset(
    {
        "this", "arguments", "undefined", "globalThis", "process", "console", "require", "performance",
        "structuredClone", "Array", "BigInt", "Boolean", "Buffer", "Date", "Error", "JSON", "Map", "Math", "Number",
        "Object", "Promise", "Proxy", "RangeError", "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError",
        "TypeError", "URL", "URLSearchParams", "WeakMap", "WeakSet", "AbortController", "AbortSignal",
        "DOMException", "isNaN", "parseFloat", "parseInt", "queueMicrotask", "setImmediate", "setInterval",
        "setTimeout", "clearInterval", "clearTimeout",
    }
)  # fmt: skip
