"""Tests of resolving: from matches to closed, named shapes."""
