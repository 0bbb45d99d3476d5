"""What lamps and buzzer tell, by the table's screen alone: nobody learns from them what the display does not show."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from companion.faces.screen import Screen
from companion.rules.kernel.sentences import Sentence


class Light(Enum):
    """How a seat's lamp burns. The rhythm tells, not the colour."""

    OFF = "off"
    STEADY = "steady"
    """It is this seat's turn."""
    SLOW = "slow"
    """Everybody waits for an answer of this seat, or for its hands."""
    FAST = "fast"
    """A ruling concerns this seat."""


class Sound(NamedTuple):
    """What the buzzer plays, and the same in words."""

    beeps: int
    seconds: float
    """Of each."""
    words: Sentence


def lights(screen: Screen | None) -> dict[str, Light]:
    """The lamp of each seat."""
    if screen is None:
        return {}
    found = {}
    ruled = {ruling.seat for ruling in screen.rulings}
    owing = {due.seat for due in screen.todo} | set(screen.ask.seats if screen.ask else ())
    for panel in screen.board.seats:
        seat = panel.key
        if seat in ruled or "" in ruled:
            found[seat] = Light.FAST
        elif seat in owing:
            found[seat] = Light.SLOW
        elif panel.active and not screen.board.over:
            found[seat] = Light.STEADY
        else:
            found[seat] = Light.OFF
    return found


def sound(before: Screen | None, now: Screen | None) -> Sound | None:
    """What is to be heard when one screen follows another: the most urgent of what is new."""
    if before is None or now is None or before.title != now.title:
        return None
    if {ruling.number for ruling in now.rulings} - {ruling.number for ruling in before.rulings}:
        return Sound(3, 0.15, Sentence("Sound: a ruling."))
    if now.board.over and not before.board.over:
        return Sound(2, 0.5, Sentence("Sound: the game is over."))
    if now.ask and (before.ask is None or before.ask.number != now.ask.number):
        return Sound(2, 0.08, Sentence("Sound: a question for {seats}.", {"seats": ", ".join(now.ask.seats)}))
    turn = active(now)
    if turn and turn != active(before):
        return Sound(1, 0.25, Sentence("Sound: it is the turn of {seat}.", {"seat": turn}))
    return None


def active(screen: Screen) -> str:
    """Whose turn it is; "" where it is nobody's."""
    return next((panel.key for panel in screen.board.seats if panel.active and not screen.board.over), "")


CALL = Sound(1, 1.0, Sentence("Somebody calls the judge."))
