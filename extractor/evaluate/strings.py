"""The methods of strings over abstract values; lengths and positions count UTF-16 code units."""

from __future__ import annotations

from collections.abc import Callable

from extractor.evaluate.literals import MOST_TEXT
from extractor.evaluate.values import Arr, Const, Unknown, Value

_BLANK = (
    " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000\ufeff"
)


def length(text: str) -> int:
    """The `length` of a string."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def call_method(text: str, method: str, values: list[Value]) -> Value:
    """`text.method(...values)`; Unknown where the method or an argument is not known."""
    given = [value.value for value in values if isinstance(value, Const)]
    handler = _METHODS.get(method)
    if handler is None or len(given) != len(values):
        return Unknown(f"method {method} of a string is not evaluated")
    if sum(len(value) for value in (text, *given) if isinstance(value, str)) > MOST_TEXT:
        return Unknown("a text that is too long")
    result = handler(text, given)
    if result is None:
        return Unknown(f"method {method} of a string is not evaluated")
    return Arr([Const(part) for part in result]) if isinstance(result, list) else Const(result)


_Given = list[str | int | float | bool | None]
_Result = str | int | bool | list[str] | None


def _split(text: str, given: _Given) -> _Result:
    return text.split(given[0]) if len(given) == 1 and isinstance(given[0], str) and given[0] else None


def _replace(text: str, given: _Given, *, times: int) -> _Result:
    if len(given) != 2 or not isinstance(given[0], str) or not isinstance(given[1], str):
        return None
    if not given[0] or "$" in given[1] or text.count(given[0]) * len(given[1]) > MOST_TEXT:
        return None
    return text.replace(given[0], given[1], times)


def _slice(text: str, given: _Given) -> _Result:
    bounds = [value for value in given if type(value) is int]
    if len(bounds) != len(given) or not 1 <= len(bounds) <= 2 or not text.isascii():
        return None
    return text[slice(*bounds)] if len(bounds) == 2 else text[bounds[0] :]


def _tested(test: Callable[[str, str], bool]) -> Callable[[str, _Given], _Result]:
    return lambda text, given: test(text, given[0]) if len(given) == 1 and isinstance(given[0], str) else None


def _strings(given: _Given) -> list[str] | None:
    found = [value for value in given if isinstance(value, str)]
    return found if len(found) == len(given) else None


def _concat(text: str, given: _Given) -> _Result:
    found = _strings(given)
    return None if found is None else text + "".join(found)


_METHODS: dict[str, Callable[[str, _Given], _Result]] = {
    "toString": lambda text, given: text,
    "trim": lambda text, given: text.strip(_BLANK),
    "toLowerCase": lambda text, given: text.lower() if text.isascii() else None,
    "toUpperCase": lambda text, given: text.upper() if text.isascii() else None,
    "split": _split,
    "concat": _concat,
    "slice": _slice,
    "replace": lambda text, given: _replace(text, given, times=1),
    "replaceAll": lambda text, given: _replace(text, given, times=-1),
    "startsWith": _tested(str.startswith),
    "endsWith": _tested(str.endswith),
    "includes": _tested(str.__contains__),
}
