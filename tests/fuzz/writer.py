"""Writes one random schema in one module: picks what to build, and wraps it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.fuzz import composites, devious, scalars, spelling, wrappers
from tests.fuzz.flavours import Flavour
from tests.fuzz.program import Expr, Module, Program, Shared

MINI_CHECKS = {"min": "minLength", "max": "maxLength", "nonempty": "minLength"}
"""Checks that the functions without chained methods call by another name on strings and arrays."""


class Writer:
    """Writes schemas into `module`. `names` are recursive definitions that may be referred to behind a lazy.

    With `is_devious` constants and shapes are computed in ways that a reader may have to give up on.
    """

    def __init__(
        self, program: Program, module: Module, names: tuple[str, ...] = (), *, is_devious: bool = False
    ) -> None:
        self.program, self.module, self.names, self.is_devious = program, module, names, is_devious

    @property
    def rng(self) -> Random:
        """The source of chance."""
        return self.program.rng

    @property
    def flavour(self) -> Flavour:
        """How the program writes schemas."""
        return self.program.flavour

    def zod(self, function: str) -> str:
        """How this module calls a function of zod."""
        return self.module.zod(function)

    def shape_of(self) -> str:
        """What gives an object schema's shape: schemas without methods have it in their definition only."""
        return ".def.shape" if self.flavour.is_mini else ".shape"

    def parameters(self) -> str:
        """What may stand in the parentheses of a constructor: nothing, a message, or an object with one."""
        roll = self.rng.random()
        if roll < 0.9 or self.flavour.major == 3:
            return ""
        text = spelling.prose(self.rng)
        return text if roll < 0.95 else f"{{ error: {text} }}"

    def constant(self, value: Any) -> str:
        """A constant, written out or kept in a variable of this module or of another."""
        text = spelling.constant(self.rng, value)
        if self.is_devious and isinstance(value, str | int | float) and self.rng.random() < 0.7:
            other = json.dumps("wrong" if isinstance(value, str) else 77)
            return self.rng.choice(devious.VALUES).format(value=f"({text})", other=other)
        return self.define_constant("C", text) if self.rng.random() < 0.12 else text

    def define_constant(self, prefix: str, text: str) -> str:
        """A variable that holds a value, and how this module refers to it."""
        program = self.program
        owner = program.base if self.rng.random() < 0.6 else self.module
        name = program.fresh(prefix)
        keyword = self.rng.choice(["const", "const", "let", "var"])
        owner.body.append(f"export {keyword} {name} = {text};")
        return self.module.use(name, owner)

    def checked(self, expr: Expr, checks: list[tuple[str, str]]) -> Expr:
        """The schema with checks: chained, or given to `.check(...)` as the functions of the same name make them."""
        if not checks:
            return expr
        if not self.flavour.is_mini:
            if self.flavour.major == 4 and self.rng.random() < 0.1:
                return self._given(expr, checks)
            text = expr.text + "".join(f".{name}({arguments})" for name, arguments in checks)
            return Expr(text, expr.kind, expr.fields, expr.values, expr.inner)
        return self._given(expr, checks)

    def _given(self, expr: Expr, checks: list[tuple[str, str]]) -> Expr:
        made = []
        for name, arguments in checks:
            function = name
            if expr.kind in ("string", "array"):
                function = MINI_CHECKS.get(name, name)
            else:
                function = {"min": "gte", "max": "lte"}.get(name, name)
            if name in ("int", "safe", "finite"):
                function, arguments = "multipleOf", "1"
            if name == "nonempty":
                arguments = "1"
            made.append(f"{self.zod(function)}({arguments})")
        return Expr(f"{expr.text}.check({', '.join(made)})", expr.kind, expr.fields, expr.values, expr.inner)

    def schema(self, depth: int) -> Expr:
        """Any schema, nested at most `depth` deep."""
        expr = self.bare(depth)
        for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2))):
            expr = wrappers.wrapped(self, expr, depth)
        return expr

    def bare(self, depth: int) -> Expr:
        """A schema without a wrapper around it."""
        roll = self.rng.random()
        if depth <= 0 or roll < 0.35:
            return (
                self.rng.choice(
                    (
                        scalars.text,
                        scalars.text,
                        scalars.number,
                        scalars.literal,
                        scalars.enum,
                        scalars.enum,
                        self._plain,
                    )
                )(self)
                if roll < 0.97
                else wrappers.coerced(self)
            )
        if roll < 0.5 and (shared := self._reused(depth)) is not None:
            return shared
        return composites.any_of_them(self, depth)

    def find(self, kind: str) -> Shared | None:
        """A shared definition of a kind that this module may refer to, or None."""
        found = [one for one in self.program.shared if one.expr.kind == kind and self.may_use(one)]
        return self.rng.choice(found) if found else None

    def may_use(self, shared: Shared) -> bool:
        """Whether what this writer writes may refer to a shared definition."""
        return True

    def _plain(self, w: Writer) -> Expr:
        name = self.rng.choice(
            ("boolean", "boolean", "boolean", "null", "any", "unknown", "unknown", "undefined", "never")
        )
        return Expr(f"{self.zod(name)}()", name)

    def _reused(self, depth: int) -> Expr | None:
        """What another definition made, as it is or changed."""
        if self.names and self.rng.random() < 0.3:
            return wrappers.recursive(self)
        shared = self.find(self.rng.choice(("object", "object", "array", "helper", "union", "wrapped", "scalar")))
        if shared is None:
            return None
        if shared.expr.kind == "helper":
            return wrappers.helped(self, shared, depth)
        return wrappers.derived(self, shared, depth)
