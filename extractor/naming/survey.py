"""Surveys the shapes of an inventory: which there are, in how many places each stands, and which can be known again."""

from __future__ import annotations

from collections import Counter

from extractor.model.inventory import Inventory
from extractor.model.parts import parts
from extractor.model.schema import Catch, Default, Effect, Nullable, Optional, Ref, Schema
from extractor.naming.identity import Identity
from extractor.naming.shapes import Shapes


class Survey:
    """The shapes of an inventory by number. `telling` holds those that tell enough to be known again by themselves."""

    def __init__(self, inventory: Inventory, shapes: Shapes, identity: Identity) -> None:
        self.places: Counter[int] = Counter()
        self.telling: dict[int, Schema] = {}
        self._shapes, self._identity = shapes, identity
        waiting = [request.request for request in inventory.control_requests]
        waiting += [request.response for request in inventory.control_requests if request.response is not None]
        waiting += [message.schema for message in inventory.messages]
        while waiting:
            waiting.extend(self._note(waiting.pop()))

    def _note(self, schema: Schema) -> list[Schema]:
        """Counts a shape and what it wraps in one place; the shapes inside it, if it is met for the first time."""
        while True:
            if isinstance(schema, Ref):
                schema = self._shapes.body(schema.name)
                continue
            number = self._identity(schema)
            self.places[number] += 1
            is_new = self.places[number] == 1
            is_wrapper = isinstance(schema, Optional | Default | Catch | Effect)
            if is_new and not is_wrapper and self._shapes.tells_enough(schema):
                self.telling[number] = schema
            if isinstance(schema, Optional | Nullable | Default | Catch | Effect):
                schema = schema.inner
                continue
            return list(parts(schema)) if is_new else []
