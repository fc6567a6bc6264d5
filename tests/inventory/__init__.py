"""The tests of the inventory on disk."""
