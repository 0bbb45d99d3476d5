"""The physical truth of a virtual table: where every chip really is. Each chip is in exactly one place, or in the air.

It knows nothing of game, time or readers: only what people would see if they looked at the table itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.app.demo.table import Dealt
from companion.table.layout import Layout
from companion.table.sightings import Uid


def N_(text: str) -> str:  # noqa: N802 - the usual name for it
    """Mark a text that is translated later."""
    return text


AIR: Final = "air"
"""The place of a chip that a hand carries."""
BESIDE: Final = "beside"
"""On the table itself, beside all trays, where a bump throws chips."""
BOX: Final = "box"
BANK: Final = "bank"
HEAPS: Final = {
    "played": N_("On the table"),
    "ongoing": N_("Ongoing"),
    "top": N_("On top of the bag"),
    "discard": N_("Discard pile"),
}
"""The places of each seat, and what people call them."""
CELL: Final = N_("cell {number}")
OVERFLOW: Final = N_("Overflow tap")
BAG: Final = N_("Bag")
HAND: Final = N_("Hand")
BOX_NAME: Final = N_("Box")
BESIDE_NAME: Final = N_("Beside the trays")


@dataclass(frozen=True)
class ChipPlace:
    """A place in which chips can lie."""

    id: str
    seat: str
    zone: str
    """The zone of the game; "" if the game has no such place."""
    kind: str
    """`cell`, `heap`, `bag`, `hand` or `stack`."""
    label: str
    reader: str = ""
    """The reader that sees the place: of a heap, its tap; of a bag, its slot."""
    number: int = 0
    """The number of a cell."""
    face_down: bool = False
    """Whether chips lie there so that only their owner may look at them."""


class CellTaken(ValueError):
    """The cell holds a chip already."""


def places_of(layout: Layout, kinds: Iterable[str]) -> dict[str, ChipPlace]:
    """All places of a table: seat by seat, then a stack of the bank for each of these kinds, the box, and the table
    itself."""
    taps = {spot.zone: spot.reader for spot in layout.spots() if not spot.cells}
    found: list[ChipPlace] = []
    for seat in layout.seats:
        pile = f"{seat}.pile"
        cells = [spot.reader for spot in layout.spots() if spot.zone == pile for _ in range(spot.cells)]
        found += [
            ChipPlace(f"{pile}:{number}", seat, pile, "cell", CELL, reader, number)
            for number, reader in enumerate(cells, 1)
        ]
        found.append(ChipPlace(pile, seat, pile, "heap", OVERFLOW, taps.get(pile, "")))
        found += [
            ChipPlace(
                f"{seat}.{heap}",
                seat,
                f"{seat}.{heap}",
                "heap",
                name,
                taps.get(f"{seat}.{heap}", ""),
                face_down=heap == "top",
            )
            for heap, name in HEAPS.items()
        ]
        found.append(ChipPlace(f"{seat}.bag", seat, f"{seat}.bag", "bag", BAG, taps.get(f"{seat}.bag", "")))
        found.append(ChipPlace(f"{seat}.hand", seat, f"{seat}.hand", "hand", HAND))
    spot = taps.get(BANK, "")
    found += [ChipPlace(f"{BANK}:{kind}", "", BANK, "stack", kind, spot) for kind in sorted(set(kinds), key=by_size)]
    found += [ChipPlace(BOX, "", BOX, "heap", BOX_NAME), ChipPlace(BESIDE, "", "", "heap", BESIDE_NAME)]
    return {place.id: place for place in found}


def by_size(kind: str) -> tuple[bool, str]:
    """A sort key that puts gems first.

    >>> sorted(["combine", "gem_2", "gem_1"], key=by_size)
    ['gem_1', 'gem_2', 'combine']
    """
    return not kind.startswith("gem_"), kind


class World:
    """All chips and places."""

    def __init__(self, layout: Layout, chips: Mapping[Uid, Dealt]) -> None:
        self.layout = layout
        self.kinds = {uid: chip.kind for uid, chip in chips.items()}
        self.places = places_of(layout, (chip.kind for chip in chips.values() if chip.zone == BANK))
        self.number = 0
        """Rises with each change."""
        self._where: dict[Uid, str] = {}
        self._towards: dict[Uid, str] = {}
        """Where chips in the air are going."""
        self._from: dict[Uid, str] = {}
        """Where chips in the air were lifted."""
        self._on: dict[Uid, str] = {}
        """The reader on which each chip rests."""
        self._lying: dict[str, list[Uid]] = {place: [] for place in self.places}
        for uid, chip in chips.items():
            self.put(uid, self.home(chip))

    def home(self, chip: Dealt) -> str:
        """The place for a chip that lies in a zone at the beginning; for a pile, a free cell."""
        return self.room_in(chip.zone, chip.kind)

    # -- what hands do -----------------------------------------------------------------------------------------

    def lift(self, uid: Uid, towards: str = "") -> None:
        """Lift a chip into the air."""
        before = self._where.get(uid, "")
        if before in self._lying:
            self._lying[before].remove(uid)
            self._from[uid] = before
        self._where[uid] = AIR
        self._towards[uid] = towards or before
        self._on.pop(uid, None)
        self.number += 1

    def put(self, uid: Uid, place: str, *, on_reader: bool = False) -> None:
        """Lay a chip down; with `on_reader` it rests on the spot of that place. Raises `CellTaken`."""
        spot = self.places[place]
        others = [other for other in self._lying[place] if other != uid]
        if spot.kind == "cell" and others:
            raise CellTaken(place)
        if self._where.get(uid) != AIR:
            self.lift(uid, place)
        self._towards.pop(uid, None)
        self._from.pop(uid, None)
        self._where[uid] = place
        self._lying[place].append(uid)
        if spot.reader and (on_reader or spot.kind == "cell"):
            self._on[uid] = spot.reader
        self.number += 1

    # -- what can be seen --------------------------------------------------------------------------------------

    def where(self, uid: Uid) -> str:
        """The id of the place where a chip is; `AIR` if it is carried."""
        return self._where[uid]

    def shown_at(self, uid: Uid) -> str:
        """Where the page draws a chip: if it is carried, the place where it is going."""
        return self._towards.get(uid) or self._where[uid]

    def reader_of(self, uid: Uid) -> str:
        """The reader on which a chip lies; "" if it lies on none."""
        return self._on.get(uid, "")

    def on_reader(self, reader: str) -> list[Uid]:
        """The chips that lie on a reader."""
        return [uid for uid, other in self._on.items() if other == reader]

    def came_from(self, uid: Uid) -> str:
        """Where a chip in the air was lifted; "" for any other chip."""
        return self._from.get(uid, "")

    def lying(self, place: str) -> tuple[Uid, ...]:
        """The chips in a place, in the order in which they came."""
        return tuple(self._lying[place])

    def zone(self, uid: Uid) -> str:
        """The zone in which a chip lies; "" if it is in the air, or beside all trays."""
        place = self._where[uid]
        return self.places[place].zone if place in self.places else ""

    def in_zone(self, zone: str, kind: str = "") -> list[Uid]:
        """The chips in a zone, of one kind or of any."""
        return [
            uid
            for place in self.places.values()
            if place.zone == zone
            for uid in self._lying[place.id]
            if kind in ("", self.kinds[uid])
        ]

    def counts(self) -> dict[str, Counter[str]]:
        """How many chips of each kind lie in each zone. Those in the air or beside all trays are counted under ""."""
        found: dict[str, Counter[str]] = {place.zone: Counter() for place in self.places.values()}
        for uid in self._where:
            found.setdefault(self.zone(uid), Counter())[self.kinds[uid]] += 1
        return found

    @property
    def carried(self) -> tuple[Uid, ...]:
        """The chips that hands are carrying."""
        return tuple(self._towards)

    def room_in(self, zone: str, kind: str, taken: Iterable[str] = ()) -> str:
        """A place for one more chip of this kind: a free cell, if the zone has cells. `taken` cells are reserved."""
        for place in self.places.values():
            if place.zone == zone and place.kind == "cell" and not self._lying[place.id] and place.id not in taken:
                return place.id
        stack = f"{BANK}:{kind}"
        if zone == BANK:
            return stack if stack in self.places else BOX
        return zone if zone in self.places else BESIDE

    # -- kept --------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Where every chip is. A chip in the air counts as put back."""
        return {uid: self._from.get(uid, place) if place == AIR else place for uid, place in self._where.items()}

    def take_json(self, data: Mapping[str, Any]) -> None:
        """Restore the places of chips. What is impossible is left as it is."""
        moves = [(uid, data.get(uid)) for uid in self._where]
        for uid, place in moves:
            if isinstance(place, str) and place in self.places and place != self._where[uid]:
                self.lift(uid, place)
        for uid, place in moves:
            if self._where[uid] == AIR:
                target = self.places[str(place)]
                crowded = target.kind == "cell" and self._lying[target.id]
                self.put(uid, BESIDE if crowded else target.id)
