"""Close shapes: lazy references opened where they are not recursive, holes replaced and reported with their path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from extractor.evaluate.limits import deep_recursion
from extractor.model import schema as ir
from extractor.model.parts import parts, same_value, steps, with_parts
from extractor.resolve.shapes import Hole

DEPTH = 200
HEIGHT, PARTS = 80, 100_000
"""A shape nested deeper, or with more parts when written out, is unresolved: what is made of it could not be read."""

STEPS, ALL_STEPS, FEWEST_STEPS, REFERENCE = 100_000, 400_000, 2000, 10
"""What it may take to close a reference to another shape, and all of them, by the shapes visited; a reference in it
counts for ten. The largest release needs 15,000 in all. When there is none left, each still has the fewest.
"""

MOST_GAPS = 1000
"""Of the unresolved parts of one shape so many are listed; the last of them says that there are more."""

UNRESOLVED: ir.Schema = ir.Effect(ir.Any(), ("unresolved",))

_ENDLESS: ir.Schema = ir.Effect(ir.Any(), ("unresolved", "lazy"))
"""What stands for a shape that is only itself. Others may refer to it by name, so it is not UNRESOLVED, which has none."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a shape that could not be resolved: the path to it from the shape's root, and why."""

    path: str
    reason: str


_MORE_GAPS = Gap("", "more of its parts are unresolved than can be listed")


class _TooLong(Exception):
    """A shape that refers to itself in so many ways that its closing would not end."""


class Closer:
    """Closes shapes of one release. `recursive` collects the closed shapes that refer to themselves, by name."""

    def __init__(self, target: Callable[[str], ir.Schema]) -> None:
        self._target = target
        self._closed: dict[int, tuple[ir.Schema, ir.Schema, tuple[Gap, ...]]] = {}
        self._measured: dict[int, tuple[ir.Schema, int, int]] = {}
        self._open: list[str] = []
        self._reentered: set[str] = set()
        self._steps, self._left = 0, ALL_STEPS
        self._changed: list[tuple[str, ir.Schema | None]] = []
        self.recursive: dict[str, ir.Schema] = {}

    def close(self, schema: ir.Schema) -> tuple[ir.Schema, tuple[Gap, ...]]:
        """The shape without holes and without references but those to `recursive`, and what was lost in it."""
        if self._open:
            return self._close(schema)
        with deep_recursion():
            return self._close(schema)

    def _close(self, schema: ir.Schema) -> tuple[ir.Schema, tuple[Gap, ...]]:
        known = self._closed.get(id(schema))
        if known is not None:
            return known[1], known[2]
        if self._open:
            self._steps -= 1
            if self._steps < 0:
                raise _TooLong
        if len(self._open) > DEPTH:
            return UNRESOLVED, (Gap("", "it is nested too deeply"),)
        closed, gaps = self._bounded(*self._open_up(schema))
        self._closed[id(schema)] = (schema, closed, gaps)
        return closed, gaps

    def _bounded(self, closed: ir.Schema, gaps: tuple[Gap, ...]) -> tuple[ir.Schema, tuple[Gap, ...]]:
        """A closed shape whose parts are closed already; unresolved where it is too deep or has too many parts."""
        height, size = 0, _own_size(closed)
        for part in parts(closed):
            _, inner_height, inner_size = self._measured.get(id(part), (part, 0, 1))
            height, size = max(height, inner_height + 1), size + inner_size
        if height > HEIGHT:
            return UNRESOLVED, (Gap("", "it is nested too deeply"),)
        if size > PARTS:
            return UNRESOLVED, (Gap("", "it has too many parts"),)
        if len(gaps) > MOST_GAPS:
            gaps = (*gaps[: MOST_GAPS - 1], _MORE_GAPS)
        self._measured[id(closed)] = (closed, height, size)
        return closed, gaps

    def _open_up(self, schema: ir.Schema) -> tuple[ir.Schema, tuple[Gap, ...]]:
        if isinstance(schema, Hole):
            return UNRESOLVED, (Gap("", schema.reason),)
        if isinstance(schema, ir.Ref):
            closed, gaps = self._refer(schema.name) if self._open else self._refer_first(schema.name)
            return ir.Effect(closed, ("lazy",)), gaps
        closed_parts, found = list[ir.Schema](), list[Gap]()
        for index, part in enumerate(parts(schema)):
            closed, gaps = self._close(part)
            closed_parts.append(closed)
            if gaps:
                step = steps(schema)[index]
                found.extend(Gap(step + gap.path, gap.reason) for gap in gaps)
        return with_parts(schema, tuple(closed_parts)), tuple(found)

    def _refer_first(self, name: str) -> tuple[ir.Schema, tuple[Gap, ...]]:
        """What a reference that stands in no other is closed to, within a number of steps."""
        self._changed.clear()
        self._steps = steps = max(FEWEST_STEPS, min(STEPS, self._left))
        try:
            return self._refer(name)
        except _TooLong:
            self._open = []
            for changed, before in reversed(self._changed):
                if before is None:
                    self.recursive.pop(changed, None)
                else:
                    self.recursive[changed] = before
            self._reentered &= self.recursive.keys()
            return UNRESOLVED, (Gap("", "it refers to other shapes in too many ways"),)
        finally:
            self._left -= steps - self._steps

    def _refer(self, name: str) -> tuple[ir.Schema, tuple[Gap, ...]]:
        if name in self._open:
            self._reentered.add(name)
            return ir.Ref(name), ()
        self._steps -= REFERENCE
        self._open.append(name)
        try:
            closed, gaps = self._uncached(self._target(name))
        finally:
            self._open.pop()
        if name not in self._reentered:
            return closed, gaps
        self._changed.append((name, self.recursive.get(name)))
        if self._is_endless(name, closed):
            self.recursive[name] = _ENDLESS
            return _ENDLESS, (Gap("", "it is nothing but a reference to itself"),)
        self.recursive[name] = closed
        return ir.Ref(name), gaps

    def _is_endless(self, name: str, closed: ir.Schema) -> bool:
        """Whether a value is held against the shape called `name` again before any part of the value is entered."""
        waiting, seen = [closed], {""}
        while waiting:
            schema = waiting.pop()
            if isinstance(schema, ir.Ref) and schema.name not in seen:
                if schema.name == name:
                    return True
                seen.add(schema.name)
                waiting.append(self.recursive.get(schema.name, ir.Any()))
            else:
                waiting += same_value(schema)
        return False

    def _uncached(self, schema: ir.Schema) -> tuple[ir.Schema, tuple[Gap, ...]]:
        """Close a shape that may turn out to be recursive: what it was closed to before does not count."""
        before = self._closed
        self._closed = {}
        try:
            return self._close(schema)
        finally:
            self._closed = before


def _own_size(schema: ir.Schema) -> int:
    """How many parts a shape has without the shapes in it: a literal has its values."""
    if isinstance(schema, ir.Literal):
        return max(1, len(schema.values))
    return 1 + len(schema.patterns) if isinstance(schema, ir.String) else 1
