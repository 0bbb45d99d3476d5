"""What lamps and buzzer tell. It follows from the table's screen, so nobody learns what the display does not show."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from companion.faces.screen import Screen
from companion.rules import TABLE
from companion.rules.kernel.sentences import Sentence


class Light(Enum):
    """How a seat's lamp burns. Its rhythm has a meaning, its colour has none."""

    OFF = "off"
    STEADY = "steady"
    """It is this seat's turn, and it may think."""
    SLOW = "slow"
    """Everybody waits for this seat's hands, or for its answer in somebody else's turn."""
    FAST = "fast"
    """A ruling concerns this seat."""


MEANS: Final = {
    Light.OFF: Sentence(""),
    Light.STEADY: Sentence("on turn"),
    Light.SLOW: Sentence("is awaited"),
    Light.FAST: Sentence("a ruling"),
}
"""What a lamp means, for places with room for words."""


class Sound(NamedTuple):
    """What the buzzer plays, and the same in words."""

    beeps: int
    seconds: float
    """The length of each beep, and of the silence after it."""
    words: Sentence

    def of(self, **values: object) -> Sound:
        """Return this sound with values for its words."""
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
        "There is no judge: you decide together. On a phone, ask to take back an answer or to let a ruling "
        "stand; it counts when all agree."
    ),
)
SOUNDS: Final = (RULED, ENDED, ASKED, TURN, CALL, NO_JUDGE)


def lights(screen: Screen | None) -> dict[str, Light]:
    """Return how the lamp of each seat burns."""
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
    """Return the sound for the most urgent news when one screen follows another; None if there is nothing to hear."""
    if before is None or now is None or before.title != now.title:
        return None
    if {ruling.number for ruling in now.rulings} - {ruling.number for ruling in before.rulings}:
        return RULED
    if now.board.over and not before.board.over:
        return ENDED
    if set(now.calls) - set(before.calls) - {TABLE}:  # the panel's own button sounds when it is pressed
        return CALL
    if now.ask and (before.ask is None or before.ask.number != now.ask.number):
        return ASKED.of(seats=", ".join(now.ask.seats))
    turn = active(now)
    return TURN.of(seat=turn) if turn and turn != active(before) else None


def still_true(heard: Sound, then: Screen, now: Screen | None) -> bool:
    """Whether what a sound told of one screen (`then`) is so on a later one: its words go when it is not."""
    if now is None or now.title != then.title:
        return False
    match heard.words.template:
        case RULED.words.template:
            return bool({ruling.number for ruling in then.rulings} & {ruling.number for ruling in now.rulings})
        case CALL.words.template:
            return bool(set(now.calls))
        case ASKED.words.template:
            return bool(then.ask and now.ask and then.ask.number == now.ask.number)
        case TURN.words.template:
            return active(then) == active(now)
    return True


def active(screen: Screen) -> str:
    """Return the seat whose turn it is; "" if it is nobody's."""
    return next((panel.key for panel in screen.board.seats if panel.active and not screen.board.over), "")
