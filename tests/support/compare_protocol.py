"""compare_protocol.py EXPECTED.json EXPORT.json : score an exported protocol document against an expected one, shape by shape.

The export is one JSON document: {"release", "control_requests": {subtype: {"originator", "request", "response"}},
"messages": {"type" or "type/subtype": schema}, "$defs"}; a response of null means a bare acknowledgement, an absent one means none is declared.
"""

import json
import sys


def union(cs):
    flat, lits = set(), set()
    for c in cs:
        for x in c[1] if c[0] == "union" else [c]:
            if x[0] == "lit":
                lits |= x[1]
            else:
                flat.add(x)
    if ("any",) in flat:
        return ("any",)
    if lits:
        flat.add(("lit", frozenset(lits)))
    return next(iter(flat)) if len(flat) == 1 else ("union", frozenset(flat))


def canon_js(s, doc, seen=()):
    if s is True or s == {}:
        return ("any",)
    if s is False:
        return ("never",)
    if "$ref" in s:
        r = s["$ref"]
        if r in seen:
            return ("rec*",)
        node = doc
        for part in r.lstrip("#/").split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
        return canon_js(node, doc, seen + (r,))
    c = lambda x: canon_js(x, doc, seen)
    if "const" in s:
        return ("lit", frozenset([s["const"]]))
    if "enum" in s:
        return ("lit", frozenset(s["enum"]))
    if "allOf" in s:
        parts = [c(x) for x in s["allOf"]]
        rest = {k: v for k, v in s.items() if k not in ("allOf", "description", "title")}
        if rest and set(rest) - {"unevaluatedProperties", "type"}:
            parts.append(c(rest))
        out = parts[0]
        for p in parts[1:]:
            if out[0] == p[0] == "obj":
                d = dict(out[1])
                d.update(dict(p[1]))
                out = ("obj", tuple(sorted(d.items())), out[2] and p[2])
            else:
                out = ("inter", frozenset([out, p]))
        return out
    for k in ("anyOf", "oneOf"):
        if k in s:
            return union([c(x) for x in s[k]])
    t = s.get("type")
    if isinstance(t, list):
        return union([c({**s, "type": x}) for x in t])
    if t == "object" or "properties" in s:
        if (
            "properties" not in s
            and isinstance(s.get("additionalProperties", None), (dict, bool))
            and s.get("additionalProperties") is not False
        ):
            return ("rec", c(s["additionalProperties"]))
        if "properties" not in s and "propertyNames" in s:
            return ("rec", c(s.get("additionalProperties", {})))
        req = set(s.get("required", []))
        return (
            "obj",
            tuple(sorted((k, (k in req, c(v))) for k, v in s.get("properties", {}).items())),
            s.get("additionalProperties") is False or s.get("unevaluatedProperties") is False,
        )
    if t == "array":
        if "prefixItems" in s:
            return ("tup", tuple(c(x) for x in s["prefixItems"]))
        return ("arr", c(s.get("items", {})))
    if t == "string":
        return ("str",)
    if t == "integer":
        return ("int",)
    if t == "number":
        return ("num",)
    if t == "boolean":
        return ("bool",)
    if t == "null":
        return ("lit", frozenset([None]))
    return ("any",)


def loose(c):
    """The same shape with integer read as number, recursion and intersections folded: what every faithful export agrees on."""
    if c[0] == "int":
        return ("num",)
    if c[0] == "rec*":
        return ("any",)
    if c[0] == "obj":
        return ("obj", tuple((k, (r, loose(v))) for k, (r, v) in c[1]), c[2])
    if c[0] in ("arr", "rec"):
        return (c[0], loose(c[1]))
    if c[0] == "tup":
        return ("tup", tuple(loose(x) for x in c[1]))
    if c[0] in ("union", "inter"):
        xs = frozenset(loose(x) for x in c[1])
        return next(iter(xs)) if len(xs) == 1 else ((c[0], xs) if ("any",) not in xs or c[0] == "inter" else ("any",))
    return c


def explain(a, b, path=""):
    if a == b:
        return []
    if a[0] == b[0] == "obj":
        da, db = dict(a[1]), dict(b[1])
        out = []
        out += [f"{path}.{k} missing" for k in da if k not in db] + [
            f"{path}.{k} unexpected" for k in db if k not in da
        ]
        for k in da:
            if k in db:
                if da[k][0] != db[k][0]:
                    out.append(f"{path}.{k} required {da[k][0]} != {db[k][0]}")
                out += explain(da[k][1], db[k][1], f"{path}.{k}")
        if a[2] != b[2]:
            out.append(f"{path} closed {a[2]} != {b[2]}")
        return out
    if a[0] == b[0] and a[0] in ("arr", "rec"):
        return explain(a[1], b[1], path + "[]")
    return [f"{path}: want {str(a)[:90]} got {str(b)[:90]}"]


def main(expected, export):
    want, got = (json.load(open(f)) for f in (expected, export))
    ok = n = 0
    notes = []

    def check(name, w, g):
        nonlocal ok, n
        n += 1
        if g is None:
            notes.append(f"{name}: absent")
            return
        a, b = loose(canon_js(w, want)), loose(canon_js(g, got))
        if a == b:
            ok += 1
        else:
            notes.extend(f"{name}{e}" for e in explain(a, b)[:4])

    for s, w in want["control_requests"].items():
        g = got["control_requests"].get(s)
        check(f"request {s}", w["request"], g and g.get("request"))
        if not w["originator"]:
            continue
        n += 1
        good = bool(g) and g.get("originator") == w["originator"]
        ok += good
        if not good:
            notes.append(f"originator {s}: {g and g.get('originator')} want {w['originator']}")
        if w.get("response"):
            check(f"response {s}", w["response"], g and g.get("response"))
        else:
            n += 1
            good = bool(g) and ("response" in g) == ("response" in w) and not g.get("response")
            ok += good
            if not good:
                notes.append(f"response {s}: want {'an acknowledgement' if 'response' in w else 'none declared'}")
    for m, w in want["messages"].items():
        check(f"message {m}", w, got["messages"].get(m))
    for x in notes[:40]:
        print(" ", x)
    print(f"{want['release']}: {ok}/{n} exact")
    return ok == n


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:3]) else 1)
