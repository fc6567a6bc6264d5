"""Tests of the finders."""
