"""Follows the references of schemas: which definitions are needed to say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from extractor.model.parts import parts
from extractor.model.schema import Ref, Schema


def reachable_names(roots: Iterable[Schema], definitions: Mapping[str, Schema]) -> set[str]:
    """The names of every definition that the roots refer to, directly or through others."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, Ref) and schema.name not in found:
            found.add(schema.name)
            waiting.append(definitions[schema.name])
        waiting.extend(parts(schema))
    return found
