"""TypeScript declarations as plain data."""

from __future__ import annotations

import pytest

from extractor.syntax.typescript import (
    AllOf,
    AnyOf,
    Declarations,
    Exactly,
    ListOf,
    Member,
    Named,
    ObjectOf,
    Other,
    TupleOf,
    Type,
    read_declarations,
)

TEXT = Named("string")


def declared(text: str) -> Declarations:
    return read_declarations(text.encode())


def written(text: str) -> Type:
    """What `type T = text` declares."""
    return declared(f"export declare type T = {text};").types["T"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", TEXT),
        ("'a'", Exactly("a")),
        ('"a"', Exactly("a")),
        ("-1.5", Exactly(-1.5)),
        ("true", Exactly(True)),
        ("null", Exactly(None)),
        ("undefined", Named("undefined")),
        ("string[]", ListOf(TEXT)),
        ("readonly (string)[]", ListOf(TEXT)),
        ("[string, ...string[]]", TupleOf((TEXT,), TEXT)),
        ("'a' | 'b' | null", AnyOf((Exactly("a"), Exactly("b"), Exactly(None)))),
        ("| 'a' // first\n | 'b'", AnyOf((Exactly("a"), Exactly("b")))),
        ("A & B & C", AllOf((Named("A"), Named("B"), Named("C")))),
        ("Record<string, A.B>", Named("Record", (TEXT, Named("A.B")))),
        ("{ a: string; readonly 'b-c'?: string }", ObjectOf((Member("a", TEXT, False), Member("b-c", TEXT, True)))),
        ("{ /** says { type: 'x' } */ a: string }", ObjectOf((Member("a", TEXT, False),))),
        ("{ [k: string]: string }", ObjectOf((), TEXT)),
        ("{ a: string; run(): void }", ObjectOf((Member("a", TEXT, False),), None, True)),
        ("{ [K in keyof B]: string }", Other("a mapped type")),
        ("(a: string) => void", Other("function type")),
        ("`x${string}`", Other("template literal type")),
        ("A extends B ? C : D", Other("conditional type")),
        ("1e999", Other("a literal")),
    ],
)
def test_types(text: str, expected: Type) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [(r"'it\'s'", "it's"), (r'"a\"b"', 'a"b'), (r"'a\"b'", 'a"b'), ("'a\"b'", 'a"b'), (r"'a\nb'", "a\nb"),
     (r"'é'", "\u00e9"), (r"'\\'", "\\"), (r"'\q'", r"\q")],
)  # fmt: skip
def test_strings(text: str, value: str) -> None:
    assert written(text) == Exactly(value)


def test_what_is_declared() -> None:
    found = declared(
        """
        import type { Gone } from 'elsewhere';
        export declare interface A extends B, C<string> { a: string }
        declare type D = string; type E = string;
        export declare class F { a: string }
        export declare enum G { X }
        export declare type H<T> = T;
        export declare function run(): D;
        export declare const LIST: readonly string[];
        declare namespace core { export { D, E as Renamed } }
        declare type D = boolean;
        export { }
        """
    )
    assert found.types == {
        "A": AllOf((Named("B"), Named("C", (TEXT,)), ObjectOf((Member("a", TEXT, False),)))),
        "D": TEXT,
        "E": TEXT,
        "F": Other("a class"),
        "G": Other("an enum"),
        "H": Other("a type with parameters"),
    }
    assert found.namespaces == {"core.D": "D", "core.Renamed": "E"}


def test_a_damaged_declaration_spoils_no_other() -> None:
    found = declared("type A = { a: string };\ntype B = { b: !!! };\ntype C = string;")
    assert found.types == {"A": ObjectOf((Member("a", TEXT, False),)), "C": TEXT}
    assert found.damaged == ("B",)


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("{ a: ", "}"), ("Array<", ">"), ("[", "]")])
def test_types_nested_without_end_are_cut(opening: str, closing: str) -> None:
    text = opening * 20_000 + "string" + closing * 20_000
    assert "nested too deeply" in str(written(text))


def test_wide_unions_need_no_depth() -> None:
    found = written(" | ".join(f"'v{index}'" for index in range(20_000)))
    assert isinstance(found, AnyOf)
    assert len(found.options) == 20_000


@pytest.mark.parametrize("text", [b"", b"\xff\xfe\x00", b"type", b"}{", b"\x00" * 100, b"type A = ", b"<html></html>"])
def test_what_is_no_typescript_declares_nothing(text: bytes) -> None:
    assert read_declarations(text).types == {}
