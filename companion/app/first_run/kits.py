"""The kits of a game as spots: which of them a table has, in the order in which chips are laid on them to find them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from companion.app.table_file import USUAL, all_places
from companion.rules import Game, Place, Plain, Who, find_game
from companion.rules.kernel.kits import Kit, KitSpot
from companion.rules.kernel.places import at
from companion.table.layout import AIR, STATION, Spot, SpotRole
from companion.table.phrases import NOTHING, Phrase

NO_KIT: Final = "none"
"""The kit of a seat without readers."""
NO_READERS: Final = Phrase("No readers at this seat: its player enters every move on the phone.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A spot that needs a reader."""

    key: str
    """A unique name: that of the seat, that of the spot in its kit, and a number where it has several readers."""
    spot: Spot
    """The spot without reader and label."""
    words: Phrase
    """Where to lay a chip."""
    label: Phrase = NOTHING
    """What people will call the spot, in the language of the table."""
    seat: str = ""
    """The seat that it belongs to; "" for one in the middle."""
    row: str = ""
    """A unique name of the row of cells that it belongs to, if it is one of several."""

    def served_by(self, reader: str, label: str) -> Spot:
        """The spot with its reader and label."""
        spot = self.spot
        return Spot(reader, spot.role, spot.zone, spot.cells, spot.beyond, spot.hidden, label)


def game_of(key: str) -> Game[Plain]:
    """The game of a table; "" is the usual one."""
    return find_game(key or USUAL)


def kits_of(game: str) -> Mapping[str, Kit]:
    """What a seat may have, by key, no reader at all included.

    >>> [*kits_of("")]
    ['cells', 'taps', 'trays', 'none']
    """
    return {kit.key: kit for kit in game_of(game).kits().seat} | {NO_KIT: Kit(NO_KIT, NO_READERS)}


def seats_of(count: int) -> tuple[str, ...]:
    """The names of the seats of a table.

    >>> seats_of(3)
    ('A', 'B', 'C')
    """
    return tuple(ascii_uppercase[:count])


def wanted(kits: Sequence[str], shared: Mapping[str, str], game: str = "") -> tuple[Wanted, ...]:
    """All spots that readers of pads are to serve, seat by seat; `shared` says what serves as each shared spot.

    >>> for one in wanted(("taps", "none"), {}):
    ...     print(one.key, one.words)
    A.pile the pile tap of A
    A.played the play tap of A
    A.discard the discard tap of A
    A.bag the bag slot of A
    """
    offered, places = kits_of(game), all_places(game, seats_of(len(kits)))
    spots = [
        found
        for seat, kit in zip(seats_of(len(kits)), kits, strict=True)
        for one in offered[kit].spots
        for found in spots_of(one, seat, places[places.of(seat, one.place)], places.of(seat, one.beyond))
    ]
    for one in game_of(game).kits().shared:
        if shared.get(one.spot.key) == "reader":
            spots += spots_of(one.spot, "", places[one.spot.place])
    return tuple(spots)


def spots_of(one: KitSpot, seat: str, place: Place, beyond: str = "") -> Iterator[Wanted]:
    """The spots of a part of a kit, one for each reader."""
    key = f"{seat}.{one.key}" if seat else one.key
    if not one.cells:
        label = Phrase(one.label, seat=seat)
        spot = Spot("", SpotRole.TAP, place.name, beyond=beyond or AIR, hidden=bool(beyond))
        yield Wanted(key, spot, Phrase("the {spot}", spot=label), label, seat)
        return
    for number in range(1, (len(place.addresses) or one.readers) + 1):
        address = place.addresses[number - 1] if place.addresses else ""
        last = number * one.cells
        where = Phrase(one.where, seat=seat, first=last - one.cells + 1, second=last, address=address)
        zone = at(place.name, address) if address else place.name
        spot = Spot("", SpotRole.CELLS, zone, cells=one.cells, hidden=place.knows is not Who.ALL)
        yield Wanted(f"{key}.{number}", spot, where, seat=seat, row=key)


def station_spot(one: KitSpot, label: str) -> Spot:
    """The NFC station as a shared spot."""
    return Spot(STATION, SpotRole.TAP, one.place, label=label)
