"""Emitters: objects that are sent, by key, with the fields of every place; and objects that are not sent."""

from __future__ import annotations

import pytest

from extractor.find.emitters import find_emitters
from extractor.model.inventory import Emitter
from tests.find.bundles import source, text_at

IDS = "session_id:s(),uuid:u()"


def emitted(code: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {one.key: (one.always, one.sometimes) for one in find_emitters(source(code)).emitters}


@pytest.mark.parametrize(
    "code",
    [
        f'function*f(){{yield{{type:"system",subtype:"started",{IDS}}}}}',
        f'output.enqueue({{type:"system",subtype:"started",{IDS}}})',
        f'this.write({{type:"system",subtype:"started",{IDS}}})',
        f'function f(){{return{{type:"system",subtype:"started",{IDS}}}}}',
        f'function f(){{return[{{type:"system",subtype:"started",{IDS}}}]}}',
        f'let m={{type:"system",subtype:"started",{IDS}}};log(m.uuid);output.enqueue(m)',
        f'let m={{{IDS},subtype:"started",type:"system"}};yield m',
        "output.enqueue({\n  type: 'system',\n  subtype: 'started',\n  session_id,\n  uuid: u(),\n})",
    ],
)
def test_every_way_of_sending(code: str) -> None:
    assert emitted(code) == {"system/started": (("session_id", "subtype", "type", "uuid"), ())}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('this.write({type:"control_cancel_request",request_id:i})',
         {"control_cancel_request": ("request_id", "type")}),
        ('let r={type:"control_request",request_id:i,request:q};this.write(r)',
         {"control_request": ("request", "request_id", "type")}),
        ('o.enqueue({type:"control_response",response:{subtype:"success",request_id:i,response:{}}})',
         {"control_response": ("response", "type")}),
    ],
)  # fmt: skip
def test_control_envelopes(code: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert {key: always for key, (always, _) in emitted(code).items()} == expected


@pytest.mark.parametrize(
    "code",
    [
        f'post({{events:[{{type:"user",message:m,{IDS}}}]}})',
        f'queue.push({{kind:"event",data:{{type:"user",message:m,{IDS}}}}})',
        f'send(url,{{type:"user",message:m,{IDS}}})',
        f'input(JSON.stringify({{type:"user",message:m,{IDS}}}))',
        'this.write(JSON.stringify({type:"control_request",request_id:i,request:q}))',
        'function f(e){return{type:"user",message:e.message,sessionId:s(),uuid:u(),timestamp:t()}}',
        'function f(){return{type:"retry",request_id:i}}',
        f'schema=object({{type:literal("system"),subtype:literal("started"),{IDS}}})',
        f'let m={{type:"user",message:m,{IDS}}};archive(m)',
        f"yield{{type:kind,message:m,{IDS}}}",
        f'yield{{type:"system",subtype:kind,{IDS}}}',
        'yield{type:"stream_request_start"}',
        'yield{type:"user",message:m,session_id:s()}',
        'this.operations.push({type:"write",text:t,session_id:s})',
    ],
)
def test_what_is_not_sent_to_the_client_is_no_emitter(code: str) -> None:
    found = find_emitters(source(code))
    assert found.emitters == ()
    assert found.lost == "the places that write messages"


def test_fields_are_always_there_only_if_every_place_writes_them() -> None:
    code = f"""
    yield{{type:"user",message:m,{IDS},replay:!0}};
    output.enqueue({{type:"user",message:m,{IDS}}});
    """
    assert emitted(code) == {"user": (("message", "session_id", "type", "uuid"), ("replay",))}


def test_conditional_spreads_and_undefined_values_are_sometimes() -> None:
    code = f"""yield{{type:"assistant",message:m,error:e?e.code:void 0,origin:x?.origin,tip:x?.y.z,{IDS},
        ...r!==void 0&&{{request_id:r}},...(w?{{weight:w}}:{{}}),...rest}}"""
    always, sometimes = emitted(code)["assistant"]
    assert always == ("message", "session_id", "type", "uuid")
    assert sometimes == ("error", "origin", "request_id", "tip", "weight")


def test_a_choice_of_subtypes_is_a_message_for_each() -> None:
    code = f'yield{{type:"result",subtype:late?"error_late":"success",{IDS}}}'
    assert set(emitted(code)) == {"result/error_late", "result/success"}


def test_places_point_at_the_objects() -> None:
    where = source(f'a();yield{{type:"user",{IDS}}};output.enqueue({{type:"user",{IDS}}})')
    found = find_emitters(where)
    assert found.emitters == (Emitter("user", ("session_id", "type", "uuid")),)
    assert [text_at(where, place) for place in found.places["user"]] == [f'{{type:"user",{IDS}}}'] * 2


def test_braces_in_templates_and_strings_do_not_mislead() -> None:
    code = f'log(`{{${{a}}`,"{{");yield{{type:"user",note:`{{${{b}} {{`,{IDS}}}'
    assert emitted(code) == {"user": (("note", "session_id", "type", "uuid"), ())}
