"""Compares two inventories: facts first, then a judgement of each by one table."""
