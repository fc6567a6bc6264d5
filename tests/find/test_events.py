"""Events: which names the parser, the tables and the text give, with which evidence, and what is none."""

from __future__ import annotations

import pytest

from extractor.find.events import find_events
from tests.find.bundles import source, text_at

PARSER = """
async function* read(response) {
  for await (const sse of lines(response)) {
    if (sse.event === "completion") yield JSON.parse(sse.data);
    if (sse.event === "session.begun" || sse.event === "agent.spoke" || sse.event === "hello_start")
      yield JSON.parse(sse.data);
    if (sse.event === "ping") continue;
  }
}
"""
PLAIN_PARSER = PARSER.replace("session.begun", "message_start").replace("agent.spoke", "message_stop")

EVENTS = """# Events

## What arrives

| Event type | Meaning |
| --- | --- |
| `agent.spoke` | it said something |
| `session.begun` | it began |
| `session.counted` | a count |
| `span.step_start` / `_middle` / `_end` | a step |
| `errand_run.made` / `.finished` | an errand |
"""

WEBHOOKS = """# Webhooks

Switch on `data.type`.

| `data.type` | Fires when |
|---|---|
| `session.begun` | it began |
| `session.parked` | it waits |
| `agent.shelved` | nobody uses it |
| `chest.opened` | a chest is open |
"""


def embedded(*documents: str) -> str:
    """The documents as a bundler writes them: one as a template literal, the next as a quoted literal."""
    lines = []
    for number, text in enumerate(documents):
        if number % 2 == 0:
            lines.append(f"var d{number}=`{text.replace('`', chr(92) + '`')}`;")
        else:
            lines.append(f"var d{number}='{text.replace(chr(39), chr(92) + chr(39)).replace(chr(10), chr(92) + 'n')}';")
    return "\n".join(lines)


def test_names_have_the_best_evidence_for_them() -> None:
    events = find_events(source(PARSER, embedded(EVENTS, WEBHOOKS), "if (job.session.shelved) stop(job.session.id);"))
    assert {event.name: event.evidence for event in events.events} == {
        "agent.spoke": "sse_parser",
        "session.begun": "sse_parser",
        "session.counted": "embedded_doc_only",
        "session.parked": "webhook_only",
        "session.shelved": "lexical_false_positive",
        "span.step_end": "embedded_doc_only",
        "span.step_middle": "embedded_doc_only",
        "span.step_start": "embedded_doc_only",
    }
    assert events.beside == ("completion", "hello_start", "ping")
    assert events.other_webhooks == ("agent.shelved", "chest.opened")
    assert events.other_documented == ("errand_run.finished", "errand_run.made")
    assert (events.absent, events.lost) == (None, None)


@pytest.mark.parametrize("order", [(EVENTS, WEBHOOKS), (WEBHOOKS, EVENTS)])
def test_a_document_is_read_alike_as_template_as_quoted_literal_and_as_a_chunk(order: tuple[str, str]) -> None:
    in_script = find_events(source(PARSER, embedded(*order)))
    in_chunks = find_events(source(PARSER, documents=order))
    assert in_script.events == in_chunks.events
    assert in_script.other_webhooks == in_chunks.other_webhooks


def test_places_point_at_the_names() -> None:
    where = source(PARSER, embedded(EVENTS, WEBHOOKS), "use(job.session.shelved)")
    events = find_events(where)
    assert {text_at(where, place) for place in events.places["session.begun"]} == {"session.begun"}
    assert len(events.places["session.begun"]) == 3
    assert [text_at(where, place) for place in events.places["span.step_end"]] == ["_end"]
    assert [text_at(where, place) for place in events.places["session.shelved"]] == ["session.shelved"]


CHAIN = """async function* f(r) { for await (let a of r) {
  if ("session.begun" === a.event || `agent.spoke` == a.event) yield JSON.parse(a.data);
  if ("ping" === a.event) continue } }"""
SWITCH = """function f(a) { switch (a.event) {
  case "session.begun": case "agent.spoke": return JSON.parse(a.data); case "ping": return } }"""
SET = """var known = new Set(["session.begun", "agent.spoke", "ping"]);
function f(a) { if (known.has(a.event)) return JSON.parse(a.data) }"""
LIST = """var known = ["session.begun", "agent.spoke", "ping"];
function f(a) { if (known.includes(a.event)) return JSON.parse( a.data ) }"""


@pytest.mark.parametrize("parser", [CHAIN, SWITCH, SET, LIST])
def test_a_parser_may_be_a_chain_a_switch_or_a_set(parser: str) -> None:
    events = find_events(source(parser))
    assert events.named("sse_parser") == ("agent.spoke", "session.begun")
    assert events.beside == ("ping",)


@pytest.mark.parametrize(
    "near_miss",
    [
        CHAIN.replace("JSON.parse(a.data)", "a.payload"),
        CHAIN.replace("JSON.parse(a.data)", "JSON.parse(b.data)"),
        CHAIN.replace(".event", ".eventName"),
        SWITCH.replace("a.event", "a.kind"),
        SET.replace("JSON.parse(a.data)", "a.data"),
        SET.replace("known.has", "others.has"),
        'function f(a) { if (a.event === "session.begun") return JSON.parse(a.data) }',
    ],
)
def test_other_comparisons_are_no_parser(near_miss: str) -> None:
    assert find_events(source(near_miss)).events == ()


def test_a_neighbour_that_listens_for_one_event_is_not_part_of_the_parser() -> None:
    neighbour = 'function hooked(sse) { if (sse.event === "session.start") run(sse); }'
    events = find_events(source(PARSER + neighbour))
    assert events.named("sse_parser") == ("agent.spoke", "session.begun")
    assert "session.start" not in events.places


def test_only_what_shares_an_action_is_a_lexical_candidate() -> None:
    code = "use(session.id, session.begunAt, my-session.parked, mysession.parked, user.parked, chest.parked)"
    events = find_events(source(PARSER, embedded(EVENTS, WEBHOOKS), code))
    assert events.named("lexical_false_positive") == ("user.parked",)


def test_a_name_right_after_an_escape_is_a_hit() -> None:
    events = find_events(source(PARSER, documents=(WEBHOOKS,)))
    assert events.named("lexical_false_positive") == ()
    code = r'print("a:\nsession.shelved", "b\\nsession.opened")'
    events = find_events(source(PARSER, code, documents=(WEBHOOKS,)))
    assert events.named("lexical_false_positive") == ("session.shelved",)


def test_the_literal_that_holds_a_table_is_its_document_and_not_a_nearer_one() -> None:
    quoted = EVENTS.replace("# Events\n", '# Events\n\nSet `key = "a"` and `other = "b"`.\n')
    prose = "\nA `user.shelved` event may follow.\n"
    where = source(PARSER, embedded(prose), embedded(quoted + "\n" + prose), embedded(WEBHOOKS))
    assert "user.shelved" in find_events(where).named("embedded_doc_only")
    apart = source(PARSER, embedded(prose), embedded(quoted), embedded(WEBHOOKS))
    assert find_events(apart).named("lexical_false_positive") == ("user.shelved",)


def test_a_code_span_in_an_event_document_is_more_than_a_lexical_hit() -> None:
    prose = "\nA `user.parked` event may follow; `chest.parked` and session.opened do not.\n"
    events = find_events(source(PARSER, documents=(EVENTS + prose, WEBHOOKS)))
    assert "user.parked" in events.named("embedded_doc_only")
    assert events.named("lexical_false_positive") == ("session.opened",)


@pytest.mark.parametrize(
    "table",
    [
        "| File | Trap |\n|---|---|\n| `agent.md` | a |\n| `session.yaml` | b |\n",
        "| Event | Meaning |\n| `session.rumoured` | a table without a rule is prose |\n",
        "| Event | Payload |\n|---|---|\n| `session.rumoured` | x |\n| plain | y |\n| words | z |\n",
    ],
)
def test_other_tables_name_no_events(table: str) -> None:
    assert find_events(source(PARSER, documents=(table,))).named("embedded_doc_only") == ()


def test_a_table_in_a_comment_is_no_document() -> None:
    comment = f"/*\n{EVENTS}\n*/"
    assert find_events(source(PARSER, comment)).named("embedded_doc_only") == ()


def test_an_escaped_backslash_before_n_ends_no_line() -> None:
    row = r"| `session.counted` | write \\n to end it |"
    quoted = 'var d="' + EVENTS.replace("\n", r"\n").replace("| `session.counted` | a count |", row) + '";'
    assert "span.step_end" in find_events(source(PARSER, quoted)).named("embedded_doc_only")


def test_a_release_without_any_of_it_says_so() -> None:
    for code in ("var nothing = 1;", PLAIN_PARSER):
        events = find_events(source(code))
        assert events.events == () and events.beside == ()
        assert events.absent is not None and "neither" in events.absent
        assert events.lost is None


def test_a_parser_that_names_none_leaves_the_documents() -> None:
    events = find_events(source(PLAIN_PARSER, embedded(EVENTS)))
    assert {event.evidence for event in events.events} == {"embedded_doc_only"}
    assert events.absent is not None and "documents alone" in events.absent
    assert events.lost is None


def test_documents_without_a_parser_are_a_lost_anchor() -> None:
    broken = PARSER.replace(".event", ".kind")
    events = find_events(source(broken, embedded(EVENTS, WEBHOOKS)))
    assert events.lost == "the parser of server-sent events"
    assert events.named("sse_parser") == ()


def test_a_parser_without_documents_says_so() -> None:
    events = find_events(source(PARSER))
    assert events.absent is not None and "no embedded document" in events.absent
