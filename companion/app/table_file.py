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
        places = find_game(game or USUAL).lay_out(Setup(game or USUAL, tuple(map(SeatSetup, seats))))
    except SetupError:
        return None
    return places.names()


def places_of(layout: Layout) -> Places:
    """Return the places of a table as its file names them, whoever sits there. Raises `SetupError`."""
    game = layout.game or USUAL
    return find_game(game).lay_out(Setup(game, tuple(map(SeatSetup, layout.seats))))
