"""A world of its own for each test, and hands without readers."""

from __future__ import annotations

from companion.app.demo.motion import LOOKS, TableHands
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.table import deal, demo_table
from companion.app.demo.world import World
from companion.app.seating import seated
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import find_game
from companion.table.sightings import Uid

DEALT = deal(USUAL)
LAYOUT = seated(demo_table(), USUAL)
GAME = find_game(USUAL.game).bound(USUAL)
CUSTOMS = Customs(LAYOUT, GAME)


class Pads:
    """What readers would see."""

    def __init__(self) -> None:
        self.lying: dict[Uid, str] = {}
        self.seen: list[tuple[str, str]] = []
        """Kinds and readers, in the order in which they came there."""
        self.looked = 0

    def put(self, chip: TaggedThing, reader: str, *, on_edge: bool = False) -> None:
        if self.lying.get(chip.uid) != reader:
            self.seen.append((chip.kind or "", reader))
        self.lying[chip.uid] = reader

    def lift(self, chip: TaggedThing) -> None:
        self.lying.pop(chip.uid, None)

    def looks(self, reader: str) -> int:
        """Readers look whenever somebody asks."""
        self.looked += LOOKS
        return self.looked


def a_world() -> World:
    return World(LAYOUT, GAME, DEALT)


def some_hands() -> tuple[TableHands, Pads]:
    pads = Pads()
    return TableHands(a_world(), pads), pads  # type: ignore[arg-type]


def reader(zone: str, cell: int = 0) -> str:
    """What reads a tap, or the spot of a cell."""
    place = f"{zone}:{cell}" if cell else zone
    return a_world().places[place].reader
