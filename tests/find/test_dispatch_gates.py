"""Conditions on a branch: which of them make it a gated one, and in which words it is said."""

from __future__ import annotations

import pytest

from tests.find.test_dispatch import loop, worker


def conditions(body: str, before: str = "") -> dict[str, str | None]:
    return {branch.subtype: branch.condition for branch in worker(loop(body, before)).branches}


BEFORE = """
function flag(n,d){return io.flags.get(n,d)}
function platform(){return process.platform}
function on(e){if(!e)return!1;if(typeof e==="boolean")return e;return["1","true","yes"].includes(e.toLowerCase())}
function off(e){if(e===void 0)return!1;return["0","false","no"].includes(e.toLowerCase())}
function hosted(o){return o.launchOptions.diskless()||env.CLAUDE_HOSTED==="yes"}
"""


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("env.CLAUDE_CODE_REMOTE", "env CLAUDE_CODE_REMOTE"),
        ('process.env.CLAUDE_KIND==="bridge"', 'env CLAUDE_KIND is "bridge"'),
        ('flag("some_fresh_flag",!1)', "flag some_fresh_flag (off by default)"),
        ('!flag("some_fresh_flag",!0)', "not flag some_fresh_flag (on by default)"),
        ("on(env.SOME_EVENTS)", "env SOME_EVENTS"),
        ("!off(env.SOME_EVENTS)", "env SOME_EVENTS"),
        ("!on(env.SOME_EVENTS)", "not env SOME_EVENTS"),
        ('io.launch.state()==="parked"', 'launch.state() is "parked"'),
        ('platform()==="linux"', "platform linux"),
        ("options.admission?.admitted===!0", "admission.admitted"),
        ("io.isRemoteTransport()", "isRemoteTransport()"),
        ("!hosted(options)", 'not launchOptions.diskless() and env CLAUDE_HOSTED is not "yes"'),
        ("hosted(options)", 'launchOptions.diskless() or env CLAUDE_HOSTED is "yes"'),
        ('env.CLAUDE_CODE_REMOTE&&flag("some_flag",!0)', "env CLAUDE_CODE_REMOTE and flag some_flag (on by default)"),
        (
            "(env.SOME_EVENTS||!1)&&(hosted(options)||!1)&&x(1)",
            'env SOME_EVENTS and (launchOptions.diskless() or env CLAUDE_HOSTED is "yes")',
        ),
        ("(env.SOME_EVENTS===!0||!1)", "env SOME_EVENTS"),
        ("x(1)", "a condition that the code does not name"),
    ],
)
def test_a_branch_that_asks_for_more_than_the_subtype(test: str, words: str) -> None:
    body = f'if(m.request.subtype==="alpha"&&{test})ok(m);else if(m.request.subtype==="beta")ok(m);else no(m);'
    assert conditions(body, BEFORE) == {"alpha": words, "beta": None}


@pytest.mark.parametrize(
    "inside",
    [
        'if(!flag("a_flag",!1)){no(m);continue}ok(m);',
        'if(flag("a_flag",!1))ok(m);else no(m);',
        'flag("a_flag",!1)?ok(m):no(m);',
        '!flag("a_flag",!1)?no(m):ok(m);',
        'if(flag("a_flag",!1)){ok(m);continue}no(m);',
        'if(!flag("a_flag",!1)){bad(m,"alpha is not available on this connection");continue}ok(m);',
        'if(!(flag("a_flag",!1)||!1)||!x(1)){bad(m,"alpha is not enabled for this session");continue}ok(m);',
        'if(!flag("a_flag",!1)){bad(m,"alpha requires SOME_EVENTS to be set");continue}ok(m);',
        'let r=answer(m.request);if(r.subtype==="success")ok(m,r);else bad(m,r.error);',
        "answerOrRefuse(m);",
    ],
)
def test_a_branch_that_refuses_or_declines_under_a_condition(inside: str) -> None:
    before = BEFORE + (
        'function answer(r){if(!flag("a_flag",!1))'
        'return{subtype:"error",error:"Unsupported control request subtype: alpha"};return{subtype:"success"}}'
        'function answerOrRefuse(m){if(flag("a_flag",!1))return ok(m);no(m)}'
    )
    body = f'if(m.request.subtype==="alpha"){{{inside}}}else no(m);'
    assert conditions(body, before) == {"alpha": "flag a_flag (off by default)"}


@pytest.mark.parametrize(
    "inside",
    [
        'if(typeof m.request.name!=="string"){bad(m,"alpha: name must be a string");continue}ok(m);',
        "let r=m.request;if(r.unsupported){no(m);continue}ok(m);",
        "m.request.unsupported?no(m):ok(m);",
        "let r=m.request;io.strict&&r.mode==='all'?no(m):ok(m);",
        "unheardOf(m.request.add)?no(m):ok(m);",
        "unheardOf(m.request)?no(m):ok(m);",
        "let keys=unheardOf(m.request.keys);if(keys===null){no(m);continue}ok(m);",
        'if(!io.servers.find(s=>s.name===m.request.name))bad(m,"Server not found");else ok(m);',
        "try{ok(m,await io.work())}catch(e){bad(m,e.message)}",
        'if(io.busy)bad(m,"another one is running");else ok(m);',
    ],
)
def test_what_a_branch_asks_of_the_request_or_the_moment_is_no_gate(inside: str) -> None:
    body = f'if(m.request.subtype==="alpha"){{{inside}}}else no(m);'
    assert conditions(body) == {"alpha": None}


def test_a_function_among_the_exports_of_a_part_of_the_only_module() -> None:
    before = (
        CALLED + "var part={};give(part,{first:()=>later,stage:()=>stage});var give=(t,a)=>{for(var n in a)t[n]=a[n]};"
    )
    inside = "let{stage:run}=await Promise.resolve().then(()=>(begin(),part)),r=await run(m.request);"
    inside += "if(r.ok)ok(m);else bad(m,r.error);"
    body = f'if(m.request.subtype==="alpha"){{{inside}}}else no(m);'
    assert conditions(body, before) == {"alpha": "env SESSION_ID"}


def test_a_group_that_is_turned_away_together() -> None:
    before = 'function shut(s,n){return typeof s==="string"&&s.startsWith("ui_")&&!(s==="ui_detach"&&n)&&!open()}'
    before += "function open(){return env.ENABLE_UI_HOOKS}"
    body = """
    if(shut(m.request.subtype,seen.size>0))no(m);
    else if(m.request.subtype==="ui_attach")ok(m);
    else if(m.request.subtype==="alpha")ok(m);
    else no(m);
    """
    assert conditions(body, before) == {"ui_attach": "env ENABLE_UI_HOOKS", "alpha": None}


def test_two_ways_to_be_served_of_which_one_is_free() -> None:
    body = """
    if(m.request.subtype==="alpha"&&env.CLAUDE_FAST)ok(m,1);
    else if(m.request.subtype==="alpha")ok(m,2);
    else no(m);
    """
    assert conditions(body) == {"alpha": None}


CALLED = (
    BEFORE
    + """
function refusal(text){return{kind:"error",error:text}}
function restore(id,dry){
    if(!flag("a_flag",!1))return{canRestore:!1,error:"Restoring is not enabled."};
    if(!kept(id))return{canRestore:!1,error:"Nothing is kept for this message."};
    if(dry)return{canRestore:!0,stats:kept(id)};
    return{canRestore:!0}
}
async function claim(r,o){
    let at=now();
    if(note("claim"),options.state()!=="parked")return refusal("claim is only accepted by a process that waits for it");
    if(o.isBusy())return refusal("busy: a turn is in progress");
    return{kind:"ok",response:r}
}
function several(r){
    if(env.NEVER_SAID)return{kind:"error",error:"already running"};
    if(!r.name)return{kind:"error",error:"this is not supported without a name"};
    if(!flag("a_flag",!1))return{kind:"error",error:"named things are not supported"};
    return{kind:"ok"}
}
function hidden(){if(!first()||!second())return!1;if(third())return fourth();return fifth()}
function unnamed(){if(!hidden())return{error:"This is not enabled."};return{value:1}}
async function stage(r,o){if(o===void 0&&!env.SESSION_ID)return{ok:!1,error:"SESSION_ID unset"};return{ok:!0}}
function fails(path){try{return{value:read(path)}}catch(e){return{error:"reading it is not supported"}}}
"""
)


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("let r=restore(m.request.id,m.request.dry);if(r.canRestore||m.request.dry)ok(m,r);else bad(m,r.error??'x');",
         "flag a_flag (off by default)"),
        ("let r=await claim(m.request,{isBusy:()=>io.busy});if(r.kind==='ok')ok(m,r.response);else bad(m,r.error);",
         'state() is "parked"'),
        ("let r=unnamed();if(r.error!==void 0)bad(m,shorten(r.error));else ok(m,r.value);",
         "a condition that the code does not name"),
        ("let r=await stage(m.request);if(r.ok)ok(m);else bad(m,r.error);", "env SESSION_ID"),
        ("let r=await stage(m.request,void 0);if(r.ok)ok(m);else bad(m,r.error);", "env SESSION_ID"),
        ("let r=await claim(m.request,{});if(r.kind==='error'){bad(m,r.error);continue}ok(m);", 'state() is "parked"'),
    ],
)  # fmt: skip
def test_a_function_that_says_in_what_it_returns_that_the_request_is_not_served_here(inside: str, words: str) -> None:
    body = f'if(m.request.subtype==="alpha"){{{inside}}}else if(m.request.subtype==="beta")ok(m);else no(m);'
    assert conditions(body, CALLED) == {"alpha": words, "beta": None}


@pytest.mark.parametrize(
    "inside",
    [
        "let r=several(m.request);if(r.kind==='ok')ok(m);else bad(m,r.error);",
        "let r=fails(m.request.path);if(r.error)bad(m,r.error);else ok(m,r.value);",
        "if(m.request.extra){let r=unnamed();if(r.error){bad(m,r.error);continue}}ok(m);",
        "if(listed(m.request.extra)){let r=unnamed();if(r.error)bad(m,r.error);else ok(m)}else ok(m);",
        "let r=unnamed();if(r.error)warn(r.error);ok(m,r);",
        "let r=await stage(...listed(m.request));if(r.ok)ok(m);else bad(m,r.error);",
        "let r=unheardOf(m.request);if(r.error)bad(m,r.error);else ok(m);",
    ],
)
def test_a_function_that_asks_something_of_the_request_or_fails_for_reasons_of_its_own(inside: str) -> None:
    body = f'if(m.request.subtype==="alpha"){{{inside}}}else no(m);'
    assert conditions(body, CALLED) == {"alpha": None}
