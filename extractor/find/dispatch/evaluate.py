"""Evaluate expressions as far as following a request needs it: what a name, a member or a call stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extractor.find.dispatch.follow import Follow
from extractor.find.dispatch.frames import Frame, Given, Place, Scopes
from extractor.find.dispatch.language import GLOBALS
from extractor.find.dispatch.members import Members
from extractor.find.dispatch.patterns import path_to
from extractor.find.dispatch.tables import Tables
from extractor.find.dispatch.values import SUBTYPE, Built, Function, Instance, Lookup, Module, Text, Value, each, one_of
from extractor.model.bundle import Chunk
from extractor.syntax import Definition, Missing, Node, Source, content, expression_end, operator_of, parse_range
from extractor.syntax.scopes import FUNCTIONS, parameters, pattern_names

_DEPTH = 24
_FUEL = 2000
"""Expressions evaluated for one question: code that needs more is not understood, and hostile code is not obeyed."""

_LONGEST = 400_000
_MOST = 8
_NESTED = ("_statement", "_clause", "_block", "_body", "_case", "_default")

_WRAPPED = frozenset({"await_expression", "parenthesized_expression"})
_FROZEN = frozenset({"Object.freeze", "Object.seal", "structuredClone"})
_LISTING = frozenset({"Object.keys", "Object.entries", "Object.fromEntries"})
_REQUIRE = frozenset({"import.meta.require", "require"})


class Evaluator:
    """Evaluates over one bundle; what it cannot know is None."""

    def __init__(self, source: Source) -> None:
        self.source, self.scopes = source, Scopes()
        self.tables, self.members, self.follow = Tables(self), Members(self), Follow(self)
        self._depth = self._fuel = 0
        self._top: dict[tuple[str, str], Value | None] = {}
        self._modules: dict[str, Frame] = {}
        self._callbacks: dict[str, list[Function]] = {}

    def value(self, node: Node | None, frame: Frame) -> Value | None:
        """What `node` stands for in `frame`, or None."""
        if self._depth == 0:
            self._fuel = _FUEL
        if node is None or self._depth >= _DEPTH or self._fuel <= 0:
            return None
        self._depth += 1
        self._fuel -= 1
        try:
            return self._value(node, frame)
        finally:
            self._depth -= 1

    def name(self, name: str, frame: Frame) -> Value | None:
        """What `name` stands for in `frame`, or None."""
        owner = frame.owner(name)
        if owner is None:
            return self._top_level(frame.chunk, name)
        if name not in owner.values:
            tracked = self.follow.named(name, frame)
            if tracked is not None:
                return tracked
            owner.values[name] = None
            value = self._given(owner.given[name]) if name in owner.given else self._declared(owner, name)
            is_untold = owner.is_top and (value is None or _is_empty(value))
            owner.values[name] = (self._top_level(frame.chunk, name) or value) if is_untold else value
        return owner.values[name]

    def called(self, function: Function, arguments: Sequence[Place]) -> Frame:
        """The frame of a call: the function's own scope with its parameters bound, unevaluated."""
        frame = self.scopes.inner(function.node, function.frame)
        if function.node.type != "arrow_function":
            frame.values["this"] = function.this
        for pattern, place in zip(parameters(function.node), arguments, strict=False):
            for identifier in pattern_names(pattern):
                name = content(identifier)
                path = path_to(pattern, name)
                if path is not None:
                    frame.given[name] = Given(place, path)
        return frame

    def returned(self, function: Function, arguments: Sequence[Place]) -> Value | None:
        """What a call of `function` gives back."""
        body = function.node.child_by_field_name("body")
        if body is None or body.end_byte - body.start_byte > _LONGEST:
            return None
        frame = self.called(function, arguments)
        if body.type != "statement_block":
            return self.value(body, frame)
        return one_of(*(self.value(*place) for place in self.returns(body, frame)))

    def returns(self, body: Node, frame: Frame) -> Iterator[Place]:
        """The returned expressions under `body`, not those of functions inside it."""
        inside = self.scopes.inner(body, frame) if body.type in ("statement_block", "switch_body") else frame
        for child in body.named_children:
            if child.type == "return_statement":
                if child.named_children:
                    yield Place(child.named_children[0], inside)
            elif child.type != "expression_statement" and child.type.endswith(_NESTED):
                yield from self.returns(child, inside)

    def callbacks(self, name: str) -> list[Function]:
        """The functions that are handed over as a property `name`, wherever one is written out."""
        if name not in self._callbacks:
            found: list[Function] = []
            blob, needle = self.source.bundle.blob, f"{name}:(".encode()
            for offset in self.source.bundle.find_all(needle):
                chunk = self.source.bundle.chunk_at(offset)
                start = offset + len(needle) - 1
                end = expression_end(blob, start, min(chunk.end, start + _LONGEST))
                root = parse_range(blob, start, end).root_node if end is not None else None
                statement = root.named_children[0] if root is not None and root.named_children else None
                node = statement.named_children[0] if statement is not None and statement.named_children else None
                if node is not None and node.type in FUNCTIONS and len(found) < _MOST:
                    found.append(Function(node, self.module_frame(chunk)))
            self._callbacks[name] = found
        return self._callbacks[name]

    def arguments(self, node: Node, frame: Frame) -> list[Place]:
        """The arguments of a call or a `new`, up to the first spread one."""
        listed = node.child_by_field_name("arguments")
        places: list[Place] = []
        for child in listed.named_children if listed is not None and listed.type == "arguments" else ():
            if child.type == "spread_element":
                break
            if child.type != "comment":
                places.append(Place(child, frame))
        return places

    def exported(self, chunk: Chunk, name: str) -> Value | None:
        """What `chunk` exports as `name`."""
        return self._definition(self.source.exported(chunk, name))

    def _value(self, node: Node, frame: Frame) -> Value | None:
        kind = node.type
        if kind in ("identifier", "shorthand_property_identifier", "this"):
            return self.name(content(node), frame)
        if kind == "member_expression":
            owner = self.value(node.child_by_field_name("object"), frame)
            return self.members.of(owner, content(node.child_by_field_name("property")))
        if kind in FUNCTIONS:
            return Function(node, frame, self.name("this", frame) if kind == "arrow_function" else None)
        if kind in ("object", "array", "class"):
            return Built(node, frame)
        if kind in ("string", "template_string"):
            is_plain = all(child.type in ("string_fragment", "escape_sequence") for child in node.named_children)
            return Text(content(node)[1:-1]) if is_plain else None
        if kind in _WRAPPED:
            return self.value(node.named_children[0], frame) if node.named_children else None
        if kind == "call_expression":
            return self._call(node, frame)
        if kind == "new_expression":
            return self._new(node, frame)
        if kind == "subscript_expression":
            return self.subscript(node, frame)
        if kind == "sequence_expression":
            return self.value(node.named_children[-1], frame)
        return self._either(node, frame)

    def _either(self, node: Node, frame: Frame) -> Value | None:
        if node.type == "ternary_expression":
            parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        elif node.type == "binary_expression" and operator_of(node) in ("??", "||", "&&"):
            parts = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        elif node.type in ("assignment_expression", "augmented_assignment_expression"):
            parts = [node.child_by_field_name("right")]
        else:
            return None
        return one_of(*(self.value(part, frame) for part in parts))

    def subscript(self, node: Node, frame: Frame) -> Value | None:
        """What `table[index]` stands for: a lookup where the index is the subtype."""
        index = node.child_by_field_name("index")
        owner = self.value(node.child_by_field_name("object"), frame)
        if self.follow(index, frame) == SUBTYPE:
            table = self.tables.of(owner)
            return Lookup(table) if table is not None else None
        text = self.value(index, frame)
        return self.members.of(owner, text.text) if isinstance(text, Text) else None

    def _call(self, node: Node, frame: Frame) -> Value | None:
        callee, arguments = node.child_by_field_name("function"), self.arguments(node, frame)
        if callee is None:
            return None
        text = content(callee) if callee.end_byte - callee.start_byte < 40 else ""
        if (callee.type == "import" or text in _REQUIRE) and arguments:
            return self._module(arguments[0], frame)
        if text in _FROZEN and arguments:
            return self.value(*arguments[0])
        if text in _LISTING and arguments:
            return self.tables.of(self.value(*arguments[0]))
        if callee.type == "member_expression":
            method, owner = content(callee.child_by_field_name("property")), callee.child_by_field_name("object")
            if method in ("then", "catch", "finally") and owner is not None:
                return self._promised(method, owner, arguments, frame)
            lookup = self.follow(node, frame)
            if lookup is not None:
                return lookup
        functions = [one for one in each(self.value(callee, frame)) if isinstance(one, Function)]
        return one_of(*(self.returned(function, arguments) for function in functions))

    def _promised(self, method: str, owner: Node, arguments: Sequence[Place], frame: Frame) -> Value | None:
        if method != "then" or not arguments:
            return self.value(owner, frame)
        function = self.value(*arguments[0])
        return self.returned(function, (Place(owner, frame),)) if isinstance(function, Function) else None

    def _new(self, node: Node, frame: Frame) -> Value | None:
        constructor, arguments = node.child_by_field_name("constructor"), self.arguments(node, frame)
        if constructor is None:
            return None
        if content(constructor) in ("Set", "Map"):
            return self.tables.of_entries(self.value(*arguments[0])) if arguments else None
        made = [one for one in each(self.value(constructor, frame)) if isinstance(one, Built)]
        return one_of(*(Instance(one, tuple(arguments)) for one in made))

    def _given(self, given: Given) -> Value | None:
        value = self.value(*given.place)
        for name in given.path:
            value = self.members.of(value, name)
        return value

    def _declared(self, owner: Frame, name: str) -> Value | None:
        declaration = owner.declared[name]
        node = declaration.node
        if declaration.kind == "function":
            return Function(node, owner)
        if declaration.kind == "class":
            return Built(node, owner)
        pattern, init = node.child_by_field_name("name"), node.child_by_field_name("value")
        if declaration.kind == "parameter" or pattern is None or init is None:
            return None
        path = path_to(pattern, name)
        return self._given(Given(Place(init, owner), path)) if path is not None else None

    def _module(self, place: Place, frame: Frame) -> Value | None:
        path = self.value(*place)
        chunk = self.source.module(frame.chunk, path.text) if isinstance(path, Text) else None
        return Module(chunk) if chunk is not None else None

    def _top_level(self, chunk: Chunk, name: str) -> Value | None:
        if name in GLOBALS:
            return None
        key = (chunk.name, name)
        if key not in self._top:
            self._top[key] = None
            self._top[key] = self._definition(self.source.lookup(chunk, name))
        return self._top[key]

    def _definition(self, definition: Definition | Missing) -> Value | None:
        if isinstance(definition, Missing):
            return None
        if definition.kind == "namespace":
            return Module(definition.chunk)
        if definition.node is None:
            return None
        frame = self.module_frame(definition.chunk)
        if definition.kind == "function":
            return Function(definition.node, frame)
        if definition.kind in ("class", "exports"):
            return Built(definition.node, frame, definition.kind == "exports")
        return self.value(definition.node, frame)

    def module_frame(self, chunk: Chunk) -> Frame:
        """The frame of a chunk's top level."""
        frame = self._modules.get(chunk.name)
        if frame is None:
            frame = self._modules[chunk.name] = Frame(chunk)
        return frame


def _is_empty(value: Value) -> bool:
    """Whether a value is an object that is written without members: something fills it elsewhere."""
    return isinstance(value, Built) and value.node.type == "object" and not value.node.named_children
