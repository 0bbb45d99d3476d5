"""The promos, and what each does."""

from companion.rules.puzzle_strike.sets.promos import puzzles
from companion.rules.puzzle_strike.sets.promos.promos import PROMOS

__all__ = ["PROMOS", "puzzles"]
