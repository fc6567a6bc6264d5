"""Comparison against another way to see the same: what differs between two exported documents, place by place.

The documents are walked here without the program's own normal forms: each place is a path without labels, its facts
are counted over all alternatives. Every differing place must be told by a change at it or above it, and every change of
a wire shape must have a differing place at it or below it.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

import pytest

from extractor.diff.compare import changes_between
from extractor.inventory import inventory_directory, list_inventories, read_inventory
from extractor.model.change import Change
from extractor.model.inventory import Inventory
from extractor.model.shape_path import field_step, is_within, without_labels
from extractor.render import jsonschema

ROOT = Path(__file__).parents[2]
RELEASES = [release for release in list_inventories(ROOT) if release.startswith("2.1.") and release != "2.1.0"]
LIMITS = re.compile("m(?:in|ax)|exclusive|multipleOf|format|pattern|x-(?:pattern|exhaustive|default|catch)|default")
ENVELOPED = re.compile(r"(message/.*?\.request)(<subtype=[\w.:-]+>)(.*)", re.DOTALL)
EITHER = re.compile("type_|constraint_|lost_sight|sight_regained|response_")

Facts: TypeAlias = dict[str, Counter[str]]


class Document:
    """The facts of an inventory's protocol document, uncut."""

    def __init__(self, inventory: Inventory) -> None:
        document: Any = json.loads(json.dumps(jsonschema.protocol_document(inventory)))
        self.defs, self.facts = document["$defs"], defaultdict[str, Counter[str]](Counter)
        for subtype, entry in document["control_requests"].items():
            path = f"control_request/{subtype}"
            sender = entry["originator"] or (entry.get("direction") or {}).get("value")
            self.facts[path].update(["present", f"sender {sender}"])
            self.walk(entry["request"], f"{path}/request", ())
            response = entry.get("response", "undeclared")
            self.facts[f"{path}/response"][f"is {response if isinstance(response, str) else bool(response)}"] += 1
            if isinstance(response, dict):
                self.walk(response, f"{path}/response", ())
        for key, schema in document["messages"].items():
            self.facts[f"message/{key}"]["present"] += 1
            self.walk(schema, f"message/{key}", ())

    def walk(self, schema: Any, path: str, open_: tuple[str, ...]) -> None:
        """Counts what the schema says at `path` and below; a definition inside itself is entered once more."""
        while isinstance(schema, dict) and "$ref" in schema:
            name = unquote(schema["$ref"].split("/")[-1]).replace("~1", "/").replace("~0", "~")
            if open_.count(name) > 1:
                return
            open_ += (name,)
            schema = {**self.defs[name], **{key: value for key, value in schema.items() if key != "$ref"}}
        here = self.facts[path]
        here |= Counter(f"{key} {json.dumps(value)}" for key, value in schema.items() if LIMITS.match(key))
        here |= Counter(f"effect {effect}" for effect in schema.get("x-effects", ()))
        if "const" in schema or "enum" in schema:
            here |= Counter(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
        else:
            here[f"type {schema.get('type')}"] = 1
        for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
            self.walk(part, self._labelled(part, path), open_)
        if schema.get("type") == "object":
            self._object(schema, path, open_)
        for index, item in enumerate(schema.get("prefixItems", ())):
            self.walk(item, f"{path}[{index}]", open_)
        if isinstance(schema.get("items"), dict):
            self.walk(schema["items"], path + ("[...]" if "prefixItems" in schema else "[]"), open_)

    def _object(self, schema: Any, path: str, open_: tuple[str, ...]) -> None:
        rest = schema.get("additionalProperties", "strip")
        self.facts[path][f"{'object' if 'properties' in schema else 'record'} {rest is False} {rest == {}}"] = 1
        if isinstance(rest, dict) and (rest or "properties" not in schema):
            self.walk(rest, path + ".*", open_)
        if "propertyNames" in schema:
            self.walk(schema["propertyNames"], path + ".*(key)", open_)
        for name, value in schema.get("properties", {}).items():
            inner = path + field_step(name)
            self.facts[inner].update(["field", "required" if name in schema.get("required", ()) else "optional"])
            self.walk(value, inner, open_)

    def _labelled(self, part: Any, path: str) -> str:
        """The path of an alternative: requests in envelopes are told apart, as they are told by themselves."""
        if not (path.startswith("message/") and path.endswith(".request")):
            return path
        shape = self.defs[unquote(part["$ref"].split("/")[-1])] if "$ref" in part else part
        subtype = shape.get("properties", {}).get("subtype", {})
        return f"{path}<subtype={subtype['const']}>" if "const" in subtype else path


def plain(path: str) -> str:
    enveloped = ENVELOPED.match(path)
    return without_labels(path) if enveloped is None else plain(enveloped[1]) + enveloped[2] + plain(enveloped[3])


def above(path: str) -> Iterable[str]:
    """The path itself and every path that it lies in."""
    return (path[:end] for end in range(len(path), 0, -1) if is_within(path, path[:end]))


def missed(before: Facts, after: Facts, changes: Iterable[Change]) -> list[str]:
    """The differing places that no change tells."""
    told = defaultdict[str, set[str]](set)
    for change in changes:
        told[plain(change.path)].add(change.kind)
    came_or_went = {path for path, kinds in told.items() if any(kind.startswith("request_") for kind in kinds)}
    found = []
    for path in before.keys() | after.keys():
        ours, theirs = before.get(path, Counter()), after.get(path, Counter())
        enveloped = ENVELOPED.match(path)
        is_told = path in told or (enveloped and f"control_request/{enveloped[2][9:-1]}" in came_or_went)
        if ours != theirs and not is_told:
            kinds = {kind for outer in above(path) for kind in told.get(outer, ())}
            wide = any(EITHER.match(kind) for kind in kinds)
            comes = wide or any(re.search("added|declared|joined", kind) for kind in kinds)
            goes = wide or any(re.search("removed|refused|undeclared|left", kind) for kind in kinds)
            if (theirs - ours and not comes) or (ours - theirs and not goes):
                found.append(path)
    return sorted(found)


def phantoms(before: Facts, after: Facts, changes: Iterable[Change]) -> list[str]:
    """The changes of wire shapes at which nothing differs. That a message joined a stream is in no document."""
    differing = {
        outer for path in before.keys() | after.keys() if before.get(path) != after.get(path) for outer in above(path)
    }
    return [
        f"{change.kind} {change.path}"
        for change in changes
        if change.flow != "inside" and not change.kind.startswith(("message_joined", "message_left"))
        if change.path.startswith(("control_request/", "message/")) and plain(change.path) not in differing
    ]


@cache
def inventory_of(release: str) -> Inventory:
    return read_inventory(inventory_directory(ROOT, release))


@pytest.mark.parametrize(("old", "new"), list(pairwise(RELEASES)))
def test_all_that_differs_between_two_documents_is_told_and_nothing_else(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonschema, "_cut", lambda inventory: inventory)
    changes = changes_between(inventory_of(old), inventory_of(new))
    before, after = Document(inventory_of(old)).facts, Document(inventory_of(new)).facts
    assert missed(before, after, changes) == []
    assert phantoms(before, after, changes) == []


def test_a_place_that_no_change_tells_would_be_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonschema, "_cut", lambda inventory: inventory)
    old, new = (inventory_of(release) for release in RELEASES[3:5])
    before, after, changes = Document(old).facts, Document(new).facts, changes_between(old, new)
    fields = [one for one in changes if one.kind.startswith("field_") and one.key.startswith("control_request/")]
    assert len(fields) > 20
    for left_out in fields[:: len(fields) // 10]:
        others = [one for one in changes if plain(one.path) != plain(left_out.path)]
        assert plain(left_out.path) in missed(before, after, others)
    assert phantoms(after, after, fields)
