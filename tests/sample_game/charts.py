"""Beacons with charts: a deck that all draw from, a row of dealt charts, and charts face down before each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules import AGAIN, UNSEEN, Common, Draw, Event, Moved, Place, Question, Steps, Who
from companion.rules.kernel.places import at
from tests.sample_game.table import Seat, Table, shine

DECK = ("reef", "tide", "calm") * 5
ROW = ("1", "2", "3")
KEPT = ("1", "2", "3")
"""Where a player's charts lie, one after the other."""


class TurnedUp(NamedTuple):
    """A player has shown all his charts."""

    seat: str
    charts: tuple[str, ...]

    @property
    def reveals(self) -> bool:
        return True


def kept_by(seat: str) -> str:
    """The place of a player's charts."""
    return f"{seat}.charts"


def places(seats: tuple[str, ...]) -> Iterator[Place]:
    """Everybody sees that a chart lies face down, and only its owner may look at it."""
    yield Place("deck", knows=Who.NOBODY, heap=True)
    yield Place("row", addresses=ROW)
    for seat in seats:
        yield Place(kept_by(seat), seat, "charts", Who.OWNER, addresses=KEPT)


def holder(seats: tuple[str, ...]) -> Common:
    """All charts, before they are dealt."""
    charts = Common(("deck", "row", *map(kept_by, seats)))
    charts.__dict__["deck"] = DECK
    return charts


def lie_at(table: Table, place: str) -> tuple[str, ...]:
    """The address of each chart there."""
    if place == "row":
        return table.row_at
    return KEPT[: len(table.charts.zone(place))] if place != "deck" else ()


def deal(table: Table, log: list[Event]) -> Steps[None]:
    """Deal the row, open, and two charts to everybody, face down."""
    for address in ROW:
        yield from deal_to(table, log, address)
    for seat in table.order:
        yield from draw(table, log, seat, 2)


def deal_to(table: Table, log: list[Event], address: str) -> Steps[None]:
    """Turn up the next chart: nobody draws it, and everybody sees it."""
    if not table.charts.zone("deck"):
        return
    kinds = yield from drawn(table, Draw("", "deck", 1, (), "charts", place="deck", target=at("row", address)))
    table.charts.move("deck", kinds, "row")
    table.row_at += (address,)
    log.append(Moved(kinds[0], 1, "deck", at("row", address)))


def draw(table: Table, log: list[Event], seat: str, count: int) -> Steps[None]:
    """A player draws charts that nobody else sees."""
    kinds = yield from drawn(table, Draw(seat, "deck", count, (), "charts", seat, place="deck"))
    for kind in kinds:
        keep(table, log, kind, "deck", seat)


def drawn(table: Table, due: Draw) -> Steps[tuple[str, ...]]:
    """What comes out, by what is known of the deck at that moment."""
    while True:
        due = due._replace(among=table.charts.zone(due.place), unseen=table.charts.unseen)
        kinds: object = yield due
        if isinstance(kinds, tuple):
            return kinds


def keep(table: Table, log: list[Event], kind: str, source: str, seat: str) -> None:
    """A chart comes to a player, beside those that he has."""
    place = kept_by(seat)
    address = KEPT[len(table.charts.zone(place))]
    table.charts.move(source.partition("@")[0], (kind,), place)
    log.append(Moved(kind, 1, source, at(place, address)))


def shutter(table: Table, log: list[Event], me: Seat) -> Steps[None]:
    """Played on its own turn it takes a chart of the row, face down; the next one is dealt to its place."""
    row = tuple(zip(table.charts.zone("row"), table.row_at, strict=True))
    if not row or len(table.charts.zone(kept_by(me.name))) == len(KEPT):
        return
    options = {me.name: tuple(f"take:{kind}@{address}" for kind, address in row)}
    while (token := (yield Question("take", options, "charts", "shutter"))) is AGAIN:
        pass
    kind, _, address = str(token).removeprefix("take:").partition("@")
    number = row.index((kind, address))
    table.row_at = table.row_at[:number] + table.row_at[number + 1 :]
    others = (other for at_number, (other, _) in enumerate(row) if at_number != number)
    table.charts.__dict__["row"] = (kind, *others)  # the first of its kind is the one that goes
    keep(table, log, kind, at("row", address), me.name)
    yield from deal_to(table, log, address)


def reveal(table: Table, log: list[Event]) -> Steps[None]:
    """In the end all turn their charts up; each reef gives 1 light."""
    for seat in table.order:
        place = kept_by(seat)
        if unseen := table.charts.zone(place).count(UNSEEN):
            due = Draw(seat, place, unseen, (), "charts", place=place)
            kinds = yield from drawn(table, due)
            told = tuple(kind for kind in table.charts.zone(place) if kind != UNSEEN)
            table.charts.account_for(place, (*kinds, *told))
        log.append(TurnedUp(seat, table.charts.zone(place)))
        if reefs := table.charts.zone(place).count("reef"):
            shine(table, log, table.seats[seat].team, reefs)
