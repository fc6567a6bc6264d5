"""What real programs say, asked on loopback."""
