"""A program under construction: modules with their imports and statements, and the definitions that they share."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random

from tests.fuzz.flavours import RESERVED, Flavour


@dataclass(slots=True)
class Expr:
    """A schema's source text in one module, and what the writer must know of it to go on.

    `fields` are those of an object, `values` those of a literal or an enum, `inner` what a wrapper wraps or an
    array holds. `is_fixed` marks an object that may not be picked from or extended (it has a refinement).
    """

    text: str
    kind: str
    fields: dict[str, Expr] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)
    inner: Expr | None = None
    is_fixed: bool = False


@dataclass(slots=True)
class Shared:
    """A definition that other schemas refer to: a memoised function or a constant of one module."""

    name: str
    module: Module
    expr: Expr
    is_thunk: bool


class Module:
    """One source file: what it imports, under which names, and its statements."""

    def __init__(self, name: str, flavour: Flavour, rng: Random) -> None:
        self.name, self._flavour, self._rng = name, flavour, rng
        self._namespace = rng.choice(["z", "z", "zod", "E", "v"])
        self._functions: dict[str, str] = {}
        self._imports: dict[tuple[str, str], str] = {}
        self._namespaces: dict[str, str] = {}
        self.body: list[str] = []

    def zod(self, function: str) -> str:
        """How this module calls a function of zod; a dotted name (`iso.date`) is one of its inner namespaces."""
        if not self._flavour.is_free:
            return f"{self._namespace}.{function}"
        first, *rest = function.split(".")
        local = self._functions.setdefault(first, RESERVED.get(first, first))
        return ".".join([local, *rest])

    def use(self, name: str, owner: Module) -> str:
        """How this module refers to what another (or itself) exports."""
        if owner is self:
            return name
        if owner.name in self._namespaces:
            return f"{self._namespaces[owner.name]}.{name}"
        if (owner.name, name) not in self._imports:
            if self._rng.random() < 0.06:
                self._namespaces[owner.name] = f"ns_{owner.name}"
                return self.use(name, owner)
            local = f"{name}_{self.name}" if self._rng.random() < 0.2 else name
            self._imports[(owner.name, name)] = local
        return self._imports[(owner.name, name)]

    def refer(self, shared: Shared) -> str:
        """How this module refers to a shared definition: a constant by name, a memoised function by calling it."""
        name, *path = shared.name.split(".")
        return ".".join([self.use(name, shared.module), *path]) + ("()" if shared.is_thunk else "")

    def text(self) -> str:
        """The file."""
        return "\n".join([*self._head(), *self.body, ""])

    def _head(self) -> list[str]:
        package = json.dumps(self._flavour.path)
        lines = []
        if self._functions:
            names = [name if name == local else f"{name} as {local}" for name, local in self._functions.items()]
            lines.append(f"import {{ {', '.join(names)} }} from {package};")
        elif not self._flavour.is_free:
            is_star = self._flavour.style in ("star", "mini")
            given = f"* as {self._namespace}" if is_star else f"{{ z as {self._namespace} }}"
            lines.append(f"import {given} from {package};")
        for owner, local in self._namespaces.items():
            lines.append(f"import * as {local} from './{owner}.js';")
        for (owner, name), local in self._imports.items():
            given = name if name == local else f"{name} as {local}"
            lines.append(f"import {{ {given} }} from './{owner}.js';")
        return lines


class Program:
    """The modules of one program. `base` holds constants: it imports none of the others, so that order never matters.

    `devious` are the marked schemas that may come out unresolved, but never as something else.
    """

    def __init__(self, rng: Random, flavour: Flavour, modules: int) -> None:
        self.rng, self.flavour = rng, flavour
        self.base = Module("base", flavour, rng)
        self.modules = [Module(f"m{index}", flavour, rng) for index in range(modules)]
        self.shared: list[Shared] = []
        self.marks: list[tuple[str, Module]] = []
        self.devious: set[str] = set()
        self._count = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing else in the program has."""
        self._count += 1
        return f"{prefix}{self._count}"

    def files(self) -> dict[str, str]:
        """The text of each file; `all.js` exports every marked schema."""
        result = {f"{module.name}.js": module.text() for module in [self.base, *self.modules]}
        names: dict[str, list[str]] = {}
        for name, module in self.marks:
            names.setdefault(module.name, []).append(name)
        lines = []
        for owner, listed in names.items():
            if self.rng.random() < 0.3:
                result[f"barrel_{owner}.js"] = f"export * from './{owner}.js';\n"
                owner = f"barrel_{owner}"
            lines.append(f"export {{ {', '.join(listed)} }} from './{owner}.js';")
        return {**result, "all.js": "\n".join(lines) + "\n"}
