"""The canonical YAML text: what it looks like, that every reader agrees on it, and what a strict reader refuses."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from extractor.inventory.yaml_read import parse_yaml
from extractor.inventory.yaml_text import Block, Tree, dump
from tests.support.random_schemas import names, scalars

trees: st.SearchStrategy[Tree] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(names, inner, max_size=4),
        st.dictionaries(names, inner, max_size=4).map(Block),
    ),
    max_leaves=30,
)


def plain(tree: Tree) -> Any:
    if isinstance(tree, dict):
        return {key: plain(value) for key, value in tree.items()}
    return [plain(item) for item in tree] if isinstance(tree, tuple) else tree


@given(trees)
def test_every_reader_reads_what_was_written(tree: Tree) -> None:
    text = dump(tree)
    assert text.isascii()
    for read in (parse_yaml, yaml.safe_load):
        found = read(text)
        assert found == plain(tree)
        assert repr_types(found) == repr_types(plain(tree))


def repr_types(value: Any) -> Any:
    """The value with booleans told apart from numbers, and integral floats taken for integers as JavaScript does."""
    if isinstance(value, dict):
        return {key: repr_types(item) for key, item in value.items()}
    if isinstance(value, list):
        return [repr_types(item) for item in value]
    return ("bool", value) if isinstance(value, bool) else value


@given(trees)
def test_writing_what_was_read_gives_the_same_bytes_for_flat_values(tree: Tree) -> None:
    text = dump(as_blocks(tree))
    assert dump(as_blocks(parse_yaml(text))) == text


def as_blocks(value: Any) -> Tree:
    if isinstance(value, dict):
        return Block((key, as_blocks(item)) for key, item in value.items())
    return tuple(map(as_blocks, value)) if isinstance(value, (list, tuple)) else value


def test_the_layout() -> None:
    tree = Block(
        short=("a", "b c", None, True, 1, 1.5, 1e21, 3.0),
        mapping={"literal": "yes"},
        long=tuple(f"name_{number}" for number in range(20)),
        nested=(Block(first="x", second=("y" * 60, "z" * 60)), "last"),
    )
    lines = dump(tree).splitlines()
    assert lines[:3] == [
        'short: [a, "b c", null, true, 1, 1.5, 1.0e+21, 3]',
        'mapping: {literal: "yes"}',
        "long:",
    ]
    assert lines[3] == "  - name_0"
    assert lines[-5:] == ["  - first: x", "    second:", "      - " + "y" * 60, "      - " + "z" * 60, "  - last"]


@pytest.mark.parametrize(
    "text",
    [
        "\ud83d",
        "a\udc00b",
        "\udc00\ud800",
        "\ufdd0",
        "\ufdd0D800",
        "\ufdd0\ud800",
        "FDD0",
        "\ufdd0\ufdd0FDD0",
        "k" * 2000 + "\ud800",
    ],
)
def test_half_a_surrogate_pair_comes_back_as_it_was(text: str) -> None:
    written = dump({text: (text, {text: text})})
    assert written.isascii() and yaml.safe_load(written)
    assert parse_yaml(written) == {text: [text, {text: text}]}


def test_two_halves_are_one_character() -> None:
    assert parse_yaml(dump({"a": "\ud83d\ude00"})) == {"a": "\U0001f600"}


@pytest.mark.parametrize("text", ["\\uFDD0", "\\uFDD00041", "\\uFDD0d800", "\\uFDD0D80"])
def test_a_mark_without_a_code_is_damage(text: str) -> None:
    with pytest.raises(ValueError, match="line 1: a mark"):
        parse_yaml(f'a: "{text}"')


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        ("a: &x [1]\nb: *x", "an alias"),
        ("a: !!python/object/apply:os.system [x]", "the tag"),
        ("a: !!str x", "the tag"),
        ("a: 1\nb: 2\na: 2", "line 3: the key 'a' stands twice"),
        ("? [1]\n: 2", "a key that is not text"),
        ("1: 2", "a key that is not text"),
        ("a: [", "is not YAML"),
        ("a: b: c", "line 1: is not YAML"),
        ("---\na\n---\nb", "is not YAML"),
        ("\x00", "is not YAML"),
        ("- " * 500 + "1", "nested too deeply"),
        ("[" * 5000, "is not YAML"),
        ("a: {b: &y {c: [*y]}}", "an alias"),
    ],
)
def test_what_no_inventory_holds_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_yaml(text)


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    with pytest.raises(ValueError, match="an alias"):
        parse_yaml("\n".join(lines))
