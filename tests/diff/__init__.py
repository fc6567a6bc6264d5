"""Tests of the comparison of inventories."""
