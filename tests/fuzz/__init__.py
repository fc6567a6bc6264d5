"""Differential fuzzing: random schemas, written with real zod and bundled by real bundlers, against zod's own view."""
