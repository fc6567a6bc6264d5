"""Follow names through statements: which branch they take, and what each branch does to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from extractor.find.dispatch.conditions import ENVELOPE
from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.record import Gate, Here, is_in, joined
from extractor.find.dispatch.values import KIND, SUBTYPE, Text
from extractor.syntax import Node

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration", "using_declaration"})
_LOOPS = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
_WRAPPERS = frozenset({"labeled_statement", "else_clause", "finally_clause"})


class Statements:
    """The statements of one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self._evaluator = walk, walk.evaluator
        self._open_gates: list[Gate] = []

    def one(self, node: Node, here: Here, names: Names) -> Names:
        """The names that go on after the statement."""
        kind = node.type
        if kind == "statement_block":
            return self._all(node.named_children, here._replace(frame=self._scope(node, here)), names)
        if kind == "expression_statement":
            return self._walk.expressions.one(node.named_children[0], here, names)
        if kind == "if_statement":
            return self._if(node, here, names)
        if kind in _DECLARATIONS:
            for declarator in node.named_children:
                value = declarator.child_by_field_name("value")
                names = self._walk.expressions.one(value, here, names) if value is not None else names
            return names
        if kind in ("return_statement", "throw_statement"):
            return self._return(node, here, names) if kind == "return_statement" else self._throw(node, here, names)
        if kind in ("continue_statement", "break_statement"):
            self._walk.exits.append(names)
            (here.ways.on_continue if kind == "continue_statement" else here.ways.on_break)(names)
            return NOBODY
        if kind == "switch_statement":
            return self._switch(node, here, names)
        if kind == "try_statement":
            return self._try(node, here, names)
        if kind in _LOOPS:
            return self._loop(node, here, names)
        if kind in _WRAPPERS:
            return self.one(node.child_by_field_name("body") or node.named_children[-1], here, names)
        return names

    def _scope(self, node: Node, here: Here) -> Frame:
        return self._evaluator.scopes.inner(node, here.frame)

    def _all(self, nodes: Iterable[Node], here: Here, names: Names) -> Names:
        waiting: list[tuple[Gate, int, int]] = []
        for node in nodes:
            if not names:
                break
            names = self.one(node, here, names)
            marks = len(self._walk.dropped), len(self._walk.exits)
            waiting += [(gate, *marks) for gate in self._open_gates]
            self._open_gates.clear()
        for gate, dropped, exits in waiting:
            self._close(gate, dropped, [names, *self._walk.exits[exits:]])
        return names

    def _if(self, node: Node, here: Here, names: Names) -> Names:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return names
        names = self._walk.expressions.one(condition, here, names)
        unfollowed = self._walk.unfollowed
        yes, no = self._walk.conditions.split(condition, here.frame, names)
        is_unfollowed = self._walk.unfollowed > unfollowed and yes.is_open and no.is_open
        both = frozenset(name for name in yes.known | no.known if name in yes and name in no)
        place, inside, is_open = Place(condition, here.frame), here.under(both), yes.is_open and no.is_open
        new = yes.known - names.known if not yes.is_open else frozenset()
        with self.gated(both, Gate(NOBODY, place, False), is_open) as out:
            taken = self._side(node, "consequence", inside, yes)
            out.append(taken)
        leaves = not taken.is_open and any(left.is_open for left in out)
        if new and not self._walk.is_quiet:
            self._tell(new, both, out, place)
        with self.gated(both, Gate(NOBODY, place, True), is_open) as out:
            other = self._side(node, "alternative", inside, no)
            out.append(other)
        leaves = leaves or (not other.is_open and any(left.is_open for left in out))
        self._leave_open(both, taken, other, place)
        if is_unfollowed and leaves and not self._walk.is_quiet:
            self._walk.record.unfollowed.append(place)
        return taken.joined(other).settled()

    def _side(self, node: Node, side: str, here: Here, names: Names) -> Names:
        child = node.child_by_field_name(side)
        return self.one(child, here, names) if child is not None else names

    def _tell(self, new: frozenset[str], both: frozenset[str], out: list[Names], place: Place) -> None:
        """Note names that a branch tells apart from the rest, and its condition where it asks for more than that."""
        self._walk.record.entered |= new
        through = frozenset(name for name in both & new if is_in(name, out))
        if through:
            self._walk.record.gates.append(Gate(Names(through), place, True, is_entry=True))

    @contextmanager
    def gated(self, both: frozenset[str], gate: Gate, is_open: bool) -> Iterator[list[Names]]:
        """While one branch of a condition is walked: names refused in it that do not get out of it pass `gate`.

        The walk adds what falls out of the branch to the list; its other ways out are added here.
        """
        walk = self._walk
        dropped, refused, exits = len(walk.dropped), len(walk.refused), len(walk.exits)
        out: list[Names] = []
        yield out
        out.extend(walk.exits[exits:])
        if walk.is_quiet:
            return
        names = Names(frozenset(name for name in walk.dropped[dropped:] if name in both and not is_in(name, out)))
        if is_open and not any(left.is_open for left in out):
            names = names.joined(joined(walk.refused[refused:]))
        if names:
            walk.record.gates.append(replace(gate, names=names))

    def _leave_open(self, both: frozenset[str], taken: Names, other: Names, place: Place) -> None:
        """Where one branch does not come back, what follows stands under the contrary of its condition."""
        for stayed, left, holds in ((other, taken, True), (taken, other, False)):
            names = frozenset(name for name in both if name in stayed and name not in left)
            if names:
                self._open_gates.append(Gate(Names(names), place, holds))

    def _close(self, gate: Gate, dropped: int, out: list[Names]) -> None:
        """A branch has left for good: what is refused in all that follows it passes only that branch's condition."""
        lost = (name for name in self._walk.dropped[dropped:] if name in gate.names)
        names = frozenset(name for name in lost if not is_in(name, out))
        if names and not self._walk.is_quiet:
            self._walk.record.gates.append(replace(gate, names=Names(names)))

    def _return(self, node: Node, here: Here, names: Names) -> Names:
        value = node.named_children[0] if node.named_children else None
        if value is not None:
            names = self._walk.expressions.one(value, here, names)
        if names:
            self._walk.exits.append(names)
            here.ways.on_return(value, here.frame, names)
        return NOBODY

    def _throw(self, node: Node, here: Here, names: Names) -> Names:
        """An error that is thrown is an answer as well: somebody catches it and tells the client."""
        thrown = self._walk.expressions.one(node.named_children[0], here, names)
        left = Names(self._walk.err(node, here, thrown).known)
        if left:
            here.ways.on_return(None, here.frame, left)
        return NOBODY

    def _switch(self, node: Node, here: Here, names: Names) -> Names:
        body = node.child_by_field_name("body")
        if body is None:
            return names
        broken: list[Names] = []
        inside = Here(self._scope(body, here), here.doubt, replace(here.ways, on_break=broken.append))
        cases = [case for case in body.named_children if case.type in ("switch_case", "switch_default")]
        entries = self._cases(node.child_by_field_name("value"), cases, inside.frame, names)
        falling = NOBODY
        for case, entering in zip(cases, entries, strict=True):
            statements = [child for child in case.children_by_field_name("body") if child.is_named]
            if names.is_open and not entering.is_open and statements and not self._walk.is_quiet:
                self._walk.record.entered |= entering.known - names.known
            falling = self._all(statements, inside, falling.joined(entering))
        out = falling.joined(joined(broken))
        if not any(case.type == "switch_default" for case in cases):
            out = out.joined(_untaken(entries, names))
        return out.settled()

    def _cases(self, value: Node | None, cases: list[Node], frame: Frame, names: Names) -> list[Names]:
        """The names that enter each case of a switch over `value` from above."""
        part = self._evaluator.follow(value, frame)
        labels = [self._label(case, frame) for case in cases]
        if part == SUBTYPE:
            for case, label in zip(cases, labels, strict=True):
                if label is not None:
                    self._walk.saw(label, case, names)
            known = [label for label in labels if label is not None]
            return [
                names.less(known) if case.type == "switch_default" else names.among([] if label is None else [label])
                for case, label in zip(cases, labels, strict=True)
            ]
        if part == KIND and any(label is not None for label in labels):
            return [
                names if label == ENVELOPE or (case.type == "switch_default" and ENVELOPE not in labels) else NOBODY
                for case, label in zip(cases, labels, strict=True)
            ]
        return [names for _ in cases]

    def _label(self, case: Node, frame: Frame) -> str | None:
        value = self._evaluator.value(case.child_by_field_name("value"), frame)
        return value.text if isinstance(value, Text) else None

    def _try(self, node: Node, here: Here, names: Names) -> Names:
        """What is refused by an exception does not come back by the handler that turns it into an answer."""
        body, handler = node.child_by_field_name("body"), node.child_by_field_name("handler")
        mark = len(self._walk.lost)
        out = self.one(body, here, names) if body is not None else names
        caught = handler.child_by_field_name("body") if handler is not None else None
        thrown = names.known.difference(name for name in self._walk.lost[mark:] if name not in out)
        if handler is not None and caught is not None and thrown:
            inside = here.under(thrown)._replace(frame=self._scope(handler, here))
            out = out.joined(self.one(caught, inside, Names(thrown)))
        final = node.child_by_field_name("finalizer")
        return self.one(final, here, out) if final is not None else out

    def _loop(self, node: Node, here: Here, names: Names) -> Names:
        for part in ("initializer", "condition", "right", "increment"):
            inner = node.child_by_field_name(part)
            if inner is not None and inner.type not in _DECLARATIONS:
                names = self._walk.expressions.one(inner, here, names)
        body = node.child_by_field_name("body")
        left: list[Names] = []
        if body is not None:
            frame = self._scope(node, here) if node.type == "for_statement" else here.frame
            ways = replace(here.ways, on_break=left.append, on_continue=left.append)
            left.append(self.one(body, Here(frame, here.doubt, ways), names))
        return names.joined(joined(left)).settled()


def _untaken(entries: list[Names], names: Names) -> Names:
    """The names that no case of a switch without a default takes."""
    if any(entry.is_open for entry in entries):
        return names
    return names.less([name for entry in entries for name in entry.known])
