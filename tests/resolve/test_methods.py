"""What chained methods make of a shape, and those that are refused."""

from __future__ import annotations

import pytest

from extractor.model import schema as ir
from tests.resolve.reading import read, shape_of

S, N = ir.String(), ir.Literal((None,))


def fields(*pairs: tuple[str, ir.Schema]) -> tuple[ir.Field, ...]:
    """Fields from names and shapes."""
    return tuple(ir.Field(name, schema) for name, schema in pairs)


AB = "object({a:string(),b:nothing()})"
METHODS: dict[str, ir.Schema] = {
    "string().min(2).max(9)": ir.String(min_length=2, max_length=9),
    "string().length(3)": ir.String(min_length=3, max_length=3),
    "string().min(2).min(1)": ir.String(min_length=2),
    "string().nonempty()": ir.String(min_length=1),
    "string().email()": ir.String(format="email"),
    "string().startsWith('a.')": ir.String(patterns=("^a\\..*",)),
    "string().regex(/a/u)": ir.String(patterns=("a",)),
    "string().regex(/a/ims)": ir.String(patterns=("(?ims:a)",)),
    "string().lowercase()": ir.String(patterns=("^[^A-Z]*$",)),
    "string().trim().min(1)": ir.Effect(ir.String(min_length=1), ("rewrite",)),
    "number().int()": ir.Number("safeint"),
    "number().positive()": ir.Number(exclusive_minimum=0),
    "number().max(5)": ir.Number(maximum=5),
    "number().gt(1).gt(3)": ir.Number(exclusive_minimum=3),
    "number().multipleOf(2).multipleOf(3)": ir.Number(multiple_of=6),
    "string().optional()": ir.Optional(S),
    "string().nullish()": ir.Optional(ir.Nullable(S)),
    "string().array()": ir.Array(S),
    "string().default('a')": ir.Default(S, "a"),
    "string().default(()=>'a')": ir.Default(S, "a"),
    "string().catch('a')": ir.Catch(S, "a"),
    "string().default(unheardOf)": ir.Default(S, None, known=False),
    "string().default({a:[1,null]})": ir.Default(S, ir.FrozenObject((("a", (1, None)),))),
    "string().default(()=>Date.now())": ir.Default(S, None, known=False),
    "string().readonly().brand('x')": S,
    "string().describe(unheardOf).meta(unheardOf)": S,
    "string().refine(unheardOf)": ir.Effect(S, ("refinement",)),
    "string().transform(unheardOf)": ir.Effect(S, ("transform",)),
    "string().pipe(number())": ir.Effect(S, ("pipe",)),
    "string().or(nothing())": ir.Union((S, N)),
    "string().and(literal('a'))": ir.Intersection(S, ir.Literal(("a",))),
    "string().optional().unwrap()": S,
    "array(string()).element": S,
    "array(string()).min(1).nonempty().max(4)": ir.Array(S, 1, 4),
    f"{AB}.partial()": ir.Object(fields(("a", ir.Optional(S)), ("b", ir.Optional(N)))),
    f"{AB}.partial({{a:true}})": ir.Object(fields(("a", ir.Optional(S)), ("b", N))),
    f"{AB}.partial().required({{b:true}})": ir.Object(fields(("a", ir.Optional(S)), ("b", N))),
    f"{AB}.pick({{b:true,a:true}})": ir.Object(fields(("b", N), ("a", S))),
    f"{AB}.omit({{a:true}})": ir.Object(fields(("b", N))),
    f"{AB}.extend({{a:nothing(),c:string()}})": ir.Object(fields(("a", N), ("b", N), ("c", S))),
    f"{AB}.merge(object({{c:string()}}).strict())": ir.Object(fields(("a", S), ("b", N), ("c", S)), "strict"),
    f"{AB}.strict()": ir.Object(fields(("a", S), ("b", N)), "strict"),
    f"{AB}.loose()": ir.Object(fields(("a", S), ("b", N)), "passthrough"),
    f"{AB}.catchall(string())": ir.Object(fields(("a", S), ("b", N)), "passthrough", S),
    f"{AB}.strict().strip().shape.a": S,
    f"{AB}.catchall(never())": ir.Object(fields(("a", S), ("b", N)), "strict"),
    f"{AB}.keyof()": ir.Literal(("a", "b")),
    "choice(['a','b','c']).extract(['c','a'])": ir.Literal(("c", "a")),
    "choice(['a','b']).exclude(['a'])": ir.Literal(("b",)),
    "choice({X:'a',Y:'b'}).extract(['Y'])": ir.Literal(("b",)),
    "literal(choice({X:'a'}).enum.X)": ir.Literal(("a",)),
    "choice([...choice(['a']).options,'b'])": ir.Literal(("a", "b")),
    "literal(literal('a').value)": ir.Literal(("a",)),
    "tuple([string()]).rest(nothing())": ir.Tuple((S,), N),
    "union([string(),nothing()]).options[1]": N,
    "string().optional().default('a').nonoptional()": S,
    "object({a:string().optional()}).shape.a.unwrap().min(1)": ir.String(min_length=1),
    f"object({{...{AB}.shape,a:nothing()}})": ir.Object(fields(("a", N), ("b", N))),
}


@pytest.mark.parametrize("text", METHODS)
def test_methods(text: str) -> None:
    assert shape_of(text) == METHODS[text]


@pytest.mark.parametrize(
    "text",
    [
        "number().email()",
        "string().multipleOf(2)",
        "string().pick({a:true})",
        "object({}).min(1)",
        f"{AB}.pick(unheardOf)",
        f"{AB}.omit({{...unheardOf}})",
        f"{AB}.extend(unheardOf)",
        f"{AB}.merge(unheardOf)",
        "string().length(unheardOf)",
        "string().regex(unheardOf)",
        "choice(['a']).extract(unheardOf)",
        "string().unwrap()",
        "string().parse('a')",
        "string().check(unheardOf)",
        f"{AB}.partial({{[unheardOf]:true}})",
        "string().startsWith(unheardOf)",
        "string().rest(string())",
    ],
)
def test_what_a_method_cannot_be_followed_for_is_a_gap(text: str) -> None:
    _, gaps, _ = read(text)
    assert len(gaps) == 1


def test_methods_that_mean_something_else_in_zod_3() -> None:
    given = fields(("a", S), ("b", N))
    assert shape_of(f"{AB}.catchall(never())", dialect="zod3") == ir.Object(given)
    assert shape_of(f"{AB}.catchall(string()).strict()", dialect="zod3") == ir.Object(given, "passthrough", S)
    assert shape_of(f"{AB}.setKey('c',string())", dialect="zod3") == ir.Object((*given, ir.Field("c", S)))
    assert shape_of("number().int()", dialect="zod3") == ir.Number("int")
    kept = shape_of("object({a:string().default('x')}).required()", dialect="zod3")
    assert kept == ir.Object(fields(("a", ir.Default(S, "x"))))
    masked = shape_of("object({constructor:string(),b:nothing()}).omit({b:true})", dialect="zod3")
    assert masked == ir.Object(())
