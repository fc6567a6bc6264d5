"""Which shapes of an inventory official types name: by wire identity, by place, by shape; never by a weak likeness."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.model.inventory import Inventory
from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Nullable,
    Number,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Union,
)
from extractor.naming import Matching, match_official_names
from tests.naming.build import inventory, shape, tagged, types

TEXT = String()
RULE = shape(tool=TEXT, content=Optional(TEXT))


def matched(folder: Path, found: Inventory, text: str) -> Matching:
    return match_official_names(found, types(folder, text))


def named(folder: Path, found: Inventory, text: str) -> dict[str, Schema]:
    return dict(matched(folder, found, text).shapes)


def test_messages_are_known_by_type_and_subtype(tmp_path: Path) -> None:
    init, status = (tagged("type", "system", subtype=Literal((name,)), a=TEXT) for name in ("init", "status"))
    error = tagged("type", "result", subtype=Literal(("error_a", "error_b")), a=TEXT)
    found = inventory(
        {"system/init": init, "system/status": status, "result/error_a": error, "result/error_b": error, "user": RULE}
    )
    text = """
        type SDKInit = { type: 'system'; subtype: 'init'; a: string };
        type SDKStatus = { type: 'system'; subtype: 'status'; a: string };
        type SDKError = { type: 'result'; subtype: 'error_a' | 'error_b'; a: string };
        type SDKGone = { type: 'system'; subtype: 'gone'; a: string };
    """
    found_names = matched(tmp_path, found, text)
    assert found_names.shapes == {"SDKInit": init, "SDKStatus": status, "SDKError": error}
    assert found_names.unmatched == {"SDKGone": "no shape of the release is like it"}


def test_forms_of_one_message_are_told_apart_by_their_fields(tmp_path: Path) -> None:
    user = tagged("type", "user", text=TEXT, uuid=Optional(TEXT))
    replay = tagged("type", "user", text=TEXT, uuid=TEXT, isReplay=Literal((True,)))
    found = inventory({"user": Union((replay, user))})
    text = "type User = {type: 'user'; text: string; uuid?: string};"
    text += "type Replay = {type: 'user'; text: string; uuid: string; isReplay: true};"
    assert named(tmp_path, found, text) == {"User": user, "Replay": replay}


def test_requests_are_known_by_subtype_and_responses_by_their_request(tmp_path: Path) -> None:
    ask, answer = tagged("subtype", "can_use", tool=TEXT), shape(allowed=Boolean(), why=Optional(TEXT))
    empty = tagged("subtype", "get_status")
    found = inventory(requests={"can_use": (ask, answer), "get_status": (empty, shape(x=TEXT, y=TEXT))})
    text = """
        declare type SDKPermissionRequest = { subtype: 'can_use'; tool: string };
        declare type SDKPermissionResponse = { allowed: boolean; why?: string };
        declare type SDKStatusRequest = { subtype: 'get_status' };
        declare type SDKStatusResponse = { p: string; q: string };
    """
    assert named(tmp_path, found, text) == {
        "SDKPermissionRequest": ask, "SDKPermissionResponse": answer, "SDKStatusRequest": empty,
    }  # fmt: skip


def test_what_a_matched_type_holds_is_known_by_its_place(tmp_path: Path) -> None:
    level, mode = Literal(("low", "medium", "high")), Literal(("a", "b", "c", "d"))
    human, peer = tagged("kind", "human", a=TEXT), tagged("kind", "peer", b=TEXT)
    status = Nullable(Literal(("busy", "idle")))
    init = tagged(
        "type", "init",
        rules=Array(Ref("Derived")), level=Optional(level), mode=Nullable(mode), by=Record(mode, Default(level)),
        origin=Optional(Union((peer, human))), status=status,
    )  # fmt: skip
    found = inventory({"init": init}, Derived=RULE)
    text = """
        type Rule = { tool: string; content?: string };
        type Level = 'low' | 'medium' | 'high';
        type Mode = 'a' | 'b' | 'c' | 'd';
        type Human = { kind: 'human'; a: string };
        type Peer = { kind: 'peer'; b: string };
        type Origin = Human | Peer;
        type Status = 'busy' | 'idle' | null;
        declare namespace core { export { Mode, Rule } }
        type Init = {
            type: 'init'; rules: core.Rule[]; level?: Level; mode: core.Mode | null; by: Partial<Record<Mode, Level>>;
            origin?: Origin; status: Status;
        };
    """
    assert named(tmp_path, found, text) == {
        "Init": init, "Rule": RULE, "Level": level, "Mode": mode, "Human": human, "Peer": peer,
        "Origin": Union((peer, human)), "Status": status,
    }  # fmt: skip


def test_parts_of_intersections_have_names_too(tmp_path: Path) -> None:
    base, own = shape(session=TEXT, cwd=TEXT), tagged("hook_event_name", "Stop", active=Boolean())
    call = tagged("subtype", "hook", input=Union((Intersection(base, own), tagged("hook_event_name", "Go", x=TEXT))))
    text = """
        type Base = { session: string; cwd: string };
        type StopInput = Base & { hook_event_name: 'Stop'; active: boolean };
        type GoInput = { hook_event_name: 'Go'; x: string };
        type HookRequest = { subtype: 'hook'; input: StopInput | GoInput };
    """
    assert named(tmp_path, inventory(requests={"hook": call}), text) == {
        "HookRequest": call, "Base": base, "StopInput": Intersection(base, own),
        "GoInput": tagged("hook_event_name", "Go", x=TEXT),
    }  # fmt: skip


def test_wrappers_stay_outside_of_what_is_named(tmp_path: Path) -> None:
    wrapped = Effect(Catch(Optional(RULE), None), ("refinement",))
    init = Effect(tagged("type", "init", rule=wrapped, x=TEXT), ("lazy",))
    text = "type Init = { type: 'init'; rule?: Rule; x: string }; type Rule = { tool: string; content?: string };"
    assert named(tmp_path, inventory({"init": init}), text) == {"Init": init.inner, "Rule": RULE}


def test_fields_that_the_types_hide_do_no_harm(tmp_path: Path) -> None:
    rule = shape(tool=TEXT, content=Optional(TEXT), internal=Optional(Number()), secret=Optional(TEXT))
    init = tagged("type", "init", rule=rule, hidden=Optional(Any()))
    text = "type Init = { type: 'init'; rule: Rule }; type Rule = { tool: string; content?: string };"
    assert named(tmp_path, inventory({"init": init}), text) == {"Init": init, "Rule": rule}


@pytest.mark.parametrize(
    "rule",
    [
        "{ other: string; fields: string }",
        "{ tool: 'x'; content: number; more: string }",
        "'a' | 'b' | 'c'",
        "{ tool: { a: string } }[]",
    ],
)
def test_a_type_that_is_unlike_what_stands_there_names_nothing(tmp_path: Path, rule: str) -> None:
    init = tagged("type", "init", rule=RULE, x=TEXT, y=TEXT)
    text = f"type Init = {{ type: 'init'; rule: Rule; x: string; y: string }}; type Rule = {rule};"
    found = matched(tmp_path, inventory({"init": init}), text)
    assert set(found.shapes) == {"Init"}
    assert "Rule" in found.unmatched


def test_tags_that_differ_are_never_overlooked(tmp_path: Path) -> None:
    init = tagged("type", "init", rule=tagged("kind", "old", a=TEXT, b=TEXT, c=TEXT, d=TEXT))
    text = "type Init = { type: 'init'; rule: Rule };"
    text += "type Rule = { kind: 'new'; a: string; b: string; c: string; d: string };"
    assert named(tmp_path, inventory({"init": init}), text) == {"Init": init}


def test_a_shape_alone_is_enough_where_it_is_clear(tmp_path: Path) -> None:
    forms = [tagged("event", name, context=Optional(TEXT)) for name in ("Stop", "Start")]
    output = shape(proceed=Optional(Boolean()), specific=Optional(Union(tuple(forms))))
    found = inventory(requests={"hook": (tagged("subtype", "hook", x=TEXT), output)})
    text = """
        type StopOutput = { event: 'Stop'; context?: string };
        type StartOutput = { event: 'Start'; context?: string };
        type HookOutput = { proceed?: boolean; specific?: StopOutput | StartOutput };
        type Options = { proceed?: boolean; abort: AbortController; unlike: string };
    """
    assert named(tmp_path, found, text) == {"HookOutput": output, "StopOutput": forms[0], "StartOutput": forms[1]}


def test_a_shape_alone_is_not_enough_where_it_is_not(tmp_path: Path) -> None:
    init = tagged(
        "type", "init",
        scope=Literal(("user", "project", "local")), one=shape(a=TEXT, b=TEXT),
        few=Literal(("x", "y")), small=shape(q=TEXT), part=shape(p=TEXT, r=TEXT, internal=TEXT),
    )  # fmt: skip
    text = """
        type ConfigScope = 'user' | 'project' | 'local';
        type SettingSource = 'user' | 'project' | 'local';
        type Few = 'x' | 'y';
        type Small = { q: string };
        type Part = { p: string; r: string };
    """
    found = matched(tmp_path, inventory({"init": init}), text)
    assert found.shapes == {}
    assert found.unmatched == {
        "ConfigScope": "fits several shapes, or a shape that other types fit, too",
        "SettingSource": "fits several shapes, or a shape that other types fit, too",
        "Few": "tells too little to be known by its shape",
        "Small": "tells too little to be known by its shape",
        "Part": "no shape of the release is like it",
    }


def test_two_types_of_one_shape_are_told_apart_by_their_places_or_not_at_all(tmp_path: Path) -> None:
    both = Literal(("allow", "deny", "ask"))
    init = tagged("type", "init", one=both, two=both, three=both)
    text = "type A = 'allow' | 'deny' | 'ask'; type B = 'allow' | 'deny' | 'ask';"
    even = matched(
        tmp_path, inventory({"init": init}), text + "type Init = { type: 'init'; one: A; two: B; three: any };"
    )
    assert set(even.shapes) == {"Init"}
    assert set(even.unmatched) == {"A", "B"}
    more = named(tmp_path, inventory({"init": init}), text + "type Init = { type: 'init'; one: A; two: B; three: A };")
    assert more == {"Init": init, "A": both}


def test_one_type_names_the_shape_that_it_is_most_like(tmp_path: Path) -> None:
    near = shape(tool=TEXT, content=Optional(TEXT), internal=Optional(TEXT))
    init = tagged("type", "init", one=near, two=RULE)
    text = "type Rule = { tool: string; content?: string }; type Init = { type: 'init'; one: Rule; two: Rule };"
    assert named(tmp_path, inventory({"init": init}), text) == {"Init": init, "Rule": RULE}


def test_what_is_too_small_to_be_known_again_has_a_name_only_where_it_stands_once(tmp_path: Path) -> None:
    small = shape(styles=Array(TEXT))
    text = "type ReloadRequest = { subtype: 'reload' }; type ReloadResponse = { styles: string[] };"
    reload = tagged("subtype", "reload")
    once = inventory(requests={"reload": (reload, small)})
    assert named(tmp_path, once, text) == {"ReloadRequest": reload, "ReloadResponse": small}
    twice = inventory({"other": tagged("type", "other", x=small)}, {"reload": (reload, small)})
    assert named(tmp_path, twice, text) == {"ReloadRequest": reload}


def test_names_that_are_no_plain_identifiers_or_stand_for_nothing_are_refused(tmp_path: Path) -> None:
    rule = shape(tool=TEXT, other=Number(), third=Boolean())
    init = tagged("type", "init", rule=rule)
    body = "{ tool: string; other: number; third: boolean }"
    text = f"type Init = {{ type: 'init'; rule: Name }}; type Alias = Name; type Name = {body}; type Far = Imported;"
    assert matched(tmp_path, inventory({"init": init}), text).unmatched == {
        "Alias": "is another name of Name", "Far": "is a type of another package, or one that is not followed",
    }  # fmt: skip
    for name in ("$rule", "_rule", "R\u00fcle", "None", "class", "N" * 101):
        found = matched(tmp_path, inventory({"init": init}), text.replace("Name", name))
        assert set(found.shapes) == {"Init"}, name


def test_a_union_of_messages_has_no_shape_of_its_own(tmp_path: Path) -> None:
    one, two = (tagged("type", name, a=TEXT) for name in ("one", "two"))
    text = "type One = { type: 'one'; a: string }; type Two = { type: 'two'; a: string }; type Message = One | Two;"
    found = matched(tmp_path, inventory({"one": one, "two": two}), text)
    assert found.shapes == {"One": one, "Two": two}
    assert found.unmatched == {"Message": "is a union whose members stand apart in the inventory"}


def test_every_type_is_either_matched_or_has_a_reason(tmp_path: Path) -> None:
    text = "type A = A; type B = B[]; type C = C | C[]; type D = { d: D }; type E = () => void; type F = [F, ...F[]];"
    read = types(tmp_path, text)
    found = match_official_names(
        inventory({"init": tagged("type", "init", d=Ref("Loop"))}, Loop=shape(d=Ref("Loop"))), read
    )
    assert set(found.shapes) | set(found.unmatched) == set(read.shapes) | set(read.no_data)


@pytest.mark.parametrize(
    ("ours", "declared"),
    [
        (shape(a=TEXT, b=TEXT, c=Optional(TEXT)), "{ a: string; b: string; c?: string }"),
        (shape(a=TEXT, b=TEXT, c=Default(TEXT, "x")), "{ a: string; b: string; c: string }"),
        (shape(a=TEXT, b=Nullable(TEXT)), "{ a: string; b: string | null }"),
        (shape(a=TEXT, b=Record(TEXT, Number())), "{ a: string; b: { [k: string]: number } }"),
        (shape(a=TEXT, b=Number(), c=Boolean()), "{ c: boolean; b: number; a: string }"),
        (Literal(("x", "y", "z")), "'z' | 'y' | 'x'"),
    ],
)
def test_a_shape_alone_is_known(tmp_path: Path, ours: Schema, declared: str) -> None:
    found = inventory({"init": tagged("type", "init", x=ours, y=TEXT)})
    assert named(tmp_path, found, f"type Alone = {declared};") == {"Alone": ours}


@pytest.mark.parametrize(
    "ours",
    [
        shape(a=TEXT, b=TEXT, c=TEXT),
        shape(a=TEXT, b=TEXT, c=Optional(Nullable(TEXT))),
        shape(a=TEXT, b=TEXT, c=Optional(Number())),
        shape(a=TEXT, b=TEXT, c=Optional(Literal(("x", "y", "z")))),
        shape(a=TEXT, b=TEXT, c=Optional(Array(TEXT))),
        shape(a=TEXT, b=TEXT, c=Optional(TEXT), d=Optional(TEXT)),
        shape(a=TEXT, b=TEXT),
        Nullable(shape(a=TEXT, b=TEXT, c=Optional(TEXT), d=TEXT)),
        Record(TEXT, TEXT),
    ],
)
def test_a_shape_alone_must_fit_in_everything(tmp_path: Path, ours: Schema) -> None:
    found = inventory({"init": tagged("type", "init", x=ours, y=TEXT)})
    assert named(tmp_path, found, "type Alone = { a: string; b: string; c?: string };") == {}


def test_a_field_that_every_frame_has_is_not_hidden(tmp_path: Path) -> None:
    fields: dict[str, Schema] = {f"f{index}": Optional(TEXT) for index in range(12)}
    text = "type Wide = { " + " ".join(f"{name}?: string;" for name in fields) + " };"
    for extra, is_named in ((Optional(TEXT), True), (TEXT, False)):
        found = inventory({"init": tagged("type", "init", x=shape(**fields, internal=extra), y=TEXT)})
        assert set(named(tmp_path, found, text)) == ({"Wide"} if is_named else set())


def test_an_enum_alone_must_have_the_same_values(tmp_path: Path) -> None:
    found = inventory({"init": tagged("type", "init", x=Literal(("a", "b", "c", "d")), y=Literal(("a", "b", "c")))})
    assert named(tmp_path, found, "type Alone = 'a' | 'b' | 'c' | 'e';") == {}
    assert named(tmp_path, found, "type Alone = 'a' | 'b' | 'd' | 'c';") == {"Alone": Literal(("a", "b", "c", "d"))}


def test_a_type_that_two_shapes_fit_equally_well_names_neither(tmp_path: Path) -> None:
    one, two = (
        shape(tool=TEXT, content=Optional(TEXT), p=Optional(TEXT)),
        shape(tool=TEXT, content=Optional(TEXT), q=Optional(TEXT)),
    )
    rule = "type Rule = { tool: string; content?: string };"
    placed = tagged("type", "init", one=one, two=two)
    found = matched(tmp_path, inventory({"init": placed}), rule + "type Init = { type: 'init'; one: Rule; two: Rule };")
    assert found.shapes == {"Init": placed}
    assert found.unmatched == {"Rule": "fits several shapes, or a shape that other types fit, too"}
    wide = {f"f{index}": Optional(TEXT) for index in range(12)}
    alone = tagged("type", "init", one=shape(**wide, p=Optional(TEXT)), two=shape(**wide, q=Optional(TEXT)))
    fields = " ".join(f"{name}?: string;" for name in wide)
    found = matched(tmp_path, inventory({"init": alone}), f"type Wide = {{ {fields} }};")
    assert found.shapes == {}
    assert found.unmatched == {"Wide": "fits several shapes, or a shape that other types fit, too"}


def test_a_type_of_several_message_types_is_no_message(tmp_path: Path) -> None:
    user = tagged("type", "user", a=TEXT, b=TEXT, hidden=TEXT)
    text = "type Stored = { type: 'user' | 'assistant'; a: string; b: string };"
    assert named(tmp_path, inventory({"user": user}), text) == {}


def test_a_response_named_after_its_request_must_be_like_it(tmp_path: Path) -> None:
    ask = tagged("subtype", "ask", x=TEXT)
    rule = shape(tool=TEXT, content=Optional(TEXT), internal=Optional(TEXT))
    text = "type AskRequest = { subtype: 'ask'; x: string }; type Rule = { tool: string; content?: string };"
    text += "type AskResponse = { p: string; q: string; r: string; s?: string; t: string; u: string; rule: Rule };"
    answer = shape(one=TEXT, other=TEXT, fields=TEXT, s=Number(), rule=rule)
    assert named(tmp_path, inventory(requests={"ask": (ask, answer)}), text) == {"AskRequest": ask}


def test_places_lead_to_what_no_shape_alone_would(tmp_path: Path) -> None:
    """Keys of records, bases of intersections and unions inside unions, each with more than the types say."""
    keys = Literal(("a", "b", "c", "d", "internal"))
    base = shape(session=TEXT, cwd=TEXT, one=Optional(TEXT), two=Optional(TEXT))
    input_ = Intersection(base, tagged("event", "Stop", x=TEXT))
    forms = Union((tagged("kind", "human", a=TEXT), tagged("kind", "peer", b=TEXT, hidden=Optional(TEXT))))
    init = tagged("type", "init", by=Record(keys, TEXT), input=input_, origin=Nullable(forms))
    text = """
        type Keys = 'a' | 'b' | 'c' | 'd';
        type Base = { session: string; cwd: string };
        type Origin = { kind: 'human'; a: string } | { kind: 'peer'; b: string };
        type Init = {
            type: 'init'; by: Partial<Record<Keys, string>>; input: Base & { event: 'Stop'; x: string };
            origin: Origin | null;
        };
    """
    assert named(tmp_path, inventory({"init": init}), text) == {
        "Init": init, "Keys": keys, "Base": base, "Origin": forms,
    }  # fmt: skip
