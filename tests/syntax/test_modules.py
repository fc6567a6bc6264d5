"""Import and export clauses in every form that bundlers write."""

from __future__ import annotations

import pytest

from extractor.syntax.modules import NAMESPACE, Clauses, read_clauses


def clauses_of(text: str) -> Clauses:
    """The clauses of a module."""
    blob = text.encode()
    return read_clauses(blob, 0, len(blob))


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ('import{a as b,c}from"./m.js";', {"b": ("./m.js", "a"), "c": ("./m.js", "c")}),
        ("import { a as b } from './m.js'\n", {"b": ("./m.js", "a")}),
        ('import*as n from"./m.js";', {"n": ("./m.js", NAMESPACE)}),
        ('import d from"./m.js";import"./side.js";', {"d": ("./m.js", "default")}),
        ('import d,{a as b}from"./m.js";', {"d": ("./m.js", "default"), "b": ("./m.js", "a")}),
        ('// @bun\n"use strict";/* x */import{a}from"/$bunfs/root/m.js";', {"a": ("/$bunfs/root/m.js", "a")}),
        ('import{"odd name" as a}from"./m.js"', {"a": ("./m.js", "odd name")}),
        ('import{/*c*/a,b}from"./m.js"', {"a": ("./m.js", "a"), "b": ("./m.js", "b")}),
        ('import"./a.js";import\'./b.js\';\nimport "./c.js"\nimport{a}from"./m.js";', {"a": ("./m.js", "a")}),
        (
            'import{a as as,as,$c ,\n d as $}from"./m.js"',
            {
                "as": ("./m.js", "as"),
                "$c": ("./m.js", "$c"),
                "$": ("./m.js", "d"),
            },
        ),
        ('var x="import{a}from\\"./m.js\\"";', {}),
    ],
)
def test_imports(text: str, imports: dict[str, tuple[str, str]]) -> None:
    assert clauses_of(text).imports == imports


@pytest.mark.parametrize(
    ("text", "exports"),
    [
        ("var a=1;export{a as b,c};", {"b": "a", "c": "c"}),
        ("export const a=1;export function f(){}export class K{}", {"a": "a", "f": "f", "K": "K"}),
        ("var a;export{a as default};", {"default": "a"}),
        ("var a;export default a;", {"default": "a"}),
        ("x.export={a};var s='export{a}';", {}),
    ],
)
def test_exports(text: str, exports: dict[str, str]) -> None:
    assert clauses_of(text).exports == exports


def test_what_is_exported_from_elsewhere() -> None:
    found = clauses_of("export{a as b}from'./m.js';export*from\"./n.js\";export*as o from'./o.js';")
    assert found.reexports == {"b": ("./m.js", "a"), "o": ("./o.js", NAMESPACE)}
    assert found.stars == ["./n.js"]
