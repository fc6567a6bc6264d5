"""The worker's dispatch in small bundles: every shape that serves a subtype, and what only looks like one."""

from __future__ import annotations

import pytest

from extractor.find import dispatch
from extractor.find.dispatch import FoundDispatch
from extractor.syntax import Source
from tests.find.bundles import source, text_at

ANSWERS = """
var out=[];
function ok(m,r){out.push({type:"control_response",response:{subtype:"success",request_id:m.request_id,response:r}})}
function bad(m,e){out.push({type:"control_response",response:{subtype:"error",request_id:m.request_id,error:e}})}
function no(m){bad(m,`Unsupported control request subtype: ${m.request.subtype}`)}
"""


def loop(body: str, before: str = "", after: str = "") -> str:
    """A worker whose loop handles control requests with `body`; `m` is the message, `io` what it reads from."""
    return (
        ANSWERS
        + before
        + "async function run(io,options){let seen=new Set;for await(let m of io.structuredInput){"
        + 'if(m.type==="control_request"){'
        + body
        + 'continue}else if(m.type==="keep_alive")continue;if(m.subtype==="init")out.push(m)}}'
        + after
    )


def worker(*scripts: str) -> FoundDispatch:
    found = [place for place in dispatch.find(source(*scripts)) if place.role == "worker"]
    assert len(found) == 1
    return found[0]


def served(*scripts: str) -> list[str]:
    return [branch.subtype for branch in worker(*scripts).branches]


CHAIN = """
if(m.request.subtype==="alpha")ok(m);
else if("beta"===m.request.subtype||m.request.subtype==="gamma"){ok(m);}
else if(m.request.subtype==="delta")bad(m,"delta needs a name");
else no(m);
"""


def test_a_comparison_chain_serves_what_it_compares() -> None:
    assert served(loop(CHAIN)) == ["alpha", "beta", "delta", "gamma"]
    assert worker(loop(CHAIN)).refuses


def test_evidence_is_the_literal_that_names_the_subtype() -> None:
    where = source(loop(CHAIN))
    (place,) = dispatch.find(where)
    assert {text_at(where, branch.match) for branch in place.branches} == {'"alpha"', '"beta"', '"gamma"', '"delta"'}
    assert text_at(where, place.match).startswith("for await")


def test_a_chain_that_is_silent_to_the_rest_serves_what_it_tells_apart() -> None:
    found = worker(loop('if(m.request.subtype==="alpha")ok(m);else if(m.request.subtype==="beta")ok(m);'))
    assert [branch.subtype for branch in found.branches] == ["alpha", "beta"]
    assert not found.refuses


@pytest.mark.parametrize(
    "body",
    [
        'switch(m.request.subtype){case"alpha":ok(m);break;case"beta":case"gamma":ok(m);break;default:no(m)}',
        'let r=m.request;if(r.subtype==="alpha"){ok(m);continue}'
        'let{subtype:s}=r;if(s==="beta"||s==="gamma")ok(m);else no(m);',
        'if(["alpha","beta","gamma"].includes(m.request.subtype))ok(m);else no(m);',
        'let s=m.request.subtype;if(s!=="alpha"&&s!=="beta"&&s!=="gamma"){no(m);continue}ok(m);',
        'm.request.subtype==="alpha"||m.request.subtype==="beta"||m.request.subtype==="gamma"?ok(m):no(m);',
    ],
)
def test_other_ways_to_write_the_same_branches(body: str) -> None:
    assert served(loop(body)) == ["alpha", "beta", "gamma"]


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ('var on=new Set(["alpha","beta"]);', "if(on.has(m.request.subtype))ok(m);else no(m);"),
        ('var one=["alpha"],on=new Set([...one,"beta"]);', "if(on.has(m.request.subtype))ok(m);else no(m);"),
        (
            "var t={alpha:e=>1,beta(e){return 2}};function has(r){return Object.hasOwn(t,r.subtype)}",
            "if(has(m.request)){let h=t[m.request.subtype];ok(m,h(m.request))}else no(m);",
        ),
        (
            'var t=new Map([["alpha",e=>1],["beta",e=>2]]);',
            "let h=t.get(m.request.subtype);if(h===void 0){no(m);continue}ok(m,h(m.request));",
        ),
        (
            'var t={["alpha"]:e=>1,"beta":e=>2};',
            "let h=t[m.request.subtype];if(h)ok(m,h(m));else no(m);",
        ),
        ("var t={alpha:1,beta:2};", "if(m.request.subtype in t)ok(m);else no(m);"),
    ],
)
def test_sets_maps_and_tables_of_handlers(before: str, body: str) -> None:
    assert served(loop(body, before)) == ["alpha", "beta"]


def test_a_handler_that_can_only_refuse_serves_nothing() -> None:
    before = """
    function unsupported(n){return Error(`Unsupported control request subtype: ${n}`)}
    var t={alpha:e=>1,beta:e=>{throw unsupported("beta")},gamma:(e,x)=>{if(!x.titles)throw unsupported();return 3}};
    function call(h,r,x){try{return{subtype:"success",response:h(r,x)}}
    catch(e){return{subtype:"error",error:e.message}}}
    function answer(r,x){let h=t[r.subtype];return call(h,r,x)}
    """
    body = "if(Object.hasOwn(t,m.request.subtype))ok(m,answer(m.request,options));else no(m);"
    found = worker(loop(body, before))
    assert {branch.subtype: branch.condition for branch in found.branches} == {"alpha": None, "gamma": "titles"}


def test_a_table_of_admissions_is_no_dispatch() -> None:
    before = """
    var early={alpha:!1,other:!1,beta:!0};
    function may(s){return typeof s==="string"&&Object.hasOwn(early,s)?early[s]:!0}
    """
    body = """
    if(io.isParked()&&!may(m.request.subtype)){bad(m,"not_claimed: send it later");continue}
    if(m.request.subtype==="alpha")ok(m);else if(m.request.subtype==="beta")ok(m);else no(m);
    """
    assert served(loop(body, before)) == ["alpha", "beta"]


def test_notes_on_a_subtype_are_no_branches() -> None:
    body = """
    if(m.request.subtype==="noted")seen.add(m.request_id);
    let own=m.request.subtype!=="other"&&seen.size>0;
    if(m.request.subtype==="alpha")ok(m);else no(m);
    if(m.request.subtype!=="third")seen.add(1);
    """
    assert served(loop(body)) == ["alpha"]


def test_a_subtype_of_something_else_is_not_followed() -> None:
    body = 'let r=seen.last;if(r.subtype==="wrong")ok(m);if(m.request.subtype==="alpha")ok(m);else no(m);'
    assert served(loop(body)) == ["alpha"]


def test_a_dispatcher_in_a_function_of_another_chunk() -> None:
    main = (
        'import{handle}from"/b.js";'
        + ANSWERS
        + 'async function run(io){for await(let m of io.structuredInput){if(m.type!=="control_request")continue;'
        + 'if(await handle(m.request))continue;bad(m,"Unsupported control request subtype: "+m.request.subtype)}}'
    )
    other = (
        'async function handle({subtype:s,...rest}){switch(s){case"alpha":return!0;case"beta":return!0}return!1}'
        "export{handle};"
    )
    assert served(main, other) == ["alpha", "beta"]


def test_a_class_that_is_handed_the_message() -> None:
    before = """
    class Table{constructor(o){this.o=o}
    async handle(m){if(m.request.subtype==="alpha"){ok(m);return}if(m.request.subtype==="beta"){ok(m);return}
    this.refuse(m)}
    refuse(m){no(m)}}
    """
    body = "await table.handle(m);"
    script = loop(body, before).replace("let seen=new Set;", "let seen=new Set,table=new Table({io});")
    assert served(script) == ["alpha", "beta"]


def test_an_object_that_a_factory_made_and_refuses_for_itself() -> None:
    before = """
    function make({io}){function mine(m){return m.request.subtype.startsWith("ui_")}
    function answer(m,{unsupported:n}){if(m.request.subtype==="ui_open")ok(m);
    else if(m.request.subtype==="ui_close")ok(m);else n(m,"x")}
    return{mine,answer}}
    """
    body = """
    if(m.request.subtype==="alpha")ok(m);
    else if(m.request.subtype.startsWith("ui_"))ui.answer(m,{unsupported:no});
    else if(m.request.subtype==="beta")ok(m);else no(m);
    """
    script = loop(body, before).replace("let seen=new Set;", "let seen=new Set,ui=make({io});")
    assert served(script) == ["alpha", "beta", "ui_close", "ui_open"]


def test_a_reader_that_is_made_of_the_input() -> None:
    script = loop(CHAIN).replace(
        "let seen=new Set;for await(let m of io.structuredInput)",
        "let seen=new Set,w=new Reader({source:io.structuredInput,late:()=>io.late()});for await(let m of w)",
    )
    assert served("class Reader{constructor(o){this.o=o}}" + script) == ["alpha", "beta", "delta", "gamma"]


def test_a_switch_over_the_type_of_the_message() -> None:
    script = ANSWERS + (
        "async function run(io){for await(const m of io.structuredInput)switch(m.type){"
        'case"user":if(m.subtype==="x")ok(m);break;case"control_request":{' + CHAIN + "break}default:continue}}"
    )
    assert served(script) == ["alpha", "beta", "delta", "gamma"]


def test_the_words_of_a_refusal_may_be_a_constant_of_another_chunk() -> None:
    body = 'if(m.request.subtype==="alpha")ok(m);else refuse(m,m.request.subtype);'
    before = "var refuse=function(m,s){bad(m,`${words}: ${s}`)};"
    script = 'import{words}from"/b.js";' + loop(body, before)
    assert served(script, 'var words="Unsupported control request subtype";export{words};') == ["alpha"]


def test_looking_for_the_words_is_not_saying_them() -> None:
    body = """
    if(m.request.subtype==="alpha"){let e=io.last();
    if(e.startsWith("Unsupported control request subtype"))ok(m,1);else ok(m)}
    else no(m);
    """
    found = worker(loop(body))
    assert [(branch.subtype, branch.condition) for branch in found.branches] == [("alpha", None)]


def test_work_that_is_started_in_the_background_is_served() -> None:
    before = "function start(f){Promise.resolve().then(f).catch(e=>out.push(e))}"
    body = """
    if(m.request.subtype==="alpha"){let n=m;start(async()=>{try{ok(n,await io.work())}catch(e){bad(n,e.message)}})}
    else if(m.request.subtype==="beta")start(async()=>no(m));
    else no(m);
    """
    assert served(loop(body, before)) == ["alpha"]


def test_a_bundle_without_a_loop_has_no_worker() -> None:
    assert dispatch.find(source(ANSWERS, "var x={structuredInput:1};x.structuredInput=2;")) == []


HANDED = (
    'function work(other,input){return(async()=>{for await(let m of input){if(m.type==="control_request"){'
    'if(m.request.subtype==="alpha")ok(m);continue}out.push(m)}})()}'
)


def test_a_function_that_is_handed_the_messages() -> None:
    run = 'async function run(io){for await(let m of work(1,io.structuredInput))if(m.type!=="control_request")ok(m)}'
    assert served(ANSWERS + HANDED + run) == ["alpha"]


@pytest.mark.parametrize(
    "call",
    [
        "work(io.structuredInput,1)",
        "work(1,2,io.structuredInput)",
        "io.work(1,io.structuredInput)",
        "unheardOf(1,io.structuredInput)",
    ],
)
def test_a_function_that_loops_over_something_else(call: str) -> None:
    run = f"async function run(io){{for await(let m of {call})out.push(m)}}"
    assert [place for place in dispatch.find(source(ANSWERS + HANDED + run)) if place.role == "worker"] == []


def test_hostile_code_ends_in_time() -> None:
    nested = "".join(f'if(m.request.subtype==="n{index}")ok(m);else ' for index in range(150)) + "no(m);"
    assert len(served(loop(nested))) == 150
    spread = "".join(f"let a{n + 1}={{...a{n},...a{n}}};" for n in range(40))
    cyclic = "function f(m){g(m)}function g(m){f(m)}var o={...o};"
    body = f'let a0={{x:1}};{spread}f(m);a40.go(m);o.p(m);if(m.request.subtype==="alpha")ok(m);else no(m);'
    assert served(loop(body, cyclic)) == ["alpha"]


def whole(script: str) -> Source:
    return Source(source(script).bundle, whole=True)


def test_the_audit_finds_the_same() -> None:
    script = loop(CHAIN)
    assert dispatch.find(whole(script)) == dispatch.find(source(script))


def test_a_worker_whose_refusal_is_out_of_reach_is_incomplete() -> None:
    body = 'if(m.request.subtype==="alpha")ok(m);else io.registry.unknown().run(m);'
    hidden = "var later=function(q){no(q)};"
    assert not worker(loop(body, hidden)).is_complete
    assert worker(loop(CHAIN)).is_complete
    assert worker(loop(body).replace("Unsupported control", "No such control")).is_complete


def test_a_worker_that_asks_an_unknown_object_is_incomplete() -> None:
    body = 'if(await io.registry.unknown().handle(m))continue;if(m.request.subtype==="alpha")ok(m);else no(m);'
    assert not worker(loop(body)).is_complete
    harmless = (
        'if(io.watch(m))io.note();if(io.closed(m)){no(m);continue}if(m.request.subtype==="alpha")ok(m);else no(m);'
    )
    assert worker(loop(harmless)).is_complete
