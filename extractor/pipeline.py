"""The pipeline: a bundle comes in, each stage is called in turn, its inventory goes out."""

from __future__ import annotations

from collections.abc import Callable

from extractor.classify import Facts, classify
from extractor.find import envelopes, registry, subtypes, unions
from extractor.model.bundle import Bundle
from extractor.model.inventory import Inventory
from extractor.resolve import entries, protocol
from extractor.resolve.reading import Reader
from extractor.syntax import Source

Report = Callable[[str, float | None], None]


def extract(
    bundle: Bundle, *, audit: bool = False, descriptions: bool = False, progress: Report | None = None
) -> Inventory:
    """The inventory of a bundle's release. `audit` parses every chunk asked about whole; the result is the same.

    `descriptions` keeps the vendor's sentences in the shapes: for local output, never to be written as an inventory.
    `progress` is told what is being done, and the share done (0 to 1).
    """
    report = progress or (lambda text, share: None)
    source = Source(bundle, whole=audit)
    reader = Reader(source, descriptions=descriptions)
    report("reading schemas", 0.1)
    registries = list(registry.find(source))
    found = protocol.read(
        reader,
        iter(registries),
        envelopes.find(source, "control_request"),
        envelopes.find(source, "control_response"),
        subtypes.find(source),
        lambda chunk, names: unions.find(source, chunk, names),
    )
    report("naming shapes", 0.6)
    shapes = entries.build(reader, found)
    report("reading dispatch and events", 0.7)
    facts = gather(source)
    if registries and found.registry is None:
        facts.lost = (*facts.lost, "control request registry")
    report("classifying", 0.95)
    return classify(bundle.release, shapes, facts)


def gather(source: Source) -> Facts:
    """Everything but the schemas: dispatch, events, commands, hooks and emitters."""
    return Facts(speaks_protocol=next(source.bundle.find_all(b"control_request"), None) is not None)
