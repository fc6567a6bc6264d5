"""A small bundle written for this project: the main job can be tried on it where no release can be fetched."""

from __future__ import annotations

from importlib.resources import files

from extractor.model.bundle import Bundle, Chunk

SAMPLE = "sample"


def sample_bundle() -> Bundle:
    """The sample as a bundle of one chunk; its release is called `sample`."""
    blob = files(__package__).joinpath("cli.js").read_bytes()
    return Bundle(SAMPLE, "any", "plain file", blob, (Chunk("cli.js", 0, len(blob)),), "cli.js")
