"""Public names in an inventory: everywhere, each once, and no shape changed."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor.inventory.references import reference_problem
from extractor.model.inventory import Inventory
from extractor.model.parts import rebuild
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Effect,
    Literal,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Union,
)
from extractor.naming import OfficialTypes, apply_matching, apply_official_names, match_official_names
from extractor.naming.match import Matching
from tests.naming.build import inventory, same_shapes, shape, tagged, types

TEXT = String()
RULE = shape(tool=TEXT, content=Optional(TEXT))
TYPES = """
    type PermissionRule = { tool: string; content?: string };
    type SDKInit = { type: 'init'; rules: PermissionRule[]; x: string };
    type SDKAsk = { subtype: 'ask'; rule: PermissionRule };
    type SDKAskResponse = { rule: PermissionRule | null; why: string };
    type SDKAskRequest = SDKAsk;
"""


def example() -> Inventory:
    return inventory(
        {"init": tagged("type", "init", rules=Array(Ref("Rule")), x=TEXT), "other": tagged("type", "other", rule=RULE)},
        {"ask": (Ref("AskRequest"), shape(rule=Nullable(RULE), why=TEXT))},
        AskRequest=tagged("subtype", "ask", rule=Ref("Rule")),
        Rule=RULE,
        Unnamed=shape(list=Record(TEXT, Ref("Rule"))),
    )


def test_definitions_and_entries_get_public_names_everywhere(tmp_path: Path) -> None:
    before = example()
    after = apply_official_names(before, types(tmp_path, TYPES))
    rule = Ref("PermissionRule")
    assert after.definitions == {
        "PermissionRule": RULE,
        "SDKAsk": tagged("subtype", "ask", rule=rule),
        "SDKAskResponse": shape(rule=Nullable(rule), why=TEXT),
        "SDKInit": tagged("type", "init", rules=Array(rule), x=TEXT),
        "Unnamed": shape(list=Record(TEXT, rule)),
    }
    assert list(after.definitions) == sorted(after.definitions)
    assert after.control_requests[0].request == Ref("SDKAsk")
    assert after.control_requests[0].response == Ref("SDKAskResponse")
    assert [message.schema for message in after.messages] == [Ref("SDKInit"), tagged("type", "other", rule=rule)]
    assert same_shapes(before, after)


def test_applying_names_again_changes_nothing(tmp_path: Path) -> None:
    read = types(tmp_path, TYPES)
    once = apply_official_names(example(), read)
    assert apply_official_names(once, read) == once


def test_without_a_match_an_inventory_stays_as_it_is(tmp_path: Path) -> None:
    assert (
        apply_official_names(example(), types(tmp_path, "type Gone = { a: string; b: string; c: string };"))
        == example()
    )


def test_the_order_of_declarations_makes_no_difference(tmp_path: Path) -> None:
    lines = [line for line in TYPES.strip().splitlines() if line]
    results = [
        apply_official_names(example(), types(tmp_path, "\n".join(turn))) for turn in itertools.permutations(lines)
    ]
    assert all(result == results[0] for result in results)


def test_a_derived_name_gives_way_to_a_public_one(tmp_path: Path) -> None:
    other, more = shape(a=TEXT, b=TEXT), shape(c=TEXT, d=TEXT)
    found = inventory(
        {"init": tagged("type", "init", r=Array(Ref("Rule")), a=Ref("PermissionRule"), b=Ref("PermissionRule2"))},
        Rule=RULE,
        PermissionRule=other,
        PermissionRule2=more,
    )
    text = "type SDKInit = { type: 'init'; r: PermissionRule[] };"
    text += "type PermissionRule = { tool: string; content?: string };"
    after = apply_official_names(found, types(tmp_path, text))
    assert set(after.definitions) == {"PermissionRule", "PermissionRule2", "PermissionRule3", "SDKInit"}
    assert after.definitions["PermissionRule"] == RULE
    assert after.definitions["PermissionRule2"] == more
    assert after.definitions["PermissionRule3"] == other
    assert same_shapes(found, after)


def test_recursive_shapes_keep_their_loops(tmp_path: Path) -> None:
    tree = shape(label=TEXT, children=Array(Ref("Node")), parent=Optional(Ref("Node")))
    found = inventory({"draw": tagged("type", "draw", tree=Ref("Node"), x=TEXT)}, Node=tree)
    text = "type Draw = { type: 'draw'; tree: Tree; x: string };"
    text += "type Tree = { label: string; children: Tree[]; parent?: Tree };"
    after = apply_official_names(found, types(tmp_path, text))
    assert after.definitions["Tree"] == shape(label=TEXT, children=Array(Ref("Tree")), parent=Optional(Ref("Tree")))
    assert set(after.definitions) == {"Draw", "Tree"}
    assert same_shapes(found, after)


def test_shapes_that_hold_different_loops_are_different(tmp_path: Path) -> None:
    node, menu = (shape(**{name: TEXT, "children": Array(Ref(name))}) for name in ("Node", "Menu"))
    found = inventory(
        {
            "draw": tagged("type", "draw", one=shape(list=Array(Ref("Node")), x=TEXT), y=TEXT),
            "show": tagged("type", "show", two=shape(list=Array(Ref("Menu")), x=TEXT), y=TEXT),
        },
        Node=node,
        Menu=menu,
    )
    text = "type Draw = { type: 'draw'; one: Trees; y: string }; type Trees = { list: Tree[]; x: string };"
    text += "type Tree = { Node: string; children: Tree[] };"
    after = apply_official_names(found, types(tmp_path, text))
    assert set(after.definitions) == {"Draw", "Menu", "Tree", "Trees"}
    assert same_shapes(found, after)


def test_a_matching_can_be_applied_by_itself() -> None:
    after = apply_matching(example(), Matching({"Mine": RULE}))
    assert set(after.definitions) == {"AskRequest", "Mine", "Unnamed"}
    assert same_shapes(example(), after)


NAMES = st.sampled_from(["type", "kind", "mode", "a", "b", "tool", "level", "rules", "name-with-dash"])
SCALARS = st.sampled_from([TEXT, Number(), Boolean(), Any()])
ENUMS = st.lists(st.sampled_from(["x", "y", "z", "w", "v"]), min_size=1, unique=True).map(lambda v: Literal(tuple(v)))


def _objects(parts: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    fields = st.dictionaries(NAMES, parts, min_size=1, max_size=4)
    return fields.map(lambda found: shape(**found))


SCHEMAS = st.recursive(
    SCALARS | ENUMS,
    lambda parts: st.one_of(
        _objects(parts),
        parts.map(Array),
        parts.map(lambda part: Record(TEXT, part)),
        parts.map(Optional),
        parts.map(Nullable),
        parts.map(lambda part: Effect(part, ("refinement",))),
        st.lists(parts, min_size=2, max_size=3).map(lambda options: Union(tuple(options))),
    ),
    max_leaves=12,
)


@st.composite
def inventories(draw: st.DrawFn) -> Inventory:
    """Messages that share shapes, as definitions and written out."""
    shared = draw(st.lists(_objects(SCHEMAS), min_size=1, max_size=4))
    names = [f"Shared{index}" for index in range(len(shared))]
    pool = SCHEMAS | st.sampled_from([*shared, *map(Ref, names)])
    keys = [f"m{index}" for index in range(draw(st.integers(1, 4)))]
    messages: dict[str, Schema] = {}
    for key in keys:
        fields = draw(st.dictionaries(NAMES.filter(lambda name: name != "type"), pool, max_size=4))
        messages[key] = tagged("type", key, **fields)
    return inventory(messages, **dict(zip(names, shared, strict=True)))


@st.composite
def official(draw: st.DrawFn, found: Inventory) -> OfficialTypes:
    """Types made of the inventory's own shapes, whole or with a field left out, under names in any order."""
    shapes: dict[str, Schema] = {}
    own = [*(message.schema for message in found.messages), *found.definitions.values()]
    for index, schema in enumerate(own):
        name = draw(st.sampled_from(["Official", "Shared", "Type", "A"])) + str(index)
        is_cut = isinstance(schema, Object) and len(schema.fields) > 2 and draw(st.booleans())
        shapes[name] = Object(schema.fields[:-1]) if is_cut and isinstance(schema, Object) else schema
    names = dict(zip(found.definitions, list(shapes)[len(found.messages) :], strict=True))
    return OfficialTypes("memory", {name: _renamed(schema, names) for name, schema in shapes.items()})


def _renamed(schema: Schema, names: dict[str, str]) -> Schema:
    if isinstance(schema, Ref):
        return Ref(names[schema.name])
    return rebuild(schema, lambda part: _renamed(part, names))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_is_named_no_shape_changes(data: st.DataObject) -> None:
    before = data.draw(inventories())
    read = data.draw(official(before))
    matching = match_official_names(before, read)
    after = apply_official_names(before, read)
    assert same_shapes(before, after)
    assert reference_problem(after) is None
    assert set(matching.shapes) <= set(after.definitions)
    assert set(matching.shapes) | set(matching.unmatched) == set(read.shapes)
    assert apply_official_names(after, read) == after


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_message_that_has_a_type_of_its_own_gets_its_name(data: st.DataObject) -> None:
    found = data.draw(inventories())
    shapes = {f"Sdk{message.key}": message.schema for message in found.messages}
    read = OfficialTypes("memory", {**shapes, **found.definitions})
    named = match_official_names(found, read).shapes
    assert {name for name in shapes if len(shapes[name].fields) > 1} <= set(named)  # type: ignore[attr-defined]
