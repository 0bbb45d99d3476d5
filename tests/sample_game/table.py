"""The plain data of Beacons."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules import Common, Counted, Event, Holder, Plain

STONES = ("lamp", "lamp", "fog", "fog", "oil", "shutter")
"""Every seat's bag."""

COLOURS = ("red", "blue")
TEAMS = ("dawn", "dusk")
GRID = 3
LAST_TURN = 12


class Seat(Holder):
    """One player's stones."""

    places = ("bag", "hand", "spent")

    def __init__(self, name: str, team: str) -> None:
        self.name = name
        self.team = team
        self.bag: tuple[str, ...] = STONES
        self.hand: tuple[str, ...] = ()
        self.spent: tuple[str, ...] = ()
        self.unseen = ()


class Table(Plain):
    """The whole table: stones, the pier of coloured gems, the boat on its grid, the crown, the score."""

    dicts = ("light",)
    parts = ("seats", "decks")

    def __init__(self, seats: dict[str, Seat], decks: dict[str, Common]) -> None:
        self.seats = seats
        self.decks = decks  # the charts, where they are played with
        self.row_at: tuple[str, ...] = ()  # where the charts of the row lie
        self.signalled = False
        self.order = tuple(seats)
        self.pier: tuple[str, ...] = ()  # gems in the order they were laid; no tags
        self.crown = self.order[0]  # who holds it
        self.boat = 4  # which of the nine cells it is in
        self.light = {"dawn": 0, "dusk": 0}  # each team's counter
        self.turn = 0
        self.winner = ""

    @property
    def charts(self) -> Common:
        """All charts."""
        return self.decks["charts"]


class Shone(NamedTuple):
    """A team's beacon grew brighter."""

    team: str
    light: int


def shine(table: Table, log: list[Event], team: str, light: int) -> None:
    table.light[team] += light
    log.append(Counted(f"{team}.light", table.light[team]))
    log.append(Shone(team, light))
