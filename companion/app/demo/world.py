"""The physical truth of a virtual table: where every chip really is. Each chip is in exactly one place, or in the air.

It knows nothing of game, time or readers: only what people would see if they looked at the table itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Final

from companion.app.demo.table import Dealt
from companion.rules import Game, Place, Plain, Who, new_match
from companion.rules.kernel.places import at
from companion.table.layout import AIR as IN_THE_AIR
from companion.table.layout import OUTSIDE, Layout
from companion.table.sightings import Uid


def N_(text: str) -> str:  # noqa: N802 - the usual name for it
    """Mark a text that is translated later."""
    return text


AIR: Final = IN_THE_AIR
"""The place of a chip that a hand carries."""
BESIDE: Final = "beside"
"""On the table itself, beside all cells, where a bump throws chips."""
BOX: Final = next(zone for zone in OUTSIDE if zone != AIR)
CELL: Final = N_("cell {number}")
OVERFLOW: Final = N_("Overflow tap")
BOX_NAME: Final = N_("Box")
BESIDE_NAME: Final = N_("Beside the trays")


class Drawing(StrEnum):
    """How a place is drawn, and what hands can do there."""

    CELL = "cell"
    """Room for one chip, which a reader below it sees all the time."""
    HEAP = "heap"
    """Chips side by side, with or without a tap."""
    BAG = "bag"
    """Chips are drawn from it by chance, and poured into it as a heap."""
    HAND = "hand"
    """Chips that only their owner knows and sees."""
    STACK = "stack"
    """Chips of one kind, one on top of the other."""


@dataclass(frozen=True)
class ChipPlace:
    """A place in which chips can lie."""

    id: str
    seat: str
    zone: str
    """The place of the game, or the address in it; "" if the game has no such place."""
    kind: Drawing
    label: str = ""
    """What people call it, if the game has no word for it; for a stack, its kind of chip."""
    of: Place | None = None
    """The place of the game that it is, or that it is in."""
    reader: str = ""
    """The reader that sees the place: of a heap, its tap; of a bag, its slot."""
    number: str = ""
    """The number of a cell, or the address."""
    face_down: bool = False
    """Whether chips lie there so that not everybody may look at them."""
    leads_to: str = ""
    """Of a bag: the hand into which chips are drawn."""

    @property
    def whole(self) -> str:
        """The name of the place of the game that it is in."""
        return self.of.name if self.of else self.zone

    @property
    def beside_cells(self) -> bool:
        """Whether it takes what has no room in the cells of its place."""
        return self.label == OVERFLOW

    def hides_from(self, people: frozenset[str]) -> bool:
        """Whether people at these seats may not see its chips."""
        return (self.face_down or self.kind in (Drawing.HAND, Drawing.BAG)) and self.seat not in people


class CellTaken(ValueError):
    """The cell holds a chip already."""


def places_of(layout: Layout, game: Game[Plain], kinds: Mapping[str, Iterable[str]]) -> dict[str, ChipPlace]:
    """All places of a table: seat by seat, then those in the middle, the box, and the table itself. `game` is bound to
    the match, and `kinds` are the chips that lie in each zone when it begins."""
    table = new_match(game.setup).table
    lying = game.lies(table)
    found: list[ChipPlace] = []
    for seat in (*layout.seats, ""):
        for place in game.places.values():
            if place.owner == seat and place.name in lying:
                stacks = isinstance(lying[place.name].content, Mapping)
                found += stacks_of(layout, place, kinds) if stacks else drawn_as(layout, game, place)
    found += [ChipPlace(BOX, "", BOX, Drawing.HEAP, BOX_NAME), ChipPlace(BESIDE, "", "", Drawing.HEAP, BESIDE_NAME)]
    return {place.id: place for place in found}


def stacks_of(layout: Layout, place: Place, kinds: Mapping[str, Iterable[str]]) -> Iterator[ChipPlace]:
    """A stack for each kind of chip that lies in a place."""
    for kind in sorted(set(kinds.get(place.name, ()))):
        yield ChipPlace(
            stack_id(place.name, kind), place.owner, place.name, Drawing.STACK, kind, place, tap_of(layout, place.name)
        )


def stack_id(zone: str, kind: str) -> str:
    """The id of a stack."""
    return f"{zone}:{kind}"


def drawn_as(layout: Layout, game: Game[Plain], place: Place) -> Iterator[ChipPlace]:
    """A place of the game as the table has it: its cells or addresses, and what has room for everything."""
    secret = place.knows is not Who.ALL
    for address in place.addresses:
        zone = at(place.name, address)
        readers = cells_of(layout, zone)
        kind, reader = (Drawing.CELL, readers[0]) if readers else (Drawing.HEAP, tap_of(layout, zone))
        yield ChipPlace(zone, place.owner, zone, kind, "", place, reader, address, secret)
    if place.addresses:
        return
    cells = cells_of(layout, place.name)
    for number, reader in enumerate(cells, 1):
        one = f"{place.name}:{number}"
        yield ChipPlace(one, place.owner, place.name, Drawing.CELL, CELL, place, reader, str(number), secret)
    kind, leads_to = Drawing.HEAP, ""
    if place.heap:
        kind, leads_to = Drawing.BAG, drawn_into(layout, game, place)
    elif place.is_hand:
        kind = Drawing.HAND
    name, face_down = OVERFLOW if cells else "", secret and kind is Drawing.HEAP
    yield ChipPlace(
        place.name, place.owner, place.name, kind, name, place, tap_of(layout, place.name), "", face_down, leads_to
    )


def cells_of(layout: Layout, zone: str) -> list[str]:
    """The reader of each cell."""
    return [spot.reader for spot in layout.spots() if spot.zone == zone for _ in range(spot.cells)]


def tap_of(layout: Layout, zone: str) -> str:
    """The reader of a tap or slot; "" if there is none."""
    return next((spot.reader for spot in layout.spots() if spot.zone == zone and not spot.cells), "")


def drawn_into(layout: Layout, game: Game[Plain], bag: Place) -> str:
    """The hand into which chips of a bag are drawn: where its slot leads, or else the first of its owner."""
    slots = (spot.beyond for spot in layout.spots() if spot.zone == bag.name and spot.beyond in game.places)
    hands = (place.name for place in game.places.values() if place.owner == bag.owner and place.is_hand)
    return next(chain(slots, hands), "") if bag.owner else ""


class World:
    """All chips and places."""

    def __init__(self, layout: Layout, game: Game[Plain], chips: Mapping[Uid, Dealt]) -> None:
        """`game` is bound to the match."""
        self.layout = layout
        self.kinds = {uid: chip.kind for uid, chip in chips.items()}
        kinds: dict[str, list[str]] = {}
        for chip in chips.values():
            kinds.setdefault(chip.zone, []).append(chip.kind)
        self.places = places_of(layout, game, kinds)
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
        """The place for a chip that lies in a zone at the beginning; if the zone has cells, a free one."""
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
        if spot.kind is Drawing.CELL and others:
            raise CellTaken(place)
        if self._where.get(uid) != AIR:
            self.lift(uid, place)
        self._towards.pop(uid, None)
        self._from.pop(uid, None)
        self._where[uid] = place
        self._lying[place].append(uid)
        if spot.reader and (on_reader or spot.kind is Drawing.CELL):
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
        """The zone in which a chip lies; "" if it is in the air, or beside everything."""
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
        """How many chips of each kind lie in each zone. Those in the air or beside everything are counted under ""."""
        found: dict[str, Counter[str]] = {place.zone: Counter() for place in self.places.values()}
        for uid in self._where:
            found.setdefault(self.zone(uid), Counter())[self.kinds[uid]] += 1
        return found

    @property
    def carried(self) -> tuple[Uid, ...]:
        """The chips that hands are carrying."""
        return tuple(self._towards)

    def room_in(self, zone: str, kind: str, taken: Iterable[str] = ()) -> str:
        """A place for one more chip of this kind: a free cell, if the zone has cells; `taken` cells are reserved. What
        has no stack goes into the box."""
        here = [place for place in self.places.values() if zone and zone in (place.zone, place.whole)]
        for place in here:
            if place.kind is Drawing.CELL and not self._lying[place.id] and place.id not in taken:
                return place.id
        if any(place.kind is Drawing.STACK for place in here):
            stack = stack_id(zone, kind)
            return stack if stack in self.places else BOX
        rest = [place.id for place in here if place.kind is not Drawing.CELL]
        return rest[0] if rest else BESIDE

    def poured_into(self, bag: str) -> list[Uid]:
        """The chips with which a bag is refilled."""
        place = self.places[bag].of
        return self.in_zone(place.refill) if place and place.refill else []

    def bag_of(self, seat: str) -> ChipPlace | None:
        """The bag out of which a seat draws; None if it has none."""
        return next((one for one in self.places.values() if one.seat == seat and one.leads_to), None)

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
                crowded = target.kind is Drawing.CELL and self._lying[target.id]
                self.put(uid, BESIDE if crowded else target.id)
