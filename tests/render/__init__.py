"""The tests of what is made from an inventory."""
