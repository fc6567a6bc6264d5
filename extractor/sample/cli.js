// A bundle in the style of a release, written for this project. It speaks a small protocol of its own.
// Version: sample
class Schema{constructor(d){this._def=d}optional(){return optional(this)}nullable(){return nullable(this)}describe(){return this}array(){return array(this)}}
function make(K,d){return new K(d)}
function str(p){return make(Schema,{type:"string"})}
function num(p){return make(Schema,{type:"number",checks:[]})}
function int(p){return make(Schema,{type:"number",check:"number_format",abort:!1,format:"safeint"})}
function bool(p){return make(Schema,{type:"boolean"})}
function any(){return make(Schema,{type:"unknown"})}
function lit(v,p){return new Schema({type:"literal",values:Array.isArray(v)?v:[v]})}
function oneOf(v,p){let e=Array.isArray(v)?Object.fromEntries(v.map((n)=>[n,n])):v;return new Schema({type:"enum",entries:e})}
function obj(s,p){return new Schema({type:"object",shape:s})}
function strictObj(s,p){return new Schema({type:"object",shape:s,catchall:never()})}
function never(){return make(Schema,{type:"never"})}
function array(e,p){return new Schema({type:"array",element:e})}
function rec(k,v){return new Schema({type:"record",keyType:k,valueType:v})}
function union(o,p){return new Schema({type:"union",options:o})}
function optional(t){return new Schema({type:"optional",innerType:t})}
function nullable(t){return new Schema({type:"nullable",innerType:t})}
function lazy(g){return new Schema({type:"lazy",getter:g})}
function memo(f){let v;return()=>v??=f()}
function entry(a,b,c){return{request:a,originator:b,response:c}}
var MODES=["default","plan","bold"];
var Mode=memo(()=>oneOf(MODES).describe("How careful the program is.")),Usage=memo(()=>obj({input_tokens:int(),output_tokens:int()})),Initialize=memo(()=>obj({subtype:lit("initialize"),hooks:rec(str(),array(obj({matcher:str().optional(),ids:array(str())}))).optional(),title:str().optional()}).describe("Opens a session.")),InitializeResponse=memo(()=>obj({commands:array(obj({name:str(),description:str()})),mode:Mode()})),Interrupt=memo(()=>obj({subtype:lit("interrupt"),reason:str().optional()})),SetMode=memo(()=>obj({subtype:lit("set_mode"),mode:Mode()})),AskPermission=memo(()=>obj({subtype:lit("ask_permission"),tool_name:str(),input:rec(str(),any()),title:str().nullable().optional()})),AskPermissionResponse=memo(()=>union([obj({behavior:lit("allow"),input:rec(str(),any()).optional()}),strictObj({behavior:lit("deny"),message:str()})])),Relay=memo(()=>obj({subtype:lit("relay"),server:str(),message:any()})),RelayResponse=memo(()=>obj({message:any()})),Request=memo(()=>union([Initialize(),Interrupt(),SetMode(),AskPermission(),Relay()])),Registry=memo(()=>[entry(Initialize(),"client",InitializeResponse()),entry(Interrupt(),"client",null),entry(SetMode(),"client",void 0),entry(AskPermission(),"agent",AskPermissionResponse()),entry(Relay(),"both",RelayResponse())]),ControlRequest=memo(()=>obj({type:lit("control_request"),request_id:str(),request:Request()})),Pending=memo(()=>array(lazy(()=>ControlRequest())).optional()),Success=memo(()=>obj({subtype:lit("success"),request_id:str(),response:rec(str(),any()).optional(),pending:Pending()})),Failure=memo(()=>obj({subtype:lit("error"),request_id:str(),error:str(),pending:Pending()})),ControlResponse=memo(()=>obj({type:lit("control_response"),response:union([Success(),Failure()])})),KeepAlive=memo(()=>obj({type:lit("keep_alive")})),UserMessage=memo(()=>obj({type:lit("user"),message:obj({role:lit("user"),content:union([str(),array(any())])}),session_id:str()})),AssistantMessage=memo(()=>obj({type:lit("assistant"),message:any(),session_id:str(),uuid:str()})),Ready=memo(()=>obj({type:lit("system"),subtype:lit("ready"),mode:Mode(),tools:array(str()),session_id:str()})),Progress=memo(()=>obj({type:lit("system"),subtype:lit("progress"),share:num(),session_id:str()})),Hidden=memo(()=>obj({type:lit("system"),subtype:lit("hidden_note"),content:str()})),ResultSuccess=memo(()=>obj({type:lit("result"),subtype:lit("success"),result:str(),usage:Usage(),session_id:str()})),ResultError=memo(()=>obj({type:lit("result"),subtype:oneOf(["error_max_turns","error_during_execution"]),errors:array(str()),usage:Usage(),session_id:str()})),Stdout=memo(()=>union([UserMessage(),AssistantMessage(),Ready(),Progress(),ResultSuccess(),ResultError(),ControlRequest(),ControlResponse(),KeepAlive()])),Stdin=memo(()=>union([UserMessage(),ControlRequest(),ControlResponse(),KeepAlive()]));
var HookInput=memo(()=>union([obj({hook_event_name:lit("BeforeTool"),tool_name:str()}),obj({hook_event_name:lit("AfterTool"),tool_name:str()})])),HOOK_EVENTS=["BeforeTool","AfterTool","SessionOpened"];
var tint={type:"local-jsx",name:"tint",description:"Change the tint",load:()=>import("./tint.js")},tally={type:"local",name:"tally",description:"Count what was used",supportsNonInteractive:!0,load:()=>import("./tally.js")};
class Host{structuredInput;outbound;constructor(input,outbound){this.input=input;this.outbound=outbound;this.structuredInput=this.read()}async*read(){for await(let line of this.input){let frame=JSON.parse(line);if(frame.type==="keep_alive")continue;yield frame}}}
async function work(host,state){let ok=(m,r)=>host.outbound.enqueue({type:"control_response",response:{subtype:"success",request_id:m.request_id,response:r}}),fail=(m,e)=>host.outbound.enqueue({type:"control_response",response:{subtype:"error",request_id:m.request_id,error:e}});for await(let m of host.structuredInput){if(m.type==="control_request"){if(m.request.subtype==="initialize")ok(m,{commands:[],mode:state.mode});else if(m.request.subtype==="interrupt")state.abort(),ok(m);else if(m.request.subtype==="set_mode"){if(MODES.includes(m.request.mode))state.mode=m.request.mode,ok(m);else fail(m,"no such mode")}else if(m.request.subtype==="relay"){state.relay(m.request.message);ok(m)}else if(m.request.subtype==="save_state")state.save(),ok(m);else fail(m,`Unsupported control request subtype: ${m.request.subtype}`);continue}state.take(m)}}
async function*events(stream){for await(let sse of stream){if(sse.event==="agent.message"||sse.event==="agent.thinking"||sse.event==="session.updated"||sse.event==="ping"){yield JSON.parse(sse.data);continue}if(sse.event==="error")throw Error(sse.data)}}
var EVENTS_PAGE=`# Events

| event | when |
|---|---|
| \`agent.message\` | the agent said something |
| \`agent.thinking\` | the agent thinks |
| \`session.usage\` | tokens were counted |
`,WEBHOOKS_PAGE=`# Webhooks

| \`data.type\` | when |
|---|---|
| \`session.opened\` | a session was opened |
| \`agent.removed\` | an agent was removed |
`;
function gone(session){return session.removed}
