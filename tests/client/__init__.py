"""A client made of the generated models, and the real program."""
