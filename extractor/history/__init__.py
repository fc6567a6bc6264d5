"""Reads many inventories as one: since when each entry exists, and how it changed."""
