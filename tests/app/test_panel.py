"""What the panel's buttons do in a game, and what is told of its sounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import RunningHall
from companion.app.panel import TablePanel, open_panel
from companion.app.panel_twin import PanelTwin
from companion.app.table import NO_KIT
from companion.faces.languages import ENGLISH, languages
from companion.faces.panel.signals import NO_JUDGE
from companion.faces.screen import OpenRuling, Screen
from companion.referee.inputs import Answered, Called
from companion.table.layout import Layout
from tests.app.tables import SETUP

pytest.importorskip("gpiozero.pins.mock")

LAYOUT = Layout(
    "",
    ("A", "B"),
    panel={"button_A": 5, "button_undo": 26, "button_judge": 16, "lamp_A": 17, "lamp_B": 27, "buzzer": 24},
)


class Played:
    """A game with a panel."""

    def __init__(self, folder: Path, *, judged: bool = False) -> None:
        self.hall = RunningHall(folder / "games.sqlite")
        self.twin = PanelTwin(LAYOUT)
        self.told = 0
        self.said: list[str] = []
        self.panel = TablePanel(LAYOUT, self.hall.table(), self.tell, said=self.said.append, twin=self.twin)
        self.hall.table().begin(SETUP, NO_KIT, "A duel", judged=judged)

    def tell(self) -> None:
        self.told += 1

    def screen(self, audience: str = "table") -> Screen:
        found = self.hall.table().screen(audience, ENGLISH)
        assert found
        return found

    def notes(self) -> list[str]:
        return [note.said() for note in self.panel.notes()]

    def asides(self) -> list[str]:
        return [aside.said() for aside in self.panel.asides()]

    def lamp(self, pin: int) -> Any:
        return self.twin.factory.pin(pin).state

    def close(self) -> None:
        self.panel.close()
        self.twin.factory.close()
        self.hall.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with closing(Played(tmp_path)) as found:
        yield found


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Played]:
    with closing(Played(tmp_path, judged=True)) as found:
        yield found


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
        assert played.hall.table().send(Answered("Anna", token, 0.0), "phone", ENGLISH).accepted
    assert played.hall.table().send(Answered("Ben", "done", 0.0), "phone", ENGLISH).accepted
    played.panel.press("undo")
    assert played.screen().board.headline == "Turn 2: Ben, action phase"


def test_lamps_follow_the_seats_whoever_sits_there(played: Played) -> None:
    played.panel.show(played.screen())
    assert (played.lamp(17), played.lamp(27)) == (True, False)


def test_each_sound_stands_in_words_too_also_when_muted(played: Played) -> None:
    played.panel.show(played.screen())
    assert played.asides() == []
    played.panel.press("mute")
    now = played.screen()
    seats = tuple(panel._replace(active=not panel.active) for panel in now.board.seats)
    played.panel.show(replace(now, board=now.board._replace(seats=seats)))
    assert played.asides() == ["Sound: it is the turn of Ben.", "Sounds are muted."]
    played.panel.press("mute")
    assert played.asides() == ["Sound: it is the turn of Ben."]
    assert played.notes() == [], "it is no trouble"
    assert played.told == 3


# -- the judge -------------------------------------------------------------------------------------------------


def test_the_words_of_a_sound_go_when_what_they_tell_of_goes(played: Played) -> None:
    """They would stand for some seconds more, and speak of a ruling that there is not."""
    before = played.screen()
    ruled = replace(before, rulings=(OpenRuling(7, "Anna", "A chip is missing.", "Put it back.", None, judge=False),))
    played.panel.show(before)
    played.panel.show(ruled)
    assert played.asides() == ["Sound: a ruling."]
    played.panel.show(replace(ruled, last=("Something else happened.",)))
    assert played.asides() == ["Sound: a ruling."]
    assert played.twin.row(ENGLISH)["sound"] == "Sound: a ruling."
    told = played.told
    played.panel.show(before)
    assert played.asides() == []
    assert (played.twin.row(ENGLISH)["sound"], played.twin.shown.sounds) == ("", 1)
    assert played.told > told, "who shows it hears of it"


def test_the_table_calls_the_judge_who_comes(judged: Played) -> None:
    judged.panel.press("judge")
    assert judged.asides() == ["Sound: somebody calls the judge."]
    for audience in ("table", "Anna", "Ben"):
        assert judged.screen(audience).notes == ("The judge has been called by the table.",)
    assert judged.screen("judge").calls, "his own page says it in its first row"
    russian = judged.hall.table().screen("Anna", languages()["ru"])
    assert russian
    assert russian.notes == ("Судью зовут: стол.",)
    assert judged.hall.table().send(Called("judge", 0.0), "desk", ENGLISH).accepted
    assert judged.screen().notes == ()


def test_a_second_press_takes_no_call_back_and_is_heard(judged: Played) -> None:
    for _ in range(2):
        judged.panel.press("judge")
    assert judged.screen().notes == ("The judge has been called by the table.",)
    assert judged.twin.shown.sounds == 2
    assert judged.hall.table().send(Called("Anna", 0.0), "phone", ENGLISH).accepted
    assert judged.screen().notes == ("The judge has been called by the table, Anna.",)


def test_a_call_from_a_phone_sounds_once_as_the_buttons_does(judged: Played) -> None:
    judged.panel.show(judged.screen())
    assert judged.hall.table().send(Called("Anna", 0.0), "phone", ENGLISH).accepted
    for _ in range(2):
        judged.panel.show(judged.screen())
    assert (judged.asides(), judged.twin.shown.sounds) == (["Sound: somebody calls the judge."], 1)
    judged.panel.press("judge")
    judged.panel.show(judged.screen())
    assert judged.twin.shown.sounds == 2, "the button is heard as it is pressed, and not again"


def test_a_call_of_the_table_stands_in_the_record_and_outlives_a_restart(judged: Played, tmp_path: Path) -> None:
    judged.panel.press("judge")
    playing = judged.hall.table().playing()
    assert playing
    assert '"by": "table"' in judged.hall.export(playing.number, "judge").replace('":"', '": "')
    judged.hall.close()
    again = RunningHall(tmp_path / "games.sqlite")
    assert again.resume()
    screen = again.table().screen("table", ENGLISH)
    again.close()
    assert screen
    assert screen.notes == ("The judge has been called by the table.",)


def test_where_no_judge_is_seated_the_button_says_what_to_do(played: Played) -> None:
    played.panel.press("judge")
    assert played.notes() == [NO_JUDGE.words.said()]
    assert "all agree" in played.notes()[0]
    assert played.screen().notes == ()


def test_without_a_game_the_button_is_heard_all_the_same(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "games.sqlite")
    twin = PanelTwin(LAYOUT)
    panel = TablePanel(LAYOUT, hall.table(), lambda: None, twin=twin)
    panel.press("judge")
    assert [note.said() for note in panel.notes()] == ["Sound: somebody calls the judge."]
    panel.close()
    hall.close()


def test_without_a_panel_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    said: list[str] = []
    hall = RunningHall(tmp_path / "games.sqlite")
    odd = replace(LAYOUT, panel={"lamp_A": 17, "horn": 4})
    assert open_panel(odd, hall.table(), said.append, lambda: None) is None
    assert "horn" in said[0]
    assert "The game goes on without it" in said[1]
    hall.close()


def test_a_press_that_breaks_the_program_is_said(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ValueError("nonsense")

    with monkeypatch.context() as patched:
        patched.setattr(played.hall.table(), "playing", broken)
        played.panel.press("judge")
    assert len(played.said) == 1
    assert "button judge" in played.said[0]
    played.panel.press("judge")
    assert len(played.said) == 1, "the next one counts"
