"""The chips of the base box, and what each does."""

from companion.rules.puzzle_strike.sets.base import attacks, characters, purples, puzzles
from companion.rules.puzzle_strike.sets.base.base import BASE

__all__ = ["BASE", "attacks", "characters", "purples", "puzzles"]
