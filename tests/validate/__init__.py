"""Tests of extractor.validate."""
