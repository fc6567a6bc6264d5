"""Tests of reading syntax."""
