"""The chips of Shadows, and what each does."""

from companion.rules.puzzle_strike.sets.shadows import attacks, blues, characters, more_characters, puzzles
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS

__all__ = ["SHADOWS", "attacks", "blues", "characters", "more_characters", "puzzles"]
