"""What the readers of a table can see of a move of the rules: which spot sees a chip on its way from zone to zone."""

from __future__ import annotations

from enum import Enum

from companion.rules import TABLE, UNSEEN, Game, Moved, Plain
from companion.table.layout import AIR, Layout


class Visibility(Enum):
    """How a chip is seen that goes from one zone to another."""

    ENTERS = "enters"
    """It is seen arriving: it lies in a cell, or touches the tap of the zone that it comes to."""
    LEAVES = "leaves"
    """It is seen leaving: it touches the tap of its old zone."""
    SLOT = "slot"
    """It comes over a bag's slot. Everybody sees that a chip comes; which one it is, only its owner may know."""
    LIFTED = "lifted"
    """Its cell becomes empty, and nothing else is seen."""
    NOT = "not"
    """No reader sees it."""


class Sight:
    """A layout together with what a game says about it: which zones are hidden, and which pieces carry no tag."""

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
        self._ways: dict[tuple[str, str, str], Visibility] = {}
        self.shown: set[tuple[str, str, str, str]] = set()
        """The kinds of answers for which it is known already that this table shows the pieces they name."""

    def place(self, zone: str) -> str:
        """The zone itself if everybody sees it; `A.hidden` for A's hand and bag, which others cannot tell apart."""
        known = self._places.get(zone)
        if known is None:
            owner = zone.partition(".")[0]
            known = self._places[zone] = zone if self.game.sees(TABLE, zone) else f"{owner}.hidden"
        return known

    def is_heap(self, zone: str) -> bool:
        """Whether nobody sees the chips there, not even their owner: a bag, with or without a slot."""
        return not self.game.sees(TABLE, zone) and not self.game.sees(zone.partition(".")[0], zone)

    def shows(self, move: Moved) -> bool:
        """Whether any reader of this table can see the move."""
        return self.way(move.piece, move.source, move.target) is not Visibility.NOT

    def way(self, piece: str, source: str, target: str) -> Visibility:
        """How a piece is seen on this way. What goes into a bag is poured in together, and no reader sees it."""
        key = (piece, source, target)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._way(piece, source, target)
        return known

    def _way(self, piece: str, source: str, target: str) -> Visibility:
        if piece in self.game.untagged or (self.place(source) == self.place(target) and target not in self.slots):
            return Visibility.NOT
        if target in self.bags:
            return Visibility.NOT
        if target in self.cells or target in self.taps:
            return Visibility.ENTERS
        if target in self.slots and self.place(source) == self.place(target):
            return Visibility.SLOT
        if self.is_heap(target):
            return Visibility.NOT  # it is poured in with the others
        stays = "." in source and source.partition(".")[0] == target.partition(".")[0]
        if source in self.taps and not (stays and target == self.place(target)):
            return Visibility.LEAVES  # a chip that stays in its owner's open zones touches no tap
        return Visibility.LIFTED if source in self.cells else Visibility.NOT


def fits(piece: str, kind: str) -> bool:
    """Whether the rules' piece may be a chip of this kind; an unseen piece may be any chip."""
    return piece in (kind, UNSEEN)
