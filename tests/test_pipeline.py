"""The whole pipeline on the sample bundle: a golden inventory, its parts, and what damage to the bundle does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.inventory import inventory_files
from extractor.model.bundle import Bundle, Chunk
from extractor.model.inventory import Inventory
from extractor.pipeline import extract
from extractor.sample import sample_bundle
from tests.resolve.libraries import DIALECTS, MEMO
from tests.support.golden import check_golden


def edited(before: str, after: str, *, release: str = "2.1.999") -> Inventory:
    """The inventory of the sample with a piece of its text replaced."""
    text = sample_bundle().blob.decode()
    assert before in text
    blob = text.replace(before, after).encode()
    return extract(Bundle(release, "any", "plain file", blob, (Chunk("cli.js", 0, len(blob)),), "cli.js"))


def test_the_inventory_of_the_sample_is_the_golden_one(refresh_golden: bool) -> None:
    check_golden("sample", inventory_files(extract(sample_bundle())), refresh_golden)


def test_the_audit_mode_finds_the_same() -> None:
    assert extract(sample_bundle(), audit=True) == extract(sample_bundle())


def test_names_of_the_minifier_do_not_matter() -> None:
    text = sample_bundle().blob.decode()
    for old, new in (("memo", "q$"), ("Registry", "a1"), ("entry(", "Z9("), ("lit(", "u("), ("obj(", "o_(")):
        text = text.replace(old, new)
    blob = text.encode()
    renamed = extract(replace(sample_bundle(), blob=blob, chunks=(Chunk("cli.js", 0, len(blob)),)))
    assert replace(renamed, evidence={}) == replace(extract(sample_bundle()), evidence={})


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("Stdout=memo(()=>union([", "Stdout=memo(()=>unheardOf([", "stdout union"),
        ("for await(let m of host.structuredInput)", "for await(let m of host.other)", "worker dispatch"),
        ("Registry=memo(()=>[", "Registry=later(()=>[...more,", "control request registry"),
    ],
)
def test_a_lost_anchor_is_said(before: str, after: str, lost: str) -> None:
    assert lost in edited(before, after).lost


def test_what_is_not_understood_is_listed_with_its_path_and_reason() -> None:
    found = edited("mode:Mode()})),Interrupt", "mode:Mode().unheardOf(3)})),Interrupt")
    assert [(one.key, one.reason) for one in found.unresolved] == [
        ("control_request/initialize/response.mode", "method unheardOf on literal")
    ]
    assert len(found.control_requests) == 5


def test_descriptions_are_read_only_when_asked_for() -> None:
    assert "careful" not in repr(extract(sample_bundle()))
    assert "How careful the program is." in repr(extract(sample_bundle(), descriptions=True))


MESSAGES_ALONE = """
var z={};reach(z,{literal:()=>literal,object:()=>object,string:()=>string,union:()=>union});
var Done,Init,Text,Said,init=once(()=>{Done=z.object({type:z.literal("result"),subtype:z.literal("success")}),
Init=z.object({type:z.literal("system"),subtype:z.literal("init"),cwd:z.string()}),
Text=z.object({type:z.literal("assistant"),uuid:z.string()}),Said=z.union([Text,Done,Init])});
async function serve(host){for await(let m of host.structuredInput)if(m.type==="control_request")
if(m.request.subtype==="interrupt")ok(m);else fail(m,`Unsupported control request subtype: ${m.request.subtype}`)}
var shown=[{type:"local",name:"clear",description:"d"}];
"""


def test_a_release_that_keeps_schemas_of_its_messages_alone() -> None:
    blob = (MEMO + DIALECTS["zod4"] + MESSAGES_ALONE).encode()
    found = extract(Bundle("2.1.30", "any", "plain file", blob, (Chunk("cli.js", 0, len(blob)),), "cli.js"))
    assert [(one.key, one.streams) for one in found.messages] == [
        ("assistant", ("stdout",)), ("result/success", ("stdout",)), ("system/init", ("stdout",)),
    ]  # fmt: skip
    assert "of messages it writes alone" in dict(found.absent)["schemas"]
    assert found.unresolved == ()
