"""Puzzle Strike."""

from companion.rules.puzzle_strike.game import GAME

__all__ = ["GAME"]
