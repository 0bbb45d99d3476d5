"""The chips of a situation, and what hands do with them: where each chip really is, and what readers can see of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from companion.rehearsal.games.customs import Customs
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Match
from companion.table.layout import Layout, Spot
from companion.table.sightings import Uid

REACHING: Final = 0.5
"""Seconds from taking a chip out of its cell until it arrives elsewhere."""
RESTING: Final = 0.8
"""Seconds that a chip lies on a tap, if the script does not say how long."""
BRUSHING: Final = 0.15
"""Seconds that a chip is over a spot that it only brushes."""
BEFORE: Final = -3.5
"""When the chips that lie in cells at the beginning are laid there: the script begins at 0."""
TOP, BAG = ".top", ".bag"


class HandError(ValueError):
    """Something that hands cannot do at this table, in words that say what to write instead."""


class ChipsByHand:
    """Writes down what hands do, as acts on readers."""

    def __init__(self, match: Match, layout: Layout) -> None:
        self.customs = Customs(layout, match.game)
        self.layout = layout
        self.acts: list[Act] = []
        self.lying: dict[str, list[TaggedThing]] = defaultdict(list)
        """The chips by the zone in which they really are, in the order in which they came there."""
        self.places: dict[TaggedThing, str] = {}
        self.been: dict[str, set[TaggedThing]] = defaultdict(set)
        """Every chip that has ever been in a zone."""
        self.readers: dict[TaggedThing, str] = {}
        """The reader on which a chip lies and stays."""
        self._left: dict[TaggedThing, str] = {}
        """The reader that a chip was last taken up from."""
        self._free: dict[TaggedThing, float] = defaultdict(lambda: BEFORE)
        """Until when each chip is in somebody's hands."""
        for name, there in match.game.zones(match.table).items():
            pieces = there.content if isinstance(there.content, tuple) else Counter(there.content).elements()
            for kind in pieces:
                if kind not in match.game.untagged:
                    self._add(kind, name)
        self.start = {chip.uid: zone for chip, zone in self.places.items()}
        """The zone of each chip at the beginning."""
        self.kinds = {chip.uid: str(chip.kind) for chip in self.places}
        for chip, zone in list(self.places.items()):
            if zone in self.customs.cells:
                self.lay(chip, zone, BEFORE)

    def _add(self, kind: str, zone: str) -> None:
        chip = TaggedThing(Uid(f"04{len(self.places) + 1:012X}"), kind)
        home = zone.replace(TOP, BAG)
        self.places[chip] = home
        self.been[home].add(chip)
        if zone != home:  # what lies on top of a bag comes out first
            self.lying[home].insert(0, chip)
        else:
            self.lying[home].append(chip)

    # -- finding chips and spots -------------------------------------------------------------------------------

    def find(self, kind: str, zone: str, but: set[TaggedThing]) -> TaggedThing:
        """Return a chip of this kind that lies in this zone and is none of these."""
        for chip in self.lying[zone]:
            if chip.kind == kind and chip not in but:
                return chip
        there = sorted({str(chip.kind) for chip in self.lying[zone] if chip not in but})
        raise HandError(f"there is no {kind} in {zone}; there lies: {', '.join(there) or 'nothing'}")

    def first_of(self, zone: str, count: int) -> list[TaggedThing]:
        """Return the chips of a zone that came there first."""
        found = self.lying[zone][:count]
        if len(found) < count:
            raise HandError(f"{zone} holds only {len(found)} chips; give it more, or let the seat refill the bag")
        return found

    def spot(self, zone: str) -> str:
        """Return the reader of the tap or slot of a zone."""
        found = self._spots(zone)
        if not found:
            zones = sorted({spot.zone for spot in self.layout.spots() if not spot.cells})
            raise HandError(f"this table has no spot for {zone} to touch; it has: {', '.join(zones) or 'none'}")
        return found[0].reader

    def _spots(self, zone: str) -> list[Spot]:
        return [spot for spot in self.layout.spots() if spot.zone == zone and not spot.cells]

    def cell(self, zone: str, number: int | None) -> str:
        """Return the reader of a cell of a zone: of the free one that comes first, or of this number, from 1."""
        spots = self.customs.cells.get(zone, [])
        readers = [spot.reader for spot in spots for _ in range(spot.cells)]
        if number is not None and not 0 < number <= len(readers):
            raise HandError(f"{zone} has no cell {number} at this table; its cells are 1 to {len(readers)}")
        if number is not None:
            return readers[number - 1]
        used = Counter(self.readers.values())
        for reader in readers:
            if not used[reader]:
                return reader
            used[reader] -= 1
        raise HandError(f"{zone} has no free cell at this table; let the chip touch {zone} instead")

    # -- what hands do -----------------------------------------------------------------------------------------

    def go(self, chip: TaggedThing, zone: str, at: float) -> float:
        """Move a chip as people do at this table. Return when it is done."""
        touches = self.customs.touches((self.places[chip], zone))
        if chip in self.readers:
            at = self.take_up(chip, at) + REACHING
        for tap in touches.taps:
            at = self._touch(chip, tap, at, RESTING)
        if touches.cells:
            self.lay(chip, zone, at)
        self._move(chip, zone)
        return at

    def go_unseen(self, chip: TaggedThing, zone: str, at: float) -> float:
        """Move a chip without showing it to a reader. Only a cell that it leaves can tell."""
        if chip in self.readers:
            self.take_up(chip, at)
        self._move(chip, zone)
        return at

    def touch(self, chip: TaggedThing, zone: str, at: float, lasting: float) -> float:
        """Let a chip touch the spot of a zone: then it is in that zone, or where the slot leads to."""
        reader = self.spot(zone)
        if chip in self.readers:
            at = self.take_up(chip, at) + REACHING
        self._move(chip, self._spots(zone)[0].beyond if self.customs.is_bag(zone) else zone)
        return self._touch(chip, reader, at, lasting)

    def rest(self, chip: TaggedThing, zone: str, at: float) -> float:
        """Lay a chip on the spot of a zone, and leave it there."""
        reader = self.spot(zone)
        if chip in self.readers:
            at = self.take_up(chip, at) + REACHING
        self._put(chip, reader, at)
        self._move(chip, zone)
        return at

    def brush(self, chip: TaggedThing, zone: str, at: float, lasting: float) -> float:
        """Let a chip touch the spot of a zone in passing: it stays where it was."""
        if chip in self.readers:
            at = self.take_up(chip, at) + REACHING
        return self._touch(chip, self.spot(zone), at, lasting)

    def lay(self, chip: TaggedThing, zone: str, at: float, number: int | None = None) -> float:
        """Lay a chip into a cell of a zone."""
        reader = self.cell(zone, number)
        if chip in self.readers:
            at = self.take_up(chip, at) + REACHING
        self._put(chip, reader, at)
        self._move(chip, zone)
        return at

    def take_up(self, chip: TaggedThing, at: float) -> float:
        """Take a chip up from the reader on which it lies."""
        if chip not in self.readers:
            raise HandError(f"the {chip.kind} lies on no reader, so nobody can take it up from one")
        self._left[chip] = self.readers.pop(chip)
        self._act(at, chip, None)
        return at

    def put_back(self, chip: TaggedThing, at: float) -> float:
        """Put a chip back on the reader from which it was last taken up."""
        if chip in self.readers or chip not in self._left:
            raise HandError(f"the {chip.kind} was not taken up; let it be taken up first")
        self._put(chip, self._left[chip], at)
        zone = next(spot.zone for spot in self.layout.spots() if spot.reader == self._left[chip])
        self._move(chip, zone)
        return at

    def _touch(self, chip: TaggedThing, reader: str, at: float, lasting: float) -> float:
        self._act(at, chip, reader)
        self._act(at + lasting, chip, None)
        return at + lasting

    def _put(self, chip: TaggedThing, reader: str, at: float) -> None:
        self.readers[chip] = reader
        self._act(at, chip, reader)

    def _act(self, at: float, chip: TaggedThing, reader: str | None) -> None:
        if at < self._free[chip]:
            raise HandError(f"the {chip.kind} is in somebody's hands until {self._free[chip]:g} s; let this come later")
        self._free[chip] = at
        self.acts.append(Act(at, chip, reader))

    def _move(self, chip: TaggedThing, zone: str) -> None:
        self.lying[self.places[chip]].remove(chip)
        self.lying[zone].append(chip)
        self.places[chip] = zone
        self.been[zone].add(chip)
