"""Reads what a program uses from the generated package it was built with: its source is parsed, never imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from extractor.errors import InputError
from extractor.model.shape_path import ELEMENT, VALUE, field_step
from extractor.model.uses import Uses

LARGEST_MODULE = 32 * 2**20
MOST_MODULES = 64
MOST_PATHS = 200_000
REMEDY = "give the directory of a package that `extractor run` has written, or a file of uses"

_LISTS = frozenset({"list", "List", "Sequence", "tuple", "Tuple", "set", "frozenset"})
_RECORDS = frozenset({"dict", "Dict", "Mapping"})
_EVENTS = {"SSE_EVENTS": "event", "WEBHOOK_EVENTS": "event", "DOCUMENTED_EVENTS": "event", "HOOK_EVENTS": "hook_event"}


def read_uses_package(directory: Path) -> Uses:
    """Everything that a generated package has models for: requests, answers and messages with all their fields,
    events and hook events. InputError where the directory holds no such package."""
    home = _package_in(directory)
    package = _Package(home)
    paths = set(package.paths())
    return Uses(directory.name or str(directory), tuple(sorted(paths)))


def _package_in(directory: Path) -> Path:
    """The directory with `control.py`: the given one, or the one package inside a distribution."""
    try:
        candidates = [directory, *(path.parent for path in sorted(directory.glob("*/control.py"))[:9])]
        candidates += [path.parent for path in sorted(directory.glob("src/*/control.py"))[:9]]
        found = [path for path in candidates if (path / "control.py").is_file()]
    except OSError as error:
        raise InputError(str(directory), f"cannot be read ({error.strerror})", REMEDY) from None
    if len(found) != 1:
        raise InputError(str(directory), f"holds {len(found) or 'no'} package{'s' if found else ''} of models", REMEDY)
    return found[0]


class _Package:
    """The parsed modules of a package: its classes by name and its constants."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._classes: dict[str, ast.ClassDef] = {}
        self._values: dict[str, ast.expr] = {}
        for path in sorted(home.glob("*.py"))[:MOST_MODULES]:
            for statement in self._parsed(path).body:
                if isinstance(statement, ast.ClassDef):
                    self._classes[statement.name] = statement
                elif (
                    isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value
                ):
                    self._values[statement.target.id] = statement.value
        if "CONTROL_REQUESTS" not in self._values:
            raise InputError(str(home / "control.py"), "has no CONTROL_REQUESTS", REMEDY)
        self._subtypes = {_text(key) for key, _ in _items(self._values["CONTROL_REQUESTS"])} - {None}

    def _parsed(self, path: Path) -> ast.Module:
        try:
            if path.stat().st_size > LARGEST_MODULE:
                raise InputError(str(path), f"is larger than {LARGEST_MODULE >> 20} MB", REMEDY)
            return ast.parse(path.read_bytes())
        except OSError as error:
            raise InputError(str(path), f"cannot be read ({error.strerror})", REMEDY) from None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise InputError(str(path), "is not Python", REMEDY) from None

    def paths(self) -> Iterator[str]:
        """Every used path."""
        for count, path in enumerate(self._all_paths()):
            if count > MOST_PATHS:
                raise InputError(str(self._home), "has too many fields to be a package of models", REMEDY)
            yield path

    def _all_paths(self) -> Iterator[str]:
        for key, value in _items(self._values["CONTROL_REQUESTS"]):
            subtype = _text(key)
            if subtype is not None and isinstance(value, ast.Call):
                yield f"control_request/{subtype}"
                models = dict(zip(("request", "response"), value.args, strict=False))
                models |= {one.arg: one.value for one in value.keywords if one.arg in ("request", "response")}
                for part, model in models.items():
                    yield from self._within(model, f"control_request/{subtype}/{part}", ())
        for name in ("_STDIN", "_STDOUT"):
            yield from self._messages(self._values.get(name))
        for name, prefix in _EVENTS.items():
            for one in getattr(self._values.get(name), "elts", ()):
                yield f"{prefix}/{_text(one)}"

    def _messages(self, stream: ast.expr | None) -> Iterator[str]:
        shapes = next((one.value for one in getattr(stream, "keywords", ()) if one.arg == "shapes"), None)
        for key, value in _items(shapes):
            parts = [_text(one) for one in getattr(key, "elts", ())]
            name = "/".join(part for part in parts if part is not None)
            if name:
                yield f"message/{name}"
                for model in getattr(value, "elts", ()):
                    yield from self._within(model, f"message/{name}", ())

    def _within(self, annotation: ast.expr, path: str, inside: tuple[str, ...]) -> Iterator[str]:
        """The paths of all fields below a type annotation; a model inside itself is entered once."""
        match annotation:
            case ast.Name(id=name) if name in self._classes and name not in inside:
                if not (path.startswith("message/") and path.endswith(".request") and self._is_request(name)):
                    yield from self._fields(self._classes[name], path, (*inside, name))
            case ast.Constant(value=str() as text) if text in self._classes:
                yield from self._within(ast.Name(text), path, inside)
            case ast.BinOp(left=left, right=right):
                yield from self._within(left, path, inside)
                yield from self._within(right, path, inside)
            case ast.Subscript(value=ast.Name(id="Literal")):
                return
            case ast.Subscript(value=ast.Name(id=base), slice=content):
                arguments = content.elts if isinstance(content, ast.Tuple) else [content]
                step = ELEMENT if base in _LISTS else VALUE if base in _RECORDS else ""
                for argument in arguments[1:] if base in _RECORDS else arguments:
                    yield from self._within(argument, path + step, inside)
            case _:
                return

    def _is_request(self, name: str) -> bool:
        """Whether a model is of a control request, which has paths of its own wherever it is enveloped."""
        for field in self._classes[name].body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id == "subtype":
                texts = {_text(node) for node in ast.walk(field.annotation) if isinstance(node, ast.expr)}
                return bool(texts & self._subtypes)
        return False

    def _fields(self, model: ast.ClassDef, path: str, inside: tuple[str, ...]) -> Iterator[str]:
        fields = [one for one in model.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
        for field in fields:
            name = field.target.id if isinstance(field.target, ast.Name) else ""
            if name == "root" and len(fields) == 1:
                yield from self._within(field.annotation, path, inside)
            elif not name.startswith("_"):
                place = path + field_step(_alias(field) or name)
                yield place
                yield from self._within(field.annotation, place, inside)


def _items(node: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The entries of the mapping that an expression holds, directly or as the argument of a call."""
    while isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    if isinstance(node, ast.Dict):
        yield from ((key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None)


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _alias(field: ast.AnnAssign) -> str | None:
    """The name on the wire, where a field says that it has another."""
    for part in (field.annotation, field.value):
        for node in ast.walk(part) if part is not None else ():
            if isinstance(node, ast.keyword) and node.arg in ("alias", "validation_alias"):
                return _text(node.value)
    return None
