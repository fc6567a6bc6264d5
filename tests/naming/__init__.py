"""Tests of naming: official types in, the same shapes under public names out."""
