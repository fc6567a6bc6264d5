"""Events, commands, hooks and emitters of real releases: the known facts, golden files, platforms, and time."""

from __future__ import annotations

import json
import lzma
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from extractor.acquire import acquire
from extractor.find.commands import find_commands
from extractor.find.emitters import find_emitters
from extractor.find.events import find_events
from extractor.find.hooks import find_hooks
from extractor.model.bundle import Bundle
from extractor.syntax import Source

pytestmark = pytest.mark.release

DATA = Path(__file__).parent.parent / "data"
GOLDEN = sorted((DATA / "find").glob("*.yaml"))
EVIDENCE = ("sse_parser", "webhook_only", "embedded_doc_only", "lexical_false_positive")
OUTSIDE_THE_UNIONS = {"system/bridge_state", "system/model_fallback", "system/tool_host_result"}
"""Messages that some releases write although no union of theirs lists them."""


@cache
def bundle(release: str, platform: str | None = None) -> Bundle:
    return acquire(release, platform=platform)


def facts(source: Source) -> dict[str, Any]:
    """Everything the finders say about a release, as plain data."""
    events, commands, hooks = find_events(source), find_commands(source), find_hooks(source)
    emitters = find_emitters(source).emitters
    return {
        "events": {one: list(events.named(one)) for one in EVIDENCE},
        "beside_events": list(events.beside),
        "other_webhooks": list(events.other_webhooks),
        "other_documented": list(events.other_documented),
        "absent": events.absent,
        "lost": [one.lost for one in (events, commands, hooks) if one.lost is not None],
        "commands": list(commands.names),
        "commands_apart": dict(commands.apart),
        "command_aliases": {name: list(others) for name, others in commands.aliases.items()},
        "hooks": list(hooks.names),
        "emitters": {one.key: {"always": list(one.always), "sometimes": list(one.sometimes)} for one in emitters},
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_release_says_what_it_said(path: Path, refresh_golden: bool) -> None:
    found = facts(Source(bundle(path.stem)))
    if refresh_golden:
        path.write_text(yaml.safe_dump(found, sort_keys=False, width=120, default_flow_style=None))
    assert found == yaml.safe_load(path.read_text())


def test_the_known_facts_of_one_release() -> None:
    expected = yaml.safe_load((DATA / "expected" / "2.1.235.yaml").read_text())
    found = facts(Source(bundle("2.1.235")))
    assert {**found["events"], "beside_the_vocabulary": found["beside_events"]} == expected["events"]
    assert found["commands"] == expected["slash_commands"]
    assert found["hooks"] == expected["hook_events"]
    assert found["lost"] == [] and found["absent"] is None


@pytest.mark.parametrize("platform", ["darwin-arm64", "win32-x64"])
def test_every_platform_says_the_same(platform: str) -> None:
    assert facts(Source(bundle("2.1.332", platform))) == facts(Source(bundle("2.1.332")))


@pytest.mark.parametrize("release", ["2.1.113", "2.1.235", "2.1.245"])
def test_emitters_agree_with_the_schemas_where_a_release_has_them(release: str) -> None:
    document = json.loads(lzma.decompress((DATA / "expected" / f"{release}.protocol.json.xz").read_bytes()))
    messages = document["messages"]
    emitters = find_emitters(Source(bundle(release))).emitters
    assert {one.key for one in emitters} - messages.keys() <= OUTSIDE_THE_UNIONS
    for one in emitters:
        if one.key in messages:
            declared = properties(messages[one.key], document.get("$defs", {}))
            unknown = {*one.always, *one.sometimes} - declared
            assert unknown <= ({"repl_call"} if one.key == "tool_progress" else set()), one.key


def properties(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    """The properties of an object schema, those of references and alternatives included."""
    found = set(schema.get("properties", {}))
    if "$ref" in schema:
        found |= properties(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        found |= properties(part, definitions)
    return found


def test_a_parser_that_cannot_be_seen_is_lost_and_not_an_empty_section() -> None:
    whole = bundle("2.1.235")
    blob = whole.blob.replace(b'.event==="', b'.other==="')
    assert blob != whole.blob
    events = find_events(Source(replace(whole, blob=blob)))
    assert events.lost == "the parser of server-sent events"
    assert events.named("sse_parser") == () and events.named("embedded_doc_only") != ()


@pytest.mark.parametrize(("release", "seconds"), [("2.1.235", 0.5), ("2.1.332", 0.8)])
def test_names_are_found_in_the_time_given(release: str, seconds: float) -> None:
    source = Source(bundle(release))
    spent = []
    for _ in range(3):
        started = time.process_time()
        find_events(source), find_commands(source), find_hooks(source)
        spent.append(time.process_time() - started)
    assert min(spent) < seconds
