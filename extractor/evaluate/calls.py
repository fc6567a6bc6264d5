"""Call functions over abstract values: bind the parameters, follow the statements that can be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.evaluate import builtins
from extractor.evaluate.values import (
    UNDEFINED,
    Argument,
    Arr,
    Class,
    Const,
    Deferred,
    Frame,
    Func,
    Global,
    Host,
    Instance,
    Obj,
    Property,
    Unknown,
    Value,
    force,
    truth,
)
from extractor.syntax import Node, content
from extractor.syntax.scopes import parameters, pattern_names

if TYPE_CHECKING:
    from extractor.evaluate.evaluator import Context, Evaluator


class _Return(Exception):
    """A `return` was reached."""

    def __init__(self, value: Value) -> None:
        self.value = value


def call(evaluator: Evaluator, function: Value, arguments: list[Argument], this: Value) -> Value:
    """What calling `function` gives; Unknown where the function is not known or does what is not followed."""
    if isinstance(function, Func):
        return _run(evaluator, function, arguments, this)
    if isinstance(function, Global):
        return builtins.call_global(evaluator, function.path, arguments)
    if isinstance(function, Unknown):
        return function
    return Unknown("something that is not a known function is called")


def call_method(evaluator: Evaluator, receiver: Value, method: str, arguments: list[Argument]) -> Value:
    """What `receiver.method(...arguments)` gives."""
    if isinstance(receiver, Host):
        return evaluator.library.call(receiver, method, arguments, evaluator)
    if isinstance(receiver, Unknown):
        return receiver
    if isinstance(receiver, Global):
        return builtins.call_global(evaluator, f"{receiver.path}.{method}", arguments)
    if method in ("call", "apply", "bind") and isinstance(receiver, Func):
        return Unknown(f"a function's {method}")
    found = evaluator.member(receiver, method)
    if isinstance(found, Func):
        return _run(evaluator, found, arguments, receiver)
    if isinstance(receiver, Arr | Const):
        return builtins.call_method(evaluator, receiver, method, arguments)
    if isinstance(receiver, Class) and isinstance(found, Unknown):
        return Unknown(f"static method {method} is not known")
    return call(evaluator, found, arguments, receiver)


def bind(evaluator: Evaluator, function: Func, arguments: list[Argument], frame: Frame) -> None:
    """Give the parameters of a function their values in `frame`."""
    for index, pattern in enumerate(parameters(function.node)):
        if pattern.type == "rest_pattern":
            rest = Arr([force(value) for value in arguments[index:]])
            bind_pattern(evaluator, pattern.named_children[0], rest, frame, function)
        else:
            value = arguments[index] if index < len(arguments) else UNDEFINED
            bind_pattern(evaluator, pattern, value, frame, function)


def bind_pattern(evaluator: Evaluator, pattern: Node, value: Argument, frame: Frame, function: Func) -> None:
    """Bind the names of a pattern to (parts of) a value."""
    from extractor.evaluate.evaluator import Context

    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        frame.names[content(pattern)] = value
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left, right = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        if left is not None and right is not None:
            fallback = evaluator.defer(right, Context(function.chunk, frame))

            def chosen(value: Argument = value, fallback: Deferred = fallback) -> Value:
                given = force(value)
                return fallback.get() if given == UNDEFINED else given

            bind_pattern(evaluator, left, Deferred(chosen), frame, function)
    elif pattern.type == "object_pattern":
        _bind_object(evaluator, pattern, value, frame, function)
    elif pattern.type == "array_pattern":
        for index, child in enumerate(pattern.named_children):
            part = Deferred(lambda index=index: _item(force(value), index))  # type: ignore[misc]
            bind_pattern(evaluator, child, part, frame, function)
    else:
        for identifier in pattern_names(pattern):
            frame.names[content(identifier)] = Unknown("a parameter pattern that is not followed")


def _bind_object(evaluator: Evaluator, pattern: Node, value: Argument, frame: Frame, function: Func) -> None:
    taken: set[str] = set()
    for child in pattern.named_children:
        if child.type == "rest_pattern":
            target = child.named_children[0]
            rest = Deferred(lambda taken=frozenset(taken): _without(force(value), taken))  # type: ignore[misc]
            bind_pattern(evaluator, target, rest, frame, function)
            continue
        inner: Node | None = child
        key = child
        if child.type == "pair_pattern":
            key_node, inner = child.child_by_field_name("key"), child.child_by_field_name("value")
            key = key_node if key_node is not None else child
        elif child.type == "object_assignment_pattern":
            left = child.child_by_field_name("left")
            key = left if left is not None else child
        name = content(key).strip("\"'")
        taken.add(name)
        part = Deferred(lambda name=name: evaluator.member(force(value), name))  # type: ignore[misc]
        if inner is not None:
            bind_pattern(evaluator, inner, part, frame, function)


def _without(value: Value, taken: frozenset[str]) -> Value:
    if not isinstance(value, Obj):
        return Unknown("the rest of something unknown")
    kept = {name: found for name, found in value.properties.items() if name not in taken}
    return Obj(kept, value.complete)


def _item(value: Value, index: int) -> Value:
    if isinstance(value, Arr) and value.complete:
        return value.items[index] if index < len(value.items) else UNDEFINED
    return Unknown("an item of something unknown")


def _run(evaluator: Evaluator, function: Func, arguments: list[Argument], this: Value) -> Value:
    from extractor.evaluate.evaluator import Context

    node = function.node
    if any(child.type == "async" for child in node.children[:2]) or "generator" in node.type:
        return Unknown("an asynchronous function")
    receiver = function.this if node.type == "arrow_function" else this
    frame = Frame({}, function.frame, receiver, function.home)
    bind(evaluator, function, arguments, frame)
    body = node.child_by_field_name("body")
    if body is None:
        return Unknown("a function without a body")
    context = Context(function.chunk, frame)
    if body.type != "statement_block":
        return evaluator.evaluate(body, context)
    try:
        _block(evaluator, body, context, function)
    except _Return as reached:
        return reached.value
    return UNDEFINED


def _block(evaluator: Evaluator, block: Node, context: Context, function: Func) -> None:
    assert context.frame is not None
    for statement in block.named_children:
        if statement.type == "function_declaration":
            name = content(statement.child_by_field_name("name"))
            context.frame.names[name] = Func(statement, context.chunk, context.frame, home=context.frame.home)
    for statement in block.named_children:
        _statement(evaluator, statement, context, function)


def _statement(evaluator: Evaluator, statement: Node, context: Context, function: Func) -> None:
    assert context.frame is not None
    kind = statement.type
    if kind == "return_statement":
        value = evaluator.evaluate(statement.named_children[0], context) if statement.named_children else UNDEFINED
        raise _Return(value)
    if kind in ("lexical_declaration", "variable_declaration"):
        for declarator in statement.named_children:
            declare(evaluator, declarator, context, function)
    elif kind == "expression_statement":
        evaluator.evaluate(statement.named_children[0], context)
    elif kind == "if_statement":
        _if(evaluator, statement, context, function)
    elif kind == "statement_block":
        _block(evaluator, statement, context, function)
    elif kind == "class_declaration":
        name = content(statement.child_by_field_name("name"))
        context.frame.names[name] = Class(statement, context.chunk, context.frame)
    elif kind in ("for_statement", "for_in_statement", "while_statement", "do_statement"):
        _skip_loop(statement, context)
    elif kind == "throw_statement":
        raise _Return(Unknown("the function throws"))
    elif kind not in ("function_declaration", "empty_statement", "comment"):
        raise _Return(Unknown(f"a {kind.replace('_', ' ')} is not followed"))


def declare(evaluator: Evaluator, declarator: Node, context: Context, function: Func) -> None:
    """Bind the names of one `let`, `const` or `var` declarator in the context's frame."""
    assert context.frame is not None
    target, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
    if target is not None:
        given: Argument = evaluator.defer(value, context) if value is not None else UNDEFINED
        bind_pattern(evaluator, target, given, context.frame, function)


def _if(evaluator: Evaluator, statement: Node, context: Context, function: Func) -> None:
    condition = statement.child_by_field_name("condition")
    known = truth(evaluator.evaluate(condition, context)) if condition is not None else None
    if known is None:
        if _may_matter(statement):
            raise _Return(Unknown("it depends on a condition at run time"))
        return
    branch = statement.child_by_field_name("consequence" if known else "alternative")
    if branch is not None:
        inner = branch.named_children[0] if branch.type == "else_clause" else branch
        _statement(evaluator, inner, context, function)


def _skip_loop(statement: Node, context: Context) -> None:
    """Pass over a loop: the local names it assigns are no longer known, and it must not return."""
    stack = [statement]
    while stack:
        node = stack.pop()
        if node.type == "return_statement":
            raise _Return(Unknown("a loop that returns is not followed"))
        if node.type in ("assignment_expression", "augmented_assignment_expression"):
            left, frame = node.child_by_field_name("left"), context.frame
            while frame is not None and left is not None:
                if content(left) in frame.names:
                    frame.names[content(left)] = Unknown("it is assigned in a loop")
                frame = frame.parent
        if node.type not in ("arrow_function", "function_expression", "function_declaration"):
            stack.extend(node.named_children)


def _may_matter(statement: Node) -> bool:
    """Whether a branch returns or assigns: then what follows depends on it."""
    stack = [statement]
    while stack:
        node = stack.pop()
        if node.type in ("return_statement", "assignment_expression", "augmented_assignment_expression"):
            return True
        if node.type not in ("arrow_function", "function_expression", "function_declaration"):
            stack.extend(node.named_children)
    return False


def assign(evaluator: Evaluator, node: Node, context: Context) -> Value:
    """An assignment: to a local name or a property of a known object; elsewhere only its value matters."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return Unknown("an assignment that is not followed")
    operator = content(node.child_by_field_name("operator")) or "="
    if operator not in ("=", "??=", "||="):
        return Unknown(f"operator {operator}")
    if operator != "=":
        present = evaluator.evaluate(left, context)
        kept = None if isinstance(present, Unknown) else (
            present not in (UNDEFINED, Const(None)) if operator == "??=" else truth(present)
        )
        if kept is None:
            return Unknown("it depends on a condition at run time")
        if kept:
            return present
    value = evaluator.evaluate(right, context)
    _store(evaluator, left, value, context)
    return value


def _store(evaluator: Evaluator, target: Node, value: Value, context: Context) -> None:
    if target.type == "identifier":
        name, frame = content(target), context.frame
        while frame is not None:
            if name in frame.names:
                frame.names[name] = value
                return
            frame = frame.parent
    elif target.type == "member_expression":
        base, key = target.child_by_field_name("object"), target.child_by_field_name("property")
        owner = evaluator.evaluate(base, context) if base is not None else UNDEFINED
        if isinstance(owner, Obj):
            owner.properties[content(key)] = Property(value)
        elif isinstance(owner, Instance):
            owner.fields[content(key)] = value
        elif isinstance(owner, Class):
            owner.statics[content(key)] = value
        elif isinstance(owner, Host):
            evaluator.library.assign(owner, content(key), value)
