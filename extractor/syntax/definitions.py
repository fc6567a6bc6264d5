"""What a name can turn out to be: a definition with its node, a module's namespace, or missing with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice
from typing import TypeAlias

from extractor.model.bundle import Chunk
from extractor.syntax.parse import Node

DefinitionKind: TypeAlias = Choice["function", "class", "value", "exports", "filled", "destructured", "namespace"]


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name stands for at the top level of a chunk.

    `function` and `class`: `node` is the declaration. `value`: `node` is the expression assigned.
    `exports`: `node` is the object literal of getters that an export helper was given for the name.
    `filled`: `node` is the call `(function (e) {...})(NAME || (NAME = {}))` that fills the object, as for enums.
    `destructured`: `node` is the declarator whose pattern binds the name among others.
    `namespace`: the whole module `chunk`; there is no node.
    """

    kind: DefinitionKind
    name: str
    chunk: Chunk
    node: Node | None = None

    @property
    def key(self) -> tuple[str, int]:
        """A key for caches: the chunk's name and the offset of the definition."""
        return self.chunk.name, self.node.start_byte if self.node is not None else -1


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that could not be resolved, and why not."""

    name: str
    reason: str
