"""What the readers of a table can see of a move of the rules: which spot sees a chip on its way from zone to zone."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from companion.rules import TABLE, UNSEEN, Game, Moved, Plain
from companion.table.layout import AIR, Layout, Spot


class Visibility(Enum):
    """How a chip is seen that goes from one zone to another."""

    ENTERS = "enters"
    """It is seen arriving: it lies in a cell, or touches the tap of the zone that it comes to."""
    LEAVES = "leaves"
    """It is seen leaving: it touches the tap of its old zone."""
    SLOT = "slot"
    """It comes over a bag's slot, or into a cell that only its owner may read. Everybody sees that a chip comes; which
    one it is, only its owner may know."""
    LIFTED = "lifted"
    """Its cell becomes empty, and nothing else is seen."""
    NOT = "not"
    """No reader sees it."""


class Sight:
    """A layout together with the places of a match: which of them readers can see, and which pieces carry no tag.

    Readers may tell the addresses of a place apart, such as the cells of a grid. Then each of these addresses counts as
    a place of its own.
    """

    def __init__(self, layout: Layout, game: Game[Plain]) -> None:
        """`game` is bound to the match."""
        spots = tuple(layout.spots())
        self.game = game
        self.owner = game.places.owner
        """The seat that a place belongs to; "" for a shared one."""
        self.cells = frozenset(spot.zone for spot in spots if spot.cells and not spot.hidden)
        self.covered = frozenset(spot.zone for spot in spots if spot.cells and spot.hidden)
        """The places with cells whose pieces only their owner may know."""
        self.taps = frozenset(spot.zone for spot in spots if not spot.cells and not spot.hidden)
        self.cell_readers = frozenset(spot.reader for spot in spots if spot.cells)
        self.shared_taps = tuple(sorted(zone for zone in self.taps if not self.owner(zone)))
        self.slots = {spot.beyond: spot.zone for spot in spots if not spot.cells and spot.hidden}
        """The place that is drawn from, by the place to which a slot leads: the bag, by the hand."""
        self.hidden_readers = frozenset(spot.reader for spot in spots if spot.hidden)
        self.bags = frozenset(self.slots.values())
        """The places with a slot."""
        self._readers: dict[str, set[str]] = {}
        for spot in spots:
            self._readers.setdefault(self.slot_of(spot), set()).add(spot.reader)
        self.blind: frozenset[str] = frozenset()
        """The readers that do not look, or have only just begun again."""
        self._sensed = frozenset(spot.zone for spot in spots)
        self._places: dict[str, str] = {AIR: AIR}
        self._ways: dict[tuple[str, str, str], Visibility] = {}
        places = game.places
        hidden = (name for name in places if not (places.seen_by(TABLE, name) or places.is_heap(name)))
        self.hands = {name: self.place(name) for name in hidden}
        """The places that only their owners see and take from, and how this table names them."""
        self.behind_slots = frozenset(map(self.place, self.slots))
        """The places to which slots lead, as this table sees them."""
        self.shown: set[tuple[str, str, str, str]] = set()
        """The kinds of answers for which it is known already that this table shows the pieces they name."""

    def place(self, name: str) -> str:
        """Where this table sees a piece that lies there: an address if a reader tells it apart, else the whole place.
        The places of a seat that others cannot tell apart, such as hand and bag, are one."""
        known = self._places.get(name)
        if known is None:
            known = self._places[name] = self._place(name)
        return known

    def _place(self, name: str) -> str:
        places = self.game.places
        if not places.seen_by(TABLE, name):
            return places.out_of_sight(places.owner(name))
        return self._as_sensed(name)

    def _as_sensed(self, name: str) -> str:
        """An address whose reader there is not counts as its whole place."""
        places = self.game.places
        return name if name in self._sensed or name not in places else places[name].name

    def comes_to(self, spot: Spot) -> str:
        """Where a chip comes to of which only its owner may know which it is: the hand behind a slot, or the cell."""
        return self.place(spot.zone if spot.cells else spot.beyond)

    def slot_of(self, spot: Spot) -> str:
        """The place of which a spot tells: for a slot, where it leads."""
        return spot.beyond if not spot.cells and spot.hidden else spot.zone

    def readers(self, piece: str, source: str, target: str) -> frozenset[str]:
        """The readers one of which would see a piece on this way."""
        way = self.way(piece, source, target)
        place = source if way in (Visibility.LEAVES, Visibility.LIFTED) else target
        return frozenset(self._readers.get(self._as_sensed(place), ()))

    def is_blind_to(self, piece: str, source: str, target: str) -> bool:
        """Whether a piece may have gone this way unseen, because a reader did not look."""
        return bool(self.blind) and not self.blind.isdisjoint(self.readers(piece, source, target))

    def owners(self, places: Iterable[str]) -> set[str]:
        """The seats that these places belong to."""
        return {owner for place in places if (owner := self.owner(place))}

    def is_heap(self, name: str) -> bool:
        """Whether pieces go in and out there together, without being seen one by one."""
        return self.game.places.is_heap(name)

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
        source, target = self._as_sensed(source), self._as_sensed(target)
        if piece in self.game.untagged or (self.place(source) == self.place(target) and target not in self.slots):
            return Visibility.NOT
        if self.is_heap(target):
            return Visibility.NOT  # it is poured in with the others
        if target in self.cells or target in self.taps:
            return Visibility.ENTERS
        if target in self.covered:
            return Visibility.SLOT
        if target in self.slots and self.place(source) == self.place(target):
            return Visibility.SLOT
        stays = self.owner(source) == self.owner(target) != ""
        if source in self.taps and not (stays and target == self.place(target)):
            return Visibility.LEAVES  # a chip that stays in its owner's open zones touches no tap
        return Visibility.LIFTED if source in self.cells else Visibility.NOT


def fits(piece: str, kind: str) -> bool:
    """Whether the rules' piece may be a chip of this kind; an unseen piece may be any chip."""
    return piece in (kind, UNSEEN)
