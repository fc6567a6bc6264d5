"""The nouns of a comparison: one change between two inventories, what it is judged to be, and the report of all."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import date
from typing import Literal as Choice
from typing import TypeAlias

EntryChangeKind: TypeAlias = Choice[
    "request_added", "request_removed", "request_declared", "request_undeclared",
    "originator_gained", "originator_lost", "originator_declared", "originator_undeclared", "originator_corrected",
    "response_declared", "response_undeclared", "response_became_schema", "response_became_acknowledgement",
    "message_added", "message_removed", "message_declared", "message_undeclared", "message_joined", "message_left",
    "dispatch_added", "dispatch_removed", "dispatch_gated", "dispatch_ungated", "dispatch_condition_changed",
    "dispatcher_added", "dispatcher_removed",
    "event_added", "event_removed", "event_evidence_raised", "event_evidence_lowered",
    "lexical_hit_added", "lexical_hit_removed", "beside_event_added", "beside_event_removed",
    "other_event_added", "other_event_removed",
    "slash_command_added", "slash_command_removed", "hook_event_added", "hook_event_removed",
    "subtype_added", "subtype_removed", "subtype_category_changed",
    "emitter_added", "emitter_removed", "emitted_field_added", "emitted_field_removed",
    "emitted_field_became_certain", "emitted_field_became_uncertain",
    "lost_sight", "sight_regained", "unresolved_appeared", "unresolved_gone",
]  # fmt: skip
"""What can happen to an entry as a whole."""

ShapeChangeKind: TypeAlias = Choice[
    "field_added_optional", "field_added_required", "field_removed", "field_refused",
    "field_became_required", "field_became_optional", "null_allowed", "null_refused",
    "default_changed", "fallback_added", "fallback_removed", "fallback_changed",
    "type_changed", "type_widened", "type_narrowed", "value_added", "value_removed",
    "variant_added", "variant_removed", "item_added", "item_removed",
    "constraint_tightened", "constraint_loosened", "constraint_changed",
    "object_closed", "object_opened", "extra_fields_kept", "extra_fields_dropped",
    "effect_added", "effect_removed",
]  # fmt: skip
"""What can happen inside a shape, at any depth."""

ChangeKind: TypeAlias = EntryChangeKind | ShapeChangeKind

Flow: TypeAlias = Choice["to_agent", "to_client", "both", "inside"]
"""Where the changed thing travels: what a client sends, what it receives, either, or nothing on the wire."""

Severity: TypeAlias = Choice["breaking", "dangerous", "safe"]

FailOn: TypeAlias = Choice["breaking", "dangerous", "any", "never"]


@dataclass(frozen=True, slots=True)
class Shared:
    """The shared definition a change lies in and the path inside it: for grouping its uses, never compared."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `key` is the entry's, `path` leads to the exact place and starts with `key`.

    `old` and `new` are short texts of the values (a shape in notation, a JSON literal, a word), None where
    that side has none. They hold no definition names, so a renamed definition changes neither them nor the id.
    """

    kind: ChangeKind
    key: str
    path: str
    flow: Flow
    old: str | None = None
    new: str | None = None
    shared: Shared | None = field(default=None, compare=False)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits made from kind, path and values: the same between any two releases."""
        facts = json.dumps([self.kind, self.path, self.old, self.new], ensure_ascii=True)
        return hashlib.sha256(facts.encode("ascii")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Waiver:
    """A change accepted on purpose; from the day after `expires` it waives nothing."""

    id: str
    reason: str
    expires: date | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A change with its severity, the reason of the table's row, and the waiver that accepts it."""

    change: Change
    severity: Severity
    reason: str
    waiver: Waiver | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """A removed and an added thing of nearly one shape; `likeness` is 0 to 1."""

    old: str
    new: str
    likeness: float


@dataclass(frozen=True, slots=True)
class ShapePair:
    """The whole shape at `path` before and after, in notation, one field a line; empty where there is none."""

    path: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two inventories: facts only. `notes` say what could not be compared, and why."""

    old: str
    new: str
    changes: tuple[Change, ...]
    renames: tuple[Rename, ...] = ()
    shapes: tuple[ShapePair, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A judged comparison. `unused` and `expired` are waivers that accepted nothing; `uses` names a filter."""

    old: str
    new: str
    judgements: tuple[Judgement, ...]
    renames: tuple[Rename, ...] = ()
    shapes: tuple[ShapePair, ...] = ()
    notes: tuple[str, ...] = ()
    unused: tuple[Waiver, ...] = ()
    expired: tuple[Waiver, ...] = ()
    uses: str | None = None
