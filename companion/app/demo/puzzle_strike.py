"""The game that the demo begins with: a duel of Puzzle Strike."""

from __future__ import annotations

from typing import Final

from companion.rules import SeatSetup, Setup

USUAL: Final = Setup(
    "puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game", first="Anna"
)
