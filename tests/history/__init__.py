"""Tests of the history of entries."""
