"""Reading a file of official types."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.errors import InputError
from extractor.model.schema import (
    Any,
    Array,
    Intersection,
    Literal,
    Number,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from extractor.naming import read as reading
from extractor.naming import read_official_names
from tests.naming.build import shape, types

TEXT = String()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ a: string; b?: number }", shape(a=TEXT, b=Optional(Number()))),
        ("'a' | 'b' | null", Literal(("a", "b", None))),
        ("'a' | B | 'b'", Union((Literal(("a", "b")), Ref("B")))),
        ("1 | true", Literal((1, True))),
        ("Array<B> | ReadonlyArray<B>", Union((Array(Ref("B")), Array(Ref("B"))))),
        ("Record<string, core.B>", Record(TEXT, Ref("B"))),
        ("Partial<Record<'a' | 'b', B>>", Record(Literal(("a", "b")), Ref("B"))),
        ("Record<'a' | 'b', B>", Record(Literal(("a", "b")), Ref("B"), exhaustive=True)),
        ("{ [k: string]: number }", Record(TEXT, Number())),
        ("Readonly<{ a: string }>", shape(a=TEXT)),
        ("B & { a: string }", Intersection(Ref("B"), shape(a=TEXT))),
        ("[string, number?]", Tuple((TEXT, Number()))),
        ("string | undefined", Union((TEXT, Undefined()))),
        ("{ a: Imported; b: unknown; c: (x: B) => void; d: Other<B>; e: M }",
         shape(a=Any(), b=Any(), c=Any(), d=Any(), e=Any())),
    ],
)  # fmt: skip
def test_shapes(tmp_path: Path, text: str, expected: Schema) -> None:
    other = "type B = { b: string }; type M = { [K in keyof B]: B[K] }; declare namespace core { export { B } }"
    assert types(tmp_path, f"export declare type T = {text}; {other}").shapes["T"] == expected


def test_what_no_message_can_be(tmp_path: Path) -> None:
    found = types(
        tmp_path,
        "type A = () => void; interface B { run(): void } interface C extends B { a: string } class D {} type E<T> = T;"
        " type F = { [K in A]: string }; type G = { g: string };",
    )
    assert set(found.shapes) == {"G", "C"}
    assert found.shapes["C"] == Intersection(Any(), shape(a=TEXT))
    assert found.no_data == {
        "A": "function type", "B": "an object with methods", "D": "a class", "E": "a type with parameters",
        "F": "a mapped type",
    }  # fmt: skip


def test_a_file_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "missing.d.ts"
    with pytest.raises(InputError, match=r"missing\.d\.ts: cannot be read \(No such file or directory\); give the sdk"):
        read_official_names(missing)
    with pytest.raises(InputError, match=r"cannot be read \(Is a directory\)"):
        read_official_names(tmp_path)
    empty = tmp_path / "empty.d.ts"
    empty.write_text("export {}\n")
    with pytest.raises(InputError, match="declares no TypeScript types"):
        read_official_names(empty)
    monkeypatch.setattr(reading, "LARGEST", 5)
    with pytest.raises(InputError, match="is larger than"):
        read_official_names(empty)


@pytest.mark.parametrize(
    "text",
    [
        "type A = A;",
        "type A = B; type B = A;",
        "type A = A | A[];",
        "type A = A & { a: A };",
        "type A = " + "{ a: " * 5000 + "string" + "}" * 5000 + ";",
        "type A = { a: string; a: number; '': string; '__proto__': string };",
    ],
)
def test_odd_types_are_read(tmp_path: Path, text: str) -> None:
    assert "A" in types(tmp_path, text).shapes
