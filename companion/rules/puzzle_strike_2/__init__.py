"""Puzzle Strike 2."""

from companion.rules.puzzle_strike_2.game import GAME

__all__ = ["GAME"]
