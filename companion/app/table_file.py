"""Reading a table file together with the game whose places it names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.rules import Places, SeatSetup, Setup, SetupError, find_game
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems, load_layout

USUAL: Final = "puzzle-strike"
"""The game of a table whose file names none."""


def load_table(path: Path) -> Layout | TableProblems:
    """Return the table that a file describes, or everything that is wrong with it, places that its game lacks too."""
    return load_layout(path, names_of_places)


def names_of_places(game: str, seats: tuple[str, ...]) -> list[str] | None:
    """Return how the places and addresses of a game are called; None if the game is not installed here."""
    try:
        return all_places(game, seats).names()
    except SetupError:
        return None


def places_of(layout: Layout) -> Places:
    """Return the places of a table as its file names them, whoever sits there. Raises `SetupError`."""
    return all_places(layout.game, layout.seats)


def all_places(key: str, seats: tuple[str, ...]) -> Places:
    """Return the places of a game with these seats, in all its modes: one table may serve several. Whoever sits there,
    the order is the same. Raises `SetupError` if the game is not installed."""
    game = find_game(key or USUAL)
    setups = (Setup(game.key, tuple(map(SeatSetup, seats)), mode=mode) for mode in game.modes)
    return Places(place for setup in setups for place in game.lay_out(setup).values())
