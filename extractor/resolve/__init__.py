"""From matches to findings: evaluate what schema builders build, and bring it to the intermediate representation."""
