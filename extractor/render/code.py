"""Makes pieces of Python source that are safe by type: nothing from an inventory becomes code but through here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

WIDTH = 120
"""Lines are laid out as `ruff format` does it at this length."""

_UNSAFE = re.compile(r"[^ !#-\[\]-~]")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PROSE_UNSAFE = re.compile(r"[^ -!#-\[\]-~]")


class Code(str):
    """Source text that is known to be safe; templates refuse any other text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A name: of a class of the package, or of something imported."""

    text: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal, as source text."""

    text: Code


@dataclass(frozen=True, slots=True)
class Subscript:
    """`base[arguments]`."""

    base: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """`base(arguments, name=value)`."""

    base: str
    arguments: tuple[Expression, ...] = ()
    keywords: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence:
    """A tuple of literals, `(a, b)`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One type or another: `A | B`, and `Union[A, B]` where that does not fit on a line."""

    options: tuple[Expression, ...]


Expression: TypeAlias = Name | Constant | Subscript | Call | Sequence | Either

NONE = Constant(Code("None"))


def text_literal(text: str) -> Code:
    """A Python string literal for any text: ASCII, on one line, in the quotes that need fewer escapes."""
    body = _UNSAFE.sub(_escape, text)
    if text.count('"') <= text.count("'"):
        return Code(f'"{body}"')
    return Code("'" + body.replace("'", "\\'").replace('\\"', '"') + "'")


def literal(value: str | float | None) -> Code:
    """A Python literal for a JSON scalar; an integral float is written as the integer it is in JavaScript."""
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return Code(repr(int(value)))
    return Code(repr(value))


def prose(text: str) -> Code:
    """Text for a comment or a docstring: printable ASCII on one line; what could end either is replaced."""
    return Code(_PROSE_UNSAFE.sub(lambda match: "'" if match.group() == '"' else "?", " ".join(text.split())).strip())


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    short = _SHORT.get(match.group())
    if short is not None:
        return short
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"


def flat(expression: Expression, quoted: frozenset[str] = frozenset()) -> str:
    """The expression on one line; the names in `quoted` become forward references, as text."""
    match expression:
        case Name(text):
            return f'"{text}"' if text in quoted else text
        case Constant(text):
            return text
        case Subscript(base, arguments):
            return f"{base}[{', '.join(flat(argument, quoted) for argument in arguments)}]"
        case Call(base, arguments, keywords):
            parts = [flat(argument, quoted) for argument in arguments]
            parts += [f"{name}={flat(value, quoted)}" for name, value in keywords]
            return f"{base}({', '.join(parts)})"
        case Sequence(items):
            inner = ", ".join(flat(item, quoted) for item in items)
            return f"({inner},)" if len(items) == 1 else f"({inner})"
        case Either(options):
            if quoted and any(isinstance(option, Name) for option in options):
                return flat(Subscript("Union", options), quoted)
            return " | ".join(flat(option, quoted) for option in options)
        case _:
            assert_never(expression)


def laid_out(
    expression: Expression, indent: int, before: str = "", after: str = "", quoted: frozenset[str] = frozenset()
) -> Code:
    """`before` + expression + `after`, over as many lines as it needs; the first line is not indented."""
    line = f"{before}{flat(expression, quoted)}{after}"
    if indent + len(line) <= WIDTH:
        return Code(line)
    inner = " " * (indent + 4)
    match expression:
        case Either(options):
            return laid_out(Subscript("Union", options), indent, before, after, quoted)
        case Subscript(base, arguments):
            comma = "," if len(arguments) > 1 else ""
            parts = [laid_out(argument, indent + 4, "", comma, quoted) for argument in arguments]
            opening, closing = f"{base}[", "]"
        case Call(base, arguments, keywords) if arguments or keywords:
            parts = [laid_out(argument, indent + 4, "", ",", quoted) for argument in arguments]
            parts += [laid_out(value, indent + 4, f"{name}=", ",", quoted) for name, value in keywords]
            opening, closing = f"{base}(", ")"
        case Sequence(items) if items:
            parts = [laid_out(item, indent + 4, "", ",", quoted) for item in items]
            opening, closing = "(", ")"
        case _:
            return Code(line)
    body = "\n".join(f"{inner}{part}" for part in parts)
    return Code(f"{before}{opening}\n{body}\n{' ' * indent}{closing}{after}")


def names_in(expression: Expression) -> set[str]:
    """Every name that an expression uses, of classes and of what is imported."""
    match expression:
        case Name(text):
            return {text}
        case Constant():
            return set()
        case Subscript(base, arguments) | Call(base, arguments):
            found = {base}.union(*map(names_in, arguments))
            if isinstance(expression, Call):
                found = found.union(*(names_in(value) for _, value in expression.keywords))
            return found
        case Sequence(items) | Either(items):
            return set().union(*map(names_in, items))
        case _:
            assert_never(expression)
