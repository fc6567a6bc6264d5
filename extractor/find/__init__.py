"""Finders: one JavaScript shape per file, each a byte search that yields matches and never resolves a name."""
