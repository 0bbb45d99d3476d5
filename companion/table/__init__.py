"""What lies on the table: pads, readers, tags, and what was seen of them. Knows no game."""
