"""Follow a control request through the code: which names reach which statement, which are refused, which get out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from extractor.find.dispatch.answers import Answers
from extractor.find.dispatch.calls import Calls
from extractor.find.dispatch.conditions import Conditions
from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.expressions import Expressions
from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.outcomes import Outcomes
from extractor.find.dispatch.presence import Presence
from extractor.find.dispatch.record import Here, Record, Split, Ways, ignore, joined
from extractor.find.dispatch.statements import Statements
from extractor.find.dispatch.values import Function, each
from extractor.syntax import Node, content

Judge: TypeAlias = Callable[[Node, Frame, Names], Split]

_DEPTH = 12
_LONGEST = 300_000
_NO_DOUBT: frozenset[str] = frozenset()


class Walk:
    """One walk over the code that a control request reaches, with what it has noted so far.

    `dropped` and `refused` list what was turned away in the order it happened, `exits` what left a statement by
    return, break or continue: marks into them tell what a branch did.
    """

    def __init__(self, evaluator: Evaluator, answers: Answers, *, finds_callbacks: bool = False) -> None:
        self.evaluator, self.answers, self._finds_callbacks = evaluator, answers, finds_callbacks
        self.record = Record()
        self.conditions, self.presence, self.statements = Conditions(self), Presence(self), Statements(self)
        self.expressions, self.calls, self.outcomes = Expressions(self), Calls(self), Outcomes(self)
        self.dropped: list[str] = []
        self.refused: list[Names] = []
        self.lost: list[str] = []
        self.exits: list[Names] = []
        self.refusals = self.unfollowed = 0
        self._active: list[int] = []
        self._quiet = 0

    @property
    def is_quiet(self) -> bool:
        """Whether what happens now is not recorded."""
        return self._quiet > 0

    def loop(self, body: Node, frame: Frame, names: Names) -> Record:
        """Follow `names` through the body of a loop over messages; names that leave it unrefused are served."""
        ways = Ways(lambda _node, _frame, left: self._leave(left), self._leave, self._leave)
        self._leave(self.statements.one(body, Here(frame, _NO_DOUBT, ways), names))
        return self.record

    def function(self, function: Function, frame: Frame, names: Names) -> Record:
        """Follow `names` through a function whose `frame` has its parameters; names that return are served.

        One that returns nothing for unheard-of names leaves them to its caller: that is its refusal.
        """

        def on_return(node: Node | None, inside: Frame, left: Names) -> None:
            if node is not None and left.is_open and not self.presence.defined(node, inside, left).yes:
                self.refuse(left)
            else:
                self._leave(left)

        self._leave(self.body(function.node, Here(frame, _NO_DOUBT, Ways(on_return, ignore, ignore)), names))
        return self.record

    def body(self, function: Node, here: Here, names: Names) -> Names:
        """`names` after the body of a function; those that return are told to the ways of `here`."""
        body = function.child_by_field_name("body")
        if body is None:
            return names
        if body.type == "statement_block":
            return self.statements.one(body, here, names)
        return self.expressions.one(body, here, names)

    def returned(self, function: Function, arguments: Sequence[Place], names: Names, judge: Judge) -> Split:
        """`names` by what `judge` says of the expressions that `function` returns for them."""
        body = function.node.child_by_field_name("body")
        if body is None or not self.may_enter(function):
            return Split(names, names)
        frame = self.evaluator.called(function, arguments)
        if body.type != "statement_block":
            return judge(body, frame, names)
        splits: list[Split] = []

        def on_return(node: Node | None, inside: Frame, left: Names) -> None:
            splits.append(judge(node, inside, left) if node is not None else Split(NOBODY, left))

        with self.inside(function):
            rest = self.statements.one(body, Here(frame, _NO_DOUBT, Ways(on_return, ignore, ignore)), names)
        splits.append(Split(NOBODY, rest))
        return Split(joined(split.yes for split in splits), joined(split.no for split in splits))

    def called(self, callee: Node, frame: Frame) -> list[Function]:
        """The functions that a call may reach; for a callback that was handed over, those handed over by its name."""
        functions = [one for one in each(self.evaluator.value(callee, frame)) if isinstance(one, Function)]
        if not functions and self._finds_callbacks and callee.type == "member_expression":
            return self.evaluator.callbacks(content(callee.child_by_field_name("property")))
        return functions

    def plain(self, callee: Node, frame: Frame) -> Function | None:
        """The function that is called, where that is plain to see, or where it may refuse a request."""
        return self.evaluator.follow.function(callee, frame, self.answers.may_refuse)

    def may_enter(self, function: Function) -> bool:
        """Whether the walk may go into `function`: not again while it is in it, not too deep, not too long."""
        node = function.node
        is_new = node.start_byte not in self._active and len(self._active) < _DEPTH
        return is_new and node.end_byte - node.start_byte <= _LONGEST

    @contextmanager
    def inside(self, function: Function) -> Iterator[None]:
        """While the walk is inside `function`."""
        self._active.append(function.node.start_byte)
        try:
            yield
        finally:
            self._active.pop()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """While a condition is evaluated, what happens on the way is not recorded."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1

    def saw(self, name: str, node: Node, among: Names) -> None:
        """Remember where `name` is written, if it is there that it is told apart from the rest."""
        if among.is_open and not self.is_quiet:
            self.record.places.setdefault(name, node)

    def refuse(self, names: Names) -> Names:
        """`names` are told that they are unknown: none goes on."""
        self.refusals += 1
        self.lost.extend(names.known)
        if not self.is_quiet:
            self.dropped.extend(names.known)
            self.record.refused |= names.known
            if names.rest is not None:
                rest = Names(frozenset(), names.rest)
                self.refused.append(rest)
                self.record.refused_rest = self.record.refused_rest.joined(rest)
        return NOBODY

    def err(self, node: Node, here: Here, names: Names) -> Names:
        """An error answer: it ends the story of names that came here only under a condition."""
        declined = names.known & here.doubt
        if not self.is_quiet:
            self.record.declined |= declined
            if self.answers.says_unavailable(node):
                self.dropped.extend(declined)
            elif declined:
                self.record.gates.extend(self.outcomes.refusals(node, here.frame, declined))
        return names.less(declined)

    def _leave(self, names: Names) -> None:
        if not self.is_quiet:
            self.record.served |= names.known
