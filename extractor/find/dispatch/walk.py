"""Follow a control request through the code: which names reach which statement, which are refused, which get out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from extractor.find.dispatch.answers import Answers
from extractor.find.dispatch.conditions import ENVELOPE, Conditions, Split
from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.frames import Frame, Given, Place
from extractor.find.dispatch.names import NOBODY, Names
from extractor.find.dispatch.values import KIND, SUBTYPE, Built, Function, Lookup, Text, Tracked, Value, each
from extractor.syntax import Node, content
from extractor.syntax.scopes import FUNCTIONS

_DEPTH = 12
_LONGEST = 300_000
_LOOPS = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
_ENDS = {"continue_statement": "on_continue", "break_statement": "on_break"}

Sink = Callable[[Names], None]


@dataclass(frozen=True, slots=True)
class Ways:
    """Where control goes when it leaves: each sink is told the names that leave that way."""

    on_return: Callable[[Node | None, Frame, Names], None]
    on_break: Sink
    on_continue: Sink


@dataclass(frozen=True, slots=True)
class Gate:
    """Names that are served only where a condition, written at a place in the code, holds (or does not)."""

    names: Names
    place: Place
    holds: bool


@dataclass(slots=True)
class Record:
    """What a walk has seen. `places` maps a name to the node that names it."""

    served: set[str] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    declined: set[str] = field(default_factory=set)
    refused_rest: Names = NOBODY
    gates: list[Gate] = field(default_factory=list)
    places: dict[str, Node] = field(default_factory=dict)

    @property
    def refuses(self) -> bool:
        """Whether a subtype that nobody has heard of is refused somewhere."""
        return self.refused_rest.is_open

    def names(self) -> set[str]:
        """The names that are served.

        Where unknown ones are refused: those that get out unrefused, and those that get nothing but errors of their
        own, always. Where they meet silence: those that are told apart.
        """
        if not self.refuses:
            return set(self.entered)
        only_errors = {name for name in self.declined if name not in self.refused and name not in self.refused_rest}
        return self.served | only_errors


class Walk:
    """One walk over the code that a control request reaches."""

    def __init__(self, evaluator: Evaluator, answers: Answers) -> None:
        self.evaluator, self.answers = evaluator, answers
        self.conditions = Conditions(self)
        self.record = Record()
        self._dropped: list[str] = []
        self._refused: list[Names] = []
        self._lost: list[str] = []
        self._active: list[int] = []
        self._is_quiet = self._refusals = 0

    def loop(self, body: Node, frame: Frame, names: Names) -> Record:
        """Follow `names` through the body of a loop over messages; names that leave it unrefused are served."""
        ways = Ways(lambda _node, _frame, left: self._leave(left), self._leave, self._leave)
        self._leave(self._statement(body, frame, names, frozenset(), ways))
        return self.record

    def function(self, function: Function, frame: Frame, names: Names) -> Record:
        """Follow `names` through a function whose `frame` has its parameters; names that return are served."""
        ways = Ways(lambda _node, _frame, left: self._leave(left), _ignore, _ignore)
        self._leave(self._body(function.node, frame, names, frozenset(), ways))
        return self.record

    def saw(self, name: str, node: Node, among: Names) -> None:
        """Remember where `name` is written, if it is there that an open set is narrowed to it."""
        if among.is_open and not self._is_quiet:
            self.record.places.setdefault(name, node)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """While a condition is evaluated, what happens on the way is not recorded."""
        self._is_quiet += 1
        try:
            yield
        finally:
            self._is_quiet -= 1

    def predicate(self, function: Function, arguments: Sequence[Place], names: Names) -> Split:
        """`names` by what `function` returns for them."""
        body = function.node.child_by_field_name("body")
        if body is None or not self._may_enter(function):
            return Split(names, names)
        frame = self.evaluator.called(function, arguments)
        if body.type != "statement_block":
            return self.conditions.split(body, frame, names)
        splits: list[Split] = []

        def on_return(node: Node | None, inside: Frame, left: Names) -> None:
            splits.append(self.conditions.split(node, inside, left) if node is not None else Split(NOBODY, left))

        self._active.append(function.node.start_byte)
        rest = self._statement(body, frame, names, frozenset(), Ways(on_return, _ignore, _ignore))
        self._active.pop()
        splits.append(Split(NOBODY, rest))
        return Split(_joined(split.yes for split in splits), _joined(split.no for split in splits))

    # statements

    def _statements(self, nodes: Iterable[Node], frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        for node in nodes:
            if not names:
                return NOBODY
            names = self._statement(node, frame, names, doubt, ways)
        return names

    def _statement(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        kind = node.type
        if kind == "statement_block":
            return self._statements(node.named_children, self.evaluator.scopes.inner(node, frame), names, doubt, ways)
        if kind == "expression_statement":
            return self._expression(node.named_children[0], frame, names, doubt)
        if kind == "if_statement":
            return self._if(node, frame, names, doubt, ways)
        if kind in ("lexical_declaration", "variable_declaration", "using_declaration"):
            for declarator in node.named_children:
                value = declarator.child_by_field_name("value")
                if value is not None:
                    names = self._expression(value, frame, names, doubt)
            return names
        if kind == "return_statement":
            return self._return(node, frame, names, doubt, ways)
        if kind == "throw_statement":
            return self._throw(node, frame, names, doubt, ways)
        if kind in _ENDS:
            getattr(ways, _ENDS[kind])(names)
            return NOBODY
        if kind == "switch_statement":
            return self._switch(node, frame, names, doubt, ways)
        if kind == "try_statement":
            return self._try(node, frame, names, doubt, ways)
        if kind in _LOOPS:
            return self._loop(node, frame, names, doubt, ways)
        if kind in ("labeled_statement", "else_clause", "finally_clause"):
            body = node.child_by_field_name("body") or node.named_children[-1]
            return self._statement(body, frame, names, doubt, ways)
        return names

    def _if(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return names
        names = self._expression(condition, frame, names, doubt)
        yes, no = self.conditions.split(condition, frame, names)
        consequence, alternative = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        place = Place(condition, frame)
        both = frozenset(name for name in yes.known | no.known if name in yes and name in no)
        with self._gated(both, yes, no, place, holds=False), self._entered(names, yes, both, place) as alive:
            taken = self._statement(consequence, frame, yes, doubt | both, ways) if consequence is not None else yes
            alive |= taken.known
        with self._gated(both, yes, no, place, holds=True):
            other = self._statement(alternative, frame, no, doubt | both, ways) if alternative is not None else no
        return taken.joined(other).settled()

    @contextmanager
    def _entered(self, names: Names, yes: Names, both: frozenset[str], place: Place) -> Iterator[set[str]]:
        """While a branch is walked for names told apart from the rest: if it asks for more, it is a gate to those
        that get out of it; the walk of the branch adds them to the set it is given."""
        alive: set[str] = set()
        new = yes.known - names.known if not yes.is_open else frozenset()
        is_gate = bool(both & new) and not self._is_quiet
        before = set(self.record.served) if is_gate else set()
        yield alive
        if new and not self._is_quiet:
            self.record.entered |= new
        through = both & new & (alive | (self.record.served - before))
        if is_gate and through:
            self.record.gates.append(Gate(Names(through), place, True))

    @contextmanager
    def _gated(self, both: frozenset[str], yes: Names, no: Names, place: Place, *, holds: bool) -> Iterator[None]:
        """While one branch of a condition is walked: what is refused there is served only on the other."""
        dropped, refused = len(self._dropped), len(self._refused)
        yield
        if self._is_quiet:
            return
        names = Names(both.intersection(self._dropped[dropped:]))
        if yes.is_open and no.is_open:
            names = names.joined(_joined(self._refused[refused:]))
        if names:
            self.record.gates.append(Gate(names, place, holds))

    def _return(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        value = node.named_children[0] if node.named_children else None
        if value is not None:
            names = self._expression(value, frame, names, doubt)
        if names:
            ways.on_return(value, frame, names)
        return NOBODY

    def _throw(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        left = self._expression(node.named_children[0], frame, names, doubt)
        left = Names(self._err(node, left, doubt).known)
        if left:
            ways.on_return(None, frame, left)
        return NOBODY

    def _switch(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        body = node.child_by_field_name("body")
        if body is None:
            return names
        inside = self.evaluator.scopes.inner(body, frame)
        broken: list[Names] = []
        inner = replace(ways, on_break=broken.append)
        cases = [case for case in body.named_children if case.type in ("switch_case", "switch_default")]
        entries = self._cases(self.evaluator.follow(node.child_by_field_name("value"), frame), cases, inside, names)
        falling = NOBODY
        for case, entering in zip(cases, entries, strict=True):
            statements = [child for child in case.children_by_field_name("body") if child.is_named]
            if names.is_open and not entering.is_open and statements and not self._is_quiet:
                self.record.entered |= entering.known - names.known
            falling = self._statements(statements, inside, falling.joined(entering), doubt, inner)
        out = falling.joined(_joined(broken))
        has_default = any(case.type == "switch_default" for case in cases)
        return (out if has_default else out.joined(self._rest(entries, names))).settled()

    def _cases(self, value: Value | None, cases: list[Node], frame: Frame, names: Names) -> list[Names]:
        """The names that enter each case of a switch over `value` from above."""
        labels = [self._label(case, frame) for case in cases]
        if value == SUBTYPE:
            for case, label in zip(cases, labels, strict=True):
                if label is not None:
                    self.saw(label, case, names)
            known = [label for label in labels if label is not None]
            return [
                names.less(known) if case.type == "switch_default" else names.among([label] if label is not None else [])
                for case, label in zip(cases, labels, strict=True)
            ]
        if value == KIND and any(label is not None for label in labels):
            has_own = ENVELOPE in labels
            return [
                names if label == ENVELOPE or (case.type == "switch_default" and not has_own) else NOBODY
                for case, label in zip(cases, labels, strict=True)
            ]
        return [names for _ in cases]

    def _label(self, case: Node, frame: Frame) -> str | None:
        value = self.evaluator.value(case.child_by_field_name("value"), frame)
        return value.text if isinstance(value, Text) else None

    def _rest(self, entries: list[Names], names: Names) -> Names:
        """The names that no case of a switch without a default takes."""
        taken = [name for entry in entries if not entry.is_open for name in entry.known]
        return names.less(taken) if all(not entry.is_open for entry in entries) else names

    def _try(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        body, handler = node.child_by_field_name("body"), node.child_by_field_name("handler")
        mark = len(self._lost)
        out = self._statement(body, frame, names, doubt, ways) if body is not None else names
        if handler is not None:
            caught = handler.child_by_field_name("body")
            inside = self.evaluator.scopes.inner(handler, frame)
            thrown = names.known.difference(name for name in self._lost[mark:] if name not in out)
            if caught is not None and thrown:
                out = out.joined(self._statement(caught, inside, Names(thrown), doubt | thrown, ways))
        final = node.child_by_field_name("finalizer")
        return self._statement(final, frame, out, doubt, ways) if final is not None else out

    def _loop(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        for part in ("initializer", "condition", "right", "increment"):
            inner = node.child_by_field_name(part)
            if inner is not None and inner.type not in ("lexical_declaration", "variable_declaration"):
                names = self._expression(inner, frame, names, doubt)
        body = node.child_by_field_name("body")
        left: list[Names] = []
        if body is not None:
            inside = self.evaluator.scopes.inner(node, frame) if node.type == "for_statement" else frame
            left.append(self._statement(body, inside, names, doubt, replace(ways, on_break=left.append, on_continue=left.append)))
        return names.joined(_joined(left)).settled()

    # expressions

    def _expression(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str]) -> Names:
        kind = node.type
        if not names or kind in FUNCTIONS or kind in ("identifier", "string", "number", "member_expression", "class"):
            return names
        if kind == "sequence_expression":
            for child in node.named_children:
                names = self._expression(child, frame, names, doubt)
            return names
        if kind == "ternary_expression":
            condition = node.child_by_field_name("condition")
            yes, no = self.conditions.split(condition, frame, names)
            taken = self._branch(node, "consequence", frame, yes, doubt)
            return taken.joined(self._branch(node, "alternative", frame, no, doubt)).settled()
        if kind == "binary_expression" and content(node.child_by_field_name("operator")) in ("&&", "||", "??"):
            return self._logical(node, frame, names, doubt)
        if self.answers.refuses(node, frame.chunk):
            return self._refuse(names)
        if kind in ("assignment_expression", "augmented_assignment_expression"):
            self._assign(node, frame)
        if kind == "call_expression":
            return self._call(node, frame, names, doubt)
        for child in node.named_children:
            names = self._expression(child, frame, names, doubt)
        if kind in ("assignment_expression", "object") and names.known & doubt and self.answers.is_error(node):
            return self._err(node, names, doubt)
        return names

    def _branch(self, node: Node, side: str, frame: Frame, names: Names, doubt: frozenset[str]) -> Names:
        child = node.child_by_field_name(side)
        return self._expression(child, frame, names, doubt) if child is not None else names

    def _logical(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str]) -> Names:
        left = node.child_by_field_name("left")
        names = self._expression(left, frame, names, doubt) if left is not None else names
        operator = content(node.child_by_field_name("operator"))
        split = self.conditions.split(left, frame, names) if operator != "??" else Split(names, names)
        taken, skipped = (split.no, split.yes) if operator == "||" else split
        return self._branch(node, "right", frame, taken, doubt).joined(skipped).settled()

    def _assign(self, node: Node, frame: Frame) -> None:
        """Give a variable that was declared without a value the one it is assigned first."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or left.type != "identifier" or right is None:
            return
        owner = frame.owner(content(left))
        if owner is None or owner.is_top or content(left) in owner.given or owner.values.get(content(left)) is not None:
            return
        declaration = owner.declared.get(content(left))
        if declaration is not None and declaration.kind == "value" and declaration.node.child_by_field_name("value") is None:
            owner.values.pop(content(left), None)
            owner.given[content(left)] = Given(Place(right, frame))

    def _call(self, node: Node, frame: Frame, names: Names, doubt: frozenset[str]) -> Names:
        callee = node.child_by_field_name("function")
        if callee is None:
            return names
        arguments = self.evaluator.arguments(node, frame)
        if callee.type == "member_expression":
            owner = callee.child_by_field_name("object")
            names = self._expression(owner, frame, names, doubt) if owner is not None else names
            method = content(callee.child_by_field_name("property"))
            if method in ("then", "catch", "finally"):
                return self._promise(method, callee, arguments, names, doubt)
        elif callee.type in FUNCTIONS or callee.type == "parenthesized_expression":
            return self._invoke_all(self.evaluator.value(callee, frame), arguments, names, doubt)
        for place in arguments:
            names = self._expression(place.node, frame, names, doubt)
        closures = [place for place in arguments if place.node.type in FUNCTIONS]
        is_followed = any(self._is_tracked(place) for place in arguments)
        if not (is_followed or closures or self._is_local_call(callee, frame)):
            return self._refuse(names) if self._makes_refusal(callee, frame) else names
        value = self._callee(callee, arguments, frame, names)
        if isinstance(value, Lookup):
            return self._invoke_entries(value, arguments, names, doubt)
        functions = [one for one in each(value) if isinstance(one, Function)]
        if not functions:
            return self._invoke_closures(closures, names, doubt)
        if is_followed and not names.is_open and all(self.answers.only_errs(one, self.evaluator.name) for one in functions):
            if self._all_refuse(functions, arguments, names, doubt):
                return self._refuse(names)
            return self._err(node, names, doubt)
        return self._invoke_all(value, arguments, names, doubt)

    def _makes_refusal(self, callee: Node, frame: Frame) -> bool:
        """Whether a call without a part of the request makes the answer to an unknown subtype."""
        if callee.type != "identifier" or not self.answers.is_refusal(frame.chunk, content(callee)):
            return False
        function = self.evaluator.name(content(callee), frame)
        if not isinstance(function, Function) or not self._may_enter(function):
            return False
        body = function.node.child_by_field_name("body")
        return body is not None and any(
            self.answers.refuses(place.node, place.frame.chunk)
            for place in self.evaluator.returns(body, self.evaluator.called(function, ()))
        )

    def _callee(self, callee: Node, arguments: list[Place], frame: Frame, names: Names) -> Value | None:
        """What is called. For names that are served already only what may still refuse them is looked up."""
        follow = self.evaluator.follow
        if names.is_open or any(isinstance(follow(*place), Lookup) for place in arguments):
            return self.evaluator.value(callee, frame)
        lookup = follow(callee, frame)
        return lookup if lookup is not None else follow.function(callee, frame, self.answers.may_refuse)

    def _all_refuse(self, functions: list[Function], arguments: Sequence[Place], names: Names, doubt: frozenset[str]) -> bool:
        with self.quiet():
            for one in functions:
                mark = self._refusals
                if self._invoke(one, arguments, names, doubt) or self._refusals == mark:
                    return False
        return True

    def _promise(self, method: str, callee: Node, arguments: Sequence[Place], names: Names, doubt: frozenset[str]) -> Names:
        first = [self.evaluator.value(*place) for place in arguments]
        frame = arguments[0].frame if arguments else None
        if frame is None:
            return names
        given = Place(callee.child_by_field_name("object") or callee, frame)
        if method == "catch":
            self._invoke_all(first[0], [], names, doubt | names.known)
            return names
        if len(first) > 1:
            self._invoke_all(first[1], [], names, doubt | names.known)
        return self._invoke_all(first[0], [given] if method == "then" else [], names, doubt)

    def _invoke_closures(self, closures: list[Place], names: Names, doubt: frozenset[str]) -> Names:
        """Functions given to something unknown, which may call them."""
        for place in closures:
            out = self._invoke_all(self.evaluator.value(*place), [], names, doubt)
            names = out if names.is_open and out else names
        return names

    def _invoke_entries(self, lookup: Lookup, arguments: Sequence[Place], names: Names, doubt: frozenset[str]) -> Names:
        out = names.less(lookup.table.entries)
        for name, entry in lookup.table.entries.items():
            if name in names:
                value = self.evaluator.value(entry.node, entry.frame)
                out = out.joined(self._invoke_all(value, arguments, names.among((name,)), doubt))
        return out

    def _invoke_all(self, value: Value | None, arguments: Sequence[Place], names: Names, doubt: frozenset[str]) -> Names:
        if isinstance(value, Lookup):
            return self._invoke_entries(value, arguments, names, doubt)
        functions = [one for one in each(value) if isinstance(one, Function)]
        if not functions:
            return names
        return _joined(self._invoke(one, arguments, names, doubt) for one in functions)

    def _invoke(self, function: Function, arguments: Sequence[Place], names: Names, doubt: frozenset[str]) -> Names:
        if not self._may_enter(function) or not names:
            return names
        frame = self.evaluator.called(function, arguments)
        returned: list[Names] = []
        self._active.append(function.node.start_byte)
        rest = self._body(function.node, frame, names, doubt, self._returning(returned))
        self._active.pop()
        return rest.joined(_joined(returned)).settled()

    def _body(self, function: Node, frame: Frame, names: Names, doubt: frozenset[str], ways: Ways) -> Names:
        body = function.child_by_field_name("body")
        if body is None:
            return names
        if body.type == "statement_block":
            return self._statement(body, frame, names, doubt, ways)
        return self._expression(body, frame, names, doubt)

    def _returning(self, returned: list[Names]) -> Ways:
        return Ways(lambda _node, _frame, left: returned.append(left), _ignore, _ignore)

    def _may_enter(self, function: Function) -> bool:
        node = function.node
        return (
            len(self._active) < _DEPTH
            and node.start_byte not in self._active
            and node.end_byte - node.start_byte <= _LONGEST
        )

    def _is_tracked(self, place: Place) -> bool:
        node = place.node
        if node.type != "object":
            return self.evaluator.follow(*place) is not None
        values = (child.child_by_field_name("value") if child.type == "pair" else child for child in node.named_children)
        return any(self.evaluator.follow(value, place.frame) is not None for value in values)

    def _is_local_call(self, callee: Node, frame: Frame) -> bool:
        if callee.type != "identifier":
            return False
        owner = frame.owner(content(callee))
        return owner is not None and not owner.is_top

    # what happens to names

    def _leave(self, names: Names) -> None:
        if not self._is_quiet:
            self.record.served |= names.known

    def _refuse(self, names: Names) -> Names:
        self._refusals += 1
        self._lost.extend(names.known)
        if not self._is_quiet:
            self._dropped.extend(names.known)
            if names.is_open:
                self._refused.append(Names(frozenset(), names.rest))
                self.record.refused_rest = self.record.refused_rest.joined(self._refused[-1])
            self.record.refused |= names.known
        return NOBODY

    def _err(self, node: Node, names: Names, doubt: frozenset[str]) -> Names:
        """An error answer: it ends the story of names that came here only under a condition."""
        here = names.known & doubt
        self._decline(here, node)
        return names.less(here)

    def _decline(self, names: frozenset[str], node: Node) -> None:
        if self._is_quiet:
            return
        self.record.declined |= names
        if self.answers.says_unavailable(node):
            self._dropped.extend(names)


def _joined(parts: Iterable[Names]) -> Names:
    out = NOBODY
    for part in parts:
        out = out.joined(part)
    return out


def _ignore(names: Names) -> None:
    """Where control cannot go."""

