"""A finger on emulated pins, the real panel behind them, and a real game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.app import panel_twin
from companion.app.evening import Evening, Settings
from companion.app.hall import RunningHall
from companion.app.panel import TablePanel
from companion.app.panel_twin import HELD, PanelTwin, with_panel
from companion.app.table import NO_KIT
from companion.faces.languages import ENGLISH, languages
from companion.faces.panel.signals import CALL, TURN, Light
from companion.faces.screen import Screen
from companion.referee.inputs import Answered
from companion.table.layout import Layout
from tests.app.tables import SETUP

pytest.importorskip("gpiozero.pins.mock")

LONG = 20.0
TABLE = Layout("", ("A", "B"))


class Stepped:
    """A clock that stands unless somebody pauses."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds
        Event().wait(0.002)  # the panel looks in between; if it does not, all comes out the same


class Played:
    """A game whose panel is a twin's."""

    def __init__(self, folder: Path) -> None:
        self.clock = Stepped()
        self.hall = RunningHall(folder / "games.sqlite")
        self.twin = PanelTwin(TABLE, clock=self.clock, pause=self.clock.pause)
        self.pressed: list[str] = []
        self.news = Event()
        self.panel = TablePanel(self.twin.layout, self.hall.table(), lambda: None, twin=self.twin)
        press = self.panel._panel._pressed
        self.panel._panel._pressed = lambda button: self._note(press, button)
        self.hall.table().begin(SETUP, NO_KIT, "A duel", judged=True)
        self.show()

    def _note(self, press: Callable[[str], None], button: str) -> None:
        press(button)
        self.pressed.append(button)
        self.news.set()

    def press(self, button: str) -> None:
        """Until the panel has done what it does."""
        count = len(self.pressed)
        self.twin.press(button)
        while len(self.pressed) == count:
            assert self.news.wait(LONG)
            self.news.clear()

    def screen(self) -> Screen:
        found = self.hall.table().screen("table", ENGLISH)
        assert found
        return found

    def show(self) -> None:
        self.panel.show(self.screen())

    def lamps(self) -> dict[str, Light]:
        return dict(self.twin.shown.lights)

    def pin(self, name: str) -> Any:
        return self.twin.factory.pin(self.twin.layout.panel[name])

    def close(self) -> None:
        self.panel.close()
        self.twin.factory.close()
        self.hall.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    found = Played(tmp_path)
    yield found
    found.close()


def test_done_is_pressed_and_the_seat_s_phase_is_done(played: Played) -> None:
    assert played.screen().board.headline == "Turn 1: Anna, action phase"
    played.press("A")
    assert played.screen().board.headline == "Turn 1: Anna, buy phase"
    played.press("undo")
    assert played.screen().board.headline == "Turn 1: Anna, action phase"


def test_a_lamp_goes_on_for_a_reaction_that_is_due_and_pass_is_pressed(played: Played) -> None:
    assert played.lamps() == {"A": Light.STEADY, "B": Light.OFF}
    assert (played.pin("lamp_A").state, played.pin("lamp_B").state) == (True, False)
    assert played.hall.table().send(Answered("Anna", "play:crash_gem", 0.0), "phone", ENGLISH).accepted
    told = Event()
    played.twin.subscribe("test", told.set)
    played.show()
    assert told.is_set()
    assert played.lamps()["B"] is Light.SLOW
    assert played.twin.shown.sound
    assert played.twin.shown.sound.words.said() == "Sound: a question for Ben."
    played.press("B")
    played.show()
    assert played.lamps()["B"] is Light.OFF


def test_bouncing_of_five_milliseconds_is_one_press(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_twin, "BOUNCE", 0.005 / panel_twin.BOUNCES)
    for button in ("judge", "A", "judge"):
        played.press(button)
    assert played.pressed == ["judge", "A", "judge"]


def test_a_touch_is_no_press(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(panel_twin, "HELD", 0.004)
        played.twin.press("A")
    played.clock.pause(HELD)
    played.press("judge")
    assert played.pressed == ["judge"]


def test_mute_silences_and_the_words_stay(played: Played) -> None:
    played.press("mute")
    played.pin("buzzer").clear_states()
    played.press("judge")
    shown = played.twin.shown
    assert (shown.muted, shown.sounds, shown.sound) == (True, 1, CALL)
    assert len(played.pin("buzzer").states) == 1
    assert [one.said() for one in played.panel.asides()] == ["Sound: somebody calls the judge.", "Sounds are muted."]
    played.press("mute")
    played.press("judge")
    assert not played.twin.shown.muted
    assert len(played.pin("buzzer").states) > 1


def test_what_a_page_shows(played: Played) -> None:
    played.panel._play(TURN.of(seat="Anna"))
    row = played.twin.row(languages()["ru"], {"A": "Anna", "B": "Ben"})
    assert row["lamps"] == [
        {"id": "A", "label": "Anna", "state": "on", "rhythm": "steady", "text": "ходит"},
        {"id": "B", "label": "Ben", "state": "off", "rhythm": "off", "text": ""},
    ]
    assert (
        [button["id"] for button in row["buttons"]] == list(played.twin.buttons) == ["A", "B", "undo", "judge", "mute"]
    )
    assert row["buttons"][0]["label"] == "Anna: готово"
    assert (row["sound"], row["sounds"], row["muted"]) == ("Звук: ходит Anna.", 1, False)
    with pytest.raises(KeyError):
        played.twin.press("nobody")


def test_a_table_keeps_its_own_panel() -> None:
    own = replace(TABLE, panel={"lamp_A": 4})
    assert with_panel(own) is own
    assert PanelTwin(own).buttons == ()
    assert len(with_panel(replace(TABLE, seats=("A", "B", "C", "D"))).panel) == 12
    assert PanelTwin(TABLE).shown.lights == {"A": Light.OFF, "B": Light.OFF}


def test_an_evening_takes_a_twin_for_its_panel(tmp_path: Path) -> None:
    twin = PanelTwin(TABLE)
    lit = Event()
    twin.subscribe("test", lambda: lit.set() if twin.shown.lights["A"] is Light.STEADY else None)
    for button in ("A", "undo"):  # another evening has the same
        lit.clear()
        with Evening(Settings(tmp_path, port=None, wifi="", announce=False, panel=twin), lambda _: None) as evening:
            if evening.hall.table().playing() is None:
                evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
            assert lit.wait(LONG)
            done = Event()
            evening.hall.subscribe("test", done.set)
            twin.press(button)
            assert done.wait(LONG)
    twin.factory.close()
