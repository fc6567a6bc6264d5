"""Follow names through calls: into the functions that are given the request, and those that are handed over to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import Names
from extractor.find.dispatch.origins import origin
from extractor.find.dispatch.record import Here, Ways, ignore, joined
from extractor.find.dispatch.values import MESSAGE, REQUEST, Function, Lookup, Value, each, one_of
from extractor.syntax import Node, content
from extractor.syntax.scopes import FUNCTIONS

if TYPE_CHECKING:
    from extractor.find.dispatch.walk import Walk

_ALIASES = 6
_SEVERAL = 2


class Calls:
    """The calls of one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self._evaluator = walk, walk.evaluator
        self._harmless: set[tuple[int, bool]] = set()

    def one(self, node: Node, here: Here, names: Names) -> Names:
        """The names that go on after the call."""
        callee = node.child_by_field_name("function")
        if callee is None:
            return names
        frame, arguments = here.frame, self._evaluator.arguments(node, here.frame)
        if callee.type == "member_expression":
            owner = callee.child_by_field_name("object")
            names = self._walk.expressions.one(owner, here, names) if owner is not None else names
            method = content(callee.child_by_field_name("property"))
            if method in ("then", "catch", "finally"):
                return self._promise(method, Place(owner or callee, frame), arguments, here, names)
        elif callee.type in FUNCTIONS or callee.type == "parenthesized_expression":
            return self._enter_all(self._evaluator.value(callee, frame), arguments, here, names)
        for place in arguments:
            names = self._walk.expressions.one(place.node, here, names)
        closures = [place for place in arguments if place.node.type in FUNCTIONS]
        is_given = any(self._is_tracked(place) for place in arguments)
        if not (is_given or closures or _is_local(callee, frame)):
            return self._walk.refuse(names) if self._makes_refusal(callee, frame) else names
        value = self._callee(callee, arguments, frame, names)
        functions = [one for one in each(value) if isinstance(one, Function)]
        if not functions and not isinstance(value, Lookup):
            return self._enter_closures(closures, here, names)
        if functions and is_given and not names.is_open and self._only_err(functions):
            is_refusal = self._all_refuse(functions, arguments, here, names)
            return self._walk.refuse(names) if is_refusal else self._walk.err(node, here, names)
        return self._enter_all(value, arguments, here, names)

    def _only_err(self, functions: list[Function]) -> bool:
        return all(self._walk.answers.only_errs(one, self._evaluator.name) for one in functions)

    def _makes_refusal(self, callee: Node, frame: Frame) -> bool:
        """Whether a call without a part of the request makes the answer to an unknown subtype."""
        answers = self._walk.answers
        if callee.type == "member_expression" and content(callee.child_by_field_name("object")) == "this":
            method = self._evaluator.value(callee, frame)
            return isinstance(method, Function) and answers.refuses_within(method.node, method.frame.chunk)
        if callee.type != "identifier" or not answers.is_refusal(frame.chunk, content(callee)):
            return False
        function = self._evaluator.name(content(callee), frame)
        if not isinstance(function, Function) or not self._walk.may_enter(function):
            return False
        body = function.node.child_by_field_name("body")
        inside = self._evaluator.called(function, ())
        returned = list(self._evaluator.returns(body, inside)) if body is not None else []
        return bool(returned) and all(answers.refuses(place.node, place.frame.chunk) for place in returned)

    def _callee(self, callee: Node, arguments: list[Place], frame: Frame, names: Names) -> Value | None:
        """What is called. For names that are told apart already only what may still refuse them is looked up."""
        follow = self._evaluator.follow
        if names.is_open:
            return self._evaluator.value(callee, frame)
        if any(isinstance(follow(*place), Lookup) for place in arguments):
            return self._evaluator.value(callee, frame)
        found = follow(callee, frame) or self._walk.plain(callee, frame)
        return found if found is not None else self._sorter(callee, arguments, frame, names)

    def _sorter(self, callee: Node, arguments: list[Place], frame: Frame, names: Names) -> Value | None:
        """The function that gets a request which may be one of several, and tells these apart again."""
        is_given = any(self._evaluator.follow(*place) in (MESSAGE, REQUEST) for place in arguments)
        if callee.type != "identifier" or len(names.known) < _SEVERAL or not is_given:
            return None
        functions = (one for one in each(self._evaluator.value(callee, frame)) if isinstance(one, Function))
        return one_of(*(one for one in functions if ".subtype" in content(one.node)))

    def _all_refuse(self, functions: list[Function], arguments: Sequence[Place], here: Here, names: Names) -> bool:
        with self._walk.quiet():
            for one in functions:
                mark = self._walk.refusals
                if self._enter(one, arguments, here, names) or self._walk.refusals == mark:
                    return False
        return True

    def _promise(self, method: str, owner: Place, arguments: list[Place], here: Here, names: Names) -> Names:
        """`promise.then(next, failed)`: `next` runs with what the promise gives, the others only on failure."""
        functions = [self._evaluator.value(*place) for place in arguments]
        if not functions:
            return names
        if method == "catch":
            self._enter_all(functions[0], [], here.under(names.known), names)
            return names
        if len(functions) > 1:
            self._enter_all(functions[1], [], here.under(names.known), names)
        return self._enter_all(functions[0], [owner] if method == "then" else [], here, names)

    def _enter_closures(self, closures: list[Place], here: Here, names: Names) -> Names:
        """Functions given to something unknown, which may call them: who is told apart already is not asked again."""
        for place in closures if names.is_open else ():
            names = self._enter_all(self._evaluator.value(*place), [], here, names) or names
        return names

    def _enter_all(self, value: Value | None, arguments: Sequence[Place], here: Here, names: Names) -> Names:
        if isinstance(value, Lookup):
            return self._enter_entries(value, arguments, here, names)
        functions = [one for one in each(value) if isinstance(one, Function)]
        if not functions:
            return names
        return joined(self._enter(one, arguments, here, names) for one in functions)

    def _enter_entries(self, lookup: Lookup, arguments: Sequence[Place], here: Here, names: Names) -> Names:
        """Each name goes into the handler that the table holds for it."""
        out = names.less(lookup.table.entries)
        for name, entry in lookup.table.entries.items():
            if name in names:
                value = self._evaluator.value(entry.node, entry.frame)
                out = out.joined(self._enter_all(value, arguments, here, names.among((name,))))
        return out

    def _enter(self, function: Function, arguments: Sequence[Place], here: Here, names: Names) -> Names:
        """The names that come back from `function`; one that once did nothing to any is not entered again."""
        walk = self._walk
        key = (function.node.start_byte, names.is_open)
        is_plain = not any(self._is_function(place) for place in arguments)
        if not names or not walk.may_enter(function) or (is_plain and key in self._harmless):
            return names
        before = (walk.refusals, len(walk.lost), len(walk.dropped))
        frame = self._evaluator.called(function, arguments)
        returned: list[Names] = []
        ways = Ways(lambda _node, _frame, left: returned.append(left), ignore, ignore)
        with walk.inside(function):
            rest = walk.body(function.node, Here(frame, here.doubt, ways), names)
        out = rest.joined(joined(returned)).settled()
        if is_plain and out == names and before == (walk.refusals, len(walk.lost), len(walk.dropped)):
            self._harmless.add(key)
        return out

    def _is_function(self, place: Place) -> bool:
        """Whether an argument may be a function, which the one that is given it may call."""
        node, frame = place
        for _ in range(_ALIASES):
            if node.type != "identifier":
                break
            place_of_value = origin(content(node), frame)
            if place_of_value is None:
                return frame.owner(content(node)) is None
            node, frame = place_of_value
        return node.type in FUNCTIONS or node.type in ("object", "identifier")

    def _is_tracked(self, place: Place) -> bool:
        """Whether an argument is a part of the request, or an object that is given one."""
        node, frame = place
        if node.type != "object":
            return self._evaluator.follow(node, frame) is not None
        pairs = (child.child_by_field_name("value") if child.type == "pair" else child for child in node.named_children)
        return any(self._evaluator.follow(value, frame) is not None for value in pairs)


def _is_local(callee: Node, frame: Frame) -> bool:
    if callee.type != "identifier":
        return False
    owner = frame.owner(content(callee))
    return owner is not None and not owner.is_top
