"""What an answer points at: the chips that it speaks of, where they lie, and where they go."""

from __future__ import annotations

from typing import Final

from companion.rules.kernel import Question
from companion.rules.kernel.board import Aim
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEMS

HAND, PILE, DISCARD, BAG, BANK = "{seat}.hand", "{seat}.pile", "{seat}.discard", "{seat}.bag", "bank"
FROM: Final = {
    "play": HAND,
    "react": HAND,
    "break": PILE,
    "combine": PILE,
    "buy": BANK,
    "gain": BANK,
    "take": BANK,
    "trap": BANK,
    "ante": BANK,
    "discard": HAND,
    "trash": HAND,
    "pile": HAND,
    "give": HAND,
    "keep": HAND,
    "bag": DISCARD,
}
"""Where the chips lie that a verb speaks of."""
FROM_ABOUT: Final = {
    ("take", "its_time_for_the_past"): DISCARD,
    ("take", "research_and_development"): BAG,
    ("take", "stolen_purples"): "",
    ("choose", "double_take"): HAND,
    ("choose", "jackpot"): BANK,
    ("choose", "master_puzzler"): BANK,
    ("play", "master_puzzler"): BANK,
}
"""The same by verb and chip, where the chip says something else; "" where it lies is not settled by that."""
WITHIN: Final = {"pile": PILE, "discard": DISCARD, "hand": HAND}
"""By what stands behind the sign in a token."""
LYING: Final = {"bag": BAG, "bank": BANK, "played": "{seat}.played", "discard": DISCARD}
"""By what a chip tells of where its chips lie."""
BY_NUMBER: Final = ("break", "combine")
"""Verbs that name gems by what they are worth."""


def aims(question: Question, token: str, seat: str) -> tuple[Aim, ...]:
    """The chips and places that an answer of this seat speaks of.

    >>> played = Question("action", {"A": ("play:crash_gem@pile", "done")}, "action-phase")
    >>> aims(played, "play:crash_gem@pile", "A"), aims(played, "done", "A")
    ((Aim(place='A.pile', kind='crash_gem'),), ())
    >>> aims(Question("break", {"A": ("break:4+1",)}, "crash", "double_crash_gem"), "break:4+1", "A")
    (Aim(place='A.pile', kind='gem_4'), Aim(place='A.pile', kind='gem_1'))
    >>> aims(Question("to", {"A": ("to:B",)}, "crash", "crash_gem"), "to:B", "A")
    (Aim(place='B.pile', kind=''),)
    """
    verb, _, rest = token.partition(":")
    name, _, within = rest.partition("@")
    if verb == "to":
        return (Aim(PILE.format(seat=name)),)
    lies = LIBRARY.telling(question.about).lies.get(verb)
    usual = FROM_ABOUT.get((verb, question.about), FROM.get(verb, ""))
    place = WITHIN.get(within) or (LYING[lies] if lies else usual)
    seat = question.of or seat
    if not place or not name:
        return ()
    kinds = GEMS if name == "gems" else name.split("+")
    if verb in BY_NUMBER:
        kinds = [f"gem_{number}" for number in kinds]
    found = tuple(Aim(place.format(seat=seat), kind) for kind in kinds)
    return (*found, Aim(PILE.format(seat=seat))) if verb == "ante" else found
