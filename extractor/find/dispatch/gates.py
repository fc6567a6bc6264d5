"""Say under which condition a request is served, in words that survive minification: variables, flags, properties."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from extractor.find.dispatch.frames import Frame, Place
from extractor.find.dispatch.names import Names
from extractor.find.dispatch.origins import origin, written
from extractor.find.dispatch.values import MESSAGE, REQUEST, SUBTYPE, Function, Text, Tracked, each
from extractor.find.dispatch.walk import Walk
from extractor.syntax import Node, content, operator_of
from extractor.syntax.scopes import parameters

_DEPTH = 8
_SWITCH = 400
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_FLAG = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+")
_PLATFORMS = frozenset({"linux", "macos", "darwin", "windows", "win32", "wsl"})
_EVERYDAY = frozenset({"some", "every", "find", "includes", "has", "get", "test", "startsWith", "endsWith", "require"})
"""Methods of every program: their names say nothing of a condition."""

_WRAPPED = frozenset({"parenthesized_expression", "await_expression"})
_BOOLEANS = {"!0": True, "true": True, "!1": False, "false": False}


class Words(NamedTuple):
    """A condition in words. `is_own` says that it is about the request itself, not about the program around it."""

    text: str
    is_own: bool = False
    is_joint: bool = False


Said: TypeAlias = Words | bool | None
"""Words, or what a test of the subtype comes to, or None where nothing has a name."""


class Wording:
    """Puts conditions into words, for one subtype."""

    def __init__(self, walk: Walk, name: str) -> None:
        self._evaluator, self._conditions = walk.evaluator, walk.conditions
        self._only = Names(frozenset((name,)))

    def of(self, place: Place, *, holds: bool) -> Words | None:
        """The condition at `place` (or its contrary), or None where nothing of it has a name."""
        said = self._say(place.node, place.frame, holds, 0)
        return said if isinstance(said, Words) else None

    def _say(self, node: Node | None, frame: Frame, holds: bool, depth: int) -> Said:
        if node is None or depth > _DEPTH:
            return None
        kind = node.type
        if (value := _BOOLEANS.get(content(node))) is not None:
            return value == holds
        if kind in _WRAPPED:
            return self._say(node.named_children[0], frame, holds, depth) if node.named_children else None
        if kind == "sequence_expression":
            return self._say(node.named_children[-1], frame, holds, depth)
        if kind == "unary_expression" and operator_of(node) == "!":
            return self._say(node.child_by_field_name("argument"), frame, not holds, depth)
        yes, no = self._conditions.split(node, frame, self._only)
        if not (yes and no):
            return bool(yes) == holds
        if kind == "binary_expression":
            return self._binary(node, frame, holds, depth)
        if kind == "call_expression":
            return self._call(node, frame, holds, depth)
        if kind == "member_expression":
            return self._member(node, frame, holds, depth)
        if kind == "identifier":
            place = origin(content(node), frame)
            return self._say(place.node, place.frame, holds, depth + 1) if place is not None else None
        return None

    def _binary(self, node: Node, frame: Frame, holds: bool, depth: int) -> Said:
        operator = operator_of(node)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return None
        if operator in ("&&", "||"):
            parts = [self._say(part, frame, holds, depth) for part in (left, right)]
            return _all(parts) if (operator == "&&") == holds else _any(parts)
        if operator == "??":
            return self._say(left, frame, holds, depth)
        if operator in ("!==", "!="):
            holds = not holds
        elif operator not in ("===", "=="):
            return None
        if content(right) in ("!0", "true"):
            return self._say(left, frame, holds, depth)
        if content(right) in ("!1", "false", "null", "void 0", "undefined"):
            return self._say(left, frame, not holds, depth)
        text = self._evaluator.value(right, frame)
        return self._equal(left, text.text, frame, holds, depth) if isinstance(text, Text) else None

    def _equal(self, left: Node, text: str, frame: Frame, holds: bool, depth: int) -> Words | None:
        if text in _PLATFORMS:
            return Words(f"platform {text}" if holds else f"not platform {text}")
        said: Said = None
        if left.type == "member_expression":
            said = self._member(left, frame, True, depth)
        elif left.type == "call_expression":
            said = self._call(left, frame, True, depth)
        if not isinstance(said, Words):
            return None
        return Words(f'{said.text} {"is" if holds else "is not"} "{text}"', said.is_own)

    def _call(self, node: Node, frame: Frame, holds: bool, depth: int) -> Said:
        callee, arguments = node.child_by_field_name("function"), self._evaluator.arguments(node, frame)
        if callee is None:
            return None
        flag = self._flag(arguments)
        if flag is not None:
            return Words(flag if holds else f"not {flag}")
        if callee.type == "member_expression":
            if content(callee.child_by_field_name("property")) in _EVERYDAY:
                return None
            said = self._member(callee, frame, True, depth)
            if not isinstance(said, Words):
                return None
            return Words(f"{said.text}()" if holds else f"not {said.text}()", said.is_own)
        said = self._called(callee, arguments, frame, holds, depth)
        return Words("request", is_own=True) if said is None and any(map(self._is_field, arguments)) else said

    def _is_field(self, place: Place) -> bool:
        """Whether an argument is made of the request, or of something that it holds beside its name."""
        is_name = self._evaluator.follow(place.node, place.frame) == SUBTYPE
        return not is_name and self._is_of_request(place.node, place.frame)

    def _called(self, callee: Node, arguments: list[Place], frame: Frame, holds: bool, depth: int) -> Said:
        """What the one function that is called returns, in words."""
        functions = [one for one in each(self._evaluator.value(callee, frame)) if isinstance(one, Function)]
        if len(functions) != 1:
            return None
        inside = self._evaluator.called(functions[0], arguments)
        body = functions[0].node.child_by_field_name("body")
        if len(arguments) == 1 and (is_on := _reads_switch(functions[0].node)) is not None:
            return self._say(*arguments[0], holds == is_on, depth + 1)
        if body is None or body.type != "statement_block":
            return self._say(body, inside, holds, depth + 1)
        returned = list(self._evaluator.returns(body, inside))
        return self._say(*returned[0], holds, depth + 1) if len(returned) == 1 else None

    def _flag(self, arguments: list[Place]) -> str | None:
        """A feature flag: a call with the flag's name and what it is when nobody says."""
        if len(arguments) != 2 or content(arguments[1].node) not in ("!0", "!1", "true", "false"):
            return None
        text = self._evaluator.value(*arguments[0])
        if not isinstance(text, Text) or not _FLAG.fullmatch(text.text):
            return None
        return f"flag {text.text} ({'on' if content(arguments[1].node) in ('!0', 'true') else 'off'} by default)"

    def _member(self, node: Node, frame: Frame, holds: bool, depth: int) -> Said:
        name, owner = content(node.child_by_field_name("property")), node.child_by_field_name("object")
        if owner is None:
            return None
        if _VARIABLE.fullmatch(name):
            return Words(f"env {name}" if holds else f"not env {name}")
        tracked = self._evaluator.follow(owner, frame)
        if tracked in (MESSAGE, REQUEST):
            return Words(f"request.{name}" if holds else f"not request.{name}", is_own=True)
        place = written(node, frame)
        inner = self._say(place.node, place.frame, holds, depth + 1) if place is not None else None
        if inner is not None:
            return inner
        before = self._before(owner, frame, depth)
        text = f"{before.text}.{name}" if before is not None else name
        is_own = before.is_own if before is not None else self._is_of_request(owner, frame)
        return Words(text if holds else f"not {text}", is_own)

    def _before(self, owner: Node, frame: Frame, depth: int) -> Words | None:
        """The property that a member is a member of, where it is one."""
        if depth > _DEPTH:
            return None
        if owner.type in _WRAPPED and owner.named_children:
            return self._before(owner.named_children[0], frame, depth + 1)
        if owner.type == "binary_expression":
            left = owner.child_by_field_name("left")
            return self._before(left, frame, depth + 1) if left is not None else None
        if owner.type == "member_expression":
            name, inner = content(owner.child_by_field_name("property")), owner.child_by_field_name("object")
            return Words(name, inner is not None and self._is_of_request(inner, frame))
        if owner.type == "identifier":
            place = origin(content(owner), frame)
            return self._before(place.node, place.frame, depth + 1) if place is not None else None
        return None

    def _is_of_request(self, node: Node, frame: Frame, depth: int = 0) -> bool:
        """Whether `node` is made of the request: of a part of it, or of what was made of one."""
        if depth > 6:
            return False
        if isinstance(self._evaluator.follow(node, frame), Tracked):
            return True
        if node.type == "identifier":
            place = origin(content(node), frame)
            return place is not None and self._is_of_request(place.node, place.frame, depth + 1)
        if node.type in ("arrow_function", "function_expression", "string", "number"):
            return False
        return any(self._is_of_request(child, frame, depth + 1) for child in node.named_children)


def _reads_switch(function: Node) -> bool | None:
    """What a function finds in a text that says yes or no: True where it looks for a yes, False for a no, else None."""
    text = content(function)
    if len(text) > _SWITCH or len(parameters(function)) != 1:
        return None
    is_on, is_off = '"true"' in text, '"false"' in text
    return is_on if is_on != is_off else None


def _all(parts: list[Said]) -> Said:
    if any(part is False for part in parts):
        return False
    known = [part for part in parts if isinstance(part, Words)]
    if not known:
        return True if all(part is True for part in parts) else None
    outside = [part for part in known if not part.is_own] or known
    if len(set(outside)) == 1:
        return outside[0]
    text = " and ".join(f"({part.text})" if part.is_joint else part.text for part in dict.fromkeys(outside))
    return Words(text, all(part.is_own for part in known))


def _any(parts: list[Said]) -> Said:
    if any(part is True for part in parts):
        return True
    known = [part for part in parts if isinstance(part, Words)]
    if any(part is None for part in parts):
        return None
    if len(known) < 2:
        return known[0] if known else False
    return Words(" or ".join(dict.fromkeys(part.text for part in known)), any(part.is_own for part in known), True)
