"""Gives the seats of a table the names of the players who sit at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.app.table_file import all_places
from companion.faces.hall import HallError
from companion.rules import Setup, find_game
from companion.rules.kernel.seat_names import MEANT
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import OUTSIDE, STATION, Layout, Spot
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout

OF_ANOTHER_GAME = "This table has a reader for {place}, which {game} does not have. Choose another table."
NAMING: Final = {"most": 20, "signs": " ".join(MEANT)}
"""What a name must not exceed or contain."""


def seated(layout: Layout, setup: Setup) -> Layout:
    """The table with the players of a match at its seats, in their order: their places take the names that they have in
    the match. Raises `HallError`.

    >>> from companion.rules import SeatSetup
    >>> from companion.table.layout import Pad, SpotRole
    >>> table = Layout("", ("A", "B"), (Pad(1, "/dev/pad-1", (Spot("1.0", SpotRole.TAP, "B.discard"),)),))
    >>> duel = Setup("puzzle-strike", (SeatSetup("Anna"), SeatSetup("Ben")))
    >>> [spot.zone for spot in seated(table, duel).spots()]
    ['Ben.discard']
    """
    names = tuple(seat.name for seat in setup.seats)
    layout = with_empty_seats(layout, setup)
    if len(layout.seats) != len(names):
        raise HallError(
            Sentence(
                "This table has {seats} seats, and {players} play. Choose another table.",
                {"seats": len(layout.seats), "players": len(names)},
            )
        )
    here, there = (all_places(setup.game, seats).names() for seats in (layout.seats, names))
    called = dict(zip(here, there, strict=True)) | dict(zip(OUTSIDE, OUTSIDE, strict=True))

    def named(zone: str) -> str:
        if zone not in called:
            raise HallError(Sentence(OF_ANOTHER_GAME, {"place": zone, "game": find_game(setup.game).title}))
        return called[zone]

    def spot(one: Spot) -> Spot:
        return replace(one, zone=named(one.zone), beyond=named(one.beyond))

    station = layout.station
    return replace(
        layout,
        seats=names,
        pads=tuple(replace(pad, spots=tuple(map(spot, pad.spots))) for pad in layout.pads),
        station=replace(station, spot=spot(station.spot)) if station and station.spot else station,
    )


def with_empty_seats(layout: Layout, setup: Setup) -> Layout:
    """The table with as many seats as there are players: the last ones stay empty, and what their pads see does not
    count. A pad that also serves a seat in use stays as it is.

    >>> from companion.rules import SeatSetup
    >>> from companion.table.layout import Pad, SpotRole
    >>> spots = [Spot(f"{number}.0", SpotRole.TAP, f"{seat}.discard") for number, seat in enumerate("ABC")]
    >>> pads = tuple(Pad(number, f"/dev/pad-{number}", (spot,)) for number, spot in enumerate(spots))
    >>> duel = Setup("puzzle-strike", (SeatSetup("Anna"), SeatSetup("Ben")))
    >>> table = with_empty_seats(Layout("", ("A", "B", "C"), pads), duel)
    >>> table.seats, [spot.zone for spot in table.spots()]
    (('A', 'B'), ['A.discard', 'B.discard'])
    """
    empty = layout.seats[len(setup.seats) :]
    if not empty:
        return layout
    places = all_places(setup.game, layout.seats)
    gone = {name for name in places.names() if places.owner(name) in empty}
    pads = tuple(pad for pad in layout.pads if not gone.issuperset(spot.zone for spot in pad.spots))
    left = {spot.reader for pad in pads for spot in pad.spots} | {STATION}
    groups = tuple(group & left for group in layout.groups if group & left)
    return replace(layout, seats=layout.seats[: len(setup.seats)], pads=pads, groups=groups)


def as_called(layout: Layout, setup: Setup) -> Layout:
    """The table as people call it while they play: without labels, which name seats by their letters. A match that is
    not played at its seats leaves it as it is.

    >>> from companion.rules import SeatSetup
    >>> as_called(Layout("", ("A", "B")), Setup("puzzle-strike", tuple(map(SeatSetup, "XYZ")))).seats
    ('A', 'B')
    """
    try:
        named = seated(layout, setup)
    except HallError:
        return layout
    return replace(named, pads=tuple(replace(pad, spots=tuple(map(unlabelled, pad.spots))) for pad in named.pads))


def unlabelled(spot: Spot) -> Spot:
    """A spot that goes by what it stands for."""
    return replace(spot, label="")


def check_names(layout: Layout) -> None:
    """Check that a record can hold these names. Raises `HallError`, before anything is recorded."""
    if not isinstance(read_layout(write_layout(layout)), Layout):
        raise HallError(Sentence("A name may have at most {most} characters, and none of these: {signs}", NAMING))
