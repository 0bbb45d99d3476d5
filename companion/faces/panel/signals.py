"""What lamps and buzzer tell, by the table's screen alone: nobody learns from them what the display does not show."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from companion.faces.screen import Screen
from companion.rules import TABLE
from companion.rules.kernel.sentences import Sentence


class Light(Enum):
    """How a seat's lamp burns. The rhythm tells, not the colour."""

    OFF = "off"
    STEADY = "steady"
    """It is this seat's turn, and it may think."""
    SLOW = "slow"
    """Everybody waits for its hands, or for its answer in somebody else's turn."""
    FAST = "fast"
    """A ruling concerns this seat."""


MEANS: Final = {
    Light.OFF: Sentence(""),
    Light.STEADY: Sentence("on turn"),
    Light.SLOW: Sentence("is waited for"),
    Light.FAST: Sentence("a ruling"),
}
"""What a lamp tells, where there is room for words."""


class Sound(NamedTuple):
    """What the buzzer plays, and the same in words."""

    beeps: int
    seconds: float
    """Of each, and of the silence after it."""
    words: Sentence

    def of(self, **values: object) -> Sound:
        """The same, of somebody."""
        return self._replace(words=Sentence(self.words.template, values))


RULED: Final = Sound(3, 0.15, Sentence("Sound: a ruling."))
ENDED: Final = Sound(2, 0.5, Sentence("Sound: the game is over."))
ASKED: Final = Sound(2, 0.08, Sentence("Sound: a question for {seats}."))
TURN: Final = Sound(1, 0.25, Sentence("Sound: it is the turn of {seat}."))
CALL: Final = Sound(1, 1.0, Sentence("Sound: somebody calls the judge."))
NO_JUDGE: Final = Sound(
    1,
    0.08,
    Sentence(
        "No judge is seated: you decide together. On a phone, ask to take back or to let a ruling stand; "
        "it counts when all agree."
    ),
)
SOUNDS: Final = (RULED, ENDED, ASKED, TURN, CALL, NO_JUDGE)


def lights(screen: Screen | None) -> dict[str, Light]:
    """The lamp of each seat."""
    if screen is None:
        return {}
    found = {}
    ruled = {ruling.seat for ruling in screen.rulings}
    question = screen.question
    asked, words = (question.seats, question.words) if question else ((), "")
    owing = {due.seat for due in screen.todo if due.words != words}
    for panel in screen.board.seats:
        seat = panel.key
        if seat in ruled or "" in ruled:
            found[seat] = Light.FAST
        elif seat in owing or (seat in asked and not panel.active):
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
        return RULED
    if now.board.over and not before.board.over:
        return ENDED
    if set(now.calls) - set(before.calls) - {TABLE}:  # its own button is heard as it is pressed
        return CALL
    if now.ask and (before.ask is None or before.ask.number != now.ask.number):
        return ASKED.of(seats=", ".join(now.ask.seats))
    turn = active(now)
    return TURN.of(seat=turn) if turn and turn != active(before) else None


def active(screen: Screen) -> str:
    """Whose turn it is; "" where it is nobody's."""
    return next((panel.key for panel in screen.board.seats if panel.active and not screen.board.over), "")
