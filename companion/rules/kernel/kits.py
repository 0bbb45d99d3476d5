"""The kits of a game: with which readers people may equip a seat, and the middle of the table. Pure data.

Who helps people to set up a table makes spots of them, and needs to know nothing of the game.
"""

from __future__ import annotations

from typing import NamedTuple


class KitSpot(NamedTuple):
    """A spot of a kit, or a row of spots that are alike: a tap, a slot, or cells."""

    key: str
    """Its name in the kit, such as `tray`."""
    place: str
    """What it stands for: a place of the seat by its role, or the name of a place that all share. If it has cells, and
    the place addresses, each address is one cell above a reader of its own."""
    label: str = ""
    """What people call it, with `{seat}` in it if it is a seat's; "" where they need not."""
    where: str = ""
    """Where to lay a piece to find a reader of cells: with `{seat}` and `{address}`, or `{first}` and `{second}` for
    the numbers of the first and the last cell above that reader."""
    cells: int = 0
    """How many cells are above each reader; 0 for a tap."""
    readers: int = 1
    """How many readers it has, if it has cells without addresses."""
    beyond: str = ""
    """Where pieces go that come out over it, as the role of a place. Such a spot is a slot: only its owner may know
    what is read there."""


class Kit(NamedTuple):
    """The readers of a seat."""

    key: str
    words: str
    """What it consists of, and what the table then sees."""
    spots: tuple[KitSpot, ...] = ()
    """In the order in which they are looked for."""


class SharedSpot(NamedTuple):
    """A spot in the middle of the table."""

    spot: KitSpot
    question: str
    """Asks what serves as this spot."""
    without: str
    """What happens if nothing does."""


class Kits(NamedTuple):
    """All kits of a game."""

    seat: tuple[Kit, ...] = ()
    """What a seat may have instead of no reader at all."""
    usual: str = ""
    """The kit that most people take."""
    shared: tuple[SharedSpot, ...] = ()
    seats: tuple[int, ...] = (2, 3, 4)
    """How many seats a table may have."""
