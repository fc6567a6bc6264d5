"""Slash commands: objects that say their type and name, what is listed apart, and what is no command."""

from __future__ import annotations

import pytest

from extractor.find.commands import find_commands
from tests.find.bundles import source, text_at

PLAIN = """
var tint = { type: "local-jsx", name: "tint", description: "Change the tint", aliases: ["hue", "tone"], load: l };
var tally = { name: "tally", get description() { return on() ? "On" : "Off" }, isEnabled: () => true, type: "local" };
var draft = { description: "Draft", type: "prompt", get name() { return "draft-note" },
  getPrompt() { let a = 1; return a } };
"""


def test_a_command_says_its_type_and_name_in_any_order() -> None:
    commands = find_commands(source(PLAIN))
    assert commands.names == ("draft-note", "tally", "tint")
    assert commands.aliases == {"tint": ("hue", "tone")}
    assert commands.apart == {} and commands.lost is None


def test_minified_and_single_quoted_code_reads_the_same() -> None:
    code = "x={type:'local',name:'tally',description:'d'},y=()=>({type:'prompt',name:'draft',description:''})"
    assert find_commands(source(code)).names == ("draft", "tally")


def test_two_objects_of_one_command_are_one_command_with_two_places() -> None:
    where = source('a={type:"local",name:"tint",description:"d"};b={type:"local-jsx",name:"tint",description:"d"}')
    commands = find_commands(where)
    assert commands.names == ("tint",)
    assert [text_at(where, place)[:8] for place in commands.places["tint"]] == ['{type:"l'] * 2


@pytest.mark.parametrize(
    "code",
    [
        'hooks.add({type:"prompt",prompt:"Is it safe?"})',
        'x={type:"local",name:"tint",path:"/tmp"}',
        'x={kind:"local",name:"tint",description:"d"}',
        'x={type:"local-host",name:"tint",description:"d"}',
        'x={name:"tint",description:"d",inner:{type:"local"}}',
        'x={type:"prompt",name:"mcp__"+server+"__"+tool,description:"d"}',
        'x={type:literal("local"),name:string(),description:string()}',
        'var d=`{"type": "local", "name": "tint", "description": "an example"`',
        'function skill(file){return{type:"prompt",name:file,description:"d"}}skill(read(path))',
    ],
)
def test_what_only_looks_like_a_command_is_none(code: str) -> None:
    commands = find_commands(source(code))
    assert (commands.names, commands.apart) == ((), {})
    assert commands.lost == "slash commands"


@pytest.mark.parametrize(
    ("code", "apart"),
    [
        ('x={type:"local",name:"__inner",description:"d"}', {"__inner": "internal"}),
        ('var n="ship";x={type:"prompt",name:n,description:"d"}', {"ship": "variable"}),
        ('function old(e,t){return{type:"local-jsx",name:e,description:t}}a=old("vim","x"),b=old("style","y")',
         {"style": "built", "vim": "built"}),
        ('const old=(t,name)=>({type:"local-jsx",name,description:t});old("x","vim")', {"vim": "built"}),
        ('function offer(e){return{type:"local",name:e.name,description:"d"}}offer({name:"seats",n:1})',
         {"seats": "built"}),
        ('x={name:"pen",get description(){let a=ink();return a+"!"},type:"local"}', {"pen": "scattered"}),
    ],
)  # fmt: skip
def test_names_that_the_object_does_not_say_are_listed_apart(code: str, apart: dict[str, str]) -> None:
    commands = find_commands(source(PLAIN + code))
    assert commands.apart == apart
    assert commands.names == ("draft-note", "tally", "tint")


def test_a_constant_may_be_imported() -> None:
    user = 'import{N as n}from"/b.js";x={type:"prompt",name:n,description:"d"}'
    assert find_commands(source(user, 'var t="ship";export{t as N};')).apart == {"ship": "variable"}


def test_a_variable_that_changes_names_nothing() -> None:
    code = 'n="one";n="two";x={type:"prompt",name:n,description:"d"}'
    assert find_commands(source(code)).apart == {}


def test_a_name_said_by_one_object_is_not_apart_for_another() -> None:
    code = 'function old(e){return{type:"local-jsx",name:e,description:""}}old("tint")'
    commands = find_commands(source(PLAIN + code))
    assert "tint" in commands.names and "tint" not in commands.apart
