"""Object literals around a property: found without parsing what surrounds them, and their properties read."""

from __future__ import annotations

import pytest

from extractor.find.objects import object_around, returned_text


def around(code: str, needle: str) -> str | None:
    blob = code.encode()
    found = object_around(blob, blob.index(needle.encode()), window=4096)
    return None if found is None else code[found.start : found.end]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x={a:1,mark:2};", "{a:1,mark:2}"),
        ("f({a:{b:1},get c(){return 1},mark:2},3)", "{a:{b:1},get c(){return 1},mark:2}"),
        ("x={ outer: { mark: 2 } }", "{ mark: 2 }"),
        ("x={a:`${b} {`,mark:2}", "{a:`${b} {`,mark:2}"),
        ('x={a:"} {",mark:2}', '{a:"} {",mark:2}'),
        ("x={a:/[{]/,mark:2}", "{a:/[{]/,mark:2}"),
        ("x={a(){if(b){c()}else{d()}},mark:2}", "{a(){if(b){c()}else{d()}},mark:2}"),
        ("for(;;){y={...z,mark:2}}", "{...z,mark:2}"),
    ],
)
def test_the_object_of_a_direct_property(code: str, expected: str) -> None:
    assert around(code, "mark:" if "mark:2" in code or "mark: 2" in code else "mark") == expected


@pytest.mark.parametrize(
    "code",
    [
        "function f(){mark:for(;;){}}", "if(a){mark:2}", "x={a(){mark:2}}", "mark:2", "try{mark:2}catch{}",
        "x=()=>{mark:2}",
    ],
)  # fmt: skip
def test_a_label_in_a_block_is_no_property(code: str) -> None:
    assert around(code, "mark") is None


def test_properties_are_read_in_every_form() -> None:
    blob = b"""x={plain:"a",'quoted':'b',get got(){return"c"},method(){return`d`},arrow:()=>("e"),short,
        escaped:"f\\n",filled:`g${1}`,late(){let h="h";return h},...more,...(i&&{j:1})}"""
    found = object_around(blob, blob.index(b"plain"), window=64)
    assert found is not None
    texts = {name: found.text(name) for name in found.values}
    assert texts == {
        "plain": "a", "quoted": "b", "got": "c", "method": "d", "arrow": "e", "short": None,
        "escaped": None, "filled": None, "late": None,
    }  # fmt: skip
    assert [node.text for node in found.spreads()] == [b"more", b"(i&&{j:1})"]
    assert returned_text(found.values["short"]) is None


def test_a_window_and_a_floor_bound_the_search() -> None:
    blob = b"x={" + b"a:1," * 100 + b"mark:2}"
    assert object_around(blob, blob.index(b"mark"), window=64) is None
    assert object_around(blob, blob.index(b"mark"), window=4096, floor=10) is None
    assert object_around(blob, blob.index(b"mark"), window=4096) is not None
