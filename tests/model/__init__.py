"""Tests of the nouns and of what is read off shapes."""
