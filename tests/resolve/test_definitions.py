"""Shared shapes become definitions, named by where and as what they are used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.model.schema import (
    Array,
    Effect,
    Field,
    Intersection,
    Literal,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Union,
)
from extractor.resolve.definitions import Definer
from extractor.resolve.words import pascal, singular

LEVELS = Literal(("as_low_as_possible", "medium", "as_high_as_possible"))
RULE = Object((Field("tool", String()), Field("content", Optional(String()))))


def shape(**fields: Schema) -> Object:
    return Object(tuple(Field(name, schema) for name, schema in fields.items()))


def tagged(tag: str, value: str, **fields: Schema) -> Object:
    return shape(**{tag: Literal((value,))}, **fields)


def defined(entries: dict[str, Schema], recursive: dict[str, Schema] | None = None) -> dict[str, Schema]:
    definer = Definer(recursive or {})
    for name, schema in entries.items():
        definer.add(name, schema)
    return definer.define()


def named(*uses: Schema) -> list[str]:
    """The names of what entries called AlphaRequest, BetaRequest, ... share."""
    names = ("AlphaRequest", "BetaRequest", "GammaRequest", "DeltaRequest")
    return list(defined(dict(zip(names, uses, strict=False))))


def test_what_one_place_uses_stays_there() -> None:
    assert defined({"AlphaRequest": shape(rule=RULE), "BetaRequest": shape(x=String())}) == {}


def test_what_is_only_inside_a_shared_shape_is_no_definition_of_its_own() -> None:
    outer = shape(rule=RULE, level=LEVELS)
    found = defined({"AlphaRequest": shape(policy=outer), "BetaRequest": shape(policy=outer)})
    assert found == {"Policy": outer}


def test_a_shared_shape_is_replaced_by_one_reference_wherever_it_stands() -> None:
    definer = Definer({})
    alpha, beta = shape(rules=Array(RULE)), shape(rules=Record(String(), RULE))
    definer.add("AlphaRequest", alpha)
    definer.add("BetaRequest", beta)
    assert definer.define() == {"Rule": RULE}
    assert definer.shared(alpha) == shape(rules=Array(Ref("Rule")))
    assert definer.shared(beta) == shape(rules=Record(String(), Ref("Rule")))


@pytest.mark.parametrize(
    ("uses", "name"),
    [
        ([shape(permissionMode=LEVELS), shape(permission_mode=LEVELS)], "PermissionMode"),
        ([shape(mode=LEVELS), shape(permissionMode=LEVELS), shape(permission_mode=LEVELS)], "PermissionMode"),
        ([shape(first_hold_reason=LEVELS), shape(second_hold_reason=LEVELS)], "HoldReason"),
        ([shape(rules=Array(RULE)), shape(rules=Array(RULE))], "Rule"),
        ([shape(always=RULE), shape(always=RULE)], "Always"),
        ([shape(children=Array(RULE)), shape(children=Array(RULE))], "Child"),
    ],
)
def test_the_fields_that_hold_a_shape_name_it(uses: list[Schema], name: str) -> None:
    assert named(*uses) == [name]


@pytest.mark.parametrize(
    ("entries", "name"),
    [
        (("ElicitationRequest", "ElicitationResponse"), "ElicitationAction"),
        (("SystemTaskStartedMessage", "SystemTaskProgressMessage"), "TaskAction"),
        (("PreModelSwitchRequest", "PostModelSwitchRequest"), "ModelSwitchAction"),
        (("GetUsageRequest", "GetStatusRequest"), "GetStatusAction"),
    ],
)
def test_a_field_name_that_says_little_is_led_by_where_it_stands(entries: tuple[str, str], name: str) -> None:
    assert list(defined({entry: shape(action=LEVELS) for entry in entries})) == [name]


def test_a_shape_that_one_object_holds_in_many_fields_is_one_of_its_things() -> None:
    window = shape(used=Number(), resets_at=String())
    limits = shape(five_hour=window, seven_day=window)
    assert named(shape(rate_limits=limits), shape(x=String())) == ["RateLimit"]


def test_options_are_named_by_their_tag_and_what_they_are_options_of() -> None:
    url = tagged("type", "url", url=String())
    image, document = Union((url, RULE)), Union((url, LEVELS))
    assert named(shape(source=image), shape(source=document)) == ["UrlSource"]


def test_each_of_several_tagged_forms_is_a_definition() -> None:
    forms = [tagged("kind", kind, by=String(), at=Number()) for kind in ("human", "peer", "task-notification")]
    assert named(shape(origin=Union(tuple(forms)))) == ["HumanOrigin", "PeerOrigin", "TaskNotificationOrigin"]
    assert named(shape(origin=Union(tuple(forms[:2])))) == []


def test_what_a_shape_holds_that_is_written_out_more_than_once_is_shared() -> None:
    small = shape(action=LEVELS)
    assert defined({"PreRunRequest": shape(to=small), "PostRunRequest": shape(on=small)}) == {"RunAction": LEVELS}


def test_what_a_shared_base_holds_is_a_definition() -> None:
    base = shape(session=String(), effort=shape(level=String()))
    options = [Intersection(base, tagged("hook_event_name", name, x=String())) for name in ("Stop", "Start", "End")]
    assert named(shape(input=Union(tuple(options)))) == [
        "BaseInput", "Effort", "EndInput", "StartInput", "StopInput"
    ]  # fmt: skip


def test_an_entry_gives_its_own_name_and_several_what_they_have_in_common() -> None:
    error = tagged("type", "result", subtype=Literal(("error_max_turns", "error_during_run")), text=String())
    found = defined({"ResultErrorMaxTurnsMessage": error, "ResultErrorDuringRunMessage": error})
    assert list(found) == ["ResultErrorMessage"]
    request = tagged("subtype", "start", level=LEVELS)
    found = defined({"StartRequest": request, "ControlRequestMessage": shape(request=Union((request, RULE)))})
    assert list(found) == ["StartRequest"]


def test_what_others_are_intersected_with_is_their_base() -> None:
    options = [Intersection(RULE, tagged("hook_event_name", name, x=String())) for name in ("Stop", "Start")]
    assert named(shape(input=Union(tuple(options)))) == ["BaseInput"]


def test_of_shapes_that_would_share_a_name_the_most_used_keeps_it() -> None:
    other = shape(name=String(), path=String())
    found = defined(
        {
            "AlphaRequest": shape(plugins=Array(RULE)),
            "BetaRequest": shape(plugins=Array(RULE)),
            "GammaRequest": shape(plugins=Array(RULE)),
            "DeltaRequest": shape(plugins=Array(other)),
            "ZetaRequest": shape(plugins=Array(other)),
        }
    )
    assert found == {"DeltaPlugin": other, "Plugin": RULE}


def test_the_name_of_an_entry_is_for_its_own_shape() -> None:
    body = shape(role=String(), content=String())
    user = tagged("type", "user", message=body, x=String())
    found = defined({"UserMessage": user, "UserReplayMessage": shape(message=body)})
    assert found == {"UserMessageMessage": body}


def test_names_do_not_depend_on_the_order_of_entries() -> None:
    entries: dict[str, Schema] = {
        "AlphaRequest": shape(mode=LEVELS, rules=Array(RULE), policy=shape(rule=RULE, mode=LEVELS)),
        "BetaResponse": shape(mode=LEVELS, rule=RULE),
        "GammaMessage": Union((tagged("type", "gamma", mode=LEVELS), tagged("type", "delta", rule=RULE))),
    }
    turned = dict(reversed(entries.items()))
    assert defined(entries) == defined(turned)
    assert len(defined(entries)) == 2


def test_a_use_more_does_not_rename_what_was_there() -> None:
    entries: dict[str, Schema] = {"AlphaRequest": shape(rules=Array(RULE)), "BetaRequest": shape(rules=Array(RULE))}
    later = entries | {"AardvarkRequest": shape(rule=RULE, rules=shape(name=String(), level=LEVELS))}
    assert {name for name, found in defined(later).items() if found == RULE} == set(defined(entries))


def test_recursive_shapes_are_always_definitions() -> None:
    tree = shape(label=String(), children=Array(Ref("minified")))
    found = defined({"DrawRequest": shape(tree=Ref("minified"))}, {"minified": tree})
    assert found == {"Tree": replace(tree, fields=(tree.fields[0], Field("children", Array(Ref("Tree")))))}


def test_no_name_is_given_twice_or_without_end() -> None:
    shapes = [shape(**{f"field_{index}": String(), "other": Effect(String(), ("refinement",))}) for index in range(9)]
    entries = {
        f"E{index}{place}Request": shape(**{"x" * 5000: one}) for index, one in enumerate(shapes) for place in "ab"
    }
    found = defined(entries)
    assert len(found) == len(shapes)
    assert max(map(len, found)) < 110


@pytest.mark.parametrize(
    ("plural", "one"),
    [("policies", "policy"), ("boxes", "box"), ("matches", "match"), ("caches", "cache"), ("statuses", "status"),
     ("status", "status"), ("rules", "rule"), ("children", "child"), ("series", "series"), ("access", "access")],
)  # fmt: skip
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_pascal() -> None:
    assert {pascal(name) for name in ("permission_mode", "permissionMode", "permission-mode")} == {"PermissionMode"}
    assert [pascal(name) for name in ("MCPServer", "1x", "")] == ["MCPServer", "X1x", "X"]
