"""Shapes that are small as they are written and endless as they are read: each ends soon, and says what is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest

from extractor.model.bundle import Bundle
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from extractor.resolve.closing import MOST_GAPS
from extractor.sample import sample_bundle
from tests.support.sources import bundle_of

PLACE = 'SetMode=memo(()=>obj({subtype:lit("set_mode"),mode:Mode()}))'
HERE = ("control_request/set_mode/request", "message/control_request", "message/control_response")
"""Where the field is: in the request, and in the two envelopes that carry it."""

SECONDS = 20
"""What each of these may take at most; before there were bounds they took minutes, or did not end."""


def sample_with(shape: str, before: str = "") -> Bundle:
    """The sample, one field of a request being of this shape."""
    text = sample_bundle().blob.decode()
    assert PLACE in text
    text = text.replace(PLACE, PLACE.replace("Mode()", shape)).replace("var MODES=", f"{before}\nvar MODES=")
    return bundle_of({"cli.js": text})


def read(shape: str, before: str = "") -> Inventory:
    """What is read of that, within the time; every other entry is there as ever."""
    started = time.process_time()
    inventory = extract(sample_with(shape, before))
    assert time.process_time() - started < SECONDS
    assert inventory.lost == ()
    names = [request.subtype for request in inventory.control_requests]
    assert names == ["ask_permission", "initialize", "interrupt", "relay", "set_mode"]
    assert all(entry.key.startswith(HERE) for entry in inventory.unresolved)
    return inventory


def reasons(inventory: Inventory) -> set[str]:
    return {entry.reason for entry in inventory.unresolved}


def chain(count: int, one: Callable[[int], str], last: str) -> str:
    """Definitions `D0` to `D<count>`, each made of the next one."""
    return f"var {','.join(f'D{number}=memo(()=>{one(number)})' for number in range(count))},D{count}=memo(()=>{last});"


def twice(number: int, template: str) -> str:
    return template.replace("D", f"D{number + 1}")


@pytest.mark.parametrize("levels", [40, 400])
@pytest.mark.parametrize(
    "template",
    [
        "obj({x:D(),y:D()})",
        "obj({x:lazy(()=>D()),y:lazy(()=>D())})",
        "union([D(),D(),obj({q:str(),p:num()})])",
        'new Schema({type:"intersection",left:D(),right:D()})',
        'new Schema({type:"tuple",items:[D(),D()]})',
        "rec(D(),D())",
    ],
)
def test_a_shape_that_doubles_at_every_level(template: str, levels: int) -> None:
    read("D0()", chain(levels, partial(twice, template=template), "obj({z:str()})"))


@pytest.mark.parametrize("count", [100, 1000])
def test_a_crowd_of_shapes_that_all_refer_to_each_other(count: int) -> None:
    def one(number: int) -> str:
        others = ((number + 1) % count, (number * 7 + 3) % count, (number * 3 + 1) % count)
        return f"obj({{{','.join(f'f{place}:lazy(()=>D{other}())' for place, other in enumerate(others))}}})"

    inventory = read("D0()", chain(count, one, "str()"))
    assert reasons(inventory) == {"it refers to other shapes in too many ways"}


def test_lazy_shapes_without_end() -> None:
    grown = read("G(0)", "function G(n){return obj({a:lazy(()=>G(n+1)),b:lazy(()=>G(n+2))})}")
    assert reasons(grown) == {"it refers to other shapes in too many ways"}
    deep = read("G(0)", "function G(n){return obj({a:lazy(()=>G(n+1))})}")
    assert reasons(deep) == {"it is nested too deeply"}


@pytest.mark.parametrize(
    "before",
    [
        "var L=memo(()=>lazy(()=>L()));",
        "var L=memo(()=>lazy(()=>M())),M=memo(()=>lazy(()=>L()));",
        "var L=memo(()=>union([str(),lazy(()=>L())]));",
        "var L=memo(()=>union([lazy(()=>M()),lazy(()=>L())])),M=memo(()=>obj({x:lazy(()=>L()),y:lazy(()=>M())}));",
    ],
)
def test_a_shape_that_is_only_itself_costs_only_itself(before: str) -> None:
    inventory = read("L()", before)
    assert "it is nothing but a reference to itself" in reasons(inventory)


def test_of_a_crowd_of_unresolved_parts_some_are_listed_and_all_others_are_kept() -> None:
    fields = ",".join(f"f{number}:nowhere()" for number in range(MOST_GAPS + 1))
    inventory = read(f"obj({{{fields},known:str()}})")
    listed = [entry for entry in inventory.unresolved if entry.key.startswith(HERE[0])]
    assert len(listed) == MOST_GAPS
    assert "more of its parts are unresolved than can be listed" in {entry.reason for entry in listed}
    assert any("known" in repr(shape) for shape in inventory.definitions.values())


@pytest.mark.parametrize(
    ("shape", "before"),
    [
        (f'oneOf(["{"1234567890" * 2000}"])', ""),
        (f"lit(0x{'f' * 1000})", ""),
        (f"lit(0x{'f' * 1_000_000})", ""),
        (f"lit({'9' * 1_000_000})", ""),
        ("lit(1e999999)", ""),
        ("lit(D60)", 'var D0="ab",' + ",".join(f"D{one + 1}=D{one}+D{one}" for one in range(60)) + ";"),
        ("lit(D60)", 'var D0="ab",' + ",".join(f"D{one + 1}=`${{D{one}}}${{D{one}}}`" for one in range(60)) + ";"),
        ("lit(D60)", 'var D0="ab",' + ",".join(f"D{one + 1}=D{one}.concat(D{one})" for one in range(60)) + ";"),
        ("lit(D60)", 'var D0="ab",' + ",".join(f"D{one + 1}=[D{one},D{one}].join(D{one})" for one in range(60)) + ";"),
        ("lit(D60)", 'var D0="aa",' + ",".join(f"D{one + 1}=D{one}.replaceAll('a',D{one})" for one in range(60)) + ";"),
    ],
)
def test_numbers_and_texts_beyond_all_measure(shape: str, before: str) -> None:
    read(shape, before)


def test_a_list_or_an_object_of_all_too_many() -> None:
    for shape in (
        f"oneOf([{','.join(map(str, range(120_000)))}])",
        f"oneOf({{{','.join(f'a{one}:{one}' for one in range(120_000))}}})",
        f"union([{','.join(['str()'] * 120_000)}])",
    ):
        assert reasons(read(shape))


def test_a_default_that_is_endless_when_it_is_written_out() -> None:
    shared = "var V60=[1]," + ",".join(f"V{one}={{x:V{one + 1},y:V{one + 1}}}" for one in reversed(range(60))) + ";"
    for before in (shared, f"var V0=[{'1,' * 20_000}];"):
        inventory = read('new Schema({type:"default",innerType:any(),defaultValue:V0})', before)
        assert reasons(inventory) == {"a default with too many values in it"}


def test_a_pattern_of_all_too_many_letters() -> None:
    check = f'new Schema({{check:"string_format",format:"regex",pattern:/{"(a|b)" * 20_000}/}})'
    assert reasons(read(f'new Schema({{type:"string",checks:[{check}]}})')) == {"a pattern that is too long"}
    pieces = ",".join(['"a",str()'] * 5000)
    literal = f'new Schema({{type:"template_literal",parts:[{pieces}]}})'
    assert reasons(read(literal)) == {"a template literal that is too long"}


def test_a_shape_with_all_too_many_keys_is_no_entry_for_each() -> None:
    text = sample_bundle().blob.decode()
    names = ",".join(f'"n{number}"' for number in range(20_000))
    requests = extract(bundle_of({"cli.js": text.replace('lit("relay")', f"oneOf([{names}])")}))
    assert [request.subtype for request in requests.control_requests][-1] == "set_mode"
    assert "its subtype is one of 20000" in reasons(requests)
    messages = extract(bundle_of({"cli.js": text.replace('subtype:lit("ready")', f"subtype:oneOf([{names}])")}))
    assert "its type and subtype are one of 20000" in reasons(messages)
    assert len(messages.messages) < 20
