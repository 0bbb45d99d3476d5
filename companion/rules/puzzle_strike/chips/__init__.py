"""The box: every kind of chip, and what each does."""

from companion.rules.puzzle_strike.chips import attacks, characters, purples, puzzles
from companion.rules.puzzle_strike.chips.chip import CHIPS, REACTIONS, Chip, kinds_of

__all__ = ["CHIPS", "REACTIONS", "Chip", "attacks", "characters", "kinds_of", "purples", "puzzles"]
