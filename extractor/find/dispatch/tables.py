"""Read sets, arrays, maps and objects of request names: `new Set([...])`, `{name: handler}`, `[...names, "other"]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.find.dispatch.frames import Frame
from extractor.find.dispatch.values import Built, Entry, Table, Text, Value, each
from extractor.syntax import Node, content

if TYPE_CHECKING:
    from extractor.find.dispatch.evaluate import Evaluator

_MOST = 5000


class Tables:
    """Makes tables of values, once for each literal."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._kept: dict[tuple[int, int], Table] = {}

    def of(self, value: Value | None) -> Table | None:
        """The table that `value` is (all of them, where it is one of several), or None."""
        tables = [table for one in each(value) if (table := self._of(one)) is not None]
        if len(tables) < 2:
            return tables[0] if tables else None
        keys: dict[str, Node] = {}
        entries: dict[str, Entry] = {}
        for table in tables:
            keys.update(table.keys)
            entries.update(table.entries)
        return Table(keys, entries)

    def of_entries(self, value: Value | None) -> Table | None:
        """The table that `new Set(value)` or `new Map(value)` is."""
        pairs = [one for one in each(value) if isinstance(one, Built) and one.node.type == "array"]
        if len(pairs) == 1 and all(child.type == "array" for child in pairs[0].node.named_children):
            return self._map(pairs[0])
        return self.of(value)

    def _of(self, value: Value) -> Table | None:
        if isinstance(value, Table):
            return value
        if not isinstance(value, Built) or value.node.type not in ("object", "array"):
            return None
        key = (value.node.start_byte, value.node.end_byte)
        if key not in self._kept:
            self._kept[key] = Table({}, {})
            self._kept[key] = self._object(value) if value.node.type == "object" else self._array(value)
        return self._kept[key]

    def _object(self, built: Built) -> Table:
        keys: dict[str, Node] = {}
        entries: dict[str, Entry] = {}
        for child in built.node.named_children[:_MOST]:
            name, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if child.type == "pair" and name is not None and value is not None:
                self._put(name, Entry(value, built.frame), built.frame, keys, entries)
            elif child.type == "method_definition" and (name := child.child_by_field_name("name")):
                self._put(name, Entry(child, built.frame), built.frame, keys, entries)
            elif child.type == "shorthand_property_identifier":
                self._put(child, Entry(child, built.frame), built.frame, keys, entries)
            elif child.type == "spread_element":
                self._spread(child, built.frame, keys, entries)
        return Table(keys, entries)

    def _array(self, built: Built) -> Table:
        keys: dict[str, Node] = {}
        entries: dict[str, Entry] = {}
        for child in built.node.named_children[:_MOST]:
            if child.type == "spread_element":
                self._spread(child, built.frame, keys, entries)
            elif isinstance(text := self._evaluator.value(child, built.frame), Text):
                keys.setdefault(text.text, child)
        return Table(keys, entries)

    def _map(self, built: Built) -> Table:
        keys: dict[str, Node] = {}
        entries: dict[str, Entry] = {}
        for child in built.node.named_children[:_MOST]:
            if len(child.named_children) == 2:
                text = self._evaluator.value(child.named_children[0], built.frame)
                if isinstance(text, Text):
                    keys.setdefault(text.text, child.named_children[0])
                    entries.setdefault(text.text, Entry(child.named_children[1], built.frame))
        return Table(keys, entries)

    def _spread(self, child: Node, frame: Frame, keys: dict[str, Node], entries: dict[str, Entry]) -> None:
        inner = self.of(self._evaluator.value(child.named_children[0], frame)) if child.named_children else None
        if inner is not None:
            keys.update(inner.keys)
            entries.update(inner.entries)

    def _put(self, name: Node, entry: Entry, frame: Frame, keys: dict[str, Node], entries: dict[str, Entry]) -> None:
        text: str | None = content(name)
        if name.type == "string":
            text = content(name)[1:-1]
        elif name.type == "computed_property_name":
            value = self._evaluator.value(name.named_children[0], frame) if name.named_children else None
            text = value.text if isinstance(value, Text) else None
        if text is not None:
            keys[text] = name
            entries[text] = entry
