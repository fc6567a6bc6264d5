"""Official types: what a file of TypeScript declarations names, as shapes that refer to each other by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from extractor.model.schema import Schema


@dataclass(frozen=True, slots=True)
class OfficialTypes:
    """The types of one declaration file.

    `shapes` maps a public name to its shape; a `Ref` in it is another public name, and what the file does not
    tell (an imported type, a function inside an object) is `Any`. `no_data` maps names of types that no message
    can have to what they are: a function, a class, ...
    """

    source: str
    shapes: Mapping[str, Schema] = field(default_factory=dict)
    no_data: Mapping[str, str] = field(default_factory=dict)
