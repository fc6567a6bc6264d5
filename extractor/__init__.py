"""Read a Claude Code CLI release, statically, and say exactly what protocol that release speaks."""

__version__ = "0.1.0"
