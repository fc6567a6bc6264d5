"""Checks recorded frames against an inventory: NDJSON recordings come in, a report of what is wrong goes out."""

from extractor.validate.document import to_document
from extractor.validate.report import Report
from extractor.validate.run import Options, release_of_stream, validate_each, validate_files
from extractor.validate.source import Source, rereadable
from extractor.validate.text import print_report, to_text

__all__ = [
    "Options",
    "Report",
    "Source",
    "print_report",
    "release_of_stream",
    "rereadable",
    "to_document",
    "to_text",
    "validate_each",
    "validate_files",
]
