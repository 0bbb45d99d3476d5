"""What the panel's buttons do in a game, and what is told of its sounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import NO_KIT, RunningHall
from companion.app.panel import TablePanel, open_panel
from companion.faces.languages import ENGLISH
from companion.faces.screen import Screen
from companion.referee.inputs import Answered
from companion.table.layout import Layout
from tests.app.tables import SETUP

mock = pytest.importorskip("gpiozero.pins.mock")

LAYOUT = Layout("", ("A", "B"), panel={"button_A": 5, "button_undo": 26, "lamp_A": 17, "lamp_B": 27, "buzzer": 24})


class Played:
    """A game with a panel."""

    def __init__(self, folder: Path) -> None:
        self.hall = RunningHall(folder / "games.sqlite")
        self.factory = mock.MockFactory()
        self.told = 0
        self.panel = TablePanel(LAYOUT, self.hall, self.tell, factory=self.factory)
        self.hall.begin(SETUP, NO_KIT, "A duel", judged=False)

    def tell(self) -> None:
        self.told += 1

    def screen(self) -> Screen:
        found = self.hall.screen("table", ENGLISH)
        assert found
        return found

    def notes(self) -> list[str]:
        return [note.said() for note in self.panel.notes()]

    def lamp(self, pin: int) -> Any:
        return self.factory.pin(pin).state


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    found = Played(tmp_path)
    yield found
    found.panel.close()
    found.factory.close()
    found.hall.close()


def test_done_and_taken_back(played: Played) -> None:
    played.panel.press("A")
    assert played.screen().board.headline == "Turn 1: Anna, buy phase"
    played.panel.press("A")  # nothing to say before she has bought something
    assert played.screen().board.headline == "Turn 1: Anna, buy phase"
    played.panel.press("B")
    played.panel.press("undo")
    assert played.screen().board.headline == "Turn 1: Anna, action phase"


def test_what_somebody_else_said_is_taken_back_in_his_name(played: Played) -> None:
    for token in ("done", "buy:wound", "done"):
        assert played.hall.send(Answered("Anna", token, 0.0), "phone", ENGLISH).accepted
    assert played.hall.send(Answered("Ben", "done", 0.0), "phone", ENGLISH).accepted
    played.panel.press("undo")
    assert played.screen().board.headline == "Turn 2: Ben, action phase"


def test_lamps_follow_the_seats_whoever_sits_there(played: Played) -> None:
    played.panel.show(played.screen())
    assert (played.lamp(17), played.lamp(27)) == (True, False)


def test_each_sound_stands_in_words_too_also_when_muted(played: Played) -> None:
    played.panel.show(played.screen())
    assert played.notes() == []
    played.panel.press("mute")
    now = played.screen()
    seats = tuple(panel._replace(active=not panel.active) for panel in now.board.seats)
    played.panel.show(replace(now, board=now.board._replace(seats=seats)))
    assert played.notes() == ["Sound: it is the turn of Ben.", "Sounds are muted."]
    played.panel.press("mute")
    played.panel.press("judge")
    assert played.notes() == ["Somebody calls the judge."]
    assert played.told == 4


def test_without_a_panel_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    said: list[str] = []
    hall = RunningHall(tmp_path / "games.sqlite")
    odd = replace(LAYOUT, panel={"lamp_A": 17, "horn": 4})
    assert open_panel(odd, hall, said.append, lambda: None) is None
    assert "horn" in said[0]
    assert "The game goes on without it" in said[1]
    hall.close()
