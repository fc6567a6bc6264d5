"""Notation: what people read of a shape, sorted, bounded, and without a definition name."""

from __future__ import annotations

import pytest

from extractor.model.normal import Normaliser
from extractor.model.notation import BRIEF_LENGTH, MOST_LINES, brief, lines
from extractor.model.schema import (
    Any,
    Array,
    Catch,
    Default,
    Effect,
    Field,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Union,
)

INNER = Object((Field("z", String()), Field("a", Optional(Number("int")))))

BRIEF: list[tuple[Schema, str]] = [
    (String(), "string"),
    (String("uuid", 1, 9, ("^b", "^a")), 'string(uuid, min 1, max 9, pattern "^a", pattern "^b")'),
    (Number("safeint", minimum=0), "integer(>= 0)"),
    (Number("float32", exclusive_maximum=1.5), "number(float32, < 1.5)"),
    (Literal(("b", 1, True, "a")), '"a" | "b" | 1 | true'),
    (Literal(tuple(f"v{n:02}" for n in range(15))), " | ".join(f'"v{n:02}"' for n in range(12)) + " | ... 3 more"),
    (Nullable(Array(Union((String(), Number())))), "(number | string)[] | null"),
    (Array(INNER, 1, 2), "{a?: integer, z: string}[](min 1, max 2)"),
    (Tuple((String(), Number()), Any()), "[string, number, ...any]"),
    (Record(String(), Any()), "{[string]?: any}"),
    (Record(Literal(("a",)), Any(), exhaustive=True), '{["a"]: any}'),
    (Object((), "strict"), "closed {}"),
    (Object((Field("odd name", Never()),), "passthrough", rest=None), 'open {"odd name": never}'),
    (Object((), rest=String()), "{[other]: string}"),
    (Default(String(), "x"), 'string = "x"'),
    (Default(String(), known=False), "string = (computed)"),
    (Catch(Number(), 0), "number (else 0)"),
    (Effect(String(), ("transform", "refinement")), "string (refinement, transform)"),
    (Intersection(Record(String(), String()), INNER), "{[string]?: string} & {a?: integer, z: string}"),
    (Ref("Tree"), "{children: (recursive)[]}"),
]


@pytest.mark.parametrize(("schema", "expected"), BRIEF)
def test_one_line(schema: Schema, expected: str) -> None:
    normal = Normaliser({"Tree": Object((Field("children", Array(Ref("Tree"))),))})
    assert brief(schema, normal) == expected


def test_a_large_shape_is_told_from_afar() -> None:
    wide: Schema = String()
    for _ in range(6):
        wide = Object(tuple(Field(f"field_with_a_long_name_{n}", wide) for n in range(7)))
    assert brief(wide, Normaliser({})) == "{...}"
    assert len(brief(Literal(("x" * 5000,)), Normaliser({}))) == BRIEF_LENGTH + 3


def test_many_lines() -> None:
    cat = Object((Field("type", Literal(("cat",))), Field("lives", Number("int"))))
    shape = Object(
        (
            Field("pets", Array(Union((cat, String())), max_items=3)),
            Field("by_name", Optional(Record(String(), Nullable(INNER)))),
            Field("pair", Tuple((String(), INNER))),
            Field("tags", Array(String())),
            Field("self", Optional(Ref("Self"))),
        ),
        "strict",
    )
    assert lines(Ref("Self"), Normaliser({"Self": shape})) == (
        "closed {",
        "  by_name?: record [string]?:",
        "    {",
        "      a?: integer",
        "      z: string",
        "    } | null",
        "  pair: tuple [",
        "    string",
        "    {",
        "      a?: integer",
        "      z: string",
        "    }",
        "  ]",
        "  pets: array of",
        "    string",
        "    | {",
        "      lives: integer",
        '      type: "cat"',
        "    }(max 3)",
        "  self?: (recursive)",
        "  tags: string[]",
        "}",
    )


def test_a_shape_without_end_is_cut_and_says_so() -> None:
    levels: dict[str, Schema] = {"d0": String()}
    for level in range(1, 30):
        inner = Ref(f"d{level - 1}")
        levels[f"d{level}"] = Object((Field("a", inner), Field("b", inner)))
    found = lines(Ref("d29"), Normaliser(levels))
    assert len(found) == MOST_LINES + 1
    assert found[-1].startswith("... (cut here")


def test_lists_of_lists_of_themselves_end() -> None:
    assert lines(Ref("A"), Normaliser({"A": Array(Ref("A"))}))[-1].strip() == "(recursive)"
