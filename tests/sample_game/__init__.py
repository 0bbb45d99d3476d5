"""Beacons: the small complete game of docs/adding-a-game.md. It keeps the whole contract."""

from tests.sample_game.game import GAME

__all__ = ["GAME"]
