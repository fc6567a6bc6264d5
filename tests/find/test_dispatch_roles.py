"""The other places that dispatch: each by the words of its role, and only where it refuses what it does not know."""

from __future__ import annotations

from extractor.find import dispatch
from tests.find.bundles import source
from tests.find.test_dispatch import CHAIN, loop

HOST = """
class Host{constructor(o){this.transport=o}
async process(m,s){if(m.request.subtype==="can_do"){if(!this.canDo)throw Error("canDo callback is not provided.");
return await this.canDo(m.request.input,{signal:s})}
else if(m.request.subtype==="hooked")return await this.hooked(m.request);
else if(m.request.subtype==="asked"){if(this.onAsk)return await this.onAsk(m.request);return{action:"decline"}}
throw Error("Unsupported control request subtype: "+m.request.subtype)}}
"""
BRIDGE = """
function serve(e,t){let{transport:r,onModel:d}=t,k;log(`[bridge:repl] ${e.request_id}`);
switch(e.request.subtype){
case"start":k={type:"control_response",response:{subtype:"success",request_id:e.request_id}};break;
case"model":{let p=d?.(e.request.model);
if(p&&!p.ok)k={type:"control_response",response:{subtype:"error",error:p.error}};
else k={type:"control_response",response:{subtype:"success",request_id:e.request_id}};break}
default:k={type:"control_response",response:{subtype:"error",request_id:e.request_id,
error:`REPL bridge does not handle control_request subtype: ${e.request.subtype}`}}}r.write(k)}
"""
MANAGER = """
class Manager{take(e){let{request_id:t,request:r}=e;if(r.subtype==="can_do"){
log("[RemoteSessionManager] asked");this.ask(r,t);return}
if(r.subtype==="hooked"&&ours(r)){this.hook(r);return}this.refuse(t,`${r.subtype} in a shape unknown`)}
refuse(t,n){this.send({type:"control_response",
response:{subtype:"error",request_id:t,error:"Unsupported control request subtype"}})}}
"""
DIRECT = """
class Direct{connect(){this.ws.on("message",d=>{let lines=d.split("\\n");for(let l of lines){
let w;try{w=JSON.parse(l)}catch{continue}
let f=w;if(f.type==="control_request"){if(f.request.subtype==="can_do")this.callbacks.ask(f.request);
else log(`[DirectConnect] Unsupported control request subtype: ${f.request.subtype}`),
this.fail(f.request_id,`Unsupported control request subtype: ${f.request.subtype}`);continue}this.callbacks.take(f)}})}}
"""
CLOUD = """
var far="is not supported in a cloud-hosted session";
function reject(e){return{kind:"reject",error:e}}
function route(e,o){let n={kind:"forward"};
if(e.subtype==="soon")return reject("soon is not available in a cloud-hosted session yet");
switch(e.subtype){case"start":return{kind:"local",handler:e.subtype};
case"model":return o.strict&&e.mode==="all"?{kind:"reject",error:"no"}:n;
case"never":case"nor":return reject(`${e.subtype} ${far}`);default:return other(e)}}
function other(e){return null}
"""


def roles(*scripts: str) -> dict[str, list[str]]:
    return {place.role: [branch.subtype for branch in place.branches] for place in dispatch.find(source(*scripts))}


def test_each_role_by_its_words() -> None:
    assert roles(HOST + BRIDGE + MANAGER + DIRECT + CLOUD) == {
        "bridge": ["model", "start"],
        "cloud_client": ["model", "start"],
        "direct_connect": ["can_do"],
        "remote_manager": ["can_do", "hooked"],
        "sdk_host": ["asked", "can_do", "hooked"],
    }


def test_roles_stand_after_the_worker_and_apart_from_it() -> None:
    assert list(roles(loop(CHAIN), HOST, BRIDGE)) == ["worker", "bridge", "sdk_host"]


def test_a_place_that_refuses_nothing_or_has_no_role_is_none() -> None:
    silent = HOST.replace("Unsupported control request subtype: ", "no such request: ")
    nameless = HOST.replace("callback is not provided", "is missing")
    assert roles(silent, nameless) == {}


def test_a_loop_of_the_cloud_client_is_no_worker() -> None:
    client = """
    class Client{async read(){try{for await(let e of this.io.structuredInput)this.take(e)}
    catch(e){log("[headlessCloudClient] "+e)}}
    take(e){if(e.type==="control_request"){if(e.request.subtype==="alpha")this.go(e)}}}
    """
    assert roles(client) == {}
    assert roles(client, loop(CHAIN)) == {"worker": ["alpha", "beta", "delta", "gamma"]}


def test_callbacks_that_are_handed_to_a_bridge() -> None:
    bridge = BRIDGE.replace(
        "switch(e.request.subtype){",
        "let q=t.answerSharedRequest?.(e.request);if(q!==void 0){r.write(q);return}switch(e.request.subtype){",
    )
    maker = 'var shared=new Set(["cost","state"]);start({answerSharedRequest:(r)=>answer(r)});'
    maker += 'function answer(r){if(!shared.has(r.subtype))return;return{subtype:"success"}}'
    assert roles(bridge + maker) == {"bridge": ["cost", "model", "start", "state"]}


def test_entries_of_the_inventory_hold_names_and_gates() -> None:
    gated = loop(
        'if(m.request.subtype==="alpha"&&env.SOME_SWITCH)ok(m);else if(m.request.subtype==="beta")ok(m);else no(m);'
    )
    (place,) = dispatch.find(source(gated))
    entry = place.entry()
    assert (entry.role, entry.subtypes) == ("worker", ("alpha", "beta"))
    assert [(gate.subtype, gate.condition) for gate in entry.gated] == [("alpha", "env SOME_SWITCH")]
