"""The first run: from pads that nobody knows to a table that works, one question after the other."""
