"""The first run: a guide from new pads to a table that works, one question after the other."""
