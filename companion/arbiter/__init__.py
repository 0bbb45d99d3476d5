"""From what the readers see and what people answer, find out what was played. Knows no game."""
