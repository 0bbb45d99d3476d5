"""What the guide says of the panel is what its code does."""

from __future__ import annotations

import re

from companion.app.panel import LASTS, LASTS_LONG
from companion.app.panel_twin import with_panel
from companion.faces.panel.debounce import OPEN, STEADY
from companion.faces.panel.panel import FAST, SLOW
from companion.faces.panel.pins import SHARED, read_pins
from companion.faces.panel.signals import SOUNDS, Light
from companion.table.layout import Layout
from tests.hardware.pages import rows, section, text

WIRING = text("wiring.md")
FOUR = ("A", "B", "C", "D")


def numbers(words: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", words)]


def test_the_pins_are_those_of_a_panel_with_everything() -> None:
    wired = {row[0]: int(row[1]) for row in rows(section(WIRING, "Panel"))}
    assert wired == with_panel(Layout("", FOUR)).panel
    pins = read_pins(wired, FOUR)
    assert pins.problems == ()
    assert (set(pins.seats), set(pins.shared), set(pins.lamps)) == (set(FOUR), set(SHARED), set(FOUR))
    assert pins.buzzer is not None


def test_every_button_is_told() -> None:
    told = [row[0].strip("`").removeprefix("button_") for row in rows(section(WIRING, "What the buttons do"))]
    assert told == ["A", *SHARED]


def test_how_long_a_press_is() -> None:
    told = re.search(r"A press is (\d+) ms .* open for (\d+) ms", section(WIRING, "What the buttons do"))
    assert told
    assert [float(told[1]) / 1000, float(told[2]) / 1000] == [STEADY, OPEN]


def test_every_rhythm_of_a_lamp_is_told() -> None:
    told = [row[0] for row in rows(section(WIRING, "What the lamps tell"))]
    assert len(told) == len(Light)
    assert [words.split(",")[0] for words in told] == ["dark", "steady", "blinks slowly", "blinks fast"]
    assert (numbers(told[2]), numbers(told[3])) == ([SLOW], [FAST])


def test_every_sound_is_told() -> None:
    heard = section(WIRING, "What is heard")
    told = [(int(row[0]), *numbers(row[1])) for row in rows(heard)]
    assert told == [(sound.beeps, sound.seconds) for sound in SOUNDS]
    assert (f"{LASTS:.0f} seconds" in heard, f"last row {LASTS_LONG:.0f}" in " ".join(heard.split())) == (
        True,
        True,
    )
