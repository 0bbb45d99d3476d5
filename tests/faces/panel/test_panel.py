"""The panel with gpiozero's emulated pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

import pytest

from companion.faces.panel.debounce import STEADY
from companion.faces.panel.panel import ButtonPanel, PanelError, in_words
from companion.faces.panel.pins import Pins, read_pins
from companion.faces.panel.signals import CALL, Light

mock = pytest.importorskip("gpiozero.pins.mock")

LONG = 20.0
PINS = Pins({"A": 5}, {"undo": 26, "mute": 4}, {"A": 17, "B": 27}, 24)


class Wired:
    """A panel, and what is at its pins."""

    def __init__(self) -> None:
        self.factory = mock.MockFactory()
        self.pressed: SimpleQueue[str] = SimpleQueue()
        self.panel = ButtonPanel(PINS, self.pressed.put, factory=self.factory)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def heard(self) -> str:
        return self.pressed.get(timeout=LONG)


@pytest.fixture
def wired() -> Iterator[Wired]:
    found = Wired()
    yield found
    found.panel.close()
    found.factory.close()


def until(true: Callable[[], bool]) -> None:
    """What another thread does in a moment."""
    pause = Event()
    for _ in range(int(LONG / 0.005)):
        if true():
            return
        pause.wait(0.005)
    raise AssertionError("It has not come.")


def test_a_button_that_bounces_is_pressed_once(wired: Wired) -> None:
    for _ in range(5):
        wired.pin(5).drive_low()
        wired.pin(5).drive_high()
    wired.pin(5).drive_low()
    assert wired.heard() == "A"
    wired.pin(5).drive_high()
    wired.pin(26).drive_low()
    assert wired.heard() == "undo"
    with pytest.raises(Empty):
        wired.pressed.get_nowait()


def test_a_press_that_breaks_the_program_stops_no_other(wired: Wired) -> None:
    def broken(name: str) -> None:
        wired.pressed.put(name)
        raise ValueError("nonsense")

    wired.panel._pressed = broken
    for pin, name in ((5, "A"), (26, "undo")):
        wired.pin(pin).drive_low()
        assert wired.heard() == name


def test_a_spark_while_an_answer_takes_long_is_no_press(wired: Wired) -> None:
    hears, goes_on = Event(), Event()

    def slow(name: str) -> None:
        wired.pressed.put(name)
        hears.set()
        assert goes_on.wait(LONG)

    wired.panel._pressed = slow
    wired.pin(5).drive_low()
    assert hears.wait(LONG)
    wired.pin(26).drive_low()
    wired.pin(26).drive_high()
    Event().wait(2 * STEADY)  # only as long as a press would take
    wired.pin(4).drive_low()
    goes_on.set()
    assert [wired.heard(), wired.heard()] == ["A", "mute"]


def test_what_is_shown_is_told(wired: Wired) -> None:
    told: list[tuple[Light, int, bool]] = []

    def tell() -> None:
        shown = wired.panel.shown
        told.append((shown.lights["A"], shown.sounds, shown.muted))

    wired.panel.subscribe("test", tell)
    wired.panel.light({"A": Light.SLOW, "Q": Light.FAST})
    wired.panel.light({"A": Light.SLOW})
    wired.panel.mute()
    wired.panel.play(CALL)
    assert told == [(Light.SLOW, 0, False), (Light.SLOW, 0, True), (Light.SLOW, 1, True)]
    assert wired.panel.shown.sound == CALL
    assert wired.panel.shown.lights == {"A": Light.SLOW, "B": Light.OFF}


def test_lamps_burn_and_blink(wired: Wired) -> None:
    wired.panel.light({"A": Light.STEADY})
    assert (wired.pin(17).state, wired.pin(27).state) == (True, False)
    wired.panel.light({"A": Light.OFF, "B": Light.FAST})
    assert wired.pin(17).state is False
    wired.pin(27).clear_states()
    until(lambda: len(wired.pin(27).states) >= 4)
    wired.panel.light({})
    assert wired.pin(27).state is False


def test_the_buzzer_is_heard_unless_it_is_muted(wired: Wired) -> None:
    wired.panel.mute()
    wired.pin(24).clear_states()
    wired.panel.play(CALL)
    assert len(wired.pin(24).states) == 1
    wired.panel.mute()
    wired.panel.play(CALL)
    until(lambda: wired.pin(24).state is True)


def test_without_pins_there_is_no_panel_and_that_is_said() -> None:
    with pytest.raises(PanelError, match="Is this a Raspberry Pi"):
        ButtonPanel(Pins({"A": 200}, {}, {}), print, factory=mock.MockFactory())
    assert "whl[display,station,panel]'" in in_words(ModuleNotFoundError(name="gpiozero"))


def test_names_of_parts() -> None:
    found = read_pins({"button_A": 5, "button_judge": 6, "lamp_B": 7, "buzzer": 8, "lamp_C": 9, "horn": 10}, ("A", "B"))
    assert (found.seats, found.shared, found.lamps, found.buzzer) == ({"A": 5}, {"judge": 6}, {"B": 7}, 8)
    assert found.problems == (
        "[panel]: lamp_C is not a lamp; there are lamp_A and lamp_B.",
        "[panel]: horn is not a part of a panel; there are button_..., lamp_... and buzzer.",
    )
