"""The tests: a mirror of the package, and support that only tests use."""
