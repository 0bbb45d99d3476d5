"""What a table can see of what the rules move: by which spot a chip is seen on its way from zone to zone."""

from __future__ import annotations

from enum import Enum

from companion.rules import TABLE, UNSEEN, Game, Moved, Plain
from companion.table.layout import AIR, Layout


class Way(Enum):
    """How a chip is seen that goes from one zone to another."""

    ENTERS = "enters"
    """As it arrives: it lies in a cell, or touches the tap of the zone that it comes to."""
    LEAVES = "leaves"
    """It touches the tap of the zone that it leaves."""
    SLOT = "slot"
    """It comes over a bag's slot. Which chip it is, is its owner's alone to know; that one comes, everybody sees."""
    LIFTED = "lifted"
    """Its cell is empty, and that is all."""
    NOT = "not"
    """Not at all."""


class Sight:
    """A layout with the eyes of a game: which of its zones are hidden, and which pieces carry no tag."""

    def __init__(self, layout: Layout, game: Game[Plain]) -> None:
        spots = tuple(layout.spots())
        self.game = game
        self.cells = frozenset(spot.zone for spot in spots if spot.cells)
        self.taps = frozenset(spot.zone for spot in spots if not spot.cells and not spot.hidden)
        self.cell_readers = frozenset(spot.reader for spot in spots if spot.cells)
        self.shared_taps = tuple(sorted(zone for zone in self.taps if "." not in zone))
        self.slots = {spot.beyond: spot.zone for spot in spots if spot.hidden}
        self.hidden_readers = frozenset(spot.reader for spot in spots if spot.hidden)
        self.bags = frozenset(self.slots.values())
        self._places: dict[str, str] = {AIR: AIR}
        self._ways: dict[tuple[str, str, str], Way] = {}
        self.shown: set[tuple[str, str, str, str]] = set()
        """Kinds of answers of which has been found out that this table shows the pieces that they name."""

    def place(self, zone: str) -> str:
        """The zone, or what everybody knows of it: that a chip is hidden with its owner, in the hand or in the bag."""
        known = self._places.get(zone)
        if known is None:
            owner = zone.partition(".")[0]
            known = self._places[zone] = zone if self.game.sees(TABLE, zone) else f"{owner}.hidden"
        return known

    def shows(self, move: Moved) -> bool:
        """Whether a move can be seen here at all."""
        return self.way(move.piece, move.source, move.target) is not Way.NOT

    def way(self, piece: str, source: str, target: str) -> Way:
        """How a piece is seen on this way. What enters a bag is poured in as a heap, and no reader sees it."""
        key = (piece, source, target)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._way(piece, source, target)
        return known

    def _way(self, piece: str, source: str, target: str) -> Way:
        if piece in self.game.untagged or (self.place(source) == self.place(target) and target not in self.slots):
            return Way.NOT
        if target in self.bags:
            return Way.NOT
        if target in self.cells or target in self.taps:
            return Way.ENTERS
        if target in self.slots and self.place(source) == self.place(target):
            return Way.SLOT
        stays = "." in source and source.partition(".")[0] == target.partition(".")[0]
        if source in self.taps and not (stays and target == self.place(target)):
            return Way.LEAVES  # what stays before its owner, where everybody sees it, touches nothing
        return Way.LIFTED if source in self.cells else Way.NOT


def fits(piece: str, kind: str) -> bool:
    """Whether a piece of the rules may be a chip of this kind; an unseen one may be any."""
    return piece in (kind, UNSEEN)
