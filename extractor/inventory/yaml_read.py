"""Reads one YAML file into plain values, strictly: no aliases, tags, repeated keys, odd numbers or deep nesting."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias

import yaml

from extractor.errors import InputError
from extractor.inventory.yaml_text import MARK, unmarked

Scalar: TypeAlias = str | int | float | bool | None
Plain: TypeAlias = "Scalar | list[Plain] | dict[str, Plain]"

REMEDY = "extract the release again, or restore the file"
LARGEST_FILE = 64 * 2**20
MOST_VALUES = 2_000_000
"""No file has more values, counted by what stands before one: each takes half a kilobyte while it is read."""

DEEPEST = 300

_BASE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})\Z")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,30})\.[0-9]{1,40}(?:e[+-][0-9]{1,3})?\Z")
_WORDS = {"null": None, "true": True, "false": False}
_PLAIN, _QUOTED = "plain", "quoted"


class _Loader(_BASE):  # type: ignore[misc, valid-type]
    """A YAML composer that only tells plain scalars from quoted ones; an explicit tag stays and is refused later."""

    def resolve(self, kind: type[yaml.Node], value: object, implicit: object) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if isinstance(implicit, tuple) and implicit[0] else _QUOTED
        return _PLAIN

    def descend_resolver(self, parent: object, index: object) -> None:
        """Nothing depends on where a node stands."""

    def ascend_resolver(self) -> None:
        """Nothing depends on where a node stands."""


class _Damage(Exception):
    """What is wrong with a document, and where."""

    def __init__(self, problem: str, node: yaml.Node) -> None:
        super().__init__(f"line {node.start_mark.line + 1}: {problem}")


def read_yaml(path: Path) -> Plain:
    """The plain value in a file; an InputError says in one line what is wrong with the file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(str(path), f"is larger than {LARGEST_FILE >> 20} MB", REMEDY)
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise InputError(str(path), "is missing", REMEDY) from None
    except UnicodeDecodeError:
        raise InputError(str(path), "is not UTF-8 text", REMEDY) from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read ({error.strerror})", REMEDY) from None
    try:
        found = parse_yaml(text)
    except ValueError as error:
        raise InputError(str(path), str(error), REMEDY) from None
    if not text.endswith("\n"):
        raise InputError(str(path), "ends in the middle of a line", REMEDY)
    return found


def parse_yaml(text: str) -> Plain:
    """The plain value of a YAML document; a ValueError says what is wrong with it."""
    if sum(map(text.count, ",\n[{:")) > MOST_VALUES:
        raise ValueError("holds more values than an inventory can")
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise ValueError("is empty")
        return _plain(node, set(), 0)
    except _Damage as damage:
        raise ValueError(str(damage)) from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except yaml.YAMLError as error:
        raise ValueError(_syntax_problem(error)) from None
    finally:
        if loader is not None:
            loader.dispose()


def _syntax_problem(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be parsed"
    where = f"line {mark.line + 1}: " if mark is not None else ""
    return f"{where}is not YAML ({problem})"


def _plain(node: yaml.Node, seen: set[int], depth: int) -> Plain:
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if depth > DEEPEST:
        raise _Damage("is nested too deeply", node)
    if id(node) in seen:
        raise _Damage("an alias, which no inventory holds", node)
    seen.add(id(node))
    if node.tag != _PLAIN:
        raise _Damage(f"the tag {node.tag!r}, which no inventory holds", node)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, seen, depth + 1) for item in node.value]
    mapping: dict[str, Plain] = {}
    for key_node, value_node in node.value:
        key = _scalar(key_node) if isinstance(key_node, yaml.ScalarNode) else None
        if not isinstance(key, str):
            raise _Damage("a key that is not text", key_node)
        if key in mapping:
            raise _Damage(f"the key {key!r} stands twice", key_node)
        mapping[key] = _plain(value_node, seen, depth + 1)
    return mapping


def _whole(text: str, node: yaml.Node) -> str:
    if MARK not in text:
        return text
    try:
        return unmarked(text)
    except ValueError as error:
        raise _Damage(str(error), node) from None


def _scalar(node: yaml.ScalarNode) -> Scalar:
    text: str = node.value
    if node.tag == _QUOTED:
        return _whole(text, node)
    if node.tag != _PLAIN:
        raise _Damage(f"the tag {node.tag!r}, which no inventory holds", node)
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text
