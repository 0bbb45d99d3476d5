"""Gives the seats of a table the names of the players who sit at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.faces.hall import HallError
from companion.rules.kernel.seat_names import MEANT
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import Layout, Spot
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout

NAMING: Final = {"most": 20, "signs": " ".join(MEANT)}
"""What a name must not exceed or contain."""


def seated(layout: Layout, names: tuple[str, ...]) -> Layout:
    """The table with these names for its seats, in their order. Raises `HallError`.

    >>> seated(Layout("", ("A", "B")), ("Anna", "Ben")).seats
    ('Anna', 'Ben')
    """
    if len(layout.seats) != len(names):
        raise HallError(
            Sentence(
                "This table has {seats} seats, and {players} play. Choose another table.",
                {"seats": len(layout.seats), "players": len(names)},
            )
        )
    called = dict(zip(layout.seats, names, strict=True))

    def named(zone: str) -> str:
        seat, dot, place = zone.partition(".")
        return f"{called[seat]}{dot}{place}" if dot and seat in called else zone

    def spot(one: Spot) -> Spot:
        return replace(one, zone=named(one.zone), beyond=named(one.beyond))

    station = layout.station
    return replace(
        layout,
        seats=names,
        pads=tuple(replace(pad, spots=tuple(map(spot, pad.spots))) for pad in layout.pads),
        station=replace(station, spot=spot(station.spot)) if station and station.spot else station,
    )


def as_called(layout: Layout, names: tuple[str, ...]) -> Layout:
    """The table as people call it while they play: without labels, which name seats by their letters.

    >>> as_called(Layout("", ("A", "B")), ("Anna",)).seats
    ('A', 'B')
    """
    if len(layout.seats) != len(names):
        return layout  # they do not play at its seats
    named = seated(layout, names)
    return replace(named, pads=tuple(replace(pad, spots=tuple(map(unlabelled, pad.spots))) for pad in named.pads))


def unlabelled(spot: Spot) -> Spot:
    """A spot that goes by what it stands for."""
    return replace(spot, label="")


def check_names(layout: Layout) -> None:
    """Check that a record can hold these names. Raises `HallError`, before anything is recorded."""
    if not isinstance(read_layout(write_layout(layout)), Layout):
        raise HallError(Sentence("A name may have at most {most} characters, and none of these: {signs}", NAMING))
