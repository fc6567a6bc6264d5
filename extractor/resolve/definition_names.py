"""Name shared shapes by where and as what they are used: shapes and their uses come in, a name for each goes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from extractor.model import schema as ir
from extractor.resolve import wire
from extractor.resolve.words import Words, entry_words, joined, pascal, shared_start, singular, split

_TAGS = ("type", "subtype", "kind", "behavior", "mode", "action", "status", "hook_event_name", "hookEventName")
_SUFFIXES = {"Literal": "Value", "Union": "Choice"}

_SAYS_LITTLE = frozenset({
    "Action", "Args", "Arguments", "Body", "Config", "Content", "Context", "Data", "Detail", "Details", "Entry",
    "Error", "Event", "Field", "Group", "Host", "Info", "Input", "Item", "Key", "Kind", "Level", "List",
    "Message", "Meta", "Metadata", "Mode", "Model", "Name", "Object", "Option", "Options", "Output", "Params",
    "Part", "Prop", "Props", "Reason", "Request", "Response", "Result", "Scope", "Session", "Shape", "Source",
    "State", "Status", "Summary", "Target", "Text", "Tool", "Type", "Usage", "Value",
})  # fmt: skip
"""A field called by one of these words alone does not say what it holds: the name says where it stands, too."""

_VERBS = frozenset({"Add", "Get", "List", "Register", "Reload", "Remove", "Set", "System", "Update"})
"""Words that many entries start with: having one of them in common says nothing."""

LONGEST = 100
"""The longest name, in characters."""


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """A place of a shape: the entry's name at its root, else the text of the shape around it and the steps in that."""

    entry: str = ""
    owner: str = ""
    steps: tuple[str, ...] = ()


class Namer:
    """Names the shapes of one release. Texts stand for shapes; names depend on shapes and their uses only."""

    def __init__(
        self, shapes: Mapping[str, ir.Schema], uses: Mapping[str, Iterable[Use]], chosen: Iterable[str]
    ) -> None:
        self._shapes = shapes
        self._uses = {text: sorted(found) for text, found in uses.items()}
        self._chosen = set(chosen)
        self._plain: dict[str, Words] = {}
        self._fields: dict[str, Words] = {}
        self._open: set[str] = set()

    def names(self) -> dict[str, str]:
        """A name for each chosen shape, each name once; of shapes that would share one, the most used keeps it."""
        chosen = sorted(self._chosen, key=lambda text: (self._uses.get(text, []), text))
        names = {text: "".join(self._name(text)) for text in chosen}
        for lengthen in (self._with_owner, self._with_entry, self._with_kind):
            keepers = self._keepers(names)
            names = {text: name if text in keepers else lengthen(text, name) for text, name in names.items()}
        return numbered({text: name[:LONGEST] for text, name in names.items()})

    def _keepers(self, names: Mapping[str, str]) -> set[str]:
        """The shapes that keep their names: of those that share one an entry, else the most used if one is.

        The name of an entry is for its own shape, whether or not that is a definition.
        """
        entries = {use.entry for uses in self._uses.values() for use in uses}
        ranks: dict[str, list[tuple[bool, int, str]]] = {}
        for text, name in names.items():
            if name not in entries or self._is_root(text):
                ranks.setdefault(name, []).append((self._is_root(text), len(self._uses.get(text, ())), text))
        kept = set()
        for ranked in ranks.values():
            first, *rest = sorted(ranked, reverse=True)
            if all(other[:2] < first[:2] for other in rest):
                kept.add(first[2])
        return kept

    def _is_root(self, text: str) -> bool:
        """Whether a shape is an entry, or one form of an entry."""
        uses = [use for use in self._uses.get(text, ()) if not any(use.steps)]
        forms = [use.owner for use in uses if isinstance(self._shapes.get(use.owner), ir.Union)]
        around = [use for owner in forms for use in self._uses.get(owner, ()) if not any(use.steps)]
        return any(use.entry for use in (*uses, *around))

    def _name(self, text: str) -> Words:
        """The words of a shape's name, before names that several shapes would have are told apart."""
        if text not in self._plain:
            self._open.add(text)
            self._plain[text] = self._root_name(text) or self._place_name(text)
            self._open.discard(text)
        return self._plain[text]

    def _root_name(self, text: str) -> Words:
        """The name of a shape that is an entry: the entry's, or the words that the names of several have in common."""
        rows = [split(use.entry) for use in self._uses.get(text, ()) if use.entry and not any(use.steps)]
        if len(rows) < 2:
            return rows[0] if rows else ()
        front = shared_start(rows)
        back = shared_start([row[len(front) :][::-1] for row in rows])[::-1]
        return front + back if front else rows[0]

    def _place_name(self, text: str) -> Words:
        base, tag = self._field(text), tag_of(self._shapes[text])
        if tag is not None:
            value = split(pascal(tag))
            base = base or self._owner(text, entry_kinds=True)
            return value if "".join(base).lower() in "".join(value).lower() else value + base
        if not base:
            return self._owner(text, entry_kinds=True) or ("Shape",)
        if self._is_base(text):
            return ("Base", *base)
        if len(base) > 1:
            return base
        if base[0] in _SAYS_LITTLE:
            return joined(self._owner(text) or self._first_context(text, False), base)
        return joined(self._owner(text), base) if isinstance(self._shapes[text], ir.Literal) else base

    def _is_base(self, text: str) -> bool:
        """Whether a shape is only ever a part of larger ones, which it is intersected with."""
        owners = [self._shapes.get(use.owner) for use in self._uses.get(text, ()) if not any(use.steps)]
        return len(owners) == len(self._uses[text]) and all(isinstance(one, ir.Intersection) for one in owners)

    def _field(self, text: str) -> Words:
        """What the fields that hold the shape are called: what the names have in common, or the name of most."""
        if text not in self._fields:
            self._fields[text] = ()
            self._fields[text] = self._field_of(text, self._count_fields(text))
        return self._fields[text]

    def _field_of(self, text: str, counts: Counter[Words]) -> Words:
        ranked = sorted(counts, key=lambda words: (-counts[words], words))
        if len(ranked) < 2 or tag_of(self._shapes[text]) is not None:
            return ranked[0] if ranked else ()
        if counts[ranked[0]] * 2 > counts.total():
            return ranked[0]
        ending = shared_start([words[::-1] for words in ranked])[::-1]
        if len(ending) > 1 or (ending and ending[0] not in _SAYS_LITTLE) or ending in ranked:
            return ending
        return self._one_of(text) or ranked[0]

    def _one_of(self, text: str) -> Words:
        """For a shape that one object holds in fields of different names: what one thing of that object is called."""
        owners = {use.owner for use in self._uses.get(text, ())}
        owner = owners.pop() if len(owners) == 1 else ""
        if owner in self._chosen and owner not in self._open and len(self._uses[text]) > 2:
            return (*self._name(owner), "Item")
        fields = {_last_field(use.steps)[0] for use in self._uses.get(owner, ())}
        name = fields.pop() if len(fields) == 1 else ""
        return split(pascal(singular(name))) if singular(name) != name else ()

    def _count_fields(self, text: str) -> Counter[Words]:
        """The names of the fields that hold a shape, or else the shapes around it; one of many has a singular."""
        counts: Counter[Words] = Counter()
        around: Counter[Words] = Counter()
        for use in self._uses.get(text, ()):
            name, is_one_of_many = _last_field(use.steps)
            if use.owner == text:
                continue
            if name:
                counts[split(pascal(singular(name) if is_one_of_many else name))] += 1
            elif use.owner:
                around.update({self._field(use.owner)} - {()})
        return counts or around

    def _owner(self, text: str, *, entry_kinds: bool = False) -> Words:
        """What stands around a shape: the words its owners share, or nothing where many owners share nothing."""
        owners = sorted({words for use in self._uses.get(text, ()) if (words := self._context(use, entry_kinds))})
        if len(owners) < 2:
            return owners[0] if owners else ()
        for turn in (-1, 1):
            rows = [row[::turn] for row in owners]
            first, count = min(Counter(row[0] for row in rows).items(), key=lambda item: (-item[1], item[0]))
            shared = shared_start([row for row in rows if row[0] == first])[::turn]
            if count * 2 > len(owners) and not (len(shared) == 1 and first in (_SAYS_LITTLE if turn < 0 else _VERBS)):
                return shared
        return () if len(owners) > 2 else owners[0]

    def _context(self, use: Use, entry_kinds: bool) -> Words:
        """The name of what stands around one use: an entry, a shape that has a name or a tag, a telling field."""
        if use.entry:
            return entry_words(use.entry, entry_kinds)
        if use.owner in self._open:
            return ()
        if use.owner in self._chosen:
            return entry_words("".join(self._name(use.owner)), entry_kinds)
        self._open.add(use.owner)
        field, tag = self._field(use.owner), tag_of(self._shapes[use.owner])
        if tag is not None and field:
            found = self._place_name(use.owner)
        else:
            found = field if len(field) > 1 else self._owner(use.owner, entry_kinds=entry_kinds)
        self._open.discard(use.owner)
        return found

    def _with_owner(self, text: str, name: str) -> str:
        return "".join(joined(self._first_context(text, False), self._unqualified(text)))

    def _with_entry(self, text: str, name: str) -> str:
        return "".join(self._first_context(text, True) + self._unqualified(text))

    def _unqualified(self, text: str) -> Words:
        is_tagged = tag_of(self._shapes[text]) is not None
        return self._name(text) if is_tagged else self._field(text) or self._name(text)

    def _first_context(self, text: str, entry_kinds: bool) -> Words:
        found = {words for use in self._uses.get(text, ()) if (words := self._context(use, entry_kinds))}
        return min(found, default=())

    def _with_kind(self, text: str, name: str) -> str:
        return name + _SUFFIXES.get(type(self._shapes[text]).__name__, "")


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """The names with a number after each that came before."""
    taken = set(names.values())
    given: dict[str, str] = {}
    used: set[str] = set()
    numbers: dict[str, int] = {}
    for text, name in names.items():
        wanted, number = name, numbers.get(name, 2)
        while wanted in used or (wanted != name and wanted in taken):
            wanted, number = f"{name}{number}", number + 1
        used.add(wanted)
        numbers[name] = number
        given[text] = wanted
    return given


def tag_of(schema: ir.Schema) -> str | None:
    """The single value of the field that tells an object from its siblings, or None."""
    for name in _TAGS:
        values = wire.literals(schema, name)
        if len(values) == 1:
            return values[0]
    return None


def _last_field(steps: Sequence[str]) -> tuple[str, bool]:
    """The name of the innermost field that steps lead into, "" for none, and whether they go on into one of many."""
    is_one_of_many = False
    for step in reversed(steps):
        if step in ("[]", ".*"):
            is_one_of_many = True
        elif step.startswith(".") and step != ".(key)":
            return step[1:], is_one_of_many
    return "", is_one_of_many
