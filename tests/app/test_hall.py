"""The running program as faces see it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.hall import RunningHall
from companion.app.seating import as_called, check_names, seated
from companion.app.table import NO_KIT
from companion.cli.example_tables import TABLES, table_from
from companion.faces.hall import HallError
from companion.faces.languages import ENGLISH, languages
from companion.ledger import Ledger, LedgerError
from companion.referee.inputs import Answered
from companion.rules import SeatSetup, Setup, SetupError, games
from companion.table.layout import Layout, Pad, Spot, SpotRole
from tests.sample_game import GAME as BEACONS

SETUP = Setup("puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game")
LAYOUT = table_from(TABLES / "cells-2.toml")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    found = RunningHall(tmp_path / "games.sqlite", tables={"cells": LAYOUT})
    yield found
    found.close()


def headline(hall: RunningHall) -> str:
    screen = hall.table().screen("table", ENGLISH)
    assert screen
    return screen.board.headline


def test_before_any_game(hall: RunningHall) -> None:
    assert hall.table().playing() is None
    assert hall.table().screen("table", ENGLISH) is None
    assert not hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted
    assert not hall.table().why_not("Anna", "done", ENGLISH).accepted
    assert hall.table().rules()
    assert hall.table().chips(ENGLISH)
    assert not hall.resume()
    with pytest.raises(HallError):
        hall.table().laid_open(ENGLISH)


def test_what_was_played_last_is_offered_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"beacons": BEACONS, **games()}
    monkeypatch.setattr("companion.app.table.games", lambda: known)
    first = RunningHall(tmp_path / "games.sqlite")
    assert [offer.game for offer in first.table().offers(ENGLISH)] == list(known), (
        "before any game as the registry has them"
    )
    first.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    first.close()
    again = RunningHall(tmp_path / "games.sqlite")
    assert again.table().offers(ENGLISH)[0].game == SETUP.game
    again.close()
    monkeypatch.setattr("companion.app.table.games", lambda: {"beacons": BEACONS})
    gone = RunningHall(tmp_path / "games.sqlite")
    assert [offer.game for offer in gone.table().offers(ENGLISH)] == ["beacons"], "its package was removed since"
    gone.close()


def test_a_game_goes_on_after_a_restart(hall: RunningHall, tmp_path: Path) -> None:
    hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    hall.table().note("remember")
    assert hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted
    before = headline(hall)
    hall.close()
    again = RunningHall(tmp_path / "games.sqlite", tables={"cells": LAYOUT})
    assert again.resume()
    assert headline(again) == before
    assert again.table().notes() == ("remember",)
    playing = again.table().playing()
    assert playing
    assert playing.undo is not None
    again.close()


def test_everybody_who_listens_is_told(hall: RunningHall) -> None:
    heard: list[str] = []
    hall.subscribe("a face", lambda: heard.append("new"))
    hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    begun = len(heard)
    assert begun
    hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH)
    assert len(heard) > begun


def test_what_cannot_begin_leaves_the_running_game_alone(hall: RunningHall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    three = tuple(SeatSetup(name, None) for name in "ABC")
    for setup, kit, wrong in (
        (SETUP, "nonsense", HallError),
        (Setup("puzzle-strike", three), "cells", (HallError, SetupError)),
        (Setup("chess", SETUP.seats), NO_KIT, SetupError),
        (Setup("puzzle-strike", (SeatSetup("x" * 30), SeatSetup("B"))), NO_KIT, HallError),
    ):
        with pytest.raises(wrong):
            hall.table().begin(setup, kit, "", judged=False)

    def full(*_: object) -> None:
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(Ledger, "begin", full)
    with pytest.raises(LedgerError):
        hall.table().begin(SETUP, NO_KIT, "", judged=False)
    assert len(hall.games()) == 1
    assert hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted


def test_a_game_that_does_not_answer_is_said(hall: RunningHall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    monkeypatch.setattr(hall.table().session, "send", lambda *_: Future[object]())
    monkeypatch.setattr("companion.app.table.PATIENCE", 0.01)
    assert "did not respond" in hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).words


def test_a_table_gets_the_players_names(hall: RunningHall) -> None:
    layout = seated(LAYOUT, SETUP)
    zones = {spot.zone for spot in layout.spots()}
    assert any(zone.startswith("Anna.") for zone in zones)
    assert not any(zone.startswith(("A.", "B.")) for zone in zones)
    assert {spot.reader for spot in layout.spots()} == {spot.reader for spot in LAYOUT.spots()}
    hall.table().begin(SETUP, "cells", "A duel", judged=False)
    assert [kit.key for kit in hall.table().kits(ENGLISH)] == ["cells", NO_KIT]
    assert hall.table().kits(ENGLISH)[0].name == "Cells, two players"
    assert hall.table().kits(languages()["ru"])[0].name == "Ячейки, на двоих"
    with pytest.raises(HallError):
        seated(LAYOUT, replace(SETUP, seats=(*SETUP.seats, SeatSetup("Carla"))))


@pytest.mark.parametrize(("kit", "pads"), [("cells", 9), ("taps", 3), ("trays", 6)])
def test_three_sit_at_a_table_for_four(kit: str, pads: int) -> None:
    """The last seat stays empty, and nothing that its pads see counts."""
    table = table_from(TABLES / f"{kit}-4.toml")
    setup = replace(SETUP, seats=(*SETUP.seats, SeatSetup("Carla")))
    layout = seated(table, setup)
    assert layout.seats == ("Anna", "Ben", "Carla")
    assert len(layout.pads) == pads
    assert not any(spot.zone.startswith(("D.", "C.")) for spot in layout.spots())
    readers = {spot.reader for spot in layout.spots()}
    assert all(layout.neighbours(reader) <= readers for reader in readers)
    check_names(layout)
    known = seated(table_from(TABLES / f"{kit}-3.toml"), setup)
    assert replace(layout, name=known.name, panel=known.panel) == known, "as the example for three"


def test_a_chip_may_leave_the_table_for_the_box() -> None:
    spot = Spot("1.0", SpotRole.TAP, "A.discard", beyond="box")
    (there,) = seated(Layout("", ("A", "B"), (Pad(1, "/dev/pad-1", (spot,)),)), SETUP).spots()
    assert (there.zone, there.beyond) == ("Anna.discard", "box")


def test_a_table_of_another_game_takes_no_seats_and_keeps_its_names() -> None:
    layout = Layout("", ("A", "B"), (Pad(1, "/dev/pad-1", (Spot("1.0", SpotRole.CELLS, "row@1", cells=1),)),))
    with pytest.raises(HallError, match="a reader for row@1, which Puzzle Strike does not have"):
        seated(layout, SETUP)
    assert as_called(layout, SETUP) == layout
