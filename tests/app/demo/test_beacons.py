"""Another game at the virtual table: its places, and chips that are lifted and laid there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.demo import people
from companion.app.demo.motion import TableHands
from companion.app.demo.moves import ChipRoute, balance, stops_of, travels
from companion.app.demo.shown import chip_rows, looks_of, place_rows, seat_rows
from companion.app.demo.table import deal, demo_table
from companion.app.demo.world import BESIDE, ChipPlace, Drawing, World
from companion.app.seating import seated
from companion.app.table_file import load_table, names_of_places
from companion.faces.languages import ENGLISH
from companion.rehearsal.games.customs import Customs
from companion.rules import TABLE, Game, Moved, SeatSetup, Setup, new_match, register
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout
from companion.table.sightings import Uid
from tests import sample_game
from tests.app.demo.tables import Pads
from tests.sample_game import GAME

register(GAME)
SETUP = Setup("beacons", tuple(map(SeatSetup, ("Nina", "Ed", "Sue", "Walt"))), mode="charts")
BOUND: Game[Any] = GAME.bound(SETUP)
YOU = frozenset({"Nina"})


def the_full_table() -> Layout:
    there = load_table(Path(sample_game.__file__).parent / "table_full.toml")
    assert isinstance(there, Layout)
    return seated(there, SETUP)


@pytest.fixture
def world() -> World:
    return World(the_full_table(), BOUND, deal(SETUP))


@pytest.fixture
def pads() -> Pads:
    return Pads()


@pytest.fixture
def hands(world: World, pads: Pads) -> TableHands:
    return TableHands(world, pads)  # type: ignore[arg-type]


def kinds(places: list[ChipPlace]) -> dict[str, tuple[Drawing, bool]]:
    """How each of these places is drawn, and whether a reader sees it."""
    return {place.id: (place.kind, bool(place.reader)) for place in places}


def test_each_place_is_drawn_as_the_game_says(world: World) -> None:
    assert kinds([place for place in world.places.values() if place.seat == "Nina"]) == {
        "Nina.bag": (Drawing.BAG, True),
        "Nina.hand": (Drawing.HAND, False),
        "Nina.spent": (Drawing.HEAP, True),
        "Nina.crown": (Drawing.HEAP, True),
        **{f"Nina.charts@{number}": (Drawing.CELL, True) for number in (1, 2, 3)},
    }
    assert kinds([place for place in world.places.values() if not place.seat]) == {
        "pier": (Drawing.HEAP, False),
        **{f"grid@{number}": (Drawing.CELL, True) for number in range(9)},
        "deck": (Drawing.BAG, False),
        **{f"row@{number}": (Drawing.CELL, True) for number in (1, 2, 3)},
        "box": (Drawing.HEAP, False),
        BESIDE: (Drawing.HEAP, False),
    }
    assert {place.seat for place in world.places.values()} == {"Nina", "Ed", "Sue", "Walt", ""}
    bag = world.bag_of("Ed")
    assert bag
    assert (bag.id, bag.leads_to) == ("Ed.bag", "Ed.hand")


def test_chips_lie_where_a_game_begins(world: World) -> None:
    assert len(world.in_zone("Sue.bag")) == 6
    assert len(world.in_zone("deck")) == 15
    assert [world.kinds[uid] for uid in world.lying("grid@4")] == ["boat"]
    assert [world.kinds[uid] for uid in world.lying("Nina.crown")] == ["crown"]
    assert balance(world, new_match(SETUP), ()).even


def test_a_table_without_readers_in_the_middle_has_the_same_places() -> None:
    there = load_table(Path(sample_game.__file__).parent / "table.toml")
    assert isinstance(there, Layout)
    partners = Setup("beacons", SETUP.seats)
    bound: Game[Any] = GAME.bound(partners)
    world = World(seated(there, partners), bound, deal(partners))
    assert {place.kind for place in world.places.values() if place.whole == "grid"} == {Drawing.HEAP}
    assert "deck" not in world.places
    boat = world.in_zone("grid@4")[0]
    world.put(boat, "grid@8")
    assert world.where(boat) == "grid@8"


def test_stones_are_drawn_and_spent_over_readers(hands: TableHands, pads: Pads, world: World) -> None:
    assert not people.draw(hands, YOU, "Nina", Random(1), 1.0)
    assert people.draw(hands, YOU, "Ed", Random(1), 1.0) == people.NOT_YOURS
    for moment in range(20, 80):
        hands.step(moment / 10)
    (stone,) = world.lying("Nina.hand")
    assert not people.move(hands, YOU, stone, "", "Nina.spent", 9.0)
    for moment in range(90, 120):
        hands.step(moment / 10)
    assert world.lying("Nina.spent") == (stone,)
    spots = {spot.zone: spot.reader for spot in the_full_table().spots()}
    assert [reader for _, reader in pads.seen if reader not in (spots["grid@4"],)][-2:] == [
        spots["Nina.bag"],
        spots["Nina.spent"],
    ]


def test_the_boat_lies_in_one_cell_and_a_chart_comes_off_the_deck(hands: TableHands, world: World) -> None:
    (boat,) = world.lying("grid@4")
    (stop,) = stops_of(ChipRoute(boat, ("grid@4", "grid@7")), world, Customs(world.layout, BOUND))
    assert (stop.place, stop.over_tap) == ("grid@7", False)
    (way,) = travels(world, [Moved("boat", 1, "grid@4", "grid@7")], GAME.untagged)
    assert way.uid == boat
    assert not people.move(hands, YOU, boat, "", "grid@7", 1.0)
    assert world.lying("grid@7") == (boat,)
    assert not people.move(hands, YOU, "", "deck", "row@2", 2.0)
    (chart,) = world.lying("row@2")
    assert world.kinds[chart] in ("reef", "tide", "calm")
    assert people.move(hands, YOU, chart, "", "grid@7", 3.0) == people.CELL_TAKEN
    found = balance(world, new_match(SETUP), ())
    assert (found.missed["grid@4"], found.surplus["grid@7"]) == ({"boat": 1}, {"boat": 1})


def test_nobody_else_sees_what_is_hidden(world: World) -> None:
    chart, boat = world.in_zone("deck")[0], world.in_zone("grid@4")[0]
    world.put(chart, "Ed.charts@1")

    def faces(seats: frozenset[str]) -> dict[Uid, bool]:
        return {row["id"]: row["face"] for row in chip_rows(world, {}, seats)}

    assert faces(YOU)[chart] is False
    assert faces(frozenset({"Ed"}))[chart] is True
    assert faces(frozenset())[boat] is True
    hidden = {place.id for place in world.places.values() if place.hides_from(frozenset())}
    places = BOUND.places
    assert hidden == {one for one in world.places if one in places and not places.known_to(TABLE, one)}


def test_the_page_calls_places_as_the_game_does(world: World) -> None:
    rows = {row["id"]: row for row in place_rows(world, looks_of(SETUP, ENGLISH), {}, frozenset(), GAME.words)}
    labels = {one: rows[one]["label"] for one in ("Nina.spent", "Nina.charts@2", "grid@7", "deck")}
    assert labels == {"Nina.spent": "Spent", "Nina.charts@2": "Charts 2", "grid@7": "Bay 7", "deck": "Deck"}
    assert (rows["Nina.hand"]["drawn_from"], rows["Nina.bag"]["refill"]) == ("Nina.bag", False)
    assert [row["name"] for row in seat_rows(world, None, YOU)] == ["Nina", "Ed", "Sue", "Walt"]


def test_the_demo_makes_a_table_of_the_kits_that_the_game_tells() -> None:
    table = demo_table(4, GAME.key)
    assert read_layout(write_layout(table), known=names_of_places) == table
    world = World(seated(table, SETUP), BOUND, deal(SETUP))
    assert kinds([place for place in world.places.values() if place.id in ("grid@4", "row@1", "Walt.bag")]) == {
        "Walt.bag": (Drawing.BAG, True),
        "grid@4": (Drawing.CELL, True),
        "row@1": (Drawing.CELL, True),
    }
