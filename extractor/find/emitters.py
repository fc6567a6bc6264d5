"""Find the messages that the code writes to its output, by key, with the fields seen: see docs/emitters.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from extractor.find import emitters_sites
from extractor.find.emitters_sites import Site
from extractor.model.finding import Match
from extractor.model.inventory import Emitter
from extractor.syntax import Source


@dataclass(frozen=True, slots=True)
class Emitters:
    """The messages that a release is seen to write, sorted by key, and the places of each.

    `lost` names the anchor where not one emitting place was found, else it is None.
    """

    emitters: tuple[Emitter, ...] = ()
    places: Mapping[str, tuple[Match, ...]] = field(default_factory=dict)
    lost: str | None = None


def find_emitters(source: Source) -> Emitters:
    """The emitters of a release: a field is `always` there if every place writes it under no condition."""
    sites: dict[str, list[Site]] = {}
    for site in emitters_sites.find(source):
        for key in site.keys:
            sites.setdefault(key, []).append(site)
    return Emitters(
        emitters=tuple(_emitter(key, found) for key, found in sorted(sites.items())),
        places={key: tuple(site.match for site in found) for key, found in sorted(sites.items())},
        lost=None if sites else "the places that write messages",
    )


def _emitter(key: str, sites: list[Site]) -> Emitter:
    always = frozenset.intersection(*(site.always for site in sites))
    seen = frozenset.union(*(site.always | site.sometimes for site in sites))
    return Emitter(key, tuple(sorted(always)), tuple(sorted(seen - always)))
